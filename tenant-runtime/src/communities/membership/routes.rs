//! HTTP routes of community membership.

use super::rules::{self, CommunityMember};
use crate::communities::error::{JOIN_FAILED, JOIN_SIGNED_OUT, JoinError, LOAD_FAILED};
use crate::communities::view::CommunityView;
use http::StatusCode;
use platform::api::ApiRouter;
use platform::extract::{Json, Path, Query};
use platform::page::{Page, PageQuery};
use platform::problem::{ProblemDocument, ResultExt};
use platform::{CommunityId, Member, Problem, Scope, Services, UserId, routes};
use serde::Deserialize;
use utoipa::IntoParams;

pub(in crate::communities) fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(join))
        .routes(routes!(leave))
        .routes(routes!(list))
        .routes(routes!(remove))
}

/// Joins a public community.
#[utoipa::path(post, path = "/communities/{id}/join", operation_id = "joinCommunity", tag = "communities",
    params(("id" = CommunityId, Path)),
    responses((status = 200, body = CommunityView), (status = 403, body = ProblemDocument),
        (status = 404, body = ProblemDocument), (status = 409, body = ProblemDocument)))]
#[tracing::instrument(name = "communities.join", skip_all)]
async fn join(
    scope: Result<Scope<Member>, Problem>,
    path: Result<Path<CommunityId>, Problem>,
) -> Result<Json<CommunityView>, Problem> {
    let mut scope = scope.map_err(|refusal| refusal.with_sign_in_detail(JOIN_SIGNED_OUT))?;
    let Path(id) = path.map_err(|_| JoinError::InvalidIds)?;
    Ok(Json(rules::sign_up(&mut scope, id).await.or_detail(JOIN_FAILED)?))
}

/// Leaves a community.
#[utoipa::path(post, path = "/communities/{id}/leave", operation_id = "leaveCommunity", tag = "communities",
    params(("id" = CommunityId, Path)),
    responses((status = 204), (status = 404, body = ProblemDocument),
        (status = 409, body = ProblemDocument)))]
#[tracing::instrument(name = "communities.leave", skip_all, fields(community.id = %id))]
async fn leave(
    mut scope: Scope<Member>,
    Path(id): Path<CommunityId>,
) -> Result<StatusCode, Problem> {
    rules::leave(&mut scope, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Search and page of a list of members.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct MembersQuery {
    /// Prefix of a name or a handle. Search results are a single page.
    query: Option<String>,
    /// Cursor from the previous page; omit it for the first page.
    cursor: Option<String>,
    /// Maximum number of items per page.
    limit: Option<u64>,
}

/// Lists members in the order they joined, or those who match the search. 3 queries per page, plus
/// the one that loads the people.
#[utoipa::path(get, path = "/communities/{id}/members", operation_id = "listCommunityMembers", tag = "communities",
    params(("id" = CommunityId, Path), MembersQuery),
    responses((status = 200, body = Page<CommunityMember>), (status = 403, body = ProblemDocument),
        (status = 404, body = ProblemDocument)))]
#[tracing::instrument(name = "communities.list_members", skip_all, fields(community.id = %id))]
async fn list(
    scope: Scope<Member>,
    Path(id): Path<CommunityId>,
    Query(query): Query<MembersQuery>,
) -> Result<Json<Page<CommunityMember>>, Problem> {
    let page = PageQuery { cursor: query.cursor, limit: query.limit };
    let called = query.query.as_deref().unwrap_or_default();
    Ok(Json(rules::list(&scope, id, called, &page).await.or_detail(LOAD_FAILED)?))
}

/// Removes a member.
#[utoipa::path(delete, path = "/communities/{id}/members/{userId}", operation_id = "removeCommunityMember", tag = "communities",
    params(("id" = CommunityId, Path), ("userId" = UserId, Path)),
    responses((status = 204), (status = 403, body = ProblemDocument),
        (status = 404, body = ProblemDocument)))]
#[tracing::instrument(name = "communities.remove_member", skip_all, fields(community.id = %id))]
async fn remove(
    mut scope: Scope<Member>,
    Path((id, user)): Path<(CommunityId, UserId)>,
) -> Result<StatusCode, Problem> {
    rules::remove(&mut scope, id, user).await?;
    Ok(StatusCode::NO_CONTENT)
}
