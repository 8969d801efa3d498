//! Errors of drafts.

use platform::{CatalogueError, ProblemEntry};

/// Reason why a draft was not stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DraftError {
    /// The place is too long, or has other characters than letters, digits, `:`, `_` and `-`.
    #[error("The place of the draft is not valid")]
    Place,
    /// The id of the post is no place, or the name of its author is too long.
    #[error("The post that the draft replies to is not valid")]
    ReplyTo,
}

impl CatalogueError for DraftError {
    fn entry(&self) -> ProblemEntry {
        ProblemEntry::invalid(match self {
            Self::Place => "draft-place-invalid",
            Self::ReplyTo => "draft-reply-invalid",
        })
    }
}

/// Message when drafts could not be loaded.
pub(super) const LOAD_FAILED: &str = "Failed to load drafts";
/// Message when a draft could not be stored or deleted.
pub(super) const SAVE_FAILED: &str = "Failed to save draft";
