//! A user's affiliation requests, for their export.

use super::rows::{AffiliationRequestStatus, AffiliationRequestType};
use crate::sql::SqlReader;
use chrono::{DateTime, Utc};
use platform::UserId;
use sea_orm::{DbErr, FromQueryResult};
use serde::Serialize;
use serde_json::Value;

/// A request as exported for the applicant, without the reviewers' notes.
#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OwnRequest {
    #[serde(rename = "type")]
    kind: AffiliationRequestType,
    affiliation_name: String,
    /// Description of a requested new affiliation.
    description: Option<String>,
    is_private: bool,
    status: AffiliationRequestStatus,
    form_data: Value,
    rejection_reason: Option<String>,
    created_at: DateTime<Utc>,
    reviewed_at: Option<DateTime<Utc>>,
}

/// A user's requests, oldest first. One query.
///
/// # Errors
/// Database errors.
pub async fn requests_of(reads: &impl SqlReader, user: UserId) -> Result<Vec<OwnRequest>, DbErr> {
    const SQL: &str = "SELECT r.type AS kind, COALESCE(a.name, r.affiliation_name) AS affiliation_name, \
         r.description, r.is_private, r.status, r.form_data, r.rejection_reason, \
         r.created_at, r.reviewed_at FROM affiliation_requests r \
         LEFT JOIN affiliations a ON a.id = r.affiliation_id \
         WHERE r.user_id = $1 ORDER BY r.created_at, r.id";
    reads.sql(SQL, vec![user.into()]).all().await
}
