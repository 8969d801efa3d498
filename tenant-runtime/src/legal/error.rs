//! Errors of legal documents.

use crate::content::ContentError;
use platform::problem::FieldError;
use platform::{CatalogueError, ProblemEntry};
use sea_orm::DbErr;

/// Reason why a request is refused.
#[derive(Debug, thiserror::Error)]
pub enum LegalError {
    /// The document does not exist, or has not been written yet.
    #[error("Not found")]
    NotFound,
    /// Another member of staff published a version in the meantime.
    #[error("Someone else has published version {0} in the meantime. Compare before you publish.")]
    Changed(i64),
    /// A title or a text is invalid.
    #[error(transparent)]
    Text(TextError),
    /// The date is invalid.
    #[error("An effective date has the form YYYY-MM-DD.")]
    Date,
    /// Database error.
    #[error("An error occurred. Please try again.")]
    Store(#[from] DbErr),
}

/// An invalid text and its field.
#[derive(Debug, Clone, Copy, thiserror::Error)]
#[error("{error}")]
pub struct TextError {
    /// Field of the request body.
    pub field: &'static str,
    /// Reason of the refusal.
    pub error: ContentError,
}

impl CatalogueError for LegalError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::NotFound => ProblemEntry::not_found("document-not-found"),
            Self::Changed(_) => ProblemEntry::conflict("document-changed"),
            Self::Text(text) => text.error.entry(),
            Self::Date => ProblemEntry::invalid("effective-date-malformed"),
            Self::Store(error) if platform::db::is_away(error) => {
                ProblemEntry::away("storage-away")
            }
            Self::Store(_) => ProblemEntry::internal(),
        }
    }

    fn fields(&self) -> Vec<FieldError> {
        match self {
            Self::Text(text) => vec![text.error.to_field_error(text.field)],
            Self::Date => {
                vec![FieldError::new("effectiveDate", self.entry().code, self.to_string())]
            }
            _ => Vec::new(),
        }
    }
}
