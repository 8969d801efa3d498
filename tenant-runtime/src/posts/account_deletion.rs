//! A user's posts and likes: exported, and anonymised or deleted with the account.

use super::{files, images, polls, reactions, revisions, threads};
use crate::content::TypedContent;
use crate::sql::{SqlReader, placeholders};
use chrono::{DateTime, Utc};
use platform::{CommunityId, PostId, System, ThreadId, Tx, UserId};
use sea_orm::{DbErr, FromQueryResult, Value as Bound};
use serde::Serialize;
use serde_json::{Value, json};

/// Deletes up to `most` earlier texts of a user's posts, then removes the author from the posts, then
/// from threads. Returns the number of rows.
///
/// # Errors
/// Database errors.
pub async fn delete_posts_of(tx: &Tx<'_, System>, user: UserId, most: u64) -> Result<u64, DbErr> {
    const POSTS: &str = "UPDATE posts SET author_id = NULL, idempotency_key = NULL \
         WHERE id IN (SELECT id FROM posts WHERE author_id = $1 LIMIT $2)";
    const THREADS: &str = "UPDATE threads SET created_by = NULL \
         WHERE id IN (SELECT id FROM threads WHERE created_by = $1 LIMIT $2)";
    let revisions = revisions::delete_revisions_of(tx, user, most).await?;
    if revisions > 0 {
        return Ok(revisions);
    }
    let values = || -> Vec<Bound> { vec![user.into(), most.cast_signed().into()] };
    let posts = tx.execute(POSTS, values()).await?;
    if posts > 0 {
        return Ok(posts);
    }
    tx.execute(THREADS, values()).await
}

/// Deletes up to `most` likes of a user. Returns their number.
///
/// # Errors
/// Database errors.
pub async fn delete_likes_of(tx: &Tx<'_, System>, user: UserId, most: u64) -> Result<u64, DbErr> {
    #[derive(FromQueryResult)]
    struct LikedPostRow {
        post_id: PostId,
    }
    const TAKE: &str = "DELETE FROM post_likes WHERE user_id = $1 AND post_id IN \
         (SELECT post_id FROM post_likes WHERE user_id = $1 LIMIT $2) RETURNING post_id";
    let values = vec![user.into(), most.cast_signed().into()];
    let liked = tx.raw(TAKE, values).all::<LikedPostRow>().await?;
    if !liked.is_empty() {
        let sql = format!(
            "UPDATE posts SET likes = likes - 1 WHERE id IN ({})",
            placeholders(1, liked.len())
        );
        let ids = liked.iter().map(|like| like.post_id.into()).collect();
        tx.execute(&sql, ids).await?;
    }
    Ok(liked.len() as u64)
}

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct PostRecord {
    id: PostId,
    community_id: CommunityId,
    thread_id: ThreadId,
    parent_post_id: Option<PostId>,
    #[sea_orm(nested)]
    #[serde(flatten)]
    content: TypedContent,
    likes: i64,
    created: DateTime<Utc>,
    edited_at: Option<DateTime<Utc>>,
}

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct ThreadRecord {
    id: ThreadId,
    community_id: CommunityId,
    caption: String,
    created: DateTime<Utc>,
}

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct Like {
    post_id: PostId,
    created_at: DateTime<Utc>,
}

/// A user's posts, threads, likes and reactions, for their export.
///
/// # Errors
/// Database errors.
pub async fn export_of(reads: &impl SqlReader, user: UserId) -> Result<Value, DbErr> {
    const POSTS: &str = "SELECT id, community_id, thread_id, parent_post_id, content, content_format, \
         likes, created, edited_at FROM posts WHERE author_id = $1 AND removed_at IS NULL ORDER BY created, id";
    const LIKES: &str = "SELECT post_id, created_at FROM post_likes WHERE user_id = $1 \
         ORDER BY created_at, post_id";
    const THREADS: &str = "SELECT id, community_id, caption, created FROM threads \
         WHERE created_by = $1 AND removed_at IS NULL ORDER BY created, id";
    let started = reads.sql(THREADS, vec![user.into()]).all::<ThreadRecord>().await?;
    let posts = reads.sql(POSTS, vec![user.into()]).all::<PostRecord>().await?;
    let revisions = revisions::revisions_of(reads, user).await?;
    let likes = reads.sql(LIKES, vec![user.into()]).all::<Like>().await?;
    let reactions = reactions::reactions_of(reads, user).await?;
    let images = images::uploads_of(reads, user).await?;
    let files = files::uploads_of(reads, user).await?;
    let votes = polls::votes_of(reads, user).await?;
    let subscriptions = threads::subscription_records(reads, user).await?;
    Ok(json!({
        "posts": posts, "earlierTexts": revisions, "threads": started, "likes": likes,
        "reactions": reactions, "images": images, "files": files, "pollVotes": votes,
        "threadSubscriptions": subscriptions,
    }))
}
