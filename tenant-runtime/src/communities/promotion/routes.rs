//! HTTP routes of promotions.

use super::error::PROMOTE_FAILED;
use super::rules;
use crate::communities::membership::CommunityMember;
use platform::api::ApiRouter;
use platform::extract::{Json, Path};
use platform::problem::{ProblemDocument, ResultExt};
use platform::{CommunityId, Member, Problem, Scope, Services, UserId, routes};

pub(in crate::communities) fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(promote))
}

/// Makes a member an admin.
#[utoipa::path(post, path = "/communities/{id}/members/{userId}/promote",
    operation_id = "promoteCommunityMember", tag = "communities",
    params(("id" = CommunityId, Path), ("userId" = UserId, Path)),
    responses((status = 200, body = CommunityMember), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "promotion.promote", skip_all, fields(community.id = %id))]
async fn promote(
    mut scope: Scope<Member>,
    Path((id, user)): Path<(CommunityId, UserId)>,
) -> Result<Json<CommunityMember>, Problem> {
    Ok(Json(rules::promote(&mut scope, id, user).await.or_detail(PROMOTE_FAILED)?))
}
