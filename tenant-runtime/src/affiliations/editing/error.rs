//! Errors of URL paths, with the specified messages.

use platform::problem::FieldError;
use platform::{CatalogueError, ProblemEntry};
use serde::Serialize;
use utoipa::ToSchema;

/// Reason why a URL path is refused (F-034, F-035, F-039).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum UrlPathError {
    /// Wrong length or characters.
    #[error("Invalid URL path format")]
    Format,
    /// The path is reserved for routes of the web app.
    #[error("Invalid URL path format")]
    Reserved,
    /// Another affiliation has this path, or this id (gap G-057).
    #[error("Failed to update URL path - it may already be taken")]
    Taken,
}

/// Reason in the response to an availability check (gap G-013).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum UrlPathReason {
    Format,
    Reserved,
    Taken,
}

impl From<UrlPathError> for UrlPathReason {
    fn from(error: UrlPathError) -> Self {
        match error {
            UrlPathError::Format => Self::Format,
            UrlPathError::Reserved => Self::Reserved,
            UrlPathError::Taken => Self::Taken,
        }
    }
}

impl CatalogueError for UrlPathError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::Format => ProblemEntry::invalid("url-path-format"),
            Self::Reserved => ProblemEntry::invalid("url-path-reserved"),
            Self::Taken => ProblemEntry::conflict("url-path-taken"),
        }
    }

    fn fields(&self) -> Vec<FieldError> {
        vec![FieldError::new("urlPath", self.entry().code, self.to_string())]
    }
}

/// Message when a change failed (F-047).
pub(super) const UPDATE_FAILED: &str = "Failed to update affiliation";
