//! Counts unread posts (G-129). A post is unread for a member if another user wrote it after the
//! member's mark of its thread or, without one, of its community, and after the member joined; it
//! is not removed, and no block hides its author. Every count and list of unread posts uses the
//! statements of this file. `$1` is the viewer in all of them.

use crate::communities::Access;
use crate::profiles::blocks::{Blocks, not_blocked_sql};
use crate::sql::{SqlReader, placeholders};
use chrono::{DateTime, Utc};
use platform::{AccountViewer, CommunityId, Member, Scope, ThreadId, UserId};
use sea_orm::{DbBackend, DbErr, FromQueryResult, Value};
use std::collections::HashMap;

/// Maximum of a count: a badge shows "99+" from here on (`nav.badge_cap`).
pub const UNREAD_MAX: i64 = 100;

/// Until when a member has read a community, apart from the marks of single threads.
#[derive(Debug, Clone, Copy)]
pub struct MemberReadState {
    pub community: CommunityId,
    pub joined_at: DateTime<Utc>,
    /// The mark of the community; never before the member joined.
    pub read_until: DateTime<Utc>,
    /// Blocks that hide authors from the member.
    pub blocks: Blocks,
}

impl MemberReadState {
    /// The state of a member; `None` for staff who are not members, who have no unread posts.
    pub(super) fn of_member(access: &Access, mark: Option<DateTime<Utc>>) -> Option<Self> {
        let joined_at = access.membership.as_ref()?.joined_at;
        Some(Self {
            community: access.community.id,
            joined_at,
            read_until: mark.map_or(joined_at, |mark| mark.max(joined_at)),
            blocks: access.applicable_blocks(),
        })
    }

    /// SQL condition that the row `p` of `posts`, in a thread read until `since`, is unread.
    pub(super) fn post_sql(&self, since: &str) -> String {
        format!(
            "p.created > {since} AND p.removed_at IS NULL \
             AND (p.author_id IS NULL OR p.author_id <> $1) AND {}",
            not_blocked_sql("p.author_id", "$1", self.blocks)
        )
    }

    /// SQL for the threads of the community that may have unread posts, each with `since`, the time
    /// until which the member has read it: those with later activity than the community's mark, and
    /// those with a mark of their own. Adds the three values that it needs to `values`.
    pub(super) fn threads_sql(&self, counted: CountedThreads, values: &mut Vec<Value>) -> String {
        let first = values.len() + 1;
        values.extend([self.community.into(), self.joined_at.into(), self.read_until.into()]);
        let (id, joined, read) =
            (format!("${first}"), format!("${}", first + 1), format!("${}", first + 2));
        let condition = counted.thread_sql();
        format!(
            "SELECT t.id, t.caption, t.last_updated, {read} AS since FROM threads t \
             WHERE t.community_id = {id} AND t.last_updated > {read} AND {condition} \
             AND NOT EXISTS (SELECT 1 FROM thread_read_status r \
               WHERE r.user_id = $1 AND r.thread_id = t.id) \
             UNION ALL SELECT t.id, t.caption, t.last_updated, {} AS since \
             FROM thread_read_status r JOIN threads t ON t.id = r.thread_id \
             WHERE r.community_id = {id} AND r.user_id = $1 AND t.last_updated > r.last_read_at \
             AND {condition}",
            later_sql("r.last_read_at", &joined)
        )
    }
}

/// Threads whose posts a statement counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CountedThreads {
    /// All threads.
    All,
    /// Without those that the member has muted.
    Unmuted,
}

impl CountedThreads {
    /// SQL condition that the posts of the row `t` of `threads` are counted.
    pub(super) const fn thread_sql(self) -> &'static str {
        match self {
            Self::All => "TRUE",
            Self::Unmuted => {
                "NOT EXISTS (SELECT 1 FROM thread_subscriptions s \
                 WHERE s.user_id = $1 AND s.thread_id = t.id AND s.level = 'muted')"
            }
        }
    }
}

/// SQL for the later one of two times.
fn later_sql(one: &str, other: &str) -> String {
    format!("(CASE WHEN {one} > {other} THEN {one} ELSE {other} END)")
}

