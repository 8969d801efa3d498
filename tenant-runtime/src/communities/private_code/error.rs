//! What can go wrong with a private code.

use platform::{Catalogued, Entry};

/// Why a code was not made, read or taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CodeError {
    /// For admins of the community.
    #[error("Only community admins can generate private codes")]
    NotAdmin,
    /// None was given.
    #[error("Please enter a valid private code")]
    Missing,
    /// Nobody has it, or no community of this door.
    #[error("Invalid private code - no matching community found")]
    Unknown,
    /// They do not hold what it takes.
    #[error("You need the following affiliation(s) to join this community: {0}")]
    Needs(String),
    /// The operating system gave no randomness.
    #[error("no code could be made")]
    Fault,
}

impl Catalogued for CodeError {
    fn entry(&self) -> Entry {
        match self {
            Self::NotAdmin => Entry::forbidden("private-code-admin-only"),
            Self::Missing => Entry::invalid("private-code-missing"),
            Self::Unknown => Entry::not_found("private-code-unknown"),
            Self::Needs(_) => Entry::forbidden("private-code-needs-affiliations"),
            Self::Fault => Entry::internal(),
        }
    }
}

/// The lines of what could not be kept (C-049).
pub(super) const GENERATE_FAILED: &str = "Failed to generate private code";
/// The same for a code that is there already.
pub(super) const REFRESH_FAILED: &str = "Failed to refresh private code";
/// The same for taking it away.
pub(super) const REMOVE_FAILED: &str = "Failed to remove private code";
/// The same for coming in with it.
pub(super) const REDEEM_FAILED: &str = "Failed to join with private code";
