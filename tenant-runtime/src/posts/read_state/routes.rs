//! HTTP routes of read marks.

use super::next::{self, NextThreadQuery, NextUnreadThread};
use super::rules::{self, ThreadReadMark, ThreadReadPosition, UnreadPosition};
use crate::posts::error::{LOAD_FAILED, READ_FAILED};
use crate::posts::write::PostLocation;
use platform::api::ApiRouter;
use platform::extract::{Json, Path, Query};
use platform::problem::{ProblemDocument, ResultExt};
use platform::{CommunityId, Member, Problem, Scope, Services, ThreadId, routes};

pub(in crate::posts) fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(mark_read))
        .routes(routes!(mark_unread))
        .routes(routes!(get_next))
}

/// Marks a thread as read, up to a time or completely.
#[utoipa::path(put, path = "/communities/{id}/threads/{threadId}/read", operation_id = "markThreadRead", tag = "threads",
    params(("id" = CommunityId, Path), ("threadId" = ThreadId, Path)),
    request_body = ThreadReadPosition,
    responses((status = 200, body = ThreadReadMark), (status = 403, body = ProblemDocument),
        (status = 404, body = ProblemDocument), (status = 429, body = ProblemDocument)))]
#[tracing::instrument(name = "threads.mark_read", skip_all, fields(thread.id = %thread))]
async fn mark_read(
    mut scope: Scope<Member>,
    Path((community, thread)): Path<(CommunityId, ThreadId)>,
    Json(body): Json<ThreadReadPosition>,
) -> Result<Json<ThreadReadMark>, Problem> {
    let place = PostLocation { community, thread };
    Ok(Json(rules::mark_read(&mut scope, place, &body).await.or_detail(READ_FAILED)?))
}

/// Marks a thread as unread from a post on.
#[utoipa::path(put, path = "/communities/{id}/threads/{threadId}/unread-from", operation_id = "markThreadUnread", tag = "threads",
    params(("id" = CommunityId, Path), ("threadId" = ThreadId, Path)),
    request_body = UnreadPosition,
    responses((status = 200, body = ThreadReadMark), (status = 403, body = ProblemDocument),
        (status = 404, body = ProblemDocument), (status = 429, body = ProblemDocument)))]
#[tracing::instrument(name = "threads.mark_unread", skip_all, fields(thread.id = %thread))]
async fn mark_unread(
    mut scope: Scope<Member>,
    Path((community, thread)): Path<(CommunityId, ThreadId)>,
    Json(body): Json<UnreadPosition>,
) -> Result<Json<ThreadReadMark>, Problem> {
    let place = PostLocation { community, thread };
    Ok(Json(rules::mark_unread(&mut scope, place, &body).await.or_detail(READ_FAILED)?))
}

/// Returns the next thread with unread posts of others: of the given community first, then of the
/// viewer's other communities by latest activity. 4 queries, up to 3 more if a community or thread
/// is given, and one more per 100 communities.
#[utoipa::path(get, path = "/me/next-unread-thread", operation_id = "getNextUnreadThread", tag = "threads",
    params(NextThreadQuery),
    responses((status = 200, body = NextUnreadThread), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "threads.next_unread", skip_all)]
async fn get_next(
    scope: Scope<Member>,
    Query(query): Query<NextThreadQuery>,
) -> Result<Json<NextUnreadThread>, Problem> {
    Ok(Json(next::find_next(&scope, &query).await.or_detail(LOAD_FAILED)?))
}
