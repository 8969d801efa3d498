//! A user's notifications: exported, and deleted with the account.

use super::rules::publish_changed;
use crate::sql::SqlReader;
use chrono::{DateTime, Utc};
use platform::{System, Tx, UserId};
use sea_orm::{DbErr, FromQueryResult};
use serde::Serialize;
use serde_json::{Value, json};

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct NoticeRecord {
    r#type: String,
    title: String,
    message: String,
    read: bool,
    created_at: DateTime<Utc>,
}

#[derive(FromQueryResult)]
struct ClearedRow {
    last_cleared_at: Option<DateTime<Utc>>,
}

/// A user's notifications and the time they were last cleared, for the export. 2 queries.
///
/// # Errors
/// Database errors.
pub async fn export_of(reads: &impl SqlReader, user: UserId) -> Result<Value, DbErr> {
    const NOTIFICATIONS_SQL: &str = "SELECT type, title, message, read, created_at FROM notifications \
         WHERE user_id = $1 ORDER BY created_at, id";
    const CLEARED_SQL: &str = "SELECT last_cleared_at FROM activity_settings WHERE user_id = $1";
    let told = reads.sql(NOTIFICATIONS_SQL, vec![user.into()]).all::<NoticeRecord>().await?;
    let cleared = reads.sql(CLEARED_SQL, vec![user.into()]).one::<ClearedRow>().await?;
    Ok(json!({
        "notifications": told,
        "lastClearedTimestamp": cleared.and_then(|row| row.last_cleared_at),
    }))
}

#[derive(FromQueryResult)]
struct DeletedRow {
    user_id: UserId,
    read: bool,
}

/// Deletes up to `most` notifications of a user, and up to as many notifications of others that
/// contain the user's name, whose counts change at once. Returns their number.
///
/// # Errors
/// Database errors.
pub async fn delete_activity_of(
    tx: &Tx<'_, System>,
    user: UserId,
    most: u64,
) -> Result<u64, DbErr> {
    let mut forgotten = 0;
    for named in ["user_id", "author_id"] {
        let sql = format!(
            "DELETE FROM notifications WHERE id IN (SELECT id FROM notifications \
             WHERE {named} = $1 LIMIT $2) RETURNING user_id, read"
        );
        let values = vec![user.into(), most.cast_signed().into()];
        let deleted = tx.raw(&sql, values).all::<DeletedRow>().await?;
        forgotten += deleted.len() as u64;
        let others = deleted.iter().filter(|row| !row.read && row.user_id != user);
        publish_changed(tx, others.map(|row| row.user_id)).await?;
    }
    Ok(forgotten)
}
