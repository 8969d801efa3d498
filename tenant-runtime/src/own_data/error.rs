//! Errors of data export and account deletion.

use platform::{CatalogueError, ProblemEntry};
use sea_orm::DbErr;

/// Reason why a request is refused.
#[derive(Debug, thiserror::Error)]
pub enum OwnDataError {
    /// The account was deleted.
    #[error("User not found")]
    NoAccount,
    /// The export does not exist, belongs to another user, or has expired.
    #[error("This download is no longer available. Please request a new one.")]
    NoExport,
    /// The confirmation word is missing.
    #[error("Please type DELETE to confirm.")]
    NotConfirmed,
    /// At least one member of staff must remain (G-091).
    #[error(
        "You are the last member of staff. Make another member staff before you delete your account."
    )]
    LastStaff,
    /// Database error.
    #[error("An error occurred. Please try again.")]
    Store(#[from] DbErr),
}

impl CatalogueError for OwnDataError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::NoAccount => ProblemEntry::not_found("user-not-found"),
            Self::NoExport => ProblemEntry::not_found("export-not-found"),
            Self::LastStaff => ProblemEntry::conflict("staff-last"),
            Self::NotConfirmed => ProblemEntry::invalid("not-confirmed"),
            Self::Store(error) if platform::db::is_away(error) => {
                ProblemEntry::away("storage-away")
            }
            Self::Store(_) => ProblemEntry::internal(),
        }
    }
}
