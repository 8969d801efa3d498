//! Errors of link previews.

use platform::{CatalogueError, ProblemEntry};

/// Reason why previews were not removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum PreviewError {
    /// Only the author and admins may remove previews.
    #[error("Only the author and admins can remove previews")]
    RemovalForbidden,
}

impl CatalogueError for PreviewError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::RemovalForbidden => ProblemEntry::forbidden("previews-removal-forbidden"),
        }
    }
}

/// Message when previews could not be removed.
pub(super) const REMOVAL_FAILED: &str = "Failed to remove previews";
