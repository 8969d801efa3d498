//! Threads in API responses.

use super::manage::{self, SubscriptionLevel};
use super::store;
use crate::communities::{self, Access};
use crate::content;
use crate::posts::error::ThreadError;
use crate::posts::rows::{post, thread};
use crate::posts::unread::{self, MemberReadState, ThreadReadState};
use crate::posts::view::deleted_author;
use crate::profiles::{self, UserSummary};
use chrono::{DateTime, Utc};
use platform::{AccountViewer, CommunityId, Member, PostId, Problem, Scope, ThreadId, UserId};
use sea_orm::DbErr;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use utoipa::ToSchema;

/// Characters of the last post in the thread list.
const EXCERPT_CHARS: usize = 120;

/// A thread.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Thread)]
pub struct ThreadView {
    pub id: ThreadId,
    pub thread_id: ThreadId,
    pub community_id: CommunityId,
    pub caption: String,
    pub created: DateTime<Utc>,
    pub last_updated: DateTime<Utc>,
    pub numposts: i64,
    /// Unread posts of others; 100 means more than 99.
    pub unread_messages: i64,
    /// Posts until then are read: the mark of the thread or else of the community, but not before
    /// the viewer joined. `null` for viewers who are not members.
    #[serde(default)]
    pub last_read_timestamp: Option<DateTime<Utc>>,
    pub started_by: UserSummary,
    /// The latest post; `null` also if it is older than the visible history, or by a user blocked
    /// by the viewer.
    pub last_post: Option<LastPost>,
    /// Up to four participants, most recent first.
    pub participants: Vec<UserSummary>,
    /// Ids of `participants`.
    #[serde(default)]
    pub users: Vec<UserId>,
    pub participant_count: i64,
    /// Set if the thread accepts no new posts.
    #[serde(default)]
    pub closed: Option<ThreadClosure>,
    /// Order among the pinned threads, from 1; `null` if it is not pinned.
    #[serde(default)]
    pub pinned_position: Option<i64>,
    /// The viewer's choice of notifications.
    #[serde(default)]
    pub subscription: SubscriptionLevel,
    /// Number of posts from before the viewer's visible history; 0 in lists.
    #[serde(default)]
    pub hidden_posts: i64,
    #[serde(default)]
    pub viewer: ThreadViewer,
}

/// Why and when a thread was closed for new posts.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ThreadClosure {
    pub at: DateTime<Utc>,
    /// `null` if the account was deleted.
    pub by: Option<UserSummary>,
    /// Empty if none was given.
    pub reason: String,
}

/// What the viewer may do with a thread.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ThreadViewer {
    /// Rename, pin and move it.
    pub may_manage: bool,
    /// Close, reopen and remove it.
    pub may_moderate: bool,
}

impl ThreadClosure {
    /// The closure of a thread, if it is closed.
    pub(super) fn new(row: &thread::Model, by: Option<UserSummary>) -> Option<Self> {
        let reason = row.close_reason.clone().unwrap_or_default();
        row.closed_at.map(|at| Self { at, by, reason })
    }
}

impl ThreadViewer {
    pub(super) fn new(access: &Access) -> Self {
        Self { may_manage: access.may_manage_threads(), may_moderate: access.may_moderate() }
    }
}

/// Excerpt of the newest post of a thread.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LastPost {
    #[schema(required = false)]
    pub post_id: PostId,
    /// `null` if the account was deleted.
    pub author_id: Option<UserId>,
    pub author_name: String,
    pub excerpt: String,
    pub created: DateTime<Utc>,
}

/// Changes of a thread because of a post, as sent to live streams.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ThreadUpdate {
    pub community_id: CommunityId,
    pub thread_id: ThreadId,
    pub numposts: i64,
    pub last_updated: DateTime<Utc>,
    /// `null` if the thread has no posts left.
    pub last_post: Option<LastPost>,
}

impl LastPost {
    pub(in crate::posts) fn new(post: &post::Model, author: &UserSummary) -> Self {
        Self {
            post_id: post.id,
            author_id: post.author_id,
            author_name: author.display_name.clone(),
            excerpt: content::post_excerpt(&post.source_text(), EXCERPT_CHARS),
            created: post.created,
        }
    }
}

