//! Errors of managing threads.

use platform::{CatalogueError, ProblemEntry};

/// Reason why a thread was not changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum ManageError {
    #[error("Only community admins can rename threads")]
    RenameForbidden,
    #[error("Only community admins can pin threads")]
    PinForbidden,
    #[error("Only community admins can move threads")]
    MoveForbidden,
    #[error("Only community admins and trustees can close threads")]
    CloseForbidden,
    #[error("Only community admins and trustees can remove threads")]
    RemoveForbidden,
    #[error("A community can have at most 5 pinned threads")]
    TooManyPins,
    #[error("The thread is already in this community")]
    AlreadyThere,
}

impl CatalogueError for ManageError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::RenameForbidden => ProblemEntry::forbidden("thread-rename-forbidden"),
            Self::PinForbidden => ProblemEntry::forbidden("thread-pin-forbidden"),
            Self::MoveForbidden => ProblemEntry::forbidden("thread-move-forbidden"),
            Self::CloseForbidden => ProblemEntry::forbidden("thread-close-forbidden"),
            Self::RemoveForbidden => ProblemEntry::forbidden("thread-remove-forbidden"),
            Self::TooManyPins => ProblemEntry::conflict("thread-too-many-pins"),
            Self::AlreadyThere => ProblemEntry::conflict("thread-already-there"),
        }
    }
}

/// Message when a thread could not be changed.
pub(super) const CHANGE_FAILED: &str = "Failed to change thread";
/// Message when a thread could not be removed.
pub(super) const REMOVE_FAILED: &str = "Failed to remove thread";
