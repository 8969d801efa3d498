//! HTTP routes for staff, for roles in a community.

use super::error::CHANGE_FAILED;
use super::rules::{self, RoleAction};
use crate::communities::membership::CommunityMember;
use platform::StaffWith;
use platform::api::ApiRouter;
use platform::extract::{Json, Path};
use platform::problem::{ProblemDocument, ResultExt};
use platform::staff::Moderation;
use platform::{CommunityId, Problem, Scope, Services, UserId, routes};
use serde::Deserialize;
use utoipa::ToSchema;

pub(in crate::communities) fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(change_role))
}

/// Reason for a role change.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OfficeReason {
    /// Required, at most 500 characters.
    #[serde(default)]
    reason: String,
}

/// Grants or revokes a member's role: `grant-admin`, `revoke-admin`, `grant-trustee`,
/// `revoke-trustee` or `make-founder`. Needs recent authentication.
#[utoipa::path(post, path = "/staff/communities/{id}/members/{userId}/{office}",
    operation_id = "changeCommunityRoleAsStaff", tag = "staff",
    params(("id" = CommunityId, Path), ("userId" = UserId, Path),
        ("office" = inline(RoleAction), Path)),
    request_body = OfficeReason,
    responses((status = 200, body = CommunityMember), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "offices.change", skip_all, fields(community.id = %id))]
async fn change_role(
    mut scope: Scope<StaffWith<Moderation>>,
    Path((id, user, deed)): Path<(CommunityId, UserId, RoleAction)>,
    Json(body): Json<OfficeReason>,
) -> Result<Json<CommunityMember>, Problem> {
    let changed = rules::change(&mut scope, (id, user), deed, &body.reason).await;
    Ok(Json(changed.or_detail(CHANGE_FAILED)?))
}
