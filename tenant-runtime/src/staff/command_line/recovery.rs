//! Requires a new password, and delivers the link to choose it.

use super::{audit, audit_reason, find, publish_event};
use crate::accounts::{self, RecoveryLinkError};
use crate::staff::StaffError;
use platform::{Services, UserId};
use serde_json::json;

/// Way to the owner of the account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecoveryDelivery {
    /// The link is mailed to the address of the account.
    Mail,
    /// The operator delivers the link.
    Print,
}

/// A delivered link.
#[derive(Debug, Clone)]
pub struct RecoveryLink {
    /// The account.
    pub user: UserId,
    /// Link for the operator; `None` if it was mailed.
    pub url: Option<String>,
    /// Minutes for which it is valid.
    pub valid_minutes: u32,
}

/// Requires a new password, ends all sessions of the account, and delivers a link to choose the new
/// password, as the action of staff does at the next sign-in.
///
/// # Errors
/// There is no such account, or it is banned or suspended; database errors.
pub async fn send_recovery_link(
    services: &Services,
    account: &str,
    reason: &str,
    delivery: RecoveryDelivery,
) -> Result<RecoveryLink, StaffError> {
    let reason = audit_reason(reason)?;
    let mut system = services.system("send a recovery link on the operator's command");
    let tx = system.begin().await?;
    let before = find(&tx, account).await?;
    if before.status.is_some() {
        return Err(StaffError::Disabled);
    }
    accounts::require_reset(&tx, before.id).await?;
    let is_printed = delivery == RecoveryDelivery::Print;
    let url =
        accounts::issue_recovery_link(&tx, before.id, is_printed).await.map_err(
            |error| match error {
                RecoveryLinkError::Store(error) => error.into(),
                RecoveryLinkError::Random(cause) => StaffError::Fault(cause),
            },
        )?;
    let states = (
        json!({ "passwordResetRequired": before.password_reset_required }),
        json!({ "passwordResetRequired": true, "linkMailed": !is_printed }),
    );
    audit(&tx, "account.recovery-link", before.id, &reason, states).await?;
    publish_event(&tx, before.id).await?;
    tx.commit().await?;
    Ok(RecoveryLink { user: before.id, url, valid_minutes: accounts::RECOVERY_LINK_MINUTES })
}
