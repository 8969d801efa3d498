//! Finds a thread wherever it is now, and posts of a thread by time.

use super::store;
use super::view::{self, ThreadView};
use crate::communities;
use crate::posts::error::{LOAD_FAILED, ThreadError};
use crate::posts::rows::post;
use chrono::{DateTime, Utc};
use http::StatusCode;
use platform::api::ApiRouter;
use platform::extract::{Json, Path, Query};
use platform::problem::{ProblemDocument, ResultExt};
use platform::{CommunityId, Member, PostId, Problem, Scope, Services, ThreadId, routes};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(get_by_id)).routes(routes!(get_post_at))
}

/// Returns a thread in whichever community it is now. 12 queries.
#[utoipa::path(get, path = "/threads/{threadId}", operation_id = "getThreadById", tag = "threads",
    params(("threadId" = ThreadId, Path)),
    responses((status = 200, body = ThreadView), (status = 404, body = ProblemDocument)))]
#[tracing::instrument(name = "threads.get_by_id", skip_all, fields(thread.id = %id))]
async fn get_by_id(
    scope: Scope<Member>,
    Path(id): Path<ThreadId>,
) -> Result<Json<ThreadView>, Problem> {
    Ok(Json(find_anywhere(&scope, id).await.or_detail(LOAD_FAILED)?))
}

/// A point in time.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
struct PointInTime {
    /// Without a time, the last post is returned.
    time: Option<DateTime<Utc>>,
}

/// The post at a time.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PostPosition {
    /// `null` if the viewer can read no post of the thread.
    post_id: Option<PostId>,
    created: Option<DateTime<Utc>>,
}

/// Returns the first post of a thread that was written at a time or later, or else the last one. At
/// most 5 queries.
#[utoipa::path(get, path = "/communities/{id}/threads/{threadId}/posts/at", operation_id = "getPostAt", tag = "posts",
    params(("id" = CommunityId, Path), ("threadId" = ThreadId, Path), PointInTime),
    responses((status = 200, body = PostPosition), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "posts.at", skip_all, fields(thread.id = %id))]
async fn get_post_at(
    scope: Scope<Member>,
    Path((community, id)): Path<(CommunityId, ThreadId)>,
    Query(point): Query<PointInTime>,
) -> Result<Json<PostPosition>, Problem> {
    Ok(Json(find_post_at(&scope, (community, id), point.time).await.or_detail(LOAD_FAILED)?))
}

/// The thread, if the viewer may read it. A thread that they may not read looks like none.
async fn find_anywhere(scope: &Scope<Member>, id: ThreadId) -> Result<ThreadView, Problem> {
    let scope = &scope.on_one_connection().await?;
    let row = store::find_anywhere(scope, id).await?.ok_or(ThreadError::NotFound)?;
    let access = match communities::load_access(scope, row.community_id).await {
        Err(problem) if problem.entry.status == StatusCode::NOT_FOUND => {
            return Err(ThreadError::NotFound.into());
        }
        reached => reached?,
    };
    if !access.is_inside() {
        return Err(ThreadError::NotFound.into());
    }
    let hidden_posts = store::count_hidden(scope, &access, id).await?;
    Ok(ThreadView { hidden_posts, ..view::to_view(scope, &access, row).await? })
}

async fn find_post_at(
    scope: &Scope<Member>,
    (community, id): (CommunityId, ThreadId),
    time: Option<DateTime<Utc>>,
) -> Result<PostPosition, Problem> {
    let scope = &scope.on_one_connection().await?;
    let access = super::rules::load_access(scope, community).await?;
    if store::find(scope, community, id).await?.is_none() {
        return Err(ThreadError::NotFound.into());
    }
    let next = match time {
        Some(time) => store::first_post_since(scope, &access, id, time).await?,
        None => None,
    };
    let found = match next {
        None => store::last_post_of(scope, &access, id).await?,
        found => found,
    };
    let of = |post: post::Model| (Some(post.id), Some(post.created));
    let (post_id, created) = found.map_or((None, None), of);
    Ok(PostPosition { post_id, created })
}
