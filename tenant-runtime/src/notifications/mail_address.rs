//! The address that emails about notifications are sent to.

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
}

/// The viewer's address.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct NotificationAddress {
    address: String,
    status: AddressStatus,
    /// Time since which no email is sent; `null` while emails are sent.
    since: Option<DateTime<Utc>>,
}

/// Loads the viewer's address.
pub(super) async fn load(scope: &Scope<Member>) -> Result<NotificationAddress, DbErr> {
    let user = scope.viewer().id();
    let address = profiles::email_addresses(scope, &[user]).await?.remove(&user);
    Ok(NotificationAddress {
        address: address.unwrap_or_default(),
        status: AddressStatus::Ok,
        since: None,
    })
}
