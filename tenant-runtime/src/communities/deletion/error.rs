//! Errors of community deletion.

use platform::{CatalogueError, ProblemEntry};

/// Errors when requesting or cancelling the deletion of a community.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DeletionError {
    /// Only admins of the community and staff may delete it.
    #[error("Only community administrators can delete the community")]
    NotAdmin,
    /// The deletion is already scheduled.
    #[error("Community is already scheduled for deletion")]
    Pending,
    /// No deletion is scheduled.
    #[error("No deletion request is pending")]
    NotPending,
    /// Only admins of the community and staff may cancel a deletion.
    #[error("Only community administrators can cancel deletion")]
    NotAdminToCancel,
}

impl CatalogueError for DeletionError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::NotAdmin => ProblemEntry::forbidden("deletion-admin-only"),
            Self::Pending => ProblemEntry::conflict("deletion-pending"),
            Self::NotPending => ProblemEntry::conflict("deletion-not-pending"),
            Self::NotAdminToCancel => ProblemEntry::forbidden("deletion-cancel-admin-only"),
        }
    }
}

/// Message when the request could not be stored.
pub(super) const REQUEST_FAILED: &str = "Failed to initiate community deletion";
/// Message when the deletion could not be cancelled.
pub(super) const CANCEL_FAILED: &str = "Failed to cancel community deletion";
