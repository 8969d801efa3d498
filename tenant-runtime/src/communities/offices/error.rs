//! What can go wrong when staff give or take an office.

use platform::{Catalogued, Entry};

/// Why an office was not given or taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum OfficeError {
    /// There is nothing to raise them to.
    #[error("User is already a community admin")]
    AlreadyAdmin,
    /// They have it.
    #[error("User is already a trustee of this community")]
    AlreadyTrustee,
    /// They do not have it.
    #[error("User is not an admin of this community")]
    NotAnAdmin,
    /// They do not have it.
    #[error("User is not a trustee of this community")]
    NotATrustee,
    /// A community keeps an admin (G-077).
    #[error("This is the last admin of the community. Grant another member first.")]
    LastAdmin,
    /// Nobody raises or lowers themselves (G-091).
    #[error("You cannot do this to your own account.")]
    Oneself,
}

impl Catalogued for OfficeError {
    fn entry(&self) -> Entry {
        match self {
            Self::AlreadyAdmin => Entry::conflict("office-already-admin"),
            Self::AlreadyTrustee => Entry::conflict("office-already-trustee"),
            Self::NotAnAdmin => Entry::conflict("office-not-an-admin"),
            Self::NotATrustee => Entry::conflict("office-not-a-trustee"),
            Self::LastAdmin => Entry::conflict("office-last-admin"),
            Self::Oneself => Entry::forbidden("staff-oneself"),
        }
    }
}

/// The line of an office that could not be given or taken.
pub(super) const CHANGE_FAILED: &str = "Failed to change role";
