//! Marks threads as read, or as unread from a post on.

use super::store;
use crate::activity;
use crate::communities::{self, Access};
use crate::limits;
use crate::posts::error::{PostError, ThreadError};
use crate::posts::rows::{post, thread};
use crate::posts::unread::{self, MemberReadState};
use crate::posts::write::PostLocation;
use crate::posts::{rules as posts, store as post_store};
use chrono::{DateTime, Duration, Utc};
use platform::events::Topic;
use platform::limiter::LimitedAction;
use platform::{AccountViewer, CommunityId, Member, PostId, Problem, Scope, ThreadId, Tx};
use sea_orm::{ColumnTrait, DbErr};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How far the viewer has read a thread.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ThreadReadPosition {
    /// Time of the newest post that the viewer has seen; without it, the whole thread.
    pub up_to: Option<DateTime<Utc>>,
}

/// The post from which on a thread is unread.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UnreadPosition {
    pub post_id: PostId,
}

/// Until when the viewer has read a thread, and what is unread after a change of the mark.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ThreadReadMark {
    pub community_id: CommunityId,
    pub thread_id: ThreadId,
    pub last_read_timestamp: DateTime<Utc>,
    /// Unread posts in the thread; 100 means more than 99.
    pub unread_messages: i64,
    /// Unread posts in the community, without muted threads; 100 means more than 99.
    pub community_unread: i64,
}

/// A thread whose mark is about to change; the marks of the viewer in its community are locked.
struct LockedMarks {
    access: Access,
    thread: thread::Model,
    state: MemberReadState,
}

async fn lock(tx: &Tx<'_, Member>, place: PostLocation) -> Result<LockedMarks, Problem> {
    let access = communities::load_access(tx, place.community).await?;
    let Some(member) = &access.membership else { return Err(ThreadError::MembersOnly.into()) };
    let here = thread::Column::CommunityId.eq(place.community.uuid());
    let thread = tx.select::<thread::Entity>().by_id(place.thread).filter(here).one().await?;
    let thread = thread.ok_or(ThreadError::NotFound)?;
    limits::check_limit_within(tx, LimitedAction::MarkRead).await?;
    let mark = communities::lock_read_mark(tx, place.community, member.joined_at).await?;
    let state = MemberReadState::of_member(&access, Some(mark)).ok_or(ThreadError::MembersOnly)?;
    Ok(LockedMarks { access, thread, state })
}

/// Marks a thread as read up to a time, and the notifications about its posts until then. A mark
/// never moves back here.
pub(super) async fn mark_read(
    scope: &mut Scope<Member>,
    place: PostLocation,
    position: &ThreadReadPosition,
) -> Result<ThreadReadMark, Problem> {
    let tx = scope.begin().await?;
    let LockedMarks { access, thread, state } = lock(&tx, place).await?;
    // Not after the last activity: a post that is being written meanwhile stays unread.
    let end = thread.last_updated;
    let at = position.up_to.map_or(end, |seen| seen.min(end));
    let before = thread_state(&tx, &state, thread.id).await?;
    if at > before.read_until {
        store::set_mark(&tx, place.community, thread.id, at).await?;
    }
    // Notifications may be written later than their post.
    let until = if at < end { at } else { tx.now() };
    activity::mark_read_in_thread(&tx, thread.id, until).await?;
    let mark = finish(&tx, state, thread.id, access.community.last_updated).await?;
    tx.commit().await?;
    Ok(mark)
}

/// Marks a thread as unread from a post on.
pub(super) async fn mark_unread(
    scope: &mut Scope<Member>,
    place: PostLocation,
    position: &UnreadPosition,
) -> Result<ThreadReadMark, Problem> {
    let tx = scope.begin().await?;
    let LockedMarks { access, thread, state } = lock(&tx, place).await?;
    let post = post_store::in_thread(&tx, thread.id, position.post_id).await?;
    let post = post.ok_or(PostError::NotFound)?;
    if !posts::is_readable(&tx, &access, &post).await? {
        return Err(PostError::NotFound.into());
    }
    // The shortest time that the database distinguishes.
    let at = post.created - Duration::microseconds(1);
    store::set_mark(&tx, place.community, thread.id, at).await?;
    let mark = finish(&tx, state, thread.id, access.community.last_updated).await?;
    tx.commit().await?;
    Ok(mark)
}

/// Marks a thread as read up to a post that the viewer has just written in it. Publishes the mark
/// only if posts of others were unread.
pub(in crate::posts) async fn mark_own_post(
    tx: &Tx<'_, Member>,
    access: &Access,
    post: &post::Model,
) -> Result<(), DbErr> {
    let Some(member) = &access.membership else { return Ok(()) };
    let mark = communities::lock_read_mark(tx, post.community_id, member.joined_at).await?;
    let Some(state) = MemberReadState::of_member(access, Some(mark)) else { return Ok(()) };
    let before = thread_state(tx, &state, post.thread_id).await?;
    store::set_mark(tx, post.community_id, post.thread_id, post.created).await?;
    if before.unread > 0 {
        let newest = access.community.last_updated.max(post.created);
        finish(tx, state, post.thread_id, newest).await?;
    }
    Ok(())
}

async fn thread_state(
    tx: &Tx<'_, Member>,
    state: &MemberReadState,
    thread: ThreadId,
) -> Result<unread::ThreadReadState, DbErr> {
    let states = unread::in_threads(tx, tx.viewer().id(), state, &[thread]).await?;
    let missing = || DbErr::RecordNotFound(format!("thread {thread}"));
    states.get(&thread).copied().ok_or_else(missing)
}

/// Counts what is unread after a change, replaces the marks of threads by one of their community if
/// nothing is, and publishes the result to the viewer's devices. `newest` is the last activity of
/// the community, read before the marks: posts that are being written meanwhile are newer, and stay
/// unread.
async fn finish(
    tx: &Tx<'_, Member>,
    state: MemberReadState,
    thread: ThreadId,
    newest: DateTime<Utc>,
) -> Result<ThreadReadMark, DbErr> {
    let (me, community) = (tx.viewer().id(), state.community);
    let counts = unread::counts_of(tx, me, &[state]).await?;
    let community_unread = counts.first().copied().unwrap_or_default();
    let now = thread_state(tx, &state, thread).await?;
    let mark = ThreadReadMark {
        community_id: community,
        thread_id: thread,
        last_read_timestamp: now.read_until,
        unread_messages: now.unread,
        community_unread,
    };
    if community_unread == 0 {
        store::keep_muted_marks(tx, &state).await?;
        communities::raise_read_mark(tx, community, newest).await?;
        store::compact_marks(tx, community, newest).await?;
    }
    tx.publish(Topic::User(me), "thread.read", &mark).await?;
    Ok(mark)
}
