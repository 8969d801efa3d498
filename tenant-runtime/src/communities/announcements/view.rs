//! Announcements in API responses.

use super::AnnouncementId;
use super::rows::Model;
use crate::profiles::{self, UserSummary};
use crate::sql::SqlReader;
use chrono::{DateTime, Utc};
use platform::{CommunityId, UserId};
use sea_orm::DbErr;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

/// An announcement.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Announcement)]
pub struct AnnouncementView {
    pub id: AnnouncementId,
    pub community_id: CommunityId,
    /// Source text with markup, as the author typed it; never HTML.
    pub content: String,
    pub author: UserSummary,
    pub is_active: bool,
    pub is_pinned: bool,
    /// Start of the event; `null` if it is not an event.
    pub starts_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub ended_at: Option<DateTime<Utc>>,
}

impl AnnouncementView {
    fn new(row: Model, author: UserSummary) -> Self {
        Self {
            id: row.id,
            community_id: row.community_id,
            content: row.content_format.to_source(row.content),
            author,
            is_active: row.is_active,
            is_pinned: row.is_pinned,
            starts_at: row.starts_at,
            created_at: row.created_at,
            ended_at: row.ended_at,
        }
    }
}

/// Converts rows to views, with one query for the authors.
pub(super) async fn to_views(
    reads: &impl SqlReader,
    rows: Vec<Model>,
) -> Result<Vec<AnnouncementView>, DbErr> {
    let authors: Vec<UserId> = rows.iter().filter_map(|row| row.author_id).collect();
    let people = profiles::load_people(reads, &authors).await?;
    let shown = rows.into_iter().map(|row| {
        let author = row.author_id.and_then(|id| people.get(&id).cloned());
        AnnouncementView::new(
            row,
            author.unwrap_or_else(|| UserSummary::deleted_account(UserId(Uuid::nil()))),
        )
    });
    Ok(shown.collect())
}

/// Converts one row to a view.
pub(super) async fn show_one(
    reads: &impl SqlReader,
    row: Model,
) -> Result<AnnouncementView, DbErr> {
    let shown = to_views(reads, vec![row]).await?;
    shown.into_iter().next().ok_or_else(|| DbErr::RecordNotFound("an announcement".to_owned()))
}
