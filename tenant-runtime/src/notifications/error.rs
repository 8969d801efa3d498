//! Errors of notification settings.

use platform::problem::FieldError;
use platform::{CatalogueError, ProblemEntry};

/// Reason why settings were not stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotificationSettingsError {
    /// Some kind is missing or given twice.
    #[error("Please choose once for each kind of notification.")]
    Kinds,
    /// A time is not `HH:MM`.
    #[error("Please enter a time as hours and minutes, such as 22:00.")]
    Time(&'static str),
    /// Quiet hours without a length.
    #[error("Quiet hours must begin and end at different times.")]
    EmptyQuietHours,
    /// The time zone is not in the IANA database.
    #[error("Please choose a time zone from the list.")]
    TimeZone,
    /// The hour does not exist.
    #[error("Please choose an hour from 0 to 23.")]
    DigestHour,
}

impl NotificationSettingsError {
    const fn field(self) -> &'static str {
        match self {
            Self::Kinds => "kinds",
            Self::Time(field) => field,
            Self::EmptyQuietHours => "quietHours.to",
            Self::TimeZone => "timeZone",
            Self::DigestHour => "digestHour",
        }
    }
}

impl CatalogueError for NotificationSettingsError {
    fn entry(&self) -> ProblemEntry {
        ProblemEntry::invalid(match self {
            Self::Kinds => "notification-kinds-incomplete",
            Self::Time(_) => "notification-time-malformed",
            Self::EmptyQuietHours => "quiet-hours-empty",
            Self::TimeZone => "time-zone-unknown",
            Self::DigestHour => "digest-hour-invalid",
        })
    }

    fn fields(&self) -> Vec<FieldError> {
        vec![FieldError::new(self.field(), self.entry().code, self.to_string())]
    }
}

/// Message when settings could not be loaded.
pub(super) const LOAD_FAILED: &str = "Failed to load notification settings";
/// Message when settings could not be stored.
pub(super) const SAVE_FAILED: &str = "Failed to save notification settings";
