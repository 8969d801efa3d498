//! Removal of all second factors of an account whose owner has lost them. The caller writes the audit
//! log and ends the sessions.

use super::notice::FactorChange;
use super::{rules, store};
use crate::accounts::passkeys;
use platform::{Tx, UserId};
use sea_orm::DbErr;

/// Removed second factors.
#[derive(Debug, Clone, Copy)]
pub struct RemovedFactors {
    /// An authenticator app and its backup codes were removed.
    pub had_totp: bool,
    /// Number of removed passkeys.
    pub passkeys: usize,
}

impl RemovedFactors {
    /// Returns true if anything was removed.
    #[must_use]
    pub const fn any(self) -> bool {
        self.had_totp || self.passkeys > 0
    }
}

/// Removes the authenticator app and the backup codes, and with `and_passkeys` all passkeys. Mails
/// the owner about each.
///
/// # Errors
/// Database errors.
pub async fn remove_of<V>(
    tx: &Tx<'_, V>,
    user: UserId,
    and_passkeys: bool,
) -> Result<RemovedFactors, DbErr> {
    let had_totp = store::delete_secret(tx, user).await?;
    if had_totp {
        rules::notify_change(tx, user, &FactorChange::TurnedOff).await?;
    }
    let names = if and_passkeys { passkeys::remove_all_of(tx, user).await? } else { Vec::new() };
    let passkeys = names.len();
    for name in names {
        rules::notify_change(tx, user, &FactorChange::PasskeyRemoved { name }).await?;
    }
    Ok(RemovedFactors { had_totp, passkeys })
}
