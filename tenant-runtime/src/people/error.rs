//! What can go wrong with other people.

use platform::limiter::Verdict;
use platform::{Catalogued, Entry};
use sea_orm::DbErr;

/// A refusal.
#[derive(Debug, thiserror::Error)]
pub enum PeopleError {
    /// Nobody, or nobody to this viewer.
    #[error("User not found")]
    NotFound,
    /// Following or blocking oneself.
    #[error("You cannot do this to yourself.")]
    Oneself,
    /// Following somebody one has blocked.
    #[error("Unblock this member to follow them.")]
    Blocked,
    /// More ids than a filter takes.
    #[error("A filter names at most 100 members.")]
    TooManyIds,
    /// A search without words.
    #[error("Please enter a search text.")]
    NothingToLookFor,
    /// A search that is not kept, or not the viewer's.
    #[error("This search no longer exists.")]
    NoSuchSearch,
    /// Too many changes.
    #[error("Rate limit exceeded. Try again at {0}")]
    Limit(String, Verdict),
    /// The database.
    #[error("An error occurred. Please try again.")]
    Store(#[from] DbErr),
}

impl Catalogued for PeopleError {
    fn entry(&self) -> Entry {
        match self {
            Self::NotFound => Entry::not_found("user-not-found"),
            Self::Oneself => Entry::conflict("oneself"),
            Self::Blocked => Entry::conflict("user-blocked"),
            Self::TooManyIds => Entry::invalid("too-many-ids"),
            Self::NothingToLookFor => Entry::invalid("nothing-to-look-for"),
            Self::NoSuchSearch => Entry::not_found("no-such-search"),
            Self::Limit(..) => Entry::slow_down("rate-limited"),
            Self::Store(error) if platform::db::is_away(error) => Entry::away("storage-away"),
            Self::Store(_) => Entry::internal(),
        }
    }

    fn retry_after_s(&self) -> Option<u64> {
        match self {
            Self::Limit(_, verdict) => Some(verdict.retry_after_s),
            _ => None,
        }
    }
}
