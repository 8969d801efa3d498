//! Errors of affiliation requests.

use platform::{CatalogueError, ProblemEntry};

/// Reason why a request was not sent, returned or answered. Messages that are not specified follow
/// the same tone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RequestError {
    /// The affiliation is private, and the user was not invited (G-117).
    #[error("This affiliation is invite-only. Ask a member to invite you.")]
    InviteOnly,
    /// The user already has a pending request (F-057).
    #[error("You already have a pending request for this affiliation")]
    Pending,
    /// The user is a member already (F-057).
    #[error("User is already a member of this affiliation")]
    AlreadyMember,
    /// It does not exist, was already answered, or belongs to another user.
    #[error("Affiliation request not found")]
    NotFound,
    /// A rejection needs a reason, which the applicant reads (G-055).
    #[error("A reason is required to reject a request")]
    NoReason,
}

impl CatalogueError for RequestError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::InviteOnly => ProblemEntry::forbidden("affiliation-invite-only"),
            Self::Pending => ProblemEntry::conflict("affiliation-request-pending"),
            Self::AlreadyMember => ProblemEntry::conflict("affiliation-already-member"),
            Self::NotFound => ProblemEntry::not_found("affiliation-request-not-found"),
            Self::NoReason => ProblemEntry::invalid("rejection-reason-required"),
        }
    }
}

/// Message when a request could not be stored (F-055).
pub(super) const SUBMIT_FAILED: &str = "Failed to submit application";
/// Message when requests could not be loaded.
pub(super) const LOAD_FAILED: &str = "Failed to load requests";
/// Message when a request could not be answered or withdrawn.
pub(super) const PROCESS_FAILED: &str = "Failed to process request";
