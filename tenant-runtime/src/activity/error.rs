//! Errors of the activity centre.

use platform::{CatalogueError, ProblemEntry};

/// Reason why activity was not changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ActivityError {
    /// It does not exist, or belongs to another user or portal.
    #[error("Notification not found")]
    NotFound,
    /// Nothing was cleared, it was already restored, or too much time has passed (G-034).
    #[error("Failed to restore activity")]
    NothingToRestore,
}

impl CatalogueError for ActivityError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::NotFound => ProblemEntry::not_found("notification-not-found"),
            Self::NothingToRestore => ProblemEntry::conflict("restore-too-late"),
        }
    }
}

/// Message when activity could not be loaded (C-122).
pub(crate) const LOAD_FAILED: &str = "Failed to load activity";
/// Message when activity could not be cleared (C-122).
pub(super) const CLEAR_FAILED: &str = "Failed to clear activity";
/// Message when activity could not be restored (C-122).
pub(super) const RESTORE_FAILED: &str = "Failed to restore activity";
/// Message to a visitor who tries to change activity (C-122).
pub(crate) const SIGNED_OUT: &str = "Authentication required";
