//! HTTP routes of community deletion.

use super::error::{CANCEL_FAILED, REQUEST_FAILED};
use super::rules::{self, DeletionOutcome};
use platform::api::ApiRouter;
use platform::extract::{Json, Path};
use platform::problem::{ProblemDocument, ResultExt};
use platform::{CommunityId, Member, Problem, Scope, Services, routes};

pub(in crate::communities) fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(request_deletion, cancel_deletion))
}

/// Deletes a community: at once if the viewer is an admin and its only member, in seven days
/// otherwise.
#[utoipa::path(post, path = "/communities/{id}/deletion", operation_id = "deleteCommunity",
    tag = "communities", params(("id" = CommunityId, Path)),
    responses((status = 200, body = DeletionOutcome), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "deletion.request", skip_all, fields(community.id = %id))]
async fn request_deletion(
    mut scope: Scope<Member>,
    Path(id): Path<CommunityId>,
) -> Result<Json<DeletionOutcome>, Problem> {
    Ok(Json(rules::request_deletion(&mut scope, id).await.or_detail(REQUEST_FAILED)?))
}

/// Cancels the scheduled deletion of a community.
#[utoipa::path(delete, path = "/communities/{id}/deletion",
    operation_id = "cancelCommunityDeletion", tag = "communities",
    params(("id" = CommunityId, Path)),
    responses((status = 200, body = DeletionOutcome), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "deletion.cancel", skip_all, fields(community.id = %id))]
async fn cancel_deletion(
    mut scope: Scope<Member>,
    Path(id): Path<CommunityId>,
) -> Result<Json<DeletionOutcome>, Problem> {
    Ok(Json(rules::cancel(&mut scope, id).await.or_detail(CANCEL_FAILED)?))
}
