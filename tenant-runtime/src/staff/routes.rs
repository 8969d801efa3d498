//! HTTP routes for staff.

use super::pauses;
use crate::accounts::account_status::AccountStatus;
use chrono::{DateTime, Utc};
use platform::StaffWith;
use platform::api::ApiRouter;
use platform::extract::{Json, Path};
use platform::problem::ProblemDocument;
use platform::staff::Moderation;
use platform::{Problem, Scope, Services, UserId, routes};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(pause)).routes(routes!(unpause))
}

/// Duration and reason of a pause.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct AccountPauseRequest {
    /// Until it is lifted, if omitted.
    paused_until: Option<DateTime<Utc>>,
    reason: String,
}

/// Reason for lifting a pause.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct AccountUnpauseRequest {
    reason: String,
}

/// Account status.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AccountStanding {
    id: UserId,
    /// `active` or `paused`.
    account_status: String,
    paused_until: Option<DateTime<Utc>>,
    pause_reason: Option<String>,
}

impl From<AccountStatus> for AccountStanding {
    fn from(status: AccountStatus) -> Self {
        Self {
            id: status.id,
            account_status: status.account_status,
            paused_until: status.paused_until,
            pause_reason: status.pause_reason,
        }
    }
}

/// Pauses an account. Its live streams end at once.
#[utoipa::path(
    post,
    path = "/staff/users/{id}/pause",
    operation_id = "pauseUser",
    tag = "staff",
    params(("id" = UserId, Path)),
    request_body = AccountPauseRequest,
    responses((status = 200, body = AccountStanding), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "staff.pause", skip_all, fields(user.id = %id))]
async fn pause(
    mut scope: Scope<StaffWith<Moderation>>,
    Path(id): Path<UserId>,
    Json(body): Json<AccountPauseRequest>,
) -> Result<Json<AccountStanding>, Problem> {
    let paused = pauses::pause(&mut scope, id, body.paused_until, &body.reason).await?;
    Ok(Json(paused.into()))
}

/// Lifts a pause; needs a reason (G-091).
#[utoipa::path(
    post,
    path = "/staff/users/{id}/unpause",
    operation_id = "unpauseUser",
    tag = "staff",
    params(("id" = UserId, Path)),
    request_body = AccountUnpauseRequest,
    responses((status = 200, body = AccountStanding), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "staff.unpause", skip_all, fields(user.id = %id))]
async fn unpause(
    mut scope: Scope<StaffWith<Moderation>>,
    Path(id): Path<UserId>,
    Json(body): Json<AccountUnpauseRequest>,
) -> Result<Json<AccountStanding>, Problem> {
    Ok(Json(pauses::unpause(&mut scope, id, &body.reason).await?.into()))
}
