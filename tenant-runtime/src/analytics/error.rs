//! Everything that can go wrong with a community's figures, in the catalogue's words.

use platform::{Catalogued, Entry};

/// Why figures were not shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum AnalyticsError {
    /// For admins of the community (C-134, G-033).
    #[error("Only community admins can view analytics")]
    AdminOnly,
    /// Fewer days than one, or more than a year.
    #[error("Choose between 1 and 365 days")]
    Window,
    /// Not one of the spans there are.
    #[error("Choose 4, 12 or 52 weeks")]
    Weeks,
    /// No zone of the tz database.
    #[error("This time zone is not known")]
    TimeZone,
}

impl Catalogued for AnalyticsError {
    fn entry(&self) -> Entry {
        match self {
            Self::AdminOnly => Entry::forbidden("analytics-admin-only"),
            Self::Window => Entry::bad_request("analytics-window"),
            Self::Weeks => Entry::bad_request("analytics-weeks"),
            Self::TimeZone => Entry::bad_request("analytics-time-zone"),
        }
    }
}

/// The line of figures that could not be counted (C-134).
pub(super) const FAILED: &str = "Failed to get analytics";
