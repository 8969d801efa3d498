//! Errors of announcements.

use platform::{CatalogueError, ProblemEntry};

/// Reason why an announcement was not created or changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AnnouncementError {
    /// Only admins of the community may do this.
    #[error("Only community admins can create announcements")]
    NotAdmin,
    /// It does not exist, or belongs to another community.
    #[error("Announcement not found")]
    NotFound,
    /// An ended announcement cannot be pinned.
    #[error("This announcement has ended")]
    Ended,
    /// The event would start in the past.
    #[error("An event must start in the future")]
    PastStart,
}

impl CatalogueError for AnnouncementError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::NotAdmin => ProblemEntry::forbidden("announcement-admin-only"),
            Self::NotFound => ProblemEntry::not_found("announcement-not-found"),
            Self::Ended => ProblemEntry::conflict("announcement-ended"),
            Self::PastStart => ProblemEntry::invalid("announcement-past-start"),
        }
    }
}

/// Message when an announcement could not be stored.
pub(super) const CREATE_FAILED: &str = "Failed to create announcement";
