//! What can go wrong with the end of a community.

use platform::{Catalogued, Entry};

/// Why it goes on as it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DeletionError {
    /// For admins of the community, and staff.
    #[error("Only community administrators can delete the community")]
    NotAdmin,
    /// It is about to go already.
    #[error("Community is already scheduled for deletion")]
    Pending,
    /// There is nothing to cancel.
    #[error("No deletion request is pending")]
    NotPending,
    /// For admins of the community, and staff.
    #[error("Only community administrators can cancel deletion")]
    NotAdminToCancel,
}

impl Catalogued for DeletionError {
    fn entry(&self) -> Entry {
        match self {
            Self::NotAdmin => Entry::forbidden("deletion-admin-only"),
            Self::Pending => Entry::conflict("deletion-pending"),
            Self::NotPending => Entry::conflict("deletion-not-pending"),
            Self::NotAdminToCancel => Entry::forbidden("deletion-cancel-admin-only"),
        }
    }
}

/// The line of a request that could not be kept.
pub(super) const REQUEST_FAILED: &str = "Failed to initiate community deletion";
/// The line of one that could not be cancelled.
pub(super) const CANCEL_FAILED: &str = "Failed to cancel community deletion";
