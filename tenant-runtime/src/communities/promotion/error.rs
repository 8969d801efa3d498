//! Errors of promotions.

use platform::{CatalogueError, ProblemEntry};

/// Reason why a member was not promoted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PromotionError {
    /// Only admins of the community may promote.
    #[error("Only community admins can promote members")]
    NotAdmin,
    /// The member is already an admin.
    #[error("User is already a community admin")]
    AlreadyAdmin,
}

impl CatalogueError for PromotionError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::NotAdmin => ProblemEntry::forbidden("promotion-admin-only"),
            Self::AlreadyAdmin => ProblemEntry::conflict("promotion-already-admin"),
        }
    }
}

/// Message when a promotion could not be stored.
pub(super) const PROMOTE_FAILED: &str = "Failed to promote user";
