//! A user's cords and vouches: exported, and deleted with the account.

use crate::sql::SqlReader;
use chrono::{DateTime, Utc};
use platform::{System, Tx, UserId};
use sea_orm::{DbErr, FromQueryResult};
use serde::Serialize;
use serde_json::{Value, json};

/// Deletes up to `most` cords of a user, and as many vouches. Returns their number.
///
/// # Errors
/// Database errors.
pub async fn delete_cords_of(tx: &Tx<'_, System>, user: UserId, most: u64) -> Result<u64, DbErr> {
    const CORDS: &str = "DELETE FROM cords WHERE id IN (SELECT id FROM cords \
         WHERE user_a = $1 OR user_b = $1 ORDER BY id LIMIT $2)";
    const GIVEN: &str = "DELETE FROM vouches WHERE voucher_id = $1 AND user_id IN \
         (SELECT user_id FROM vouches WHERE voucher_id = $1 ORDER BY user_id LIMIT $2)";
    const RECEIVED: &str = "DELETE FROM vouches WHERE user_id = $1 AND voucher_id IN \
         (SELECT voucher_id FROM vouches WHERE user_id = $1 ORDER BY voucher_id LIMIT $2)";
    let mut deleted = 0;
    for sql in [CORDS, GIVEN, RECEIVED] {
        deleted += tx.execute(sql, vec![user.into(), most.cast_signed().into()]).await?;
    }
    Ok(deleted)
}

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct CordRecord {
    id: String,
    user_a: UserId,
    user_b: UserId,
    total_strength: f64,
    is_active: bool,
    threads: Value,
    created_at: DateTime<Utc>,
    last_updated: DateTime<Utc>,
    last_decay_applied: DateTime<Utc>,
    erased_at: Option<DateTime<Utc>>,
}

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct VouchRecord {
    voucher_id: UserId,
    user_id: UserId,
    created_at: DateTime<Utc>,
}

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct SettingsRecord {
    enabled: bool,
    shows_vouches: bool,
    updated_at: DateTime<Utc>,
}

#[derive(FromQueryResult)]
struct WeekRecord {
    week: DateTime<Utc>,
}

/// A user's cords, vouches and settings, for their export. 4 queries.
///
/// # Errors
/// Database errors.
pub async fn export_of(reads: &impl SqlReader, user: UserId) -> Result<Value, DbErr> {
    const CORDS: &str = "SELECT id, user_a, user_b, total_strength, is_active, threads, \
         created_at, last_updated, last_decay_applied, erased_at FROM cords \
         WHERE user_a = $1 OR user_b = $1 ORDER BY id";
    const VOUCHES: &str = "SELECT voucher_id, user_id, created_at FROM vouches \
         WHERE voucher_id = $1 OR user_id = $1 ORDER BY created_at, voucher_id, user_id";
    const SETTINGS: &str =
        "SELECT enabled, shows_vouches, updated_at FROM cord_settings WHERE user_id = $1";
    const WEEKS: &str = "SELECT week FROM cord_active_weeks WHERE user_id = $1 ORDER BY week";
    let of = || vec![user.into()];
    let weeks = reads.sql(WEEKS, of()).all::<WeekRecord>().await?;
    Ok(json!({
        "cords": reads.sql(CORDS, of()).all::<CordRecord>().await?,
        "vouches": reads.sql(VOUCHES, of()).all::<VouchRecord>().await?,
        "settings": reads.sql(SETTINGS, of()).one::<SettingsRecord>().await?,
        "activeWeeks": weeks.into_iter().map(|row| row.week).collect::<Vec<_>>(),
    }))
}
