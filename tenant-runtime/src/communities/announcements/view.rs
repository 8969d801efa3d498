//! Announcements in API responses.

use super::AnnouncementId;
use super::rows::Model;
use crate::communities::events::{AnswerCounts, EventAnswer, PageAnswers};
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
    /// End of the event, if one is given.
    pub ends_at: Option<DateTime<Utc>>,
    /// Place of the event.
    pub location: Option<String>,
    /// Web address of the event.
    pub link: Option<String>,
    /// Maximum number of people who answer yes.
    pub capacity: Option<i64>,
    /// Numbers of answers; `null` if it is not an event.
    pub answers: Option<AnswerCounts>,
    /// The viewer's answer. Missing in live events, which are the same for all members.
    pub own_answer: Option<EventAnswer>,
    pub created_at: DateTime<Utc>,
    /// Time of the last change.
    pub edited_at: Option<DateTime<Utc>>,
    /// Time when the event was cancelled.
    pub cancelled_at: Option<DateTime<Utc>>,
    /// Time when an admin ended the announcement.
    pub ended_at: Option<DateTime<Utc>>,
}

impl AnnouncementView {
    fn new(row: Model, author: UserSummary, answers: &PageAnswers) -> Self {
        let is_event = row.starts_at.is_some();
        Self {
            id: row.id,
            community_id: row.community_id,
            content: row.content_format.to_source(row.content),
            author,
            is_active: row.is_active,
            is_pinned: row.is_pinned,
            starts_at: row.starts_at,
            ends_at: row.ends_at,
            location: row.location,
            link: row.link,
            capacity: row.capacity,
            answers: is_event.then(|| answers.counts_of(row.id)),
            own_answer: answers.own_of(row.id),
            created_at: row.created_at,
            edited_at: row.edited_at,
            cancelled_at: row.cancelled_at,
            ended_at: row.ended_at,
        }
    }
}

/// Converts rows to views for a viewer, with one query for the authors and one for the answers to
/// events, if there are any.
pub(in crate::communities) async fn to_views(
    reads: &impl SqlReader,
    rows: Vec<Model>,
    viewer: UserId,
) -> Result<Vec<AnnouncementView>, DbErr> {
    let authors: Vec<UserId> = rows.iter().filter_map(|row| row.author_id).collect();
    let people = profiles::load_people(reads, &authors).await?;
    let events: Vec<AnnouncementId> =
        rows.iter().filter(|row| row.starts_at.is_some()).map(|row| row.id).collect();
    let answers = PageAnswers::load(reads, &events, viewer).await?;
    let shown = rows.into_iter().map(|row| {
        let author = row.author_id.and_then(|id| people.get(&id).cloned());
        AnnouncementView::new(
            row,
            author.unwrap_or_else(|| UserSummary::deleted_account(UserId(Uuid::nil()))),
            &answers,
        )
    });
    Ok(shown.collect())
}

/// Converts one row to a view.
pub(super) async fn show_one(
    reads: &impl SqlReader,
    row: Model,
    viewer: UserId,
) -> Result<AnnouncementView, DbErr> {
    let shown = to_views(reads, vec![row], viewer).await?;
    shown.into_iter().next().ok_or_else(|| DbErr::RecordNotFound("an announcement".to_owned()))
}
