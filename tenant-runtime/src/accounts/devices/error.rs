//! Errors of the session list.

use platform::step_up::ProofNeeded;
use platform::{CatalogueError, ProblemEntry};
use sea_orm::DbErr;

/// Reason why a request is refused.
#[derive(Debug, thiserror::Error)]
pub enum DeviceError {
    /// The session is not the viewer's, or has ended.
    #[error("No session found")]
    NotFound,
    /// Recent authentication is needed.
    #[error(transparent)]
    Proof(#[from] ProofNeeded),
    /// Database error.
    #[error("An error occurred. Please try again.")]
    Store(#[from] DbErr),
}

impl CatalogueError for DeviceError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::NotFound => ProblemEntry::not_found("no-session"),
            Self::Proof(error) => error.entry(),
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
