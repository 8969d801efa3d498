//! HTTP routes of timeouts.

use super::rules::{self, MemberTimeout, NewTimeout};
use crate::communities::error::LOAD_FAILED;
use http::StatusCode;
use platform::api::ApiRouter;
use platform::extract::{Json, Path, Query};
use platform::page::{Page, PageQuery};
use platform::problem::{ProblemDocument, ResultExt};
use platform::{CommunityId, Member, Problem, Scope, Services, UserId, routes};

pub(in crate::communities) fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(list, set_timeout)).routes(routes!(lift_timeout))
}

/// Lists active timeouts, for admins, trustees and staff.
#[utoipa::path(get, path = "/communities/{id}/timeouts", operation_id = "listMemberTimeouts",
    tag = "communities", params(("id" = CommunityId, Path), PageQuery),
    responses((status = 200, body = Page<MemberTimeout>),
        (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "timeouts.list", skip_all, fields(community.id = %id))]
async fn list(
    scope: Scope<Member>,
    Path(id): Path<CommunityId>,
    Query(query): Query<PageQuery>,
) -> Result<Json<Page<MemberTimeout>>, Problem> {
    Ok(Json(rules::list(&scope, id, &query).await.or_detail(LOAD_FAILED)?))
}

/// Sets the timeout of a member. Replaces an existing one.
#[utoipa::path(post, path = "/communities/{id}/timeouts", operation_id = "setMemberTimeout",
    tag = "communities", request_body = NewTimeout, params(("id" = CommunityId, Path)),
    responses((status = 201, body = MemberTimeout), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "timeouts.set", skip_all, fields(community.id = %id))]
async fn set_timeout(
    mut scope: Scope<Member>,
    Path(id): Path<CommunityId>,
    Json(body): Json<NewTimeout>,
) -> Result<(StatusCode, Json<MemberTimeout>), Problem> {
    let timeout = rules::set_timeout(&mut scope, id, &body).await.or_detail(LOAD_FAILED)?;
    Ok((StatusCode::CREATED, Json(timeout)))
}

/// Lifts the timeout of a member.
#[utoipa::path(delete, path = "/communities/{id}/timeouts/{userId}", operation_id = "liftMemberTimeout",
    tag = "communities", params(("id" = CommunityId, Path), ("userId" = UserId, Path)),
    responses((status = 204), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "timeouts.lift", skip_all, fields(community.id = %id))]
async fn lift_timeout(
    mut scope: Scope<Member>,
    Path((id, user)): Path<(CommunityId, UserId)>,
) -> Result<StatusCode, Problem> {
    rules::lift_timeout(&mut scope, id, user).await.or_detail(LOAD_FAILED)?;
    Ok(StatusCode::NO_CONTENT)
}
