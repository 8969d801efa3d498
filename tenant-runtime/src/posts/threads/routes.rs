//! HTTP routes of threads.

use super::create::{self, NewThread};
use super::rules::{self, ThreadSort};
use super::view::ThreadView;
use crate::posts::error::{LOAD_FAILED, THREAD_FAILED};
use platform::api::ApiRouter;
use platform::extract::{Json, Path, Query};
use platform::idempotency::{CreatedResponse, IdempotencyKey};
use platform::page::{Page, PageQuery};
use platform::problem::{ProblemDocument, ResultExt};
use platform::{CommunityId, Member, Problem, Scope, Services, ThreadId, routes};
use serde::Deserialize;
use utoipa::IntoParams;

pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(list, create)).routes(routes!(get_thread))
}

/// Order and page of a list of threads.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ThreadsQuery {
    /// Order; `activity` if omitted.
    #[param(inline)]
    sort: Option<ThreadSort>,
    /// Cursor from the previous page of the same order; omit it for the first page.
    cursor: Option<String>,
    /// Maximum number of items per page; 50 by default.
    limit: Option<u64>,
}

/// Lists the threads of a community. The first page begins with the pinned threads, unless only
/// unread ones are listed. 10 queries per page, 11 with pinned or for unread threads.
#[utoipa::path(get, path = "/communities/{id}/threads", operation_id = "listThreads", tag = "threads",
    params(("id" = CommunityId, Path), ThreadsQuery),
    responses((status = 200, body = Page<ThreadView>), (status = 403, body = ProblemDocument),
        (status = 404, body = ProblemDocument)))]
#[tracing::instrument(name = "threads.list", skip_all, fields(community.id = %community))]
async fn list(
    scope: Scope<Member>,
    Path(community): Path<CommunityId>,
    Query(query): Query<ThreadsQuery>,
) -> Result<Json<Page<ThreadView>>, Problem> {
    let ThreadsQuery { sort, cursor, limit } = query;
    let page = PageQuery { cursor, limit };
    let sort = sort.unwrap_or_default();
    Ok(Json(rules::list(&scope, community, sort, &page).await.or_detail(LOAD_FAILED)?))
}

/// Creates a thread.
#[utoipa::path(post, path = "/communities/{id}/threads", operation_id = "createThread", tag = "threads",
    params(("id" = CommunityId, Path),
        ("idempotency-key" = Option<String>, Header, description = "a UUID")),
    request_body = NewThread,
    responses((status = 201, body = ThreadView), (status = 403, body = ProblemDocument),
        (status = 404, body = ProblemDocument), (status = 422, body = ProblemDocument),
        (status = 429, body = ProblemDocument)))]
#[tracing::instrument(name = "threads.create", skip_all, fields(community.id = %community))]
async fn create(
    mut scope: Scope<Member>,
    Path(community): Path<CommunityId>,
    key: IdempotencyKey,
    Json(body): Json<NewThread>,
) -> Result<CreatedResponse<ThreadView>, Problem> {
    create::create(&mut scope, community, &key, &body).await.or_detail(THREAD_FAILED)
}

/// Returns one thread. At most 11 queries.
#[utoipa::path(get, path = "/communities/{id}/threads/{threadId}", operation_id = "getThread", tag = "threads",
    params(("id" = CommunityId, Path), ("threadId" = ThreadId, Path)),
    responses((status = 200, body = ThreadView), (status = 404, body = ProblemDocument)))]
#[tracing::instrument(name = "threads.show", skip_all, fields(thread.id = %id))]
async fn get_thread(
    scope: Scope<Member>,
    Path((community, id)): Path<(CommunityId, ThreadId)>,
) -> Result<Json<ThreadView>, Problem> {
    Ok(Json(rules::get_thread(&scope, community, id).await.or_detail(LOAD_FAILED)?))
}
