//! HTTP routes of demotions and hand-overs.

use super::error::{DEMOTE_FAILED, HANDOVER_FAILED};
use super::rules;
use crate::communities::membership::CommunityMember;
use platform::api::ApiRouter;
use platform::extract::{Json, Path};
use platform::problem::{ProblemDocument, ResultExt};
use platform::{CommunityId, Member, Problem, Scope, Services, UserId, routes};
use serde::Deserialize;
use utoipa::ToSchema;

pub(in crate::communities) fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(demote)).routes(routes!(transfer))
}

/// Makes an admin an ordinary member: the founder any admin, every admin themselves.
#[utoipa::path(post, path = "/communities/{id}/members/{userId}/demote",
    operation_id = "demoteCommunityAdmin", tag = "communities",
    params(("id" = CommunityId, Path), ("userId" = UserId, Path)),
    responses((status = 200, body = CommunityMember), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "founder.demote", skip_all, fields(community.id = %id))]
async fn demote(
    mut scope: Scope<Member>,
    Path((id, user)): Path<(CommunityId, UserId)>,
) -> Result<Json<CommunityMember>, Problem> {
    Ok(Json(rules::demote(&mut scope, id, user).await.or_detail(DEMOTE_FAILED)?))
}

/// Confirmation of a hand-over.
#[derive(Debug, Deserialize, ToSchema)]
struct HandoverConfirmation {
    /// The name of the community.
    #[serde(default)]
    confirmation: String,
}

/// Hands a community over to a member, as its founder, who stays an admin. Needs recent
/// authentication.
#[utoipa::path(post, path = "/communities/{id}/members/{userId}/handover",
    operation_id = "transferCommunity", tag = "communities",
    params(("id" = CommunityId, Path), ("userId" = UserId, Path)),
    request_body = HandoverConfirmation,
    responses((status = 200, body = CommunityMember), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "founder.transfer", skip_all, fields(community.id = %id))]
async fn transfer(
    mut scope: Scope<Member>,
    Path((id, user)): Path<(CommunityId, UserId)>,
    Json(body): Json<HandoverConfirmation>,
) -> Result<Json<CommunityMember>, Problem> {
    let changed = rules::transfer(&mut scope, (id, user), &body.confirmation).await;
    Ok(Json(changed.or_detail(HANDOVER_FAILED)?))
}
