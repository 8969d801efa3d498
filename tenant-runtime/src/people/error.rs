//! Errors about other users.

use platform::limiter::Verdict;
use platform::{CatalogueError, ProblemEntry};
use sea_orm::DbErr;

/// Reason why a request is refused.
#[derive(Debug, thiserror::Error)]
pub enum PeopleError {
    /// The user does not exist, or is not visible to the viewer.
    #[error("User not found")]
    NotFound,
    /// A user cannot follow or block themselves.
    #[error("You cannot do this to yourself.")]
    Oneself,
    /// The user to follow is blocked by the viewer.
    #[error("Unblock this member to follow them.")]
    Blocked,
    /// The filter contains too many ids.
    #[error("A filter names at most 100 members.")]
    TooManyIds,
    /// The search contains no words.
    #[error("Please enter a search text.")]
    NothingToLookFor,
    /// The search does not exist or is another user's.
    #[error("This search no longer exists.")]
    NoSuchSearch,
    /// The rate limit of writes is exceeded.
    #[error("Rate limit exceeded. Try again at {0}")]
    Limit(String, Verdict),
    /// Database error.
    #[error("An error occurred. Please try again.")]
    Store(#[from] DbErr),
}

impl CatalogueError for PeopleError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::NotFound => ProblemEntry::not_found("user-not-found"),
            Self::Oneself => ProblemEntry::conflict("oneself"),
            Self::Blocked => ProblemEntry::conflict("user-blocked"),
            Self::TooManyIds => ProblemEntry::invalid("too-many-ids"),
            Self::NothingToLookFor => ProblemEntry::invalid("nothing-to-look-for"),
            Self::NoSuchSearch => ProblemEntry::not_found("no-such-search"),
            Self::Limit(..) => ProblemEntry::slow_down("rate-limited"),
            Self::Store(error) if platform::db::is_away(error) => {
                ProblemEntry::away("storage-away")
            }
            Self::Store(_) => ProblemEntry::internal(),
        }
    }

    fn retry_after_s(&self) -> Option<u64> {
        match self {
            Self::Limit(_, verdict) => Some(verdict.retry_after_s),
            _ => None,
        }
    }
}
