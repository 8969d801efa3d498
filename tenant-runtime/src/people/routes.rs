//! HTTP routes of other users.

use super::blocked::{self, BlockedPerson};
use super::directory::{self, DirectoryEntry};
use super::pages::DirectoryQuery;
use super::profile::{self, RelationshipState, UserProfile};
use super::relationships;
use platform::api::ApiRouter;
use platform::extract::{Json, Path, Query};
use platform::page::{Page, PageQuery, TimeCursor};
use platform::problem::ProblemDocument;
use platform::{Member, Problem, Scope, Services, UserId, routes};

/// Default and maximum page size of blocked users.
const BLOCKED_PAGE: (u64, u64) = (20, 100);

pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(get_profile))
        .routes(routes!(follow, unfollow))
        .routes(routes!(block, unblock))
        .routes(routes!(list_blocked))
}

/// Lists the directory: all members on the main site, or those of a portal's affiliation. 3 queries
/// per page.
#[utoipa::path(get, path = "/directory", operation_id = "listDirectoryEntries", tag = "people",
    params(DirectoryQuery),
    responses((status = 200, body = Page<DirectoryEntry>), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "people.directory", skip_all)]
async fn list(
    scope: Scope<Member>,
    Query(query): Query<DirectoryQuery>,
) -> Result<Json<Page<DirectoryEntry>>, Problem> {
    let (filter, after, limit) = query.read()?;
    Ok(Json(directory::list(&scope, &filter, after, limit).await?))
}

/// Returns a user's profile, by id or handle.
#[utoipa::path(get, path = "/users/{idOrHandle}", operation_id = "getUserProfile", tag = "people",
    params(("idOrHandle" = String, Path, description = "id or handle")),
    responses((status = 200, body = UserProfile), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "people.show", skip_all)]
async fn get_profile(
    scope: Scope<Member>,
    Path(id_or_handle): Path<String>,
) -> Result<Json<UserProfile>, Problem> {
    Ok(Json(profile::get_profile(&scope, &id_or_handle).await?))
}

/// Follows a user.
#[utoipa::path(put, path = "/users/{id}/follow", operation_id = "followUser", tag = "people",
    params(("id" = UserId, Path)),
    responses((status = 200, body = RelationshipState), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "people.follow", skip_all, fields(user.id = %id))]
async fn follow(mut scope: Scope<Member>, Path(id): Path<UserId>) -> TieResponse {
    relationships::follow(&mut scope, id).await?;
    relationship_response(&scope, id).await
}

/// Stops following a user.
#[utoipa::path(delete, path = "/users/{id}/follow", operation_id = "unfollowUser", tag = "people",
    params(("id" = UserId, Path)),
    responses((status = 200, body = RelationshipState), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "people.unfollow", skip_all, fields(user.id = %id))]
async fn unfollow(mut scope: Scope<Member>, Path(id): Path<UserId>) -> TieResponse {
    relationships::unfollow(&mut scope, id).await?;
    relationship_response(&scope, id).await
}

/// Blocks a user. Neither can find or follow the other.
#[utoipa::path(put, path = "/users/{id}/block", operation_id = "blockUser", tag = "people",
    params(("id" = UserId, Path)),
    responses((status = 200, body = RelationshipState), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "people.block", skip_all, fields(user.id = %id))]
async fn block(mut scope: Scope<Member>, Path(id): Path<UserId>) -> TieResponse {
    relationships::block(&mut scope, id).await?;
    relationship_response(&scope, id).await
}

/// Lifts a block.
#[utoipa::path(delete, path = "/users/{id}/block", operation_id = "unblockUser", tag = "people",
    params(("id" = UserId, Path)),
    responses((status = 200, body = RelationshipState), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "people.unblock", skip_all, fields(user.id = %id))]
async fn unblock(mut scope: Scope<Member>, Path(id): Path<UserId>) -> TieResponse {
    relationships::unblock(&mut scope, id).await?;
    relationship_response(&scope, id).await
}

type TieResponse = Result<Json<RelationshipState>, Problem>;

async fn relationship_response(scope: &Scope<Member>, id: UserId) -> TieResponse {
    Ok(Json(profile::load_relationship(scope, id).await?))
}

/// Lists the users blocked by the viewer. 3 queries per page.
#[utoipa::path(get, path = "/me/blocked", operation_id = "listBlockedUsers", tag = "people",
    params(PageQuery),
    responses((status = 200, body = Page<BlockedPerson>), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "people.blocked", skip_all)]
async fn list_blocked(
    scope: Scope<Member>,
    Query(query): Query<PageQuery>,
) -> Result<Json<Page<BlockedPerson>>, Problem> {
    let limit = query.row_limit(BLOCKED_PAGE.0, BLOCKED_PAGE.1);
    let after = query.decode_cursor::<TimeCursor>()?;
    Ok(Json(blocked::list(&scope, after, limit).await?))
}
