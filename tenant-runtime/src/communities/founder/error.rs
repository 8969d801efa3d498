//! Errors of demotions and hand-overs.

use platform::{CatalogueError, ProblemEntry};

/// Reason why an admin was not removed, or a community was not handed over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum FounderError {
    /// Another admin than the founder removes or demotes an admin.
    #[error("Only the founder of the community or staff can remove an admin")]
    AdminRemoval,
    /// The viewer is not the founder.
    #[error("Only the founder can hand the community over")]
    NotFounder,
    /// The member to demote has another role.
    #[error("User is not an admin of this community")]
    NotAnAdmin,
    /// The member is the founder already.
    #[error("User is already the founder of this community")]
    AlreadyFounder,
    /// The hand-over was not confirmed by the name of the community.
    #[error("Enter the name of the community to hand it over")]
    Unconfirmed,
}

impl CatalogueError for FounderError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::AdminRemoval => ProblemEntry::forbidden("community-founder-only"),
            Self::NotFounder => ProblemEntry::forbidden("handover-founder-only"),
            Self::NotAnAdmin => ProblemEntry::conflict("demotion-not-an-admin"),
            Self::AlreadyFounder => ProblemEntry::conflict("handover-already-founder"),
            Self::Unconfirmed => ProblemEntry::invalid("handover-unconfirmed"),
        }
    }
}

/// Message when a demotion could not be stored.
pub(super) const DEMOTE_FAILED: &str = "Failed to demote user";
/// Message when a hand-over could not be stored.
pub(super) const HANDOVER_FAILED: &str = "Failed to hand the community over";
