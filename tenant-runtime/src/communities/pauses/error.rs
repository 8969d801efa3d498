//! What can go wrong when staff put a community to rest.

use platform::{Catalogued, Entry};

/// Why it goes on as it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PauseError {
    /// A pause that would be over before it begins.
    #[error("A pause must end in the future.")]
    PastEnd,
    /// There is nothing to lift.
    #[error("This community is not paused")]
    NotPaused,
}

impl Catalogued for PauseError {
    fn entry(&self) -> Entry {
        match self {
            Self::PastEnd => Entry::invalid("pause-end-past"),
            Self::NotPaused => Entry::conflict("community-not-paused"),
        }
    }
}

/// The line of a pause that could not be kept or lifted.
pub(super) const PAUSE_FAILED: &str = "Failed to change the pause";
