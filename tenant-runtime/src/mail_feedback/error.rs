//! Errors of unsubscribing.

use platform::{CatalogueError, ProblemEntry};
use sea_orm::DbErr;

/// Reason why a request is refused.
#[derive(Debug, thiserror::Error)]
pub enum MailFeedbackError {
    /// The token is not one of ours, or its account was deleted.
    #[error("This unsubscribe link is not valid.")]
    Token,
    /// Database error.
    #[error("An error occurred. Please try again.")]
    Store(#[from] DbErr),
}

impl CatalogueError for MailFeedbackError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::Token => ProblemEntry::not_found("unsubscribe-token-invalid"),
            Self::Store(error) if platform::db::is_away(error) => {
                ProblemEntry::away("storage-away")
            }
            Self::Store(_) => ProblemEntry::internal(),
        }
    }

    fn retry_after_s(&self) -> Option<u64> {
        match self {
            Self::Store(error) if platform::db::is_away(error) => Some(1),
            _ => None,
        }
    }
}
