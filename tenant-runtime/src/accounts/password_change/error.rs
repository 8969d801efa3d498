//! Errors of a password change, with the specified messages.

use crate::accounts::AccountError;
use platform::limiter::Verdict;
use platform::problem::FieldError;
use platform::step_up::ProofNeeded;
use platform::{CatalogueError, ProblemEntry};
use sea_orm::DbErr;

/// Reason why a password change is refused.
#[derive(Debug, thiserror::Error)]
pub enum PasswordError {
    /// The new password is invalid; lists all reasons.
    #[error("{}", .0.iter().map(|field| field.message.as_str()).collect::<Vec<_>>().join(", "))]
    Fields(Vec<FieldError>),
    /// The new password is easy to guess, or has too few kinds of characters (A-129, G-039).
    #[error("Password is too weak. Please choose a stronger password.")]
    Weak,
    /// The account has no email address.
    #[error("User email not available for reauthentication")]
    NoEmail,
    /// The account has no password.
    #[error("User credentials do not match")]
    NoPassword,
    /// The current password cannot be valid.
    #[error("Invalid credentials provided")]
    Malformed,
    /// The current password is wrong.
    #[error("Current password is incorrect")]
    Wrong,
    /// Too many attempts.
    #[error("Too many failed attempts. Please try again later.")]
    Limit(Verdict),
    /// The account was deleted in the meantime.
    #[error("User account not found")]
    NoAccount,
    /// The account was disabled in the meantime.
    #[error("This account has been disabled.")]
    Disabled,
    /// The session needs stronger or more recent authentication.
    #[error(transparent)]
    Proof(#[from] ProofNeeded),
    /// The current password could not be checked.
    #[error("Failed to re-authenticate")]
    NotCompared(#[source] AccountError),
    /// The new password could not be hashed.
    #[error("Failed to update password")]
    NotHashed(#[source] AccountError),
    /// Database error.
    #[error("Failed to update password")]
    Store(#[from] DbErr),
}

impl CatalogueError for PasswordError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::Fields(_) => ProblemEntry::invalid("fields-invalid"),
            Self::Weak => ProblemEntry::invalid("password-too-weak"),
            Self::NoEmail => ProblemEntry::conflict("no-email"),
            Self::NoPassword => ProblemEntry::conflict("no-password"),
            Self::Malformed => ProblemEntry::invalid("credentials-malformed"),
            Self::Wrong => ProblemEntry::invalid("current-password-wrong"),
            Self::Limit(_) => ProblemEntry::slow_down("rate-limited"),
            Self::NoAccount => ProblemEntry::not_found("account-gone"),
            Self::Disabled => ProblemEntry::forbidden("account-disabled"),
            Self::Proof(error) => error.entry(),
            Self::NotCompared(error) | Self::NotHashed(error) => error.entry(),
            Self::Store(error) if platform::db::is_away(error) => {
                ProblemEntry::away("storage-away")
            }
            Self::Store(_) => ProblemEntry::internal(),
        }
    }

    fn fields(&self) -> Vec<FieldError> {
        let one = |field: &str| vec![FieldError::new(field, self.entry().code, self.to_string())];
        match self {
            Self::Fields(fields) => fields.clone(),
            Self::Weak => one("newPassword"),
            Self::Wrong | Self::Malformed => one("currentPassword"),
            _ => Vec::new(),
        }
    }

    fn retry_after_s(&self) -> Option<u64> {
        match self {
            Self::Limit(verdict) => Some(verdict.retry_after_s),
            Self::NotCompared(error) | Self::NotHashed(error) => error.retry_after_s(),
            Self::Store(error) if platform::db::is_away(error) => Some(1),
            _ => None,
        }
    }
}
