//! Errors of password recovery, with the specified messages.

use crate::accounts::AccountError;
use platform::limiter::Verdict;
use platform::problem::FieldError;
use platform::{CatalogueError, ProblemEntry};
use sea_orm::DbErr;

/// Reason why a recovery is refused.
#[derive(Debug, thiserror::Error)]
pub enum RecoveryError {
    /// The email address is missing.
    #[error("Email is required")]
    NoAddress,
    /// The email address is invalid.
    #[error("Invalid email address format.")]
    Address,
    /// No account has this address; only if the operator allows messages to reveal accounts
    /// (G-059).
    #[error("No account found with this email address.")]
    NoAccount,
    /// Too many requests.
    #[error("Too many requests. Please wait before requesting another reset email.")]
    Limit(Verdict),
    /// The link is unknown, expired, used, or older than the password.
    #[error("This link is no longer valid. Please request a new one.")]
    LinkRefused,
    /// The account was disabled after the link was sent.
    #[error("This account has been disabled.")]
    Disabled,
    /// The new password is invalid, or could not be hashed.
    #[error(transparent)]
    Account(#[from] AccountError),
    /// The mail could not be enqueued.
    #[error("Failed to send password reset email")]
    NotPromised(#[source] DbErr),
    /// Database error.
    #[error("Failed to update password")]
    Store(#[from] DbErr),
}

impl CatalogueError for RecoveryError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::NoAddress => ProblemEntry::invalid("email-required"),
            Self::Address => ProblemEntry::invalid("email-malformed"),
            Self::NoAccount => ProblemEntry::not_found("no-such-account"),
            Self::Limit(_) => ProblemEntry::slow_down("rate-limited"),
            Self::LinkRefused => ProblemEntry::invalid("reset-link-refused"),
            Self::Disabled => ProblemEntry::forbidden("account-disabled"),
            Self::Account(error) => error.entry(),
            Self::NotPromised(error) | Self::Store(error) if platform::db::is_away(error) => {
                ProblemEntry::away("storage-away")
            }
            Self::NotPromised(_) | Self::Store(_) => ProblemEntry::internal(),
        }
    }

    fn fields(&self) -> Vec<FieldError> {
        match self {
            Self::NoAddress | Self::Address | Self::NoAccount => {
                vec![FieldError::new("email", self.entry().code, self.to_string())]
            }
            Self::Account(error) => error.fields(),
            _ => Vec::new(),
        }
    }

    fn retry_after_s(&self) -> Option<u64> {
        match self {
            Self::Limit(verdict) => Some(verdict.retry_after_s),
            Self::Account(error) => error.retry_after_s(),
            Self::NotPromised(error) | Self::Store(error) if platform::db::is_away(error) => {
                Some(1)
            }
            _ => None,
        }
    }
}
