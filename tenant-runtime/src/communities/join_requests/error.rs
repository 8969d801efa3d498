//! Errors of join requests.

use platform::{CatalogueError, ProblemEntry};

/// Reason why a join request was not sent, shown or answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum JoinRequestError {
    /// The viewer already has a pending request (C-044).
    #[error("You already have a pending join request for this community")]
    Pending,
    /// It does not exist, was already answered, or belongs to another user.
    #[error("Join request not found")]
    NotFound,
    /// Only admins of the community answer; trustees and staff may only read (C-042, G-076).
    #[error("Only community admins can handle join requests")]
    NotAdmin,
    /// The applicant lacks a required affiliation (C-038).
    #[error("User cannot join this community due to affiliation requirements")]
    NotEligible,
    /// The applicant joined in the meantime (C-044).
    #[error("User is already a member of this community")]
    AlreadyMember,
}

impl CatalogueError for JoinRequestError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::Pending => ProblemEntry::conflict("join-request-pending"),
            Self::NotFound => ProblemEntry::not_found("join-request-not-found"),
            Self::NotAdmin => ProblemEntry::forbidden("join-request-admin-only"),
            Self::NotEligible => ProblemEntry::forbidden("join-request-not-eligible"),
            Self::AlreadyMember => ProblemEntry::conflict("join-request-already-member"),
        }
    }
}

/// Message when a request could not be stored (C-045).
pub(super) const SEND_FAILED: &str = "Failed to send join request";
/// Message when a request could not be read or answered (C-046).
pub(super) const PROCESS_FAILED: &str = "Failed to process join request";
