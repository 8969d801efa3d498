//! A user's articles, comments and likes: exported, and anonymised or deleted with the account.

use super::CommentId;
use crate::content::TypedContent;
use crate::sql::{SqlReader, placeholders};
use chrono::{DateTime, Utc};
use platform::{ArticleId, CommunityId, System, Tx, UserId};
use sea_orm::{DbErr, FromQueryResult, Value as Bound};
use serde::Serialize;
use serde_json::{Value, json};

/// Removes the author from up to `most` articles of a user, then comments. Returns their number.
///
/// # Errors
/// Database errors.
pub async fn delete_articles_of(
    tx: &Tx<'_, System>,
    user: UserId,
    most: u64,
) -> Result<u64, DbErr> {
    const ARTICLES: &str = "UPDATE articles SET author_id = NULL, idempotency_key = NULL \
         WHERE id IN (SELECT id FROM articles WHERE author_id = $1 LIMIT $2)";
    const COMMENTS: &str = "UPDATE article_comments SET author_id = NULL, idempotency_key = NULL \
         WHERE id IN (SELECT id FROM article_comments WHERE author_id = $1 LIMIT $2)";
    let values = || -> Vec<Bound> { vec![user.into(), most.cast_signed().into()] };
    let articles = tx.execute(ARTICLES, values()).await?;
    if articles > 0 {
        return Ok(articles);
    }
    tx.execute(COMMENTS, values()).await
}

/// Deletes up to `most` likes of a user. Returns their number. Reactions, views and drafts have no
/// stored counts and are deleted with the account.
///
/// # Errors
/// Database errors.
pub async fn delete_reactions_of(
    tx: &Tx<'_, System>,
    user: UserId,
    most: u64,
) -> Result<u64, DbErr> {
    #[derive(FromQueryResult)]
    struct LikedArticleRow {
        article_id: ArticleId,
    }
    const TAKE: &str = "DELETE FROM article_likes WHERE user_id = $1 AND article_id IN \
         (SELECT article_id FROM article_likes WHERE user_id = $1 LIMIT $2) RETURNING article_id";
    let values = vec![user.into(), most.cast_signed().into()];
    let liked = tx.raw(TAKE, values).all::<LikedArticleRow>().await?;
    if !liked.is_empty() {
        let these = placeholders(1, liked.len());
        let sql = format!("UPDATE articles SET likes = likes - 1 WHERE id IN ({these})");
        let ids = liked.iter().map(|like| like.article_id.into()).collect();
        tx.execute(&sql, ids).await?;
    }
    Ok(liked.len() as u64)
}

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct ArticleRecord {
    id: ArticleId,
    community_id: CommunityId,
    title: String,
    content: String,
    shared: bool,
    views: i64,
    likes: i64,
    created: DateTime<Utc>,
    last_updated: DateTime<Utc>,
}

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct CommentRecord {
    id: CommentId,
    article_id: ArticleId,
    #[sea_orm(nested)]
    #[serde(flatten)]
    content: TypedContent,
    created: DateTime<Utc>,
}

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct DraftRecord {
    community_id: CommunityId,
    article_id: Option<ArticleId>,
    title: String,
    content: String,
    updated_at: DateTime<Utc>,
}

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct ReactionRecord {
    article_id: ArticleId,
    emoji: Option<String>,
    created_at: DateTime<Utc>,
}

/// A user's articles, comments and marks, for their export.
///
/// # Errors
/// Database errors.
pub async fn export_of(reads: &impl SqlReader, user: UserId) -> Result<Value, DbErr> {
    const ARTICLES: &str = "SELECT id, community_id, title, content, shared, views, likes, created, \
         last_updated FROM articles WHERE author_id = $1 ORDER BY created, id";
    const COMMENTS: &str = "SELECT id, article_id, content, content_format, created FROM article_comments \
         WHERE author_id = $1 ORDER BY created, id";
    const DRAFTS: &str = "SELECT community_id, article_id, title, content, updated_at \
         FROM article_drafts WHERE author_id = $1 ORDER BY updated_at, id";
    const MARKS: &str = "SELECT article_id, NULL AS emoji, created_at FROM article_likes \
         WHERE user_id = $1 UNION ALL SELECT article_id, emoji, created_at FROM article_reactions \
         WHERE user_id = $1 ORDER BY created_at, article_id";
    let of = || vec![user.into()];
    Ok(json!({
        "articles": reads.sql(ARTICLES, of()).all::<ArticleRecord>().await?,
        "comments": reads.sql(COMMENTS, of()).all::<CommentRecord>().await?,
        "drafts": reads.sql(DRAFTS, of()).all::<DraftRecord>().await?,
        "likesAndReactions": reads.sql(MARKS, of()).all::<ReactionRecord>().await?,
    }))
}