impl ThreadView {
    pub(super) fn new(row: thread::Model, started_by: UserSummary) -> Self {
        Self {
            id: row.id,
            thread_id: row.id,
            community_id: row.community_id,
            caption: row.caption,
            created: row.created,
            last_updated: row.last_updated,
            numposts: row.numposts,
            unread_messages: 0,
            last_read_timestamp: None,
            started_by,
            last_post: None,
            participants: Vec::new(),
            users: Vec::new(),
            participant_count: 0,
            closed: None,
            pinned_position: row.pinned_position,
            subscription: SubscriptionLevel::Normal,
            hidden_posts: 0,
            viewer: ThreadViewer::default(),
        }
    }
}

/// Converts threads to views: 6 queries for any number of them (read mark of the community,
/// read states, last posts, participants, subscriptions, people).
pub(super) async fn to_views(
    scope: &Scope<Member>,
    access: &Access,
    rows: Vec<thread::Model>,
) -> Result<Vec<ThreadView>, DbErr> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<ThreadId> = rows.iter().map(|row| row.id).collect();
    let newest: Vec<PostId> = rows.iter().filter_map(|row| row.last_post_id).collect();
    let read = read_states(scope, access, &ids).await?;
    let mut last_posts = store::last_posts(scope, access, &newest).await?;
    let speakers = store::participants_of(scope, access, &ids).await?;
    let subscriptions = manage::own_subscriptions(scope, access, &ids).await?;
    let people: Vec<UserId> = rows
        .iter()
        .flat_map(|row| [row.created_by, row.closed_by])
        .flatten()
        .chain(last_posts.values().filter_map(|post| post.author_id))
        .chain(speakers.values().flat_map(|speakers| speakers.first.iter().copied()))
        .collect();
    let people = profiles::load_people(scope, &people).await?;
    let person = |id: Option<UserId>| {
        id.and_then(|id| people.get(&id).cloned()).unwrap_or_else(deleted_author)
    };
    let shown = rows.into_iter().map(|row| {
        let last = last_posts.remove(&row.id);
        let speaking = speakers.get(&row.id);
        let speakers = speaking.map_or(&[][..], |speakers| &speakers.first);
        let participants: Vec<UserSummary> =
            speakers.iter().filter_map(|id| people.get(id).cloned()).collect();
        ThreadView {
            unread_messages: read.get(&row.id).map_or(0, |read| read.unread),
            last_read_timestamp: read.get(&row.id).map(|read| read.read_until),
            last_post: last.map(|post| LastPost::new(&post, &person(post.author_id))),
            users: participants.iter().map(|person| person.user_id).collect(),
            participants,
            participant_count: speaking.map_or(0, |speakers| speakers.count),
            closed: ThreadClosure::new(&row, row.closed_by.and_then(|id| people.get(&id).cloned())),
            subscription: subscriptions.get(&row.id).copied().unwrap_or_default(),
            viewer: ThreadViewer::new(access),
            ..ThreadView::new(row.clone(), person(row.created_by))
        }
    });
    Ok(shown.collect())
}

/// Staff who are not members have no read states.
async fn read_states(
    scope: &Scope<Member>,
    access: &Access,
    ids: &[ThreadId],
) -> Result<HashMap<ThreadId, ThreadReadState>, DbErr> {
    let mark = match &access.membership {
        Some(_) => communities::read_until(scope, access.community.id).await?,
        None => None,
    };
    match MemberReadState::of_member(access, mark) {
        Some(state) => unread::in_threads(scope, scope.viewer().id(), &state, ids).await,
        None => Ok(HashMap::new()),
    }
}

/// Converts one thread to a view.
pub(super) async fn to_view(
    scope: &Scope<Member>,
    access: &Access,
    row: thread::Model,
) -> Result<ThreadView, Problem> {
    let shown = to_views(scope, access, vec![row]).await?;
    Ok(shown.into_iter().next().ok_or(ThreadError::NotFound)?)
}
