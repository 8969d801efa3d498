//! What somebody asked of affiliations, for their archive.

use super::rows::{AffiliationRequestStatus, AffiliationRequestType};
use crate::reads::Reads;
use chrono::{DateTime, Utc};
use platform::UserId;
use sea_orm::{DbErr, FromQueryResult};
use serde::Serialize;
use serde_json::Value;

/// A request as its owner takes it along; what reviewers told one another is theirs.
#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OwnRequest {
    #[serde(rename = "type")]
    kind: AffiliationRequestType,
    affiliation_name: String,
    /// What one is that was missing.
    description: Option<String>,
    is_private: bool,
    status: AffiliationRequestStatus,
    form_data: Value,
    rejection_reason: Option<String>,
    created_at: DateTime<Utc>,
    reviewed_at: Option<DateTime<Utc>>,
}

/// Somebody's requests, the oldest first. One query.
///
/// # Errors
/// The database's.
pub async fn requests_of(reads: &impl Reads, user: UserId) -> Result<Vec<OwnRequest>, DbErr> {
    const SQL: &str = "SELECT r.type AS kind, COALESCE(a.name, r.affiliation_name) AS affiliation_name, \
         r.description, r.is_private, r.status, r.form_data, r.rejection_reason, \
         r.created_at, r.reviewed_at FROM affiliation_requests r \
         LEFT JOIN affiliations a ON a.id = r.affiliation_id \
         WHERE r.user_id = $1 ORDER BY r.created_at, r.id";
    reads.sql(SQL, vec![user.into()]).all().await
}
