//! What can go wrong with a timeout.

use platform::{Catalogued, Entry};

/// Why nobody was put to rest or woken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TimeoutError {
    /// Who looks after the community cannot be kept from it.
    #[error("Admins cannot be timed out")]
    OfAdmin,
    /// Whoever is at rest would wake themselves, or shorten their rest.
    #[error("You cannot change your own timeout")]
    Own,
    /// Neither an end nor a length, or both.
    #[error("Choose how long the timeout lasts")]
    NoEnd,
    /// It would be over.
    #[error("A timeout must end in the future")]
    PastEnd,
    /// There is nothing to lift.
    #[error("This member is not timed out")]
    NotThere,
}

impl Catalogued for TimeoutError {
    fn entry(&self) -> Entry {
        match self {
            Self::OfAdmin => Entry::forbidden("timeout-of-admin"),
            Self::Own => Entry::forbidden("timeout-own"),
            Self::NoEnd => Entry::invalid("timeout-no-end"),
            Self::PastEnd => Entry::invalid("timeout-past-end"),
            Self::NotThere => Entry::not_found("timeout-not-found"),
        }
    }
}
