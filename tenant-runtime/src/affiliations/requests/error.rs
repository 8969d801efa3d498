//! What can go wrong with a request to belong.

use platform::{Catalogued, Entry};

/// Why a request was not sent, shown or answered. What the specification gives no words for is said in the
/// tone of the rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RequestError {
    /// A private affiliation, and nobody invited them (G-117).
    #[error("This affiliation is invite-only. Ask a member to invite you.")]
    InviteOnly,
    /// One at a time (F-057).
    #[error("You already have a pending request for this affiliation")]
    Pending,
    /// They belong already (F-057).
    #[error("User is already a member of this affiliation")]
    AlreadyMember,
    /// Not there, answered already, or not this viewer's.
    #[error("Affiliation request not found")]
    NotFound,
    /// A rejection says why, and the applicant reads it (G-055).
    #[error("A reason is required to reject a request")]
    NoReason,
}

impl Catalogued for RequestError {
    fn entry(&self) -> Entry {
        match self {
            Self::InviteOnly => Entry::forbidden("affiliation-invite-only"),
            Self::Pending => Entry::conflict("affiliation-request-pending"),
            Self::AlreadyMember => Entry::conflict("affiliation-already-member"),
            Self::NotFound => Entry::not_found("affiliation-request-not-found"),
            Self::NoReason => Entry::invalid("rejection-reason-required"),
        }
    }
}

/// The line of a request that could not be kept (F-055).
pub(super) const SUBMIT_FAILED: &str = "Failed to submit application";
/// The line of requests that could not be read.
pub(super) const LOAD_FAILED: &str = "Failed to load requests";
/// The line of a request that could not be answered or taken back.
pub(super) const PROCESS_FAILED: &str = "Failed to process request";
