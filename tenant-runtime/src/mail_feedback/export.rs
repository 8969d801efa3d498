//! Reports about a user's address, for the export. They are deleted with the account.

use crate::sql::SqlReader;
use chrono::{DateTime, Utc};
use platform::UserId;
use sea_orm::{DbErr, FromQueryResult};
use serde::Serialize;
use serde_json::{Value, json};

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct ReportRecord {
    kind: String,
    status_code: Option<String>,
    created_at: DateTime<Utc>,
}

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct SuppressionRecord {
    address: String,
    reason: String,
    status_code: Option<String>,
    since: DateTime<Utc>,
}

/// A user's suppressed addresses and the reports about their emails. 2 queries.
///
/// # Errors
/// Database errors.
pub async fn export_of(reads: &impl SqlReader, user: UserId) -> Result<Value, DbErr> {
    const REPORTS_SQL: &str = "SELECT kind, status_code, created_at FROM mail_feedback \
         WHERE user_id = $1 ORDER BY created_at, id";
    const SUPPRESSIONS_SQL: &str = "SELECT address, reason, status_code, since \
         FROM mail_suppressions WHERE user_id = $1 ORDER BY since";
    let reports = reads.sql(REPORTS_SQL, vec![user.into()]).all::<ReportRecord>().await?;
    let suppressions = reads.sql(SUPPRESSIONS_SQL, vec![user.into()]);
    let suppressions = suppressions.all::<SuppressionRecord>().await?;
    Ok(json!({ "reports": reports, "suppressedAddresses": suppressions }))
}
