//! Threads and posts for the community export.

use crate::community_export::{CHUNK, ExportLine, read_lines};
use crate::content::TypedContent;
use crate::sql::SqlReader;
use chrono::{DateTime, Utc};
use platform::page::TimeCursor;
use platform::{CommunityId, PostId, ThreadId, UserId};
use sea_orm::{DbErr, FromQueryResult};
use serde::Serialize;

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct ThreadRow {
    id: ThreadId,
    caption: String,
    created_by: Option<UserId>,
    created: DateTime<Utc>,
}

/// Returns the next threads of a community that were not removed.
///
/// # Errors
/// Database errors.
pub async fn thread_export_sql(
    reads: &impl SqlReader,
    from: (CommunityId, Option<TimeCursor>),
) -> Result<Vec<ExportLine>, DbErr> {
    const SQL: &str = "SELECT id, caption, created_by, created FROM threads \
         WHERE community_id = $1 AND removed_at IS NULL AND (created, id) > ($2, $3) \
         ORDER BY created, id LIMIT $4";
    let place = |row: &ThreadRow| TimeCursor { at: row.created, id: row.id.uuid() };
    read_lines(reads, ("thread", SQL, CHUNK), from, place).await
}

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct PostRow {
    id: PostId,
    thread_id: ThreadId,
    parent_post_id: Option<PostId>,
    author_id: Option<UserId>,
    author_name: Option<String>,
    #[sea_orm(nested)]
    #[serde(flatten)]
    content: TypedContent,
    likes: i64,
    reactions: i64,
    is_edited: bool,
    created: DateTime<Utc>,
}

/// Returns the next posts of a community that were not removed.
///
/// # Errors
/// Database errors.
pub async fn post_export_sql(
    reads: &impl SqlReader,
    from: (CommunityId, Option<TimeCursor>),
) -> Result<Vec<ExportLine>, DbErr> {
    const SQL: &str = "SELECT p.id, p.thread_id, p.parent_post_id, p.author_id, \
         u.first_name || ' ' || u.last_name AS author_name, p.content, p.content_format, p.likes, \
         (SELECT COUNT(*) FROM post_reactions r WHERE r.post_id = p.id) AS reactions, p.is_edited, \
         p.created FROM posts p LEFT JOIN users u ON u.id = p.author_id \
         WHERE p.community_id = $1 AND p.removed_at IS NULL AND p.created >= $2 \
         AND (p.created, p.id) > ($2, $3) ORDER BY p.created, p.id LIMIT $4";
    let place = |row: &PostRow| TimeCursor { at: row.created, id: row.id.uuid() };
    read_lines(reads, ("post", SQL, CHUNK), from, place).await
}
