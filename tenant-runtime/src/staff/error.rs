//! What can go wrong when staff act.

use crate::content::ContentError;
use platform::problem::FieldError;
use platform::{Catalogued, Entry};
use sea_orm::DbErr;

/// A refusal.
#[derive(Debug, thiserror::Error)]
pub enum StaffError {
    /// There is no such account.
    #[error("User not found")]
    NotFound,
    /// An act needs a reason (G-091).
    #[error(transparent)]
    Reason(#[from] ContentError),
    /// A pause that would be over before it begins.
    #[error("The end of a pause must lie in the future.")]
    PastEnd,
    /// The database.
    #[error("An error occurred. Please try again.")]
    Store(#[from] DbErr),
}

impl Catalogued for StaffError {
    fn entry(&self) -> Entry {
        match self {
            Self::NotFound => Entry::not_found("user-not-found"),
            Self::Reason(error) => error.entry(),
            Self::PastEnd => Entry::invalid("pause-end-past"),
            Self::Store(error) if platform::db::is_away(error) => Entry::away("storage-away"),
            Self::Store(_) => Entry::internal(),
        }
    }

    fn fields(&self) -> Vec<FieldError> {
        match self {
            Self::Reason(error) => vec![error.on("reason")],
            Self::PastEnd => {
                vec![FieldError::new("pausedUntil", "pause-end-past", self.to_string())]
            }
            Self::NotFound | Self::Store(_) => Vec::new(),
        }
    }
}
