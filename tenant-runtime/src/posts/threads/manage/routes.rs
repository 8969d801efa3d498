//! HTTP routes of managing threads.

use super::closure::{self, ClosureReason};
use super::error::{CHANGE_FAILED, REMOVE_FAILED};
use super::move_thread::{self, ThreadDestination};
use super::pins::{self, PinnedThreads, ThreadPins};
use super::removal::{self, ThreadTombstone};
use super::rename::{self, ThreadChange};
use super::subscription::{self, SubscriptionSetting};
use crate::posts::removal::ReasonForRemoval;
use crate::posts::threads::view::ThreadView;
use platform::api::ApiRouter;
use platform::extract::{Json, Path};
use platform::problem::{ProblemDocument, ResultExt};
use platform::{CommunityId, Member, Problem, Scope, Services, ThreadId, routes};

pub(in crate::posts::threads) fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(rename))
        .routes(routes!(close, reopen))
        .routes(routes!(set_pins))
        .routes(routes!(move_thread))
        .routes(routes!(remove))
        .routes(routes!(set_subscription))
}

/// Renames a thread, as an admin of its community or as staff.
#[utoipa::path(patch, path = "/communities/{id}/threads/{threadId}", operation_id = "renameThread", tag = "threads",
    params(("id" = CommunityId, Path), ("threadId" = ThreadId, Path)), request_body = ThreadChange,
    responses((status = 200, body = ThreadView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "threads.rename", skip_all, fields(thread.id = %id))]
async fn rename(
    mut scope: Scope<Member>,
    Path((community, id)): Path<(CommunityId, ThreadId)>,
    Json(body): Json<ThreadChange>,
) -> Result<Json<ThreadView>, Problem> {
    Ok(Json(rename::rename(&mut scope, (community, id), &body).await.or_detail(CHANGE_FAILED)?))
}

/// Closes a thread for new posts, as a moderator of its community.
#[utoipa::path(put, path = "/communities/{id}/threads/{threadId}/closure", operation_id = "closeThread", tag = "threads",
    params(("id" = CommunityId, Path), ("threadId" = ThreadId, Path)), request_body = ClosureReason,
    responses((status = 200, body = ThreadView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "threads.close", skip_all, fields(thread.id = %id))]
async fn close(
    mut scope: Scope<Member>,
    Path((community, id)): Path<(CommunityId, ThreadId)>,
    Json(body): Json<ClosureReason>,
) -> Result<Json<ThreadView>, Problem> {
    Ok(Json(closure::close(&mut scope, (community, id), &body).await.or_detail(CHANGE_FAILED)?))
}

/// Reopens a closed thread, as a moderator of its community.
#[utoipa::path(delete, path = "/communities/{id}/threads/{threadId}/closure", operation_id = "reopenThread", tag = "threads",
    params(("id" = CommunityId, Path), ("threadId" = ThreadId, Path)),
    responses((status = 200, body = ThreadView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "threads.reopen", skip_all, fields(thread.id = %id))]
async fn reopen(
    mut scope: Scope<Member>,
    Path((community, id)): Path<(CommunityId, ThreadId)>,
) -> Result<Json<ThreadView>, Problem> {
    Ok(Json(closure::reopen(&mut scope, (community, id)).await.or_detail(CHANGE_FAILED)?))
}

/// Sets the pinned threads of a community in their order, as its admin or as staff. All others are
/// unpinned.
#[utoipa::path(put, path = "/communities/{id}/pinned-threads", operation_id = "setPinnedThreads", tag = "threads",
    params(("id" = CommunityId, Path)), request_body = ThreadPins,
    responses((status = 200, body = PinnedThreads), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "threads.pin", skip_all, fields(community.id = %community))]
async fn set_pins(
    mut scope: Scope<Member>,
    Path(community): Path<CommunityId>,
    Json(body): Json<ThreadPins>,
) -> Result<Json<PinnedThreads>, Problem> {
    Ok(Json(pins::set_pins(&mut scope, community, &body).await.or_detail(CHANGE_FAILED)?))
}

/// Moves a thread with its posts to another community, as an admin of both or as staff.
#[utoipa::path(post, path = "/communities/{id}/threads/{threadId}/move", operation_id = "moveThread", tag = "threads",
    params(("id" = CommunityId, Path), ("threadId" = ThreadId, Path)),
    request_body = ThreadDestination,
    responses((status = 200, body = ThreadView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "threads.move", skip_all, fields(thread.id = %id))]
async fn move_thread(
    mut scope: Scope<Member>,
    Path((community, id)): Path<(CommunityId, ThreadId)>,
    Json(body): Json<ThreadDestination>,
) -> Result<Json<ThreadView>, Problem> {
    let moved = move_thread::move_thread(&mut scope, (community, id), body).await;
    Ok(Json(moved.or_detail(CHANGE_FAILED)?))
}

/// Removes a thread with a reason, as a moderator of its community.
#[utoipa::path(post, path = "/communities/{id}/threads/{threadId}/removal", operation_id = "removeThread", tag = "threads",
    params(("id" = CommunityId, Path), ("threadId" = ThreadId, Path)),
    request_body = ReasonForRemoval,
    responses((status = 200, body = ThreadTombstone), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "threads.remove", skip_all, fields(thread.id = %id))]
async fn remove(
    mut scope: Scope<Member>,
    Path((community, id)): Path<(CommunityId, ThreadId)>,
    Json(body): Json<ReasonForRemoval>,
) -> Result<Json<ThreadTombstone>, Problem> {
    Ok(Json(removal::remove(&mut scope, (community, id), &body).await.or_detail(REMOVE_FAILED)?))
}

/// Follows or mutes a thread, or neither, as a member.
#[utoipa::path(put, path = "/communities/{id}/threads/{threadId}/subscription", operation_id = "setThreadSubscription", tag = "threads",
    params(("id" = CommunityId, Path), ("threadId" = ThreadId, Path)),
    request_body = SubscriptionSetting,
    responses((status = 200, body = SubscriptionSetting), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "threads.set_subscription", skip_all, fields(thread.id = %id))]
async fn set_subscription(
    mut scope: Scope<Member>,
    Path((community, id)): Path<(CommunityId, ThreadId)>,
    Json(body): Json<SubscriptionSetting>,
) -> Result<Json<SubscriptionSetting>, Problem> {
    let set = subscription::set_subscription(&mut scope, (community, id), body).await;
    Ok(Json(set.or_detail(CHANGE_FAILED)?))
}
