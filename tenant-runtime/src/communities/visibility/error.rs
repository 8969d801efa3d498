//! Errors of visibility changes.

use crate::communities::rows::Visibility;
use platform::{CatalogueError, ProblemEntry};

/// Reason why the visibility was not changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum VisibilityError {
    /// Only admins of the community may do this.
    #[error("Only community admins can change visibility")]
    NotAdmin,
    /// The community already has this visibility.
    #[error("Community is already {}", .0.as_str())]
    Same(Visibility),
}

impl CatalogueError for VisibilityError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::NotAdmin => ProblemEntry::forbidden("visibility-admin-only"),
            Self::Same(_) => ProblemEntry::conflict("visibility-unchanged"),
        }
    }
}

/// Message when a change could not be stored.
pub(super) const CHANGE_FAILED: &str = "Failed to change community visibility";
