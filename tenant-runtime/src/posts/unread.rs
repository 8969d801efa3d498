//! Counts unread posts of others, up to the maximum that a badge shows.

use crate::communities::Access;
use crate::profiles::blocks::{Blocks, not_blocked_sql};
use chrono::{DateTime, Utc};
use platform::{AccountViewer, CommunityId, Member, Scope, ThreadId};
use sea_orm::{DbErr, FromQueryResult, Value};
use std::collections::HashMap;

/// Maximum of a count: a badge shows "99+" from here on (`nav.badge_cap`).
pub const UNREAD_MAX: i64 = 100;

/// Posts of others in each community since the given time, as far as the viewer may read them
/// despite blocks; at most [`UNREAD_MAX`]. One query for a hundred communities, which the caller
/// has checked to be visible on the site.
///
/// # Errors
/// Database errors.
pub async fn unread_in_communities(
    scope: &Scope<Member>,
    since: &[(CommunityId, DateTime<Utc>, Blocks)],
) -> Result<HashMap<CommunityId, i64>, DbErr> {
    let counts = unread_counts(scope, since).await?;
    Ok(since.iter().map(|(id, ..)| *id).zip(counts).collect())
}

/// The same count for each of these threads since one time, with the same statement for all of
/// them.
pub(super) async fn in_threads(
    scope: &Scope<Member>,
    access: &Access,
    threads: &[ThreadId],
    since: DateTime<Utc>,
) -> Result<HashMap<ThreadId, i64>, DbErr> {
    #[derive(FromQueryResult)]
    struct Row {
        id: ThreadId,
        unread: i64,
    }
    if threads.is_empty() {
        return Ok(HashMap::new());
    }
    let named = not_blocked_sql("p.author_id", "$1", access.applicable_blocks());
    let asked = (0..threads.len()).map(|n| format!("${}", n + 3)).collect::<Vec<_>>().join(", ");
    let sql = format!(
        "SELECT t.id, (SELECT COUNT(*) FROM (SELECT 1 AS one FROM posts p WHERE p.thread_id = t.id \
         AND p.created > $2 AND p.removed_at IS NULL \
         AND (p.author_id IS NULL OR p.author_id <> $1) AND {named} LIMIT {UNREAD_MAX}) AS new) \
         AS unread FROM threads t WHERE t.id IN ({asked})"
    );
    let mut values: Vec<Value> = vec![scope.viewer().id().into(), since.into()];
    values.extend(threads.iter().map(|id| Value::from(*id)));
    let rows = scope.raw(&sql, values).all::<Row>().await?;
    Ok(rows.into_iter().map(|row| (row.id, row.unread)).collect())
}

/// Number of new posts of others in each community, in their order. Each count uses the index and
/// stops at the maximum, so that a busy community costs no more than a quiet one.
async fn unread_counts(
    scope: &Scope<Member>,
    places: &[(CommunityId, DateTime<Utc>, Blocks)],
) -> Result<Vec<i64>, DbErr> {
    #[derive(FromQueryResult)]
    struct Row {
        place: i64,
        unread: i64,
    }
    let mut counts = vec![0; places.len()];
    if places.is_empty() {
        return Ok(counts);
    }
    let mut values: Vec<Value> = vec![scope.viewer().id().into()];
    let parts = places.iter().enumerate().map(|(n, (community, since, blocks))| {
        let named = not_blocked_sql("p.author_id", "$1", *blocks);
        let (id, from) = (values.len() + 1, values.len() + 2);
        values.extend([Value::from(*community), (*since).into()]);
        format!(
            "SELECT CAST({n} AS BIGINT) AS place, COUNT(*) AS unread FROM (SELECT 1 AS one \
             FROM posts p WHERE p.community_id = ${id} AND p.created > ${from} \
             AND p.removed_at IS NULL AND (p.author_id IS NULL OR p.author_id <> $1) AND {named} \
             LIMIT {UNREAD_MAX}) AS new_{n}"
        )
    });
    let sql = parts.collect::<Vec<_>>().join(" UNION ALL ");
    for row in scope.raw(&sql, values).all::<Row>().await? {
        let place = usize::try_from(row.place).ok().and_then(|place| counts.get_mut(place));
        if let Some(count) = place {
            *count = row.unread;
        }
    }
    Ok(counts)
}
