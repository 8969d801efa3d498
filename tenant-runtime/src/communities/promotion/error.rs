//! What can go wrong with a promotion.

use platform::{Catalogued, Entry};

/// Why somebody was not promoted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PromotionError {
    /// For admins of the community.
    #[error("Only community admins can promote members")]
    NotAdmin,
    /// There is nothing to promote them to.
    #[error("User is already a community admin")]
    AlreadyAdmin,
}

impl Catalogued for PromotionError {
    fn entry(&self) -> Entry {
        match self {
            Self::NotAdmin => Entry::forbidden("promotion-admin-only"),
            Self::AlreadyAdmin => Entry::conflict("promotion-already-admin"),
        }
    }
}

/// The line of a promotion that could not be kept.
pub(super) const PROMOTE_FAILED: &str = "Failed to promote user";
