//! What can go wrong with a change of visibility.

use crate::communities::rows::Visibility;
use platform::{Catalogued, Entry};

/// Why it stays as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum VisibilityError {
    /// For admins of the community.
    #[error("Only community admins can change visibility")]
    NotAdmin,
    /// There is nothing to change.
    #[error("Community is already {}", .0.word())]
    Same(Visibility),
}

impl Catalogued for VisibilityError {
    fn entry(&self) -> Entry {
        match self {
            Self::NotAdmin => Entry::forbidden("visibility-admin-only"),
            Self::Same(_) => Entry::conflict("visibility-unchanged"),
        }
    }
}

/// The line of a change that could not be kept.
pub(super) const CHANGE_FAILED: &str = "Failed to change community visibility";
