//! The address that emails about notifications are sent to.

use crate::mail_feedback::{SuppressionReason, email_status};
use crate::profiles;
use chrono::{DateTime, Utc};
use platform::{AccountViewer, Member, Scope};
use sea_orm::DbErr;
use serde::Serialize;
use utoipa::ToSchema;

/// Whether emails reach an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum AddressStatus {
    /// Emails are sent.
    Ok,
    /// An email came back.
    Bounced,
    /// The person reported an email as spam.
    Complained,
}

impl From<SuppressionReason> for AddressStatus {
    fn from(reason: SuppressionReason) -> Self {
        match reason {
            SuppressionReason::Bounced => Self::Bounced,
            SuppressionReason::Complained => Self::Complained,
        }
    }
}

/// The viewer's address.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct NotificationAddress {
    address: String,
    status: AddressStatus,
    /// Time since which no notification is emailed; `null` while emails are sent.
    since: Option<DateTime<Utc>>,
}

/// Loads the viewer's address. Two queries.
pub(super) async fn load(scope: &Scope<Member>) -> Result<NotificationAddress, DbErr> {
    let user = scope.viewer().id();
    let address = profiles::email_addresses(scope, &[user]).await?.remove(&user);
    let address = address.unwrap_or_default();
    let suppressed = email_status(scope, &address).await?;
    Ok(NotificationAddress {
        address,
        status: suppressed.map_or(AddressStatus::Ok, |found| found.reason.into()),
        since: suppressed.map(|found| found.since),
    })
}
