//! Errors of pauses.

use platform::{CatalogueError, ProblemEntry};

/// Reason why a community was not paused or resumed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PauseError {
    /// The pause would end in the past.
    #[error("A pause must end in the future.")]
    PastEnd,
    /// The community is not paused.
    #[error("This community is not paused")]
    NotPaused,
}

impl CatalogueError for PauseError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::PastEnd => ProblemEntry::invalid("pause-end-past"),
            Self::NotPaused => ProblemEntry::conflict("community-not-paused"),
        }
    }
}

/// Message when a pause could not be stored or lifted.
pub(super) const PAUSE_FAILED: &str = "Failed to change the pause";
