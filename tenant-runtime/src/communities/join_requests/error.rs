//! What can go wrong with a request to join.

use platform::{Catalogued, Entry};

/// Why a request was not sent, shown or answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum JoinRequestError {
    /// One at a time (C-044).
    #[error("You already have a pending join request for this community")]
    Pending,
    /// Not there, answered already, or not this viewer's.
    #[error("Join request not found")]
    NotFound,
    /// For admins of the community; trustees and staff look on (C-042, G-076).
    #[error("Only community admins can handle join requests")]
    NotAdmin,
    /// They do not hold what it takes (C-038).
    #[error("User cannot join this community due to affiliation requirements")]
    NotEligible,
    /// They came in meanwhile (C-044).
    #[error("User is already a member of this community")]
    AlreadyMember,
}

impl Catalogued for JoinRequestError {
    fn entry(&self) -> Entry {
        match self {
            Self::Pending => Entry::conflict("join-request-pending"),
            Self::NotFound => Entry::not_found("join-request-not-found"),
            Self::NotAdmin => Entry::forbidden("join-request-admin-only"),
            Self::NotEligible => Entry::forbidden("join-request-not-eligible"),
            Self::AlreadyMember => Entry::conflict("join-request-already-member"),
        }
    }
}

/// The line of a request that could not be kept (C-045).
pub(super) const SEND_FAILED: &str = "Failed to send join request";
/// The line of a request that could not be read or answered (C-046).
pub(super) const PROCESS_FAILED: &str = "Failed to process join request";
