//! What can go wrong with an announcement.

use platform::{Catalogued, Entry};

/// Why nothing was announced or changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AnnouncementError {
    /// For admins of the community.
    #[error("Only community admins can create announcements")]
    NotAdmin,
    /// Not there, or of another community.
    #[error("Announcement not found")]
    NotFound,
    /// What has ended is not pinned.
    #[error("This announcement has ended")]
    Ended,
    /// An event that has begun is announced too late.
    #[error("An event must start in the future")]
    PastStart,
}

impl Catalogued for AnnouncementError {
    fn entry(&self) -> Entry {
        match self {
            Self::NotAdmin => Entry::forbidden("announcement-admin-only"),
            Self::NotFound => Entry::not_found("announcement-not-found"),
            Self::Ended => Entry::conflict("announcement-ended"),
            Self::PastStart => Entry::invalid("announcement-past-start"),
        }
    }
}

/// The line of an announcement that could not be kept.
pub(super) const CREATE_FAILED: &str = "Failed to create announcement";
