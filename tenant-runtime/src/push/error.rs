//! Errors of push subscriptions.

use platform::push::TargetError;
use platform::{CatalogueError, ProblemEntry};
use sea_orm::DbErr;

/// Reason why a request is refused.
#[derive(Debug, thiserror::Error)]
pub enum PushSubscriptionError {
    /// The subscription is not the viewer's, or has ended.
    #[error("No push subscription found")]
    NotFound,
    /// The endpoint or the keys are not valid.
    #[error(transparent)]
    Target(#[from] TargetError),
    /// The name of the device is too long.
    #[error("The name of a device can have at most 100 characters.")]
    DeviceName,
    /// Database error.
    #[error("An error occurred. Please try again.")]
    Store(#[from] DbErr),
}

impl CatalogueError for PushSubscriptionError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::NotFound => ProblemEntry::not_found("no-push-subscription"),
            Self::Target(_) => ProblemEntry::invalid("push-target-invalid"),
            Self::DeviceName => ProblemEntry::invalid("device-name-too-long"),
            Self::Store(error) if platform::db::is_away(error) => {
                ProblemEntry::away("storage-away")
            }
            Self::Store(_) => ProblemEntry::internal(),
        }
    }

    fn retry_after_s(&self) -> Option<u64> {
        match self {
            Self::Store(error) if platform::db::is_away(error) => Some(1),
            _ => None,
        }
    }
}
