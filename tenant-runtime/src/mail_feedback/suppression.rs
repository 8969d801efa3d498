//! Addresses that get no further emails.
//!
//! After a complaint, no notification is mailed any more; emails about the account itself, such as
//! a password reset, are still sent, because the recipient asks for them. After a hard bounce
//! nothing is sent, since repeated attempts harm the reputation of the operator's mail server. One
//! exception prevents that a repaired mailbox stays locked out: a day after the last bounce, an
//! email about the account is sent again.

use super::rows::{SuppressionReason, suppression};
use crate::accounts;
use crate::sql::SqlReader;
use chrono::{DateTime, Duration, Utc};
use platform::Tx;
use sea_orm::{DbErr, FromQueryResult};
use serde::Serialize;
use utoipa::ToSchema;

/// Time after a bounce without any email to the address.
pub(super) const BOUNCE_PAUSE: Duration = Duration::days(1);

/// Result of the reports about a person's address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromQueryResult, Serialize, ToSchema)]
pub struct EmailStatus {
    /// Reason why it gets no notifications.
    pub reason: SuppressionReason,
    /// First report.
    pub since: DateTime<Utc>,
}

/// Reports about an address; `None` if there are none. One query.
///
/// # Errors
/// Database errors.
pub async fn email_status(
    reads: &impl SqlReader,
    address: &str,
) -> Result<Option<EmailStatus>, DbErr> {
    const SQL: &str = "SELECT reason, since FROM mail_suppressions WHERE address = $1";
    reads.sql(SQL, vec![accounts::normalised_email(address).into()]).one().await
}

/// Returns whether an address gets no notifications, after a hard bounce or a complaint.
///
/// # Errors
/// Database errors.
pub async fn is_suppressed<V>(tx: &Tx<'_, V>, address: &str) -> Result<bool, DbErr> {
    let address = accounts::normalised_email(address);
    tx.global::<suppression::Entity>().by_id(address).exists().await
}
