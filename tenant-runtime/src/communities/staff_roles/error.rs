//! Errors of role changes by staff.

use platform::{CatalogueError, ProblemEntry};

/// Reason why a role was not changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum OfficeError {
    /// The user is already an admin.
    #[error("User is already a community admin")]
    AlreadyAdmin,
    /// The user is already a trustee.
    #[error("User is already a trustee of this community")]
    AlreadyTrustee,
    /// The user is not an admin.
    #[error("User is not an admin of this community")]
    NotAnAdmin,
    /// The user is not a trustee.
    #[error("User is not a trustee of this community")]
    NotATrustee,
    /// A community must keep at least one admin (G-077).
    #[error("This is the last admin of the community. Grant another member first.")]
    LastAdmin,
    /// Staff cannot change their own role (G-091).
    #[error("You cannot do this to your own account.")]
    Oneself,
}

impl CatalogueError for OfficeError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::AlreadyAdmin => ProblemEntry::conflict("office-already-admin"),
            Self::AlreadyTrustee => ProblemEntry::conflict("office-already-trustee"),
            Self::NotAnAdmin => ProblemEntry::conflict("office-not-an-admin"),
            Self::NotATrustee => ProblemEntry::conflict("office-not-a-trustee"),
            Self::LastAdmin => ProblemEntry::conflict("office-last-admin"),
            Self::Oneself => ProblemEntry::forbidden("staff-oneself"),
        }
    }
}

/// Message when a role could not be changed.
pub(super) const CHANGE_FAILED: &str = "Failed to change role";
