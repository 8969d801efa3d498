//! HTTP routes of account deletion.

use super::rules;
use axum::response::{AppendHeaders, IntoResponse};
use chrono::{DateTime, Utc};
use http::header::SET_COOKIE;
use platform::api::ApiRouter;
use platform::extract::Json;
use platform::problem::ProblemDocument;
use platform::{Problem, Scope, Services, SignedIn, routes, sessions};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(request_deletion, cancel_deletion))
}

/// Request to delete the account.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct AccountDeletionRequest {
    /// The word DELETE.
    confirmation: String,
}

/// Scheduled deletion of the account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DeletionState {
    /// `null` if none is scheduled.
    deletion_due_at: Option<DateTime<Utc>>,
}

/// Requests the deletion of the account in seven days, and signs out everywhere. Needs recent
/// authentication.
#[utoipa::path(post, path = "/me/deletion", operation_id = "requestAccountDeletion", tag = "me",
    request_body = AccountDeletionRequest,
    responses((status = 200, body = DeletionState), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "deletion.request", skip_all)]
async fn request_deletion(
    mut scope: Scope<SignedIn>,
    Json(body): Json<AccountDeletionRequest>,
) -> Result<impl IntoResponse, Problem> {
    let due = rules::request_deletion(&mut scope, &body.confirmation).await?;
    let gone = sessions::cleared_cookies(scope.facts().secure).map(|cookie| (SET_COOKIE, cookie));
    Ok((AppendHeaders(gone), Json(DeletionState { deletion_due_at: Some(due) })))
}

/// Cancels the deletion of the account.
#[utoipa::path(delete, path = "/me/deletion", operation_id = "cancelAccountDeletion", tag = "me",
    responses((status = 200, body = DeletionState), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "deletion.undo", skip_all)]
async fn cancel_deletion(mut scope: Scope<SignedIn>) -> Result<Json<DeletionState>, Problem> {
    rules::cancel_deletion(&mut scope).await?;
    Ok(Json(DeletionState { deletion_due_at: None }))
}
