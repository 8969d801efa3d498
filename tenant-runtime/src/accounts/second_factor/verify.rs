//! Checks and consumes codes. Checking is slow and happens outside the transaction; consuming is
//! one statement in it.

use super::codes;
use super::error::SecondFactorError;
use super::factor::Factor;
use super::notice::{self, FactorChange};
use super::{status, store};
use crate::accounts::AccountError;
use crate::accounts::device;
use crate::accounts::passwords::{self, HashParameters};
use platform::limiter::{LimitKey, LimitedAction};
use platform::{Scope, Tx, UserId};
use sea_orm::DbErr;

/// A code that was correct when checked.
#[derive(Debug)]
pub enum RightCode {
    /// TOTP code of this time step.
    Step(i64),
    /// Backup code with this hash.
    Backup(String),
}

/// Checks a code. The attempt is counted first (security.md section 7).
///
/// # Errors
/// [`SecondFactorError`]; each kind of code has its own message.
pub async fn validate_code<V>(
    scope: &Scope<V>,
    user: UserId,
    factor: Factor,
    typed: &str,
) -> Result<RightCode, SecondFactorError> {
    count_attempt(scope, user).await?;
    match factor {
        Factor::Totp => validate_step(scope, user, typed).await,
        Factor::BackupCode => validate_backup_code(scope, user, typed).await,
        Factor::Passkey => Err(SecondFactorError::Unsupported),
    }
}

/// Counts an attempt.
pub(super) async fn count_attempt<V>(
    scope: &Scope<V>,
    user: UserId,
) -> Result<(), SecondFactorError> {
    let key = tries_key(scope, user).await?;
    let verdict = scope.services().limiter().count_attempt(LimitedAction::SecondFactor, &key).await;
    if verdict.allowed { Ok(()) } else { Err(SecondFactorError::Limit(verdict)) }
}

/// Resets the count of attempts after a success.
pub async fn reset_attempts<V>(scope: &Scope<V>, user: UserId) {
    match tries_key(scope, user).await {
        Ok(key) => scope.services().limiter().clear(LimitedAction::SecondFactor, &key).await,
        Err(error) => {
            tracing::error!(%error, "failed to reset the count of second factor attempts")
        }
    }
}

/// Unknown devices share one count, so that someone who stole the password cannot lock out a device
/// that the account has used before.
async fn tries_key<V>(scope: &Scope<V>, user: UserId) -> Result<LimitKey, DbErr> {
    let email = store::email_of(scope, user).await?.unwrap_or_default();
    let known = device::find_known_device(scope.services(), scope.facts(), &email);
    Ok(LimitKey::user(user).combined_with(&LimitKey::device(known.as_deref())))
}

async fn validate_step<V>(
    scope: &Scope<V>,
    user: UserId,
    typed: &str,
) -> Result<RightCode, SecondFactorError> {
    let row = store::find(scope, user).await?.filter(|row| row.has_totp);
    let sealed = row.and_then(|row| row.totp_secret).ok_or(SecondFactorError::NotFound)?;
    let secret = open(scope, user, &sealed)?;
    let step = codes::matched_step(&secret, typed, scope.now());
    step.map(RightCode::Step).ok_or(SecondFactorError::WrongCode)
}

async fn validate_backup_code<V>(
    scope: &Scope<V>,
    user: UserId,
    typed: &str,
) -> Result<RightCode, SecondFactorError> {
    let failed = SecondFactorError::BackupFailed;
    let row = store::find(scope, user).await.map_err(|error| failed(error.into()))?;
    let row = row.filter(|row| row.has_totp).ok_or(SecondFactorError::NotFound)?;
    let recipe = row.backup_recipe.as_deref().and_then(HashParameters::read);
    let (Some(code), Some(recipe)) = (codes::backup_code(typed), recipe) else {
        return Err(SecondFactorError::WrongBackupCode);
    };
    let hashes =
        passwords::hash_codes(scope.services(), recipe, vec![code]).await.map_err(failed)?;
    hashes.into_iter().next().map(RightCode::Backup).ok_or(SecondFactorError::WrongBackupCode)
}

/// Marks the code as used. Fails if a concurrent request used it first.
///
/// # Errors
/// [`SecondFactorError`].
pub async fn mark_code_used<V>(
    tx: &Tx<'_, V>,
    user: UserId,
    code: &RightCode,
) -> Result<(), SecondFactorError> {
    match code {
        RightCode::Step(step) => {
            let taken = store::mark_step_used(tx, user, *step).await?;
            if taken { Ok(()) } else { Err(SecondFactorError::WrongCode) }
        }
        RightCode::Backup(hash) => {
            let failed = |error: sea_orm::DbErr| SecondFactorError::BackupFailed(error.into());
            if !store::mark_code_used(tx, user, hash).await.map_err(failed)? {
                return Err(SecondFactorError::WrongBackupCode);
            }
            let standing = status::status_of(tx, user).await.map_err(failed)?;
            let standing = standing.ok_or(AccountError::NotFound)?;
            let change = FactorChange::CodeUsed { left: standing.codes_left };
            notice::send_notice(tx, &standing, &change).await.map_err(failed)
        }
    }
}

/// Decrypts a secret of this account.
pub(super) fn open<V>(
    scope: &Scope<V>,
    user: UserId,
    sealed: &str,
) -> Result<Vec<u8>, SecondFactorError> {
    let opened = scope.services().keys().vault.open(&place_of(user), sealed);
    opened.map_err(|error| AccountError::Fault(error.to_string()).into())
}

/// Encryption context of an account's secret.
pub(super) fn place_of(user: UserId) -> String {
    format!("totp/{user}")
}
