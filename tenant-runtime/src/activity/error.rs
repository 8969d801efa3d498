//! What can go wrong in the activity centre.

use http::StatusCode;
use platform::{Catalogued, Entry, Problem};

/// Why activity was not changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ActivityError {
    /// Not there, another's, or of another portal.
    #[error("Notification not found")]
    NotFound,
    /// Never cleared, restored already, or too long ago (G-034).
    #[error("Failed to restore activity")]
    NothingToRestore,
}

impl Catalogued for ActivityError {
    fn entry(&self) -> Entry {
        match self {
            Self::NotFound => Entry::not_found("notification-not-found"),
            Self::NothingToRestore => Entry::conflict("restore-too-late"),
        }
    }
}

/// The line of activity that could not be read (C-122).
pub(super) const LOAD_FAILED: &str = "Failed to load activity";
/// The line of activity that could not be cleared (C-122).
pub(super) const CLEAR_FAILED: &str = "Failed to clear activity";
/// The line of activity that could not be restored (C-122).
pub(super) const RESTORE_FAILED: &str = "Failed to restore activity";
/// What whoever is not signed in is told when they would change something (C-122).
const SIGNED_OUT: &str = "Authentication required";

/// A gate's refusal of a change.
pub(super) fn to_visitors(mut refusal: Problem) -> Problem {
    if refusal.entry.status == StatusCode::UNAUTHORIZED {
        SIGNED_OUT.clone_into(&mut refusal.detail);
    }
    refusal
}
