//! HTTP routes of posts.

use super::edit::{self, PostChange};
use super::error::{
    EDIT_FAILED, LIKE_FAILED, LOAD_FAILED, POST_FAILED, REMOVE_FAILED, REPLY_FAILED,
};
use super::likes::{self, LikeResult};
use super::removal::{self, PostTombstone, ReasonForRemoval};
use super::rules;
use super::view::PostView;
use super::write::{self, NewPost, PostLocation};
use platform::api::ApiRouter;
use platform::extract::{Json, Path, Query};
use platform::idempotency::{CreatedResponse, IdempotencyKey};
use platform::page::{Page, PageQuery};
use platform::problem::{ProblemDocument, ResultExt};
use platform::{CommunityId, Member, PostId, Problem, Scope, Services, ThreadId, routes};

pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(list, create))
        .routes(routes!(edit, delete))
        .routes(routes!(remove))
        .routes(routes!(like))
}

/// Lists the posts of a thread, oldest first within a page; the first page has the newest posts. 8
/// queries.
#[utoipa::path(get, path = "/communities/{id}/threads/{threadId}/posts", operation_id = "listPosts", tag = "posts",
    params(("id" = CommunityId, Path), ("threadId" = ThreadId, Path), PageQuery),
    responses((status = 200, body = Page<PostView>), (status = 403, body = ProblemDocument),
        (status = 404, body = ProblemDocument)))]
#[tracing::instrument(name = "posts.list", skip_all, fields(thread.id = %thread))]
async fn list(
    scope: Scope<Member>,
    Path((community, thread)): Path<(CommunityId, ThreadId)>,
    Query(query): Query<PageQuery>,
) -> Result<Json<Page<PostView>>, Problem> {
    Ok(Json(rules::list(&scope, community, thread, &query).await.or_detail(LOAD_FAILED)?))
}

/// Creates a post, or a reply if a parent is given.
#[utoipa::path(post, path = "/communities/{id}/threads/{threadId}/posts", operation_id = "createPost", tag = "posts",
    params(("id" = CommunityId, Path), ("threadId" = ThreadId, Path),
        ("idempotency-key" = Option<String>, Header, description = "a UUID")),
    request_body = NewPost,
    responses((status = 201, body = PostView), (status = 403, body = ProblemDocument),
        (status = 404, body = ProblemDocument), (status = 422, body = ProblemDocument),
        (status = 429, body = ProblemDocument)))]
#[tracing::instrument(name = "posts.create", skip_all, fields(thread.id = %thread))]
async fn create(
    mut scope: Scope<Member>,
    Path((community, thread)): Path<(CommunityId, ThreadId)>,
    key: IdempotencyKey,
    Json(body): Json<NewPost>,
) -> Result<CreatedResponse<PostView>, Problem> {
    let failed = if body.is_reply() { REPLY_FAILED } else { POST_FAILED };
    write::create(&mut scope, PostLocation { community, thread }, &key, &body)
        .await
        .or_detail(failed)
}

/// Edits the viewer's own post.
#[utoipa::path(patch, path = "/posts/{id}", operation_id = "updatePost", tag = "posts",
    params(("id" = PostId, Path)), request_body = PostChange,
    responses((status = 200, body = PostView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "posts.edit", skip_all, fields(post.id = %id))]
async fn edit(
    mut scope: Scope<Member>,
    Path(id): Path<PostId>,
    Json(body): Json<PostChange>,
) -> Result<Json<PostView>, Problem> {
    Ok(Json(edit::edit(&mut scope, id, &body).await.or_detail(EDIT_FAILED)?))
}

/// Deletes the viewer's own post.
#[utoipa::path(delete, path = "/posts/{id}", operation_id = "deletePost", tag = "posts",
    params(("id" = PostId, Path)),
    responses((status = 200, body = PostTombstone), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "posts.delete", skip_all, fields(post.id = %id))]
async fn delete(
    mut scope: Scope<Member>,
    Path(id): Path<PostId>,
) -> Result<Json<PostTombstone>, Problem> {
    Ok(Json(removal::delete(&mut scope, id).await.or_detail(REMOVE_FAILED)?))
}

/// Removes a post with a reason, as a moderator of its community.
#[utoipa::path(post, path = "/posts/{id}/removal", operation_id = "removePost", tag = "posts",
    params(("id" = PostId, Path)), request_body = ReasonForRemoval,
    responses((status = 200, body = PostTombstone), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "posts.remove", skip_all, fields(post.id = %id))]
async fn remove(
    mut scope: Scope<Member>,
    Path(id): Path<PostId>,
    Json(body): Json<ReasonForRemoval>,
) -> Result<Json<PostTombstone>, Problem> {
    Ok(Json(removal::remove(&mut scope, id, &body).await.or_detail(REMOVE_FAILED)?))
}

/// Likes a post, or removes the like.
#[utoipa::path(post, path = "/posts/{id}/like", operation_id = "likePost", tag = "posts",
    params(("id" = PostId, Path),
        ("idempotency-key" = Option<String>, Header, description = "a UUID")),
    responses((status = 200, body = LikeResult), (status = 404, body = ProblemDocument)))]
#[tracing::instrument(name = "posts.like", skip_all, fields(post.id = %id))]
async fn like(
    mut scope: Scope<Member>,
    Path(id): Path<PostId>,
    key: IdempotencyKey,
) -> Result<Json<LikeResult>, Problem> {
    Ok(Json(likes::toggle_like(&mut scope, &key, id).await.or_detail(LIKE_FAILED)?))
}
