//! Errors of announcements.

use platform::problem::FieldError;
use platform::{CatalogueError, Problem, ProblemEntry};

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
    /// The event would start after more than five years.
    #[error("An event must start within five years")]
    LateStart,
    /// The event would end at or before its start.
    #[error("An event must end after its start")]
    EndBeforeStart,
    /// The event would last more than 14 days.
    #[error("An event may last at most 14 days")]
    EventTooLong,
    /// An end, place, link or capacity without a start time.
    #[error("Only an event with a start time has an end, a place, a link or a capacity")]
    NoStart,
    /// The link is not a web address.
    #[error("The link must be a web address that begins with http:// or https://")]
    Link,
    /// The capacity is not a number of people.
    #[error("The capacity must be between 1 and 100000")]
    Capacity,
    /// An event would become an announcement, or the reverse.
    #[error("An event must keep a start time, and another announcement cannot get one")]
    KindFixed,
    /// Only events have answers and a calendar file, and are cancelled.
    #[error("This announcement is not an event")]
    NotEvent,
    /// The event was cancelled.
    #[error("This event was cancelled")]
    Cancelled,
    /// The event is over.
    #[error("This event is over")]
    Over,
    /// As many people as the capacity have answered yes.
    #[error("This event is full")]
    Full,
}

impl AnnouncementError {
    /// The problem for a field of the request body.
    pub(super) fn in_field(self, field: &str) -> Problem {
        let error = FieldError::new(field, self.entry().code, self.to_string());
        Problem::from(self).with_errors(vec![error])
    }
}

impl CatalogueError for AnnouncementError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::NotAdmin => ProblemEntry::forbidden("announcement-admin-only"),
            Self::NotFound => ProblemEntry::not_found("announcement-not-found"),
            Self::Ended => ProblemEntry::conflict("announcement-ended"),
            Self::PastStart => ProblemEntry::invalid("announcement-past-start"),
            Self::LateStart => ProblemEntry::invalid("announcement-late-start"),
            Self::EndBeforeStart => ProblemEntry::invalid("event-end-before-start"),
            Self::EventTooLong => ProblemEntry::invalid("event-too-long"),
            Self::NoStart => ProblemEntry::invalid("event-without-start"),
            Self::Link => ProblemEntry::invalid("event-link"),
            Self::Capacity => ProblemEntry::invalid("event-capacity"),
            Self::KindFixed => ProblemEntry::conflict("announcement-kind-fixed"),
            Self::NotEvent => ProblemEntry::conflict("announcement-not-event"),
            Self::Cancelled => ProblemEntry::conflict("event-cancelled"),
            Self::Over => ProblemEntry::conflict("event-over"),
            Self::Full => ProblemEntry::conflict("event-full"),
        }
    }
}

/// Message when an announcement could not be stored.
pub(super) const CREATE_FAILED: &str = "Failed to create announcement";
/// Message when an announcement could not be changed.
pub(super) const EDIT_FAILED: &str = "Failed to change announcement";
