//! A user's analytics events: exported, and anonymised when the account is deleted.

use crate::sql::SqlReader;
use chrono::{DateTime, Utc};
use platform::{System, Tx, UserId};
use sea_orm::{DbErr, FromQueryResult};
use serde::Serialize;
use uuid::Uuid;

/// An event in the user's export.
#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OwnEvent {
    event_type: String,
    content_id: Option<Uuid>,
    group_id: Option<Uuid>,
    timestamp: DateTime<Utc>,
}

/// A user's events, oldest first. One query.
///
/// # Errors
/// Database errors.
pub async fn export_of(reads: &impl SqlReader, user: UserId) -> Result<Vec<OwnEvent>, DbErr> {
    const SQL: &str = "SELECT event_type, content_id, group_id, timestamp FROM analytics_events \
         WHERE user_id = $1 ORDER BY timestamp, id";
    reads.sql(SQL, vec![user.into()]).all().await
}

/// Removes the user from up to `most` of their events; the events stay counted. Returns their
/// number.
///
/// # Errors
/// Database errors.
pub async fn delete_events_of(tx: &Tx<'_, System>, user: UserId, most: u64) -> Result<u64, DbErr> {
    const SQL: &str = "UPDATE analytics_events SET user_id = NULL WHERE id IN \
         (SELECT id FROM analytics_events WHERE user_id = $1 LIMIT $2)";
    tx.execute(SQL, vec![user.into(), most.cast_signed().into()]).await
}
