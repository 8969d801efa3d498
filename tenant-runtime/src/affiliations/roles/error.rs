//! Errors of roles and hand-overs.

use platform::{CatalogueError, ProblemEntry};

/// Reason why a role or the ownership was not changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RoleError {
    /// Only members look after an affiliation.
    #[error("Only members of the affiliation can have a role.")]
    NotAMember,
    /// The viewer would change their own role.
    #[error("You cannot change your own role.")]
    OwnRole,
    /// The owner's role changes by handing over only.
    #[error("The owner keeps their role until another member has taken over.")]
    OwnerStays,
    /// Ownership is not given as a role.
    #[error("Ownership is handed over, not given as a role.")]
    OwnerRole,
    /// The person has no role.
    #[error("This person has no role in the affiliation.")]
    NoRole,
    /// Another hand-over is pending.
    #[error("Another member has already been asked to take over.")]
    HandoverPending,
    /// The person owns it already.
    #[error("This person already owns the affiliation.")]
    IsOwner,
    /// No hand-over is pending, or it was offered to another person.
    #[error("There is no pending handover.")]
    NoHandover,
}

impl CatalogueError for RoleError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::NotAMember => ProblemEntry::conflict("affiliation-role-members-only"),
            Self::OwnRole => ProblemEntry::forbidden("affiliation-own-role"),
            Self::OwnerStays => ProblemEntry::conflict("affiliation-owner-stays"),
            Self::OwnerRole => ProblemEntry::invalid("affiliation-owner-role"),
            Self::NoRole => ProblemEntry::not_found("affiliation-no-role"),
            Self::HandoverPending => ProblemEntry::conflict("affiliation-handover-pending"),
            Self::IsOwner => ProblemEntry::conflict("affiliation-handover-owner"),
            Self::NoHandover => ProblemEntry::not_found("affiliation-no-handover"),
        }
    }
}

/// Message when the admins could not be loaded.
pub(super) const LOAD_FAILED: &str = "Failed to load the admins of the affiliation";
/// Message when a role could not be changed.
pub(super) const CHANGE_FAILED: &str = "Failed to change the role";
/// Message when a hand-over failed.
pub(super) const HANDOVER_FAILED: &str = "Failed to hand over the affiliation";
