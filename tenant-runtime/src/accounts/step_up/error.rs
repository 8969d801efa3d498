//! Errors of step-up authentication.

use crate::accounts::AccountError;
use platform::problem::FieldError;
use platform::step_up::ProofNeeded;
use platform::{CatalogueError, ProblemEntry};
use sea_orm::DbErr;

/// Reason why a request is refused.
#[derive(Debug, thiserror::Error)]
pub enum ProofError {
    /// The authentication is too weak.
    #[error(transparent)]
    Needed(#[from] ProofNeeded),
    /// No credential was given.
    #[error("Please enter your password.")]
    Nothing,
    /// The password is wrong.
    #[error("Current password is incorrect")]
    WrongPassword,
    /// Errors of limits, hashing or the database.
    #[error(transparent)]
    Account(#[from] AccountError),
}

impl CatalogueError for ProofError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::Needed(needed) => needed.entry(),
            Self::Nothing => ProblemEntry::invalid("proof-missing"),
            Self::WrongPassword => ProblemEntry::invalid("current-password-incorrect"),
            Self::Account(error) => error.entry(),
        }
    }

    fn fields(&self) -> Vec<FieldError> {
        match self {
            Self::Nothing | Self::WrongPassword => {
                vec![FieldError::new("password", self.entry().code, self.to_string())]
            }
            Self::Account(error) => error.fields(),
            Self::Needed(_) => Vec::new(),
        }
    }

    fn retry_after_s(&self) -> Option<u64> {
        match self {
            Self::Account(error) => error.retry_after_s(),
            _ => None,
        }
    }
}

impl From<DbErr> for ProofError {
    fn from(error: DbErr) -> Self {
        Self::Account(error.into())
    }
}
