//! A user's push subscriptions: exported without secrets. They are deleted with the account.

use crate::sql::SqlReader;
use chrono::{DateTime, Utc};
use platform::UserId;
use sea_orm::{DbErr, FromQueryResult};
use serde::Serialize;
use serde_json::{Value, json};

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct PushSubscriptionRecord {
    device_name: String,
    host: String,
    created_at: DateTime<Utc>,
    last_used_at: Option<DateTime<Utc>>,
}

/// A user's push subscriptions, for the export. One query.
///
/// # Errors
/// Database errors.
pub async fn export_of(reads: &impl SqlReader, user: UserId) -> Result<Value, DbErr> {
    const SQL: &str = "SELECT device_name, host, created_at, last_used_at \
         FROM push_subscriptions WHERE user_id = $1 ORDER BY created_at, id";
    let rows = reads.sql(SQL, vec![user.into()]).all::<PushSubscriptionRecord>().await?;
    Ok(json!(rows))
}
