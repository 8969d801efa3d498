//! Errors of calendar feeds.

use platform::{CatalogueError, ProblemEntry};

/// Reason why a calendar feed was not served.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CalendarFeedError {
    /// The address was revoked or never existed, belongs to another site, or its owner may not read
    /// the site.
    #[error("This calendar address is no longer valid")]
    NotFound,
}

impl CatalogueError for CalendarFeedError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::NotFound => ProblemEntry::not_found("calendar-feed-not-found"),
        }
    }
}

/// Message when the address could not be changed.
pub(super) const CHANGE_FAILED: &str = "Failed to change the calendar address";
