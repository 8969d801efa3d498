//! A user's reactions: exported, and deleted with the account.

use super::{CHANGED_KIND, ReactedPost, counts_of};
use crate::sql::{SqlReader, placeholders};
use chrono::{DateTime, Utc};
use platform::events::Topic;
use platform::{PostId, System, Tx, UserId};
use sea_orm::{DbErr, FromQueryResult, Value};
use serde::Serialize;
use std::collections::HashSet;

/// Deletes up to `most` reactions of a user, and publishes the new counts of the posts. Returns their
/// number.
///
/// # Errors
/// Database errors.
pub async fn delete_reactions_of(
    tx: &Tx<'_, System>,
    user: UserId,
    most: u64,
) -> Result<u64, DbErr> {
    #[derive(FromQueryResult)]
    struct ReactedPostRow {
        post_id: PostId,
    }
    // All reactions of the user to a post at once, so that its counts are published once.
    const DELETE: &str = "DELETE FROM post_reactions WHERE user_id = $1 AND post_id IN \
         (SELECT DISTINCT post_id FROM post_reactions WHERE user_id = $1 ORDER BY post_id LIMIT $2) \
         RETURNING post_id";
    let values = vec![user.into(), most.cast_signed().into()];
    let deleted = tx.raw(DELETE, values).all::<ReactedPostRow>().await?;
    let posts: HashSet<PostId> = deleted.iter().map(|row| row.post_id).collect();
    publish_counts(tx, posts.into_iter().collect()).await?;
    Ok(deleted.len() as u64)
}

async fn publish_counts(tx: &Tx<'_, System>, ids: Vec<PostId>) -> Result<(), DbErr> {
    if ids.is_empty() {
        return Ok(());
    }
    let sql = format!(
        "SELECT id, community_id, thread_id, author_id, created FROM posts WHERE id IN ({})",
        placeholders(1, ids.len())
    );
    let values: Vec<Value> = ids.iter().map(|id| (*id).into()).collect();
    let posts = tx.raw(&sql, values).all::<ReactedPost>().await?;
    let mut counts = counts_of(tx, &ids).await?;
    let events = posts.into_iter().map(|post| {
        let counts = counts.remove(&post.id).unwrap_or_default();
        (Topic::Community(post.community_id.uuid()), post.event(&counts))
    });
    tx.publish_each(CHANGED_KIND, events.collect()).await
}

/// A reaction in its author's export.
#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::posts) struct ReactionRecord {
    post_id: PostId,
    emoji: String,
    created_at: DateTime<Utc>,
}

/// All reactions of a user, for their own export.
pub(in crate::posts) async fn reactions_of(
    reads: &impl SqlReader,
    user: UserId,
) -> Result<Vec<ReactionRecord>, DbErr> {
    const SQL: &str = "SELECT post_id, emoji, created_at FROM post_reactions WHERE user_id = $1 \
         ORDER BY created_at, post_id, emoji";
    reads.sql(SQL, vec![user.into()]).all::<ReactionRecord>().await
}