/// Number of unread posts in each community, at most [`UNREAD_MAX`]. One query for a hundred
/// communities, which the caller has checked to be visible on the site.
///
/// # Errors
/// Database errors.
pub async fn unread_in_communities(
    scope: &Scope<Member>,
    states: &[MemberReadState],
) -> Result<HashMap<CommunityId, i64>, DbErr> {
    let counts = counts_of(scope, scope.viewer().id(), states).await?;
    Ok(states.iter().map(|state| state.community).zip(counts).collect())
}

/// Number of unread posts in each community, in their order. Each count uses indexes and stops at
/// the maximum, so that a busy community costs no more than a quiet one.
pub(super) async fn counts_of(
    reads: &impl SqlReader,
    viewer: UserId,
    states: &[MemberReadState],
) -> Result<Vec<i64>, DbErr> {
    #[derive(FromQueryResult)]
    struct Row {
        place: i64,
        unread: i64,
    }
    let mut counts = vec![0; states.len()];
    if states.is_empty() {
        return Ok(counts);
    }
    let mut values: Vec<Value> = vec![viewer.into()];
    let parts = states.iter().enumerate().map(|(n, state)| {
        let threads = state.threads_sql(CountedThreads::Unmuted, &mut values);
        let unread = state.post_sql("t.since");
        // Looks up the posts of one thread after the other, until there are enough.
        let posts = if reads.backend() == DbBackend::Postgres {
            format!(
                "CROSS JOIN LATERAL (SELECT 1 FROM posts p WHERE p.thread_id = t.id AND {unread} \
                 LIMIT {UNREAD_MAX}) AS p"
            )
        } else {
            format!("CROSS JOIN posts p WHERE p.thread_id = t.id AND {unread}")
        };
        format!(
            "SELECT CAST({n} AS BIGINT) AS place, COUNT(*) AS unread FROM (SELECT 1 AS one \
             FROM ({threads}) AS t {posts} LIMIT {UNREAD_MAX}) AS new_{n}"
        )
    });
    let sql = parts.collect::<Vec<_>>().join(" UNION ALL ");
    for row in reads.sql(&sql, values).all::<Row>().await? {
        let place = usize::try_from(row.place).ok().and_then(|place| counts.get_mut(place));
        if let Some(count) = place {
            *count = row.unread;
        }
    }
    Ok(counts)
}

/// Until when a member has read a thread.
#[derive(Debug, Clone, Copy, FromQueryResult)]
pub(super) struct ThreadReadState {
    id: ThreadId,
    /// The later one of the time of joining and of the mark that applies.
    pub read_until: DateTime<Utc>,
    /// Number of unread posts, at most [`UNREAD_MAX`].
    pub unread: i64,
}

/// The read state of each of these threads of one community. One query.
pub(super) async fn in_threads(
    reads: &impl SqlReader,
    viewer: UserId,
    state: &MemberReadState,
    threads: &[ThreadId],
) -> Result<HashMap<ThreadId, ThreadReadState>, DbErr> {
    if threads.is_empty() {
        return Ok(HashMap::new());
    }
    let since = format!(
        "CASE WHEN r.last_read_at IS NULL THEN $3 ELSE {} END",
        later_sql("r.last_read_at", "$2")
    );
    let sql = format!(
        "SELECT t.id, {since} AS read_until, (SELECT COUNT(*) FROM (SELECT 1 AS one FROM posts p \
         WHERE p.thread_id = t.id AND {} LIMIT {UNREAD_MAX}) AS new) AS unread \
         FROM threads t LEFT JOIN thread_read_status r ON r.user_id = $1 AND r.thread_id = t.id \
         WHERE t.id IN ({})",
        state.post_sql(&format!("({since})")),
        placeholders(4, threads.len())
    );
    let mut values: Vec<Value> =
        vec![viewer.into(), state.joined_at.into(), state.read_until.into()];
    values.extend(threads.iter().map(|id| Value::from(*id)));
    let rows = reads.sql(&sql, values).all::<ThreadReadState>().await?;
    Ok(rows.into_iter().map(|row| (row.id, row)).collect())
}
