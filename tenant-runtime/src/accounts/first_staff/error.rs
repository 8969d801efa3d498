//! Errors of the setup link.

use crate::accounts::error::AccountError;
use platform::problem::FieldError;
use platform::{CatalogueError, ProblemEntry};
use sea_orm::DbErr;

/// Why the first staff account was not created.
#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    /// A staff account exists; the same 404 as for an unknown path.
    #[error("Not found")]
    NotFound,
    /// The link is unknown, expired, used or replaced by a newer one.
    #[error(
        "This setup link no longer works. Use the newest one, or run `guildhall setup link` to get another."
    )]
    LinkRefused,
    /// The form is refused, as at sign-up.
    #[error(transparent)]
    Account(#[from] AccountError),
}

impl From<DbErr> for SetupError {
    fn from(error: DbErr) -> Self {
        Self::Account(error.into())
    }
}

impl CatalogueError for SetupError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::NotFound => ProblemEntry::not_found("not-found"),
            Self::LinkRefused => ProblemEntry::invalid("setup-link-refused"),
            Self::Account(error) => error.entry(),
        }
    }

    fn fields(&self) -> Vec<FieldError> {
        match self {
            Self::Account(error) => error.fields(),
            Self::NotFound | Self::LinkRefused => Vec::new(),
        }
    }

    fn retry_after_s(&self) -> Option<u64> {
        match self {
            Self::Account(error) => error.retry_after_s(),
            Self::NotFound | Self::LinkRefused => None,
        }
    }
}
