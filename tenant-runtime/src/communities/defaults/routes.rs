//! HTTP routes for staff, for default communities.

use super::rules::{self, DefaultCommunityChange, DefaultCommunitySetting};
use platform::StaffWith;
use platform::api::ApiRouter;
use platform::extract::{Json, Path};
use platform::problem::{ProblemDocument, ResultExt};
use platform::staff::Moderation;
use platform::{CommunityId, Problem, Scope, Services, routes};

/// Message when the setting could not be stored.
const SET_FAILED: &str = "Failed to change default community";

pub(in crate::communities) fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(set))
}

/// Sets whether members of its affiliations join a community automatically. Existing members of the
/// affiliations are added soon after; turning it off removes no one.
#[utoipa::path(put, path = "/staff/communities/{id}/default", operation_id = "setDefaultCommunity",
    tag = "staff", params(("id" = CommunityId, Path)), request_body = DefaultCommunityChange,
    responses((status = 200, body = DefaultCommunitySetting), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "defaults.set", skip_all, fields(community.id = %id))]
async fn set(
    mut scope: Scope<StaffWith<Moderation>>,
    Path(id): Path<CommunityId>,
    Json(body): Json<DefaultCommunityChange>,
) -> Result<Json<DefaultCommunitySetting>, Problem> {
    Ok(Json(rules::set(&mut scope, id, body).await.or_detail(SET_FAILED)?))
}
