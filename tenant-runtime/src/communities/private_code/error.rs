//! Errors of private codes.

use platform::{CatalogueError, ProblemEntry};

/// Reason why a private code was not created, read or redeemed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CodeError {
    /// Only admins of the community may do this.
    #[error("Only community admins can generate private codes")]
    NotAdmin,
    /// No code was given.
    #[error("Please enter a valid private code")]
    Missing,
    /// No community on this site has this code.
    #[error("Invalid private code - no matching community found")]
    Unknown,
    /// The user lacks required affiliations.
    #[error("You need the following affiliation(s) to join this community: {0}")]
    Needs(String),
    /// The operating system returned no random bytes.
    #[error("no code could be made")]
    NoRandomness,
}

impl CatalogueError for CodeError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::NotAdmin => ProblemEntry::forbidden("private-code-admin-only"),
            Self::Missing => ProblemEntry::invalid("private-code-missing"),
            Self::Unknown => ProblemEntry::not_found("private-code-unknown"),
            Self::Needs(_) => ProblemEntry::forbidden("private-code-needs-affiliations"),
            Self::NoRandomness => ProblemEntry::internal(),
        }
    }
}

/// Message when a code could not be stored (C-049).
pub(super) const GENERATE_FAILED: &str = "Failed to generate private code";
/// Message when a code could not be replaced.
pub(super) const REFRESH_FAILED: &str = "Failed to refresh private code";
/// Message when a code could not be removed.
pub(super) const REMOVE_FAILED: &str = "Failed to remove private code";
/// Message when a code could not be redeemed.
pub(super) const REDEEM_FAILED: &str = "Failed to join with private code";
