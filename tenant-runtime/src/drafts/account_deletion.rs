//! A user's drafts: exported. They are deleted with the account's row.

use crate::sql::SqlReader;
use chrono::{DateTime, Utc};
use platform::UserId;
use sea_orm::{DbErr, FromQueryResult};
use serde::Serialize;
use serde_json::{Value, json};

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct DraftRecord {
    place: String,
    text: String,
    reply_to_name: Option<String>,
    updated: DateTime<Utc>,
}

/// A user's drafts on all sites, for the export. One query.
///
/// # Errors
/// Database errors.
pub async fn export_of(reads: &impl SqlReader, user: UserId) -> Result<Value, DbErr> {
    const SQL: &str = "SELECT place, text, reply_to_name, updated FROM drafts \
         WHERE user_id = $1 ORDER BY updated, id";
    let rows = reads.sql(SQL, vec![user.into()]).all::<DraftRecord>().await?;
    Ok(json!(rows))
}
