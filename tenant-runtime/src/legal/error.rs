//! What can go wrong with documents.

use platform::{Catalogued, Entry};
use sea_orm::DbErr;

/// A refusal.
#[derive(Debug, thiserror::Error)]
pub enum LegalError {
    /// No such document, or nobody has written it yet.
    #[error("Not found")]
    NotFound,
    /// The database.
    #[error("An error occurred. Please try again.")]
    Store(#[from] DbErr),
}

impl Catalogued for LegalError {
    fn entry(&self) -> Entry {
        match self {
            Self::NotFound => Entry::not_found("document-not-found"),
            Self::Store(error) if platform::db::is_away(error) => Entry::away("storage-away"),
            Self::Store(_) => Entry::internal(),
        }
    }
}
