//! Errors of security alerts.

use platform::limiter::Verdict;
use platform::problem::FieldError;
use platform::{CatalogueError, ProblemEntry};
use sea_orm::DbErr;

/// Reason why a request is refused.
#[derive(Debug, thiserror::Error)]
pub enum AlertError {
    /// A field is missing or too long.
    #[error("A security alert needs {0}.")]
    Field(&'static str, &'static str),
    /// The details are too long.
    #[error("The details of a security alert are too long.")]
    TooLong,
    /// Too many alerts from one client.
    #[error("Too many attempts. Please try again later.")]
    Limit(Verdict),
    /// Database error.
    #[error("An error occurred. Please try again.")]
    Store(#[from] DbErr),
}

impl CatalogueError for AlertError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::Field(..) => ProblemEntry::invalid("alert-field"),
            Self::TooLong => ProblemEntry::too_large("alert-too-long"),
            Self::Limit(_) => ProblemEntry::slow_down("rate-limited"),
            Self::Store(error) if platform::db::is_away(error) => {
                ProblemEntry::away("storage-away")
            }
            Self::Store(_) => ProblemEntry::internal(),
        }
    }

    fn fields(&self) -> Vec<FieldError> {
        match self {
            Self::Field(_, field) => {
                vec![FieldError::new(field, self.entry().code, self.to_string())]
            }
            _ => Vec::new(),
        }
    }

    fn retry_after_s(&self) -> Option<u64> {
        match self {
            Self::Limit(verdict) => Some(verdict.retry_after_s),
            _ => None,
        }
    }
}
