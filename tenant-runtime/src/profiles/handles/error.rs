//! Errors of handles, with the specified messages.

use platform::limiter::Verdict;
use platform::problem::FieldError;
use platform::{CatalogueError, ProblemEntry};
use sea_orm::DbErr;

/// Reason why a request is refused.
#[derive(Debug, thiserror::Error)]
pub enum HandleError {
    /// Another user has this handle or one that looks like it.
    #[error("This handle is already taken. Please choose another one.")]
    Taken,
    /// The new handle was stored but the old one not removed. Cannot happen, since a change
    /// is one transaction; the message is kept because clients know it (G-007).
    #[error("Profile updated, but your old handle couldn't be removed completely.")]
    OldKept,
    /// Too short or too long.
    #[error("A handle has 3 to 30 characters.")]
    Length,
    /// Contains a character that is not allowed.
    #[error("A handle is made of the letters a to z, digits, dots, hyphens and underscores.")]
    Characters,
    /// Does not begin with a letter or digit.
    #[error("A handle begins with a letter or a digit.")]
    Start,
    /// The handle is reserved for routes of the web app.
    #[error("This handle is reserved. Please choose another one.")]
    Reserved,
    /// The account was deleted.
    #[error("User not found")]
    NoAccount,
    /// The rate limit of writes is exceeded.
    #[error("Rate limit exceeded. Try again at {0}")]
    Limit(String, Verdict),
    /// Database error.
    #[error("Failed to update your handle. Please try again.")]
    Store(#[from] DbErr),
}

impl HandleError {
    const fn code(&self) -> &'static str {
        match self {
            Self::Taken => "handle-taken",
            Self::OldKept => "old-handle-kept",
            Self::Length => "handle-length",
            Self::Characters => "handle-characters",
            Self::Start => "handle-start",
            Self::Reserved => "handle-reserved",
            Self::NoAccount => "user-not-found",
            Self::Limit(..) => "rate-limited",
            Self::Store(_) => "handle-not-updated",
        }
    }
}

impl CatalogueError for HandleError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::Taken | Self::OldKept => ProblemEntry::conflict(self.code()),
            Self::NoAccount => ProblemEntry::not_found(self.code()),
            Self::Limit(..) => ProblemEntry::slow_down(self.code()),
            Self::Store(error) if platform::db::is_away(error) => {
                ProblemEntry::away("storage-away")
            }
            Self::Store(_) => ProblemEntry::internal(),
            Self::Length | Self::Characters | Self::Start | Self::Reserved => {
                ProblemEntry::invalid(self.code())
            }
        }
    }

    fn fields(&self) -> Vec<FieldError> {
        match self {
            Self::NoAccount | Self::Limit(..) | Self::Store(_) => Vec::new(),
            _ => vec![FieldError::new("handle", self.code(), self.to_string())],
        }
    }

    fn retry_after_s(&self) -> Option<u64> {
        match self {
            Self::Limit(_, verdict) => Some(verdict.retry_after_s),
            _ => None,
        }
    }
}
