//! Staff actions on an account, for its owner's export: action, time and reason, without the staff
//! member.

use super::users;
use crate::sql::SqlReader;
use chrono::{DateTime, Utc};
use platform::UserId;
use sea_orm::prelude::Json;
use sea_orm::{DbErr, FromQueryResult};
use serde::Serialize;
use serde_json::{Value, json};

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct ModerationRecord {
    action: String,
    before: Option<Json>,
    after: Option<Json>,
    reason: Option<String>,
    created_at: DateTime<Utc>,
}

/// Notes of staff about a user, oldest first.
///
/// # Errors
/// Database errors.
pub async fn notes_about(reads: &impl SqlReader, user: UserId) -> Result<Value, DbErr> {
    users::notes_about(reads, user).await
}

/// Staff actions on a user's account, oldest first.
///
/// # Errors
/// Database errors.
pub async fn export_of(reads: &impl SqlReader, user: UserId) -> Result<Value, DbErr> {
    const SQL: &str = "SELECT action, before, after, reason, created_at FROM audit_log \
         WHERE subject_kind = 'account' AND subject_id = $1 ORDER BY id";
    Ok(json!(reads.sql(SQL, vec![user.to_string().into()]).all::<ModerationRecord>().await?))
}
