//! Security alerts about a user: exported, and anonymised when the account is deleted.

use crate::sql::SqlReader;
use chrono::{DateTime, Utc};
use platform::{System, Tx, UserId};
use sea_orm::prelude::Json;
use sea_orm::{DbErr, FromQueryResult};
use serde::Serialize;
use serde_json::{Value, json};

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct AlertRecord {
    raised_by: String,
    alert_type: String,
    severity: String,
    ip_prefix: Option<String>,
    claims: Json,
    received_at: DateTime<Utc>,
}

/// Alerts about a user, oldest first.
///
/// # Errors
/// Database errors.
pub async fn export_of(reads: &impl SqlReader, user: UserId) -> Result<Value, DbErr> {
    const SQL: &str = "SELECT raised_by, alert_type, severity, ip_prefix, claims, received_at \
         FROM security_alerts WHERE user_id = $1 ORDER BY received_at, id";
    Ok(json!(reads.sql(SQL, vec![user.into()]).all::<AlertRecord>().await?))
}

/// Removes the user from alerts about them; the alerts stay.
///
/// # Errors
/// Database errors.
pub async fn delete_alerts_of(tx: &Tx<'_, System>, user: UserId) -> Result<(), DbErr> {
    const SQL: &str =
        "UPDATE security_alerts SET user_email = NULL, user_id = NULL WHERE user_id = $1";
    tx.execute(SQL, vec![user.into()]).await.map(drop)
}
