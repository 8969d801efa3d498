//! One action on several accounts, each in its own transaction.

use super::super::pauses;
use super::actions::{self, ModerationAction};
use crate::bulk::{self, BulkOutcome, BulkOutcomes};
use chrono::{DateTime, Utc};
use platform::StaffWith;
use platform::api::ApiRouter;
use platform::extract::Json;
use platform::problem::ProblemDocument;
use platform::staff::{Accounts, Moderation};
use platform::{Problem, Scope, Services, UserId, routes};
use serde::Deserialize;
use utoipa::ToSchema;

pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(act_on_users))
}

/// An action on several accounts.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum BulkUserAction {
    Pause,
    Unpause,
    Ban,
    Suspend,
    Lift,
    MarkUnverified,
    SignOut,
    RequireReset,
    ResetLegal,
}

/// The accounts, the action and its reason.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct BulkUserRequest {
    /// At most 100.
    ids: Vec<UserId>,
    #[schema(inline)]
    action: BulkUserAction,
    reason: String,
    /// End of a pause; until it is lifted, if omitted.
    paused_until: Option<DateTime<Utc>>,
}

/// Applies an action to up to 100 accounts. Returns the outcome for each.
#[utoipa::path(post, path = "/staff/users/bulk", operation_id = "moderateUsers", tag = "staff",
    request_body = BulkUserRequest,
    responses((status = 200, body = BulkOutcomes), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "staff.act_on_users", skip_all)]
async fn act_on_users(
    mut scope: Scope<StaffWith<Moderation>>,
    Json(body): Json<BulkUserRequest>,
) -> Result<Json<BulkOutcomes>, Problem> {
    bulk::check_count(body.ids.len())?;
    pauses::validated(&body.reason)?;
    let mut outcomes = Vec::with_capacity(body.ids.len());
    for id in &body.ids {
        let result = act_on_user(&mut scope, *id, &body).await;
        outcomes.push(BulkOutcome::from_result(id, result)?);
    }
    Ok(Json(BulkOutcomes { outcomes }))
}

async fn act_on_user(
    scope: &mut Scope<StaffWith<Moderation>>,
    user: UserId,
    body: &BulkUserRequest,
) -> Result<(), Problem> {
    let reason = &body.reason;
    let action = match body.action {
        BulkUserAction::Pause => {
            return Ok(pauses::pause(scope, user, body.paused_until, reason).await.map(drop)?);
        }
        BulkUserAction::Unpause => {
            return Ok(pauses::unpause(scope, user, reason).await.map(drop)?);
        }
        BulkUserAction::Ban => ModerationAction::Ban,
        BulkUserAction::Suspend => ModerationAction::Suspend,
        BulkUserAction::Lift => ModerationAction::Lift,
        BulkUserAction::MarkUnverified => ModerationAction::MarkUnverified,
        BulkUserAction::SignOut => ModerationAction::SignOut,
        BulkUserAction::RequireReset => ModerationAction::RequireReset,
        BulkUserAction::ResetLegal => ModerationAction::ResetLegal,
    };
    let mut scope = scope.admit_as::<StaffWith<Accounts>>()?;
    Ok(actions::apply_action(&mut scope, user, action, reason).await?)
}
