//! A user's answers to events and calendar feeds: exported, and deleted when they leave.

use super::answers::EventAnswer;
use super::rows::{Column, Entity};
use crate::communities::announcements::AnnouncementId;
use crate::sql::SqlReader;
use chrono::{DateTime, Utc};
use platform::{CommunityId, System, Tx, UserId};
use sea_orm::{ColumnTrait, Condition, DbErr, FromQueryResult};
use serde::Serialize;
use serde_json::{Value, json};

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct AnswerRecord {
    announcement_id: AnnouncementId,
    community_id: CommunityId,
    starts_at: Option<DateTime<Utc>>,
    answer: EventAnswer,
    updated_at: DateTime<Utc>,
}

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct FeedRecord {
    site: String,
    created_at: DateTime<Utc>,
}

/// A user's answers to events and calendar feeds, for their export. 2 queries.
///
/// # Errors
/// Database errors.
pub async fn event_export_of(reads: &impl SqlReader, user: UserId) -> Result<Value, DbErr> {
    const ANSWERS: &str = "SELECT r.announcement_id, r.community_id, a.starts_at, r.answer, \
         r.updated_at FROM event_answers r JOIN announcements a ON a.id = r.announcement_id \
         WHERE r.user_id = $1 ORDER BY r.updated_at, r.announcement_id";
    const FEEDS: &str =
        "SELECT site, created_at FROM calendar_feeds WHERE user_id = $1 ORDER BY created_at, site";
    let answers = reads.sql(ANSWERS, vec![user.into()]).all::<AnswerRecord>().await?;
    let feeds = reads.sql(FEEDS, vec![user.into()]).all::<FeedRecord>().await?;
    Ok(json!({ "answers": answers, "calendarFeeds": feeds }))
}

/// Deletes a user's calendar feeds, and up to `most` answers to events. Returns their number.
///
/// # Errors
/// Database errors.
pub async fn delete_event_data_of(
    tx: &Tx<'_, System>,
    user: UserId,
    most: u64,
) -> Result<u64, DbErr> {
    const FEEDS: &str = "DELETE FROM calendar_feeds WHERE user_id = $1";
    const ANSWERS: &str = "DELETE FROM event_answers WHERE user_id = $1 AND announcement_id IN \
         (SELECT announcement_id FROM event_answers WHERE user_id = $1 LIMIT $2)";
    let feeds = tx.execute(FEEDS, vec![user.into()]).await?;
    let answers = tx.execute(ANSWERS, vec![user.into(), most.cast_signed().into()]).await?;
    Ok(feeds + answers)
}

/// Deletes the answers of a member who leaves.
pub(in crate::communities) async fn delete_answers<V>(
    tx: &Tx<'_, V>,
    community: CommunityId,
    user: UserId,
) -> Result<(), DbErr> {
    let theirs = Condition::all()
        .add(Column::CommunityId.eq(community.uuid()))
        .add(Column::UserId.eq(user.uuid()));
    tx.table::<Entity>().delete(theirs).await?.as_many_as_there_are();
    Ok(())
}
