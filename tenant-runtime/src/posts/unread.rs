//! What others have said since somebody last looked, as far as a badge can show it.

use super::ThreadId;
use crate::communities::{Access, CommunityId};
use crate::profiles::estranged::{Blocks, not_estranged_sql};
use chrono::{DateTime, Utc};
use platform::{Identified, Member, Scope};
use sea_orm::{DbErr, FromQueryResult, Value};
use std::collections::HashMap;

/// Nothing beyond is counted: a badge says "99+" from here on (`nav.badge_cap`).
pub const UNREAD_MAX: i64 = 100;

/// A place in which posts are counted, from when on, and whose are not.
struct Place {
    column: &'static str,
    id: Value,
    since: DateTime<Utc>,
    blocks: Blocks,
}

/// Posts of others in each community since its time, as far as the blocks that count there let the
/// viewer read them; [`UNREAD_MAX`] at most. One query for a hundred communities, which the caller has
/// found through the door.
///
/// # Errors
/// The database's.
pub async fn unread_in_communities(
    scope: &Scope<Member>,
    since: &[(CommunityId, DateTime<Utc>, Blocks)],
) -> Result<HashMap<CommunityId, i64>, DbErr> {
    let places = since.iter().map(|(id, since, blocks)| Place {
        column: "community_id",
        id: (*id).into(),
        since: *since,
        blocks: *blocks,
    });
    let counts = counts(scope, places.collect()).await?;
    Ok(since.iter().map(|(id, ..)| *id).zip(counts).collect())
}

/// The same in each of these threads since one time.
pub(super) async fn in_threads(
    scope: &Scope<Member>,
    access: &Access,
    threads: &[ThreadId],
    since: DateTime<Utc>,
) -> Result<HashMap<ThreadId, i64>, DbErr> {
    let blocks = access.blocks();
    let places =
        threads.iter().map(|id| Place { column: "thread_id", id: (*id).into(), since, blocks });
    let counts = counts(scope, places.collect()).await?;
    Ok(threads.iter().copied().zip(counts).collect())
}

/// How many posts of others are new in each place, in the places' order. Each is counted by its index
/// and no further than can be shown, so that a busy place costs no more than a quiet one.
async fn counts(scope: &Scope<Member>, places: Vec<Place>) -> Result<Vec<i64>, DbErr> {
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
    let parts = places.into_iter().enumerate().map(|(n, place)| {
        let named = not_estranged_sql("p.author_id", "$1", place.blocks);
        let (id, since) = (values.len() + 1, values.len() + 2);
        values.extend([place.id, place.since.into()]);
        format!(
            "SELECT CAST({n} AS BIGINT) AS place, COUNT(*) AS unread FROM (SELECT 1 AS one \
             FROM posts p WHERE p.{} = ${id} AND p.created > ${since} \
             AND p.removed_at IS NULL AND (p.author_id IS NULL OR p.author_id <> $1) AND {named} \
             LIMIT {UNREAD_MAX}) AS new_{n}",
            place.column
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
