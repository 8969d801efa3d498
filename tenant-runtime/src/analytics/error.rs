//! Errors of community analytics, with the specified messages.

use platform::{CatalogueError, ProblemEntry};

/// Reason why analytics were not returned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum AnalyticsError {
    /// Only admins of the community may read them (C-134, G-033).
    #[error("Only community admins can view analytics")]
    AdminOnly,
    /// The number of days is out of range.
    #[error("Choose between 1 and 365 days")]
    Window,
    /// The range of days is empty or too long.
    #[error("Choose a range of 1 to 366 days")]
    Days,
    /// The number of weeks is not one of the options.
    #[error("Choose 4, 12 or 52 weeks")]
    Weeks,
    /// Unknown IANA time zone.
    #[error("This time zone is not known")]
    TimeZone,
}

impl CatalogueError for AnalyticsError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::AdminOnly => ProblemEntry::forbidden("analytics-admin-only"),
            Self::Window => ProblemEntry::bad_request("analytics-window"),
            Self::Days => ProblemEntry::bad_request("analytics-days"),
            Self::Weeks => ProblemEntry::bad_request("analytics-weeks"),
            Self::TimeZone => ProblemEntry::bad_request("analytics-time-zone"),
        }
    }
}

/// Message when analytics could not be computed (C-134).
pub(super) const ANALYTICS_FAILED_MESSAGE: &str = "Failed to get analytics";
