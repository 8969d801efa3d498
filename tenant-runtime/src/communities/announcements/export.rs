//! Announcements for the community export.

use super::AnnouncementId;
use crate::community_export::{CHUNK, ExportLine, read_lines};
use crate::content::TypedContent;
use crate::sql::SqlReader;
use chrono::{DateTime, Utc};
use platform::page::TimeCursor;
use platform::{CommunityId, UserId};
use sea_orm::{DbErr, FromQueryResult};
use serde::Serialize;

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct AnnouncementRow {
    id: AnnouncementId,
    author_id: Option<UserId>,
    #[sea_orm(nested)]
    #[serde(flatten)]
    content: TypedContent,
    is_active: bool,
    starts_at: Option<DateTime<Utc>>,
    ends_at: Option<DateTime<Utc>>,
    location: Option<String>,
    link: Option<String>,
    capacity: Option<i64>,
    cancelled_at: Option<DateTime<Utc>>,
    created_at: DateTime<Utc>,
}

/// Returns the next announcements of a community.
///
/// # Errors
/// Database errors.
pub async fn announcement_export_sql(
    reads: &impl SqlReader,
    from: (CommunityId, Option<TimeCursor>),
) -> Result<Vec<ExportLine>, DbErr> {
    const SQL: &str = "SELECT id, author_id, content, content_format, is_active, starts_at, \
         ends_at, location, link, capacity, cancelled_at, created_at \
         FROM announcements WHERE community_id = $1 AND (created_at, id) > ($2, $3) \
         ORDER BY created_at, id LIMIT $4";
    let place = |row: &AnnouncementRow| TimeCursor { at: row.created_at, id: row.id.uuid() };
    read_lines(reads, ("announcement", SQL, CHUNK), from, place).await
}
