//! Errors of timeouts.

use platform::{CatalogueError, ProblemEntry};

/// Reason why a timeout was not set or lifted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TimeoutError {
    /// Admins cannot be timed out.
    #[error("Admins cannot be timed out")]
    OfAdmin,
    /// Otherwise a member could lift or shorten their own timeout.
    #[error("You cannot change your own timeout")]
    Own,
    /// Neither an end nor a length was given, or both.
    #[error("Choose how long the timeout lasts")]
    NoEnd,
    /// The timeout would end in the past.
    #[error("A timeout must end in the future")]
    PastEnd,
    /// The member is not timed out.
    #[error("This member is not timed out")]
    NotThere,
}

impl CatalogueError for TimeoutError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::OfAdmin => ProblemEntry::forbidden("timeout-of-admin"),
            Self::Own => ProblemEntry::forbidden("timeout-own"),
            Self::NoEnd => ProblemEntry::invalid("timeout-no-end"),
            Self::PastEnd => ProblemEntry::invalid("timeout-past-end"),
            Self::NotThere => ProblemEntry::not_found("timeout-not-found"),
        }
    }
}
