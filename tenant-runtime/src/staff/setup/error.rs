//! Errors of the setup checklist.

use super::step::SetupStep;
use platform::{CatalogueError, ProblemEntry};
use sea_orm::DbErr;

/// Why a step was not skipped, or no test email requested.
#[derive(Debug, thiserror::Error)]
pub enum ChecklistError {
    /// The step is mandatory.
    #[error("This step cannot be skipped.")]
    Required(SetupStep),
    /// The viewer's account has no address.
    #[error("User not found")]
    NoAddress,
    /// Database error.
    #[error("An error occurred. Please try again.")]
    Store(#[from] DbErr),
}

impl CatalogueError for ChecklistError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::Required(_) => ProblemEntry::conflict("setup-step-required"),
            Self::NoAddress => ProblemEntry::not_found("user-not-found"),
            Self::Store(error) if platform::db::is_away(error) => {
                ProblemEntry::away("storage-away")
            }
            Self::Store(_) => ProblemEntry::internal(),
        }
    }
}
