//! A user's follows, blocks and searches: exported, and deleted with the account.

use crate::sql::{SqlReader, placeholders};
use chrono::{DateTime, Utc};
use platform::{System, Tx, UserId};
use sea_orm::{DbErr, FromQueryResult};
use serde::Serialize;
use serde_json::{Value, json};

#[derive(FromQueryResult)]
struct OtherUserRow {
    id: UserId,
}

/// Deletes up to `most` follows of a user in both directions, and corrects the counts of the
/// others. Returns their number.
///
/// # Errors
/// Database errors.
pub async fn delete_ties_of(tx: &Tx<'_, System>, user: UserId, most: u64) -> Result<u64, DbErr> {
    const FOLLOWED: &str = "DELETE FROM follows WHERE follower_id = $1 AND followed_id IN \
         (SELECT followed_id FROM follows WHERE follower_id = $1 LIMIT $2) \
         RETURNING followed_id AS id";
    const FOLLOWERS: &str = "DELETE FROM follows WHERE followed_id = $1 AND follower_id IN \
         (SELECT follower_id FROM follows WHERE followed_id = $1 LIMIT $2) \
         RETURNING follower_id AS id";
    let mut ended = 0;
    for (take, count) in [(FOLLOWED, "followers_count"), (FOLLOWERS, "following_count")] {
        let values = vec![user.into(), most.cast_signed().into()];
        let others = tx.raw(take, values).all::<OtherUserRow>().await?;
        if others.is_empty() {
            continue;
        }
        let sql = format!(
            "UPDATE users SET {count} = {count} - 1 WHERE id IN ({})",
            placeholders(1, others.len())
        );
        tx.execute(&sql, others.iter().map(|other| other.id.into()).collect()).await?;
        ended += others.len() as u64;
    }
    Ok(ended)
}

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct TieRecord {
    user_id: UserId,
    since: DateTime<Utc>,
}

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct Search {
    query: String,
    searched_at: DateTime<Utc>,
}

/// Follows, blocks, followers and recent searches of a user, for their export.
///
/// # Errors
/// Database errors.
pub async fn export_of(reads: &impl SqlReader, user: UserId) -> Result<Value, DbErr> {
    const FOLLOWING: &str = "SELECT followed_id AS user_id, created_at AS since FROM follows \
         WHERE follower_id = $1 ORDER BY created_at, followed_id";
    const FOLLOWERS: &str = "SELECT follower_id AS user_id, created_at AS since FROM follows \
         WHERE followed_id = $1 ORDER BY created_at, follower_id";
    const BLOCKED: &str = "SELECT blocked_id AS user_id, created_at AS since FROM blocks \
         WHERE blocker_id = $1 ORDER BY created_at, blocked_id";
    const SEARCHES: &str = "SELECT typed AS query, searched_at FROM recent_searches \
         WHERE user_id = $1 ORDER BY searched_at, id";
    let following = reads.sql(FOLLOWING, vec![user.into()]).all::<TieRecord>().await?;
    let followers = reads.sql(FOLLOWERS, vec![user.into()]).all::<TieRecord>().await?;
    let blocked = reads.sql(BLOCKED, vec![user.into()]).all::<TieRecord>().await?;
    let searches = reads.sql(SEARCHES, vec![user.into()]).all::<Search>().await?;
    Ok(json!({
        "following": following,
        "followers": followers,
        "blocked": blocked,
        "recentSearches": searches,
    }))
}
