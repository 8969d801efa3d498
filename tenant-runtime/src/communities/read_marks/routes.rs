//! HTTP routes of read marks of communities.

use super::rules::{self, ReadCommunities, ReadMark, ReadPosition};
use crate::communities::error::LOAD_FAILED;
use platform::api::ApiRouter;
use platform::extract::{Json, Path, Query};
use platform::problem::{ProblemDocument, ResultExt};
use platform::{CommunityId, Member, Problem, Scope, Services, routes};

pub(in crate::communities) fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(mark_read)).routes(routes!(mark_all_read))
}

/// Marks a community as read, with all its threads.
#[utoipa::path(post, path = "/communities/{id}/read", operation_id = "markCommunityRead", tag = "communities",
    params(("id" = CommunityId, Path), ReadPosition),
    responses((status = 200, body = ReadMark), (status = 404, body = ProblemDocument)))]
#[tracing::instrument(name = "communities.mark_read", skip_all, fields(community.id = %id))]
async fn mark_read(
    mut scope: Scope<Member>,
    Path(id): Path<CommunityId>,
    Query(read): Query<ReadPosition>,
) -> Result<Json<ReadMark>, Problem> {
    Ok(Json(rules::mark_read(&mut scope, id, read.up_to).await.or_detail(LOAD_FAILED)?))
}

/// Marks all communities of the viewer on this site as read, with their notifications.
#[utoipa::path(put, path = "/me/read-marks", operation_id = "markAllCommunitiesRead", tag = "communities",
    responses((status = 200, body = ReadCommunities), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "communities.mark_all_read", skip_all)]
async fn mark_all_read(mut scope: Scope<Member>) -> Result<Json<ReadCommunities>, Problem> {
    Ok(Json(rules::mark_all_read(&mut scope).await.or_detail(LOAD_FAILED)?))
}
