//! HTTP routes of handles.

use super::error::HandleError;
use super::rules;
use crate::profiles::me::{self, Me};
use platform::api::ApiRouter;
use platform::extract::{Json, Path};
use platform::problem::ProblemDocument;
use platform::{Member, Problem, Scope, Services, routes};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(claim_handle)).routes(routes!(check_availability))
}

/// A handle to claim.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct HandleClaim {
    /// In any case; an empty string removes the handle.
    handle: String,
}

/// Claims or changes the viewer's handle.
#[utoipa::path(put, path = "/me/handle", operation_id = "claimHandle", tag = "me",
    request_body = HandleClaim,
    responses((status = 200, body = Me), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "handles.claim", skip_all)]
async fn claim_handle(
    mut scope: Scope<Member>,
    Json(body): Json<HandleClaim>,
) -> Result<Json<Me>, Problem> {
    rules::claim(&mut scope, &body.handle).await?;
    Ok(Json(me::load_me(&scope).await?))
}

/// Availability of a handle.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct HandleAvailability {
    handle: String,
    available: bool,
    /// Reason why it is not available.
    reason: Option<String>,
}

/// Checks whether a handle is available. The result is not a reservation; claiming checks again.
#[utoipa::path(get, path = "/handles/{handle}", operation_id = "checkHandle", tag = "me",
    params(("handle" = String, Path)),
    responses((status = 200, body = HandleAvailability), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "handles.available", skip_all)]
async fn check_availability(
    scope: Scope<Member>,
    Path(handle): Path<String>,
) -> Result<Json<HandleAvailability>, Problem> {
    let reason = match rules::check(&scope, &handle).await {
        Ok(()) => None,
        Err(error @ HandleError::Store(_)) => return Err(error.into()),
        Err(error) => Some(error.to_string()),
    };
    Ok(Json(HandleAvailability { handle, available: reason.is_none(), reason }))
}
