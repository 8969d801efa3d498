//! Removes a lost second factor.

use super::{audit, audit_reason, find, publish_event};
use crate::accounts::second_factor::{self, RemovedFactors};
use crate::staff::StaffError;
use platform::{Services, UserId, sessions};
use serde_json::json;

/// Result of a reset.
#[derive(Debug, Clone, Copy)]
pub struct FactorReset {
    /// The account.
    pub user: UserId,
    /// Removed second factors.
    pub removed: RemovedFactors,
}

/// Removes the authenticator app and the backup codes of an account, and with `and_passkeys` its
/// passkeys. Ends all its sessions, and mails its owner about each change.
///
/// # Errors
/// [`StaffError::NoFactor`] if there is nothing to remove; database errors.
pub async fn reset_factor(
    services: &Services,
    account: &str,
    reason: &str,
    and_passkeys: bool,
) -> Result<FactorReset, StaffError> {
    let reason = audit_reason(reason)?;
    let mut system = services.system("reset a second factor on the operator's command");
    let tx = system.begin().await?;
    let user = find(&tx, account).await?.id;
    let removed = second_factor::remove_of(&tx, user, and_passkeys).await?;
    if !removed.any() {
        return Err(StaffError::NoFactor);
    }
    sessions::revoke_all(&tx, user, "second-factor-reset").await?;
    let before = json!({ "hasTotp": removed.had_totp, "passkeysRemoved": removed.passkeys });
    let after = json!({ "hasTotp": false });
    audit(&tx, "account.reset-factor", user, &reason, (before, after)).await?;
    publish_event(&tx, user).await?;
    tx.commit().await?;
    Ok(FactorReset { user, removed })
}
