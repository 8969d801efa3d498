//! HTTP routes of polls.

use super::error::{CLOSE_FAILED, VOTE_FAILED, VOTERS_FAILED};
use super::view::PollView;
use super::votes::{self, PollVotes};
use super::{PollOptionId, close, voters};
use crate::posts::location::PostPath;
use crate::posts::write::PostLocation;
use crate::profiles::UserSummary;
use platform::api::ApiRouter;
use platform::extract::{Json, Path, Query};
use platform::page::{Page, PageQuery};
use platform::problem::{ProblemDocument, ResultExt};
use platform::{CommunityId, Member, PostId, Problem, Scope, Services, ThreadId, routes};

pub(in crate::posts) fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(vote)).routes(routes!(close_poll)).routes(routes!(list_voters))
}

const fn post_path(community: CommunityId, thread: ThreadId, post: PostId) -> PostPath {
    PostPath { location: PostLocation { community, thread }, post }
}

/// Votes in the poll of a post, changes the viewer's vote, or withdraws it with an empty list.
#[utoipa::path(put, path = "/communities/{id}/threads/{threadId}/posts/{postId}/poll/votes",
    operation_id = "setPollVotes", tag = "posts",
    params(("id" = CommunityId, Path), ("threadId" = ThreadId, Path), ("postId" = PostId, Path)),
    request_body = PollVotes,
    responses((status = 200, body = PollView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "posts.vote", skip_all, fields(post.id = %post))]
async fn vote(
    mut scope: Scope<Member>,
    Path((community, thread, post)): Path<(CommunityId, ThreadId, PostId)>,
    Json(body): Json<PollVotes>,
) -> Result<Json<PollView>, Problem> {
    let path = post_path(community, thread, post);
    Ok(Json(votes::vote(&mut scope, path, &body).await.or_detail(VOTE_FAILED)?))
}

/// Closes the poll of a post, as its author or an admin.
#[utoipa::path(post, path = "/communities/{id}/threads/{threadId}/posts/{postId}/poll/close",
    operation_id = "closePoll", tag = "posts",
    params(("id" = CommunityId, Path), ("threadId" = ThreadId, Path), ("postId" = PostId, Path)),
    responses((status = 200, body = PollView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "posts.close_poll", skip_all, fields(post.id = %post))]
async fn close_poll(
    mut scope: Scope<Member>,
    Path((community, thread, post)): Path<(CommunityId, ThreadId, PostId)>,
) -> Result<Json<PollView>, Problem> {
    let path = post_path(community, thread, post);
    Ok(Json(close::close(&mut scope, path).await.or_detail(CLOSE_FAILED)?))
}

/// Lists the users who chose an option, latest vote first. Refused for secret polls.
#[utoipa::path(get,
    path = "/communities/{id}/threads/{threadId}/posts/{postId}/poll/options/{optionId}/voters",
    operation_id = "listPollVoters", tag = "posts",
    params(("id" = CommunityId, Path), ("threadId" = ThreadId, Path), ("postId" = PostId, Path),
        ("optionId" = PollOptionId, Path), PageQuery),
    responses((status = 200, body = Page<UserSummary>), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "posts.voters", skip_all, fields(post.id = %post))]
async fn list_voters(
    scope: Scope<Member>,
    Path((community, thread, post, option)): Path<(CommunityId, ThreadId, PostId, PollOptionId)>,
    Query(query): Query<PageQuery>,
) -> Result<Json<Page<UserSummary>>, Problem> {
    let path = post_path(community, thread, post);
    Ok(Json(voters::list(&scope, path, option, &query).await.or_detail(VOTERS_FAILED)?))
}
