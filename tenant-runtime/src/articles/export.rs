//! Articles and their comments for the community export.

use super::CommentId;
use crate::community_export::{CHUNK, ExportLine, read_lines};
use crate::content::TypedContent;
use crate::sql::SqlReader;
use chrono::{DateTime, Utc};
use platform::page::TimeCursor;
use platform::{ArticleId, CommunityId, UserId};
use sea_orm::{DbErr, FromQueryResult};
use serde::Serialize;

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct ArticleRow {
    id: ArticleId,
    title: String,
    content: String,
    author_id: Option<UserId>,
    author_name: Option<String>,
    views: i64,
    likes: i64,
    shared: bool,
    created: DateTime<Utc>,
    last_updated: DateTime<Utc>,
}

/// Returns the next articles of a community.
///
/// # Errors
/// Database errors.
pub async fn article_export_sql(
    reads: &impl SqlReader,
    from: (CommunityId, Option<TimeCursor>),
) -> Result<Vec<ExportLine>, DbErr> {
    const SQL: &str = "SELECT a.id, a.title, a.content, a.author_id, \
         u.first_name || ' ' || u.last_name AS author_name, a.views, a.likes, a.shared, \
         a.created, a.last_updated FROM articles a LEFT JOIN users u ON u.id = a.author_id \
         WHERE a.community_id = $1 AND (a.created, a.id) > ($2, $3) \
         ORDER BY a.created, a.id LIMIT $4";
    let place = |row: &ArticleRow| TimeCursor { at: row.created, id: row.id.uuid() };
    read_lines(reads, ("article", SQL, CHUNK), from, place).await
}

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct CommentRow {
    id: CommentId,
    article_id: ArticleId,
    author_id: Option<UserId>,
    author_name: Option<String>,
    #[sea_orm(nested)]
    #[serde(flatten)]
    content: TypedContent,
    created: DateTime<Utc>,
}

/// Returns the next comments on articles of a community.
///
/// # Errors
/// Database errors.
pub async fn comment_export_sql(
    reads: &impl SqlReader,
    from: (CommunityId, Option<TimeCursor>),
) -> Result<Vec<ExportLine>, DbErr> {
    const SQL: &str = "SELECT c.id, c.article_id, c.author_id, \
         u.first_name || ' ' || u.last_name AS author_name, c.content, c.content_format, c.created \
         FROM articles a JOIN article_comments c ON c.article_id = a.id \
         LEFT JOIN users u ON u.id = c.author_id \
         WHERE a.community_id = $1 AND (c.created, c.id) > ($2, $3) \
         ORDER BY c.created, c.id LIMIT $4";
    let place = |row: &CommentRow| TimeCursor { at: row.created, id: row.id.uuid() };
    read_lines(reads, ("comment", SQL, CHUNK), from, place).await
}
