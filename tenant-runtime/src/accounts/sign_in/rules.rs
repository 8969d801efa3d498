//! Checks email address and password, and the account's status.

use super::store::{self, SignInAccount};
use crate::accounts::error::AccountError;
use crate::accounts::{device, passwords, registration};
use platform::limiter::{LimitKey, LimitedAction, Limiter, Verdict};
use platform::problem::FieldError;
use platform::{Scope, UserId, Visitor};

/// Minimum characters of a password in the sign-in form.
const PASSWORD_CHARS_MIN: usize = 6;
/// Longest block of the login limit, in seconds.
const BLOCK_S: u64 = 30 * 60;

/// A well-formed sign-in attempt.
pub(super) struct Attempt {
    pub email: String,
    password: String,
}

impl Attempt {
    /// Validates the form.
    pub fn read(email: &str, password: String) -> Result<Self, AccountError> {
        let mut fields = Vec::new();
        let email =
            registration::check_email(email).map_err(|e| fields.push(e)).unwrap_or_default();
        if password.is_empty() {
            fields.push(FieldError::new("password", "password-required", "Password is required"));
        } else if password.chars().count() < PASSWORD_CHARS_MIN {
            let message = "Password must be at least 6 characters";
            fields.push(FieldError::new("password", "password-too-short", message));
        }
        if fields.is_empty() {
            Ok(Self { email, password })
        } else {
            Err(AccountError::Fields(fields))
        }
    }
}

/// Signs in. Attempts are counted before the password is checked, so that concurrent ones all
/// count; a success resets the account's counter and is refunded to the network (G-021). The
/// account's status is revealed only after the correct password.
pub(super) async fn log_in(
    scope: &mut Scope<Visitor>,
    attempt: &Attempt,
) -> Result<UserId, AccountError> {
    let services = scope.services().clone();
    let limiter = services.limiter();
    let known = device::find_known_device(scope.services(), scope.facts(), &attempt.email);
    let account =
        LimitKey::account(&attempt.email).combined_with(&LimitKey::device(known.as_deref()));
    let network = LimitKey::network(scope.facts().context.client_ip);
    let counted = (LimitedAction::Login, account.clone());
    // Many attempts from the same network must not lock out a device that the account has used
    // before.
    let verdict = match known {
        Some(_) => limiter.count_attempt(counted.0, &counted.1).await,
        None => {
            limiter.count_attempts(&[(LimitedAction::LoginNetwork, network.clone()), counted]).await
        }
    };
    if !verdict.allowed {
        return Err(limit_error(verdict));
    }

    let reveals = scope.services().config().auth.reveals_accounts();
    let found = store::find(scope, &attempt.email).await?;
    let exists = found.is_some();
    let hash = found.as_ref().and_then(|found| found.password_hash.clone());
    let only_google = hash.is_none() && found.as_ref().is_some_and(|found| found.identities > 0);
    let right = passwords::is_right(scope.services(), &attempt.password, hash).await?;
    let Some(found) = found.filter(|_| right) else {
        // The only response that reveals an account: users who signed up with Google could
        // otherwise not find out how to sign in (G-067).
        if only_google {
            return Err(AccountError::GoogleAccount
                .with_limit_state(after_failure(limiter, verdict, &account).await));
        }
        return Err(sign_in_error(reveals, exists)
            .with_limit_state(after_failure(limiter, verdict, &account).await));
    };
    if found.is_undisclosed() {
        return Err(sign_in_error(reveals, true)
            .with_limit_state(after_failure(limiter, verdict, &account).await));
    }
    limiter.clear(LimitedAction::Login, &account).await;
    if known.is_none() {
        limiter.refund_attempt(LimitedAction::LoginNetwork, &network).await;
    }
    check_standing(&found)?;
    renew_hash(scope, &found, &attempt.password).await?;
    Ok(found.id)
}

/// State of the limit after a failure: the last attempt includes the time to wait.
async fn after_failure(limiter: &Limiter, verdict: Verdict, account: &LimitKey) -> Verdict {
    if verdict.remaining > 0 {
        return verdict;
    }
    let now = limiter.check(LimitedAction::Login, account).await;
    Verdict { retry_after_s: now.retry_after_s, ..verdict }
}

/// Rehashes the password with the current cost, while it is available.
async fn renew_hash(
    scope: &mut Scope<Visitor>,
    found: &SignInAccount,
    password: &str,
) -> Result<(), AccountError> {
    let services = scope.services().clone();
    let cost = &services.config().security.argon2;
    let outdated = found.password_hash.as_deref();
    let Some(outdated) = outdated.filter(|hash| passwords::is_outdated(hash, cost)) else {
        return Ok(());
    };
    let hash = passwords::hash(&services, password).await?;
    let tx = scope.begin().await?;
    store::replace_hash(&tx, found.id, outdated, hash).await?;
    tx.commit().await?;
    Ok(())
}

/// A wait beyond the longest block means a hundred failures in a row: only a new password helps
///
const fn limit_error(verdict: Verdict) -> AccountError {
    if verdict.retry_after_s > BLOCK_S {
        AccountError::LoginBlocked(verdict)
    } else {
        AccountError::LoginLimit(verdict)
    }
}

const fn sign_in_error(reveals: bool, exists: bool) -> AccountError {
    match (reveals, exists) {
        (false, _) => AccountError::InvalidLogin,
        (true, false) => AccountError::NoSuchAccount,
        (true, true) => AccountError::WrongPassword,
    }
}

fn check_standing(found: &SignInAccount) -> Result<(), AccountError> {
    if found.status.is_some() {
        return Err(AccountError::Suspended);
    }
    if !found.email_verified || found.marked_unverified {
        return Err(AccountError::NotVerified);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_missing_and_invalid_fields_of_the_form() {
        let message_for = |email, password: &str| {
            Attempt::read(email, password.to_owned()).err().map(|error| error.to_string())
        };
        assert_eq!(message_for("", "").as_deref(), Some("Email is required, Password is required"));
        assert_eq!(
            message_for("rosa", "short").as_deref(),
            Some("Invalid email format, Password must be at least 6 characters")
        );
        assert_eq!(message_for("Rosa@example.org", "sixsix"), None);
    }

    #[test]
    fn login_error_does_not_reveal_whether_the_account_exists_by_default() {
        assert_eq!(sign_in_error(false, true).to_string(), sign_in_error(false, false).to_string());
        assert_eq!(sign_in_error(true, false).to_string(), "No account found with this email.");
        assert_eq!(sign_in_error(true, true).to_string(), "Incorrect password.");
    }
}
