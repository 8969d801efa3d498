//! What can go wrong with documents.

use crate::content::ContentError;
use platform::problem::FieldError;
use platform::{Catalogued, Entry};
use sea_orm::DbErr;

/// A refusal.
#[derive(Debug, thiserror::Error)]
pub enum LegalError {
    /// No such document, or nobody has written it yet.
    #[error("Not found")]
    NotFound,
    /// Somebody else published a version while this one was written.
    #[error("Someone else has published version {0} in the meantime. Compare before you publish.")]
    Changed(i64),
    /// A title or a text that cannot be kept.
    #[error(transparent)]
    Text(TextError),
    /// A date that is none.
    #[error("An effective date has the form YYYY-MM-DD.")]
    Date,
    /// The database.
    #[error("An error occurred. Please try again.")]
    Store(#[from] DbErr),
}

/// Which text was refused, and why.
#[derive(Debug, Clone, Copy, thiserror::Error)]
#[error("{error}")]
pub struct TextError {
    /// The field of the body.
    pub field: &'static str,
    /// Why.
    pub error: ContentError,
}

impl Catalogued for LegalError {
    fn entry(&self) -> Entry {
        match self {
            Self::NotFound => Entry::not_found("document-not-found"),
            Self::Changed(_) => Entry::conflict("document-changed"),
            Self::Text(text) => text.error.entry(),
            Self::Date => Entry::invalid("effective-date-malformed"),
            Self::Store(error) if platform::db::is_away(error) => Entry::away("storage-away"),
            Self::Store(_) => Entry::internal(),
        }
    }

    fn fields(&self) -> Vec<FieldError> {
        match self {
            Self::Text(text) => vec![text.error.on(text.field)],
            Self::Date => {
                vec![FieldError::new("effectiveDate", self.entry().code, self.to_string())]
            }
            _ => Vec::new(),
        }
    }
}
