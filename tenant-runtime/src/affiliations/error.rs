//! Errors of affiliations, with the specified messages.

use platform::{CatalogueError, ProblemEntry};

/// Reason why an affiliation was not returned or changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AffiliationError {
    /// It does not exist, or the viewer may not see it (F-032).
    #[error("Affiliation not found or you don't have permission to view it.")]
    NotFound,
    /// The affiliation is private; visitors learn nothing else about it (F-030).
    #[error("You don't have permission to view this affiliation")]
    Private,
    /// The `scope` parameter is neither `all` nor `mine`.
    #[error("A list of affiliations is either 'all' or 'mine'.")]
    UnknownScope,
    /// Only members choose whether to show it on their profile (F-077).
    #[error("You must be a member to manage visibility")]
    NotAMember,
    /// The viewer left in the meantime (F-077).
    #[error(
        "You may not be a member of this affiliation or there was an error updating visibility"
    )]
    NoLongerAMember,
    /// No such affiliation is visible to the viewer who wants to leave (F-076).
    #[error("Invalid affiliation")]
    NoneToLeave,
    /// Only members can leave.
    #[error("You are not a member of this affiliation.")]
    NotTheirs,
    /// The creator must hand it over first (gap G-107).
    #[error(
        "The creator of an affiliation cannot leave it until another member has taken it over."
    )]
    CreatorStays,
    /// Editing on a portal (P-16).
    #[error("Affiliations are managed on the main site only.")]
    MainSiteOnly,
    /// The viewer's role does not include the change.
    #[error("Only the owner and admins of an affiliation can change this.")]
    AdminsOnly,
}

impl CatalogueError for AffiliationError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::NotFound => ProblemEntry::not_found("affiliation-not-found"),
            Self::Private => ProblemEntry::forbidden("affiliation-private"),
            Self::UnknownScope => ProblemEntry::bad_request("affiliation-scope-unknown"),
            Self::NotAMember => ProblemEntry::forbidden("affiliation-members-only"),
            Self::NoLongerAMember => ProblemEntry::conflict("affiliation-membership-gone"),
            Self::NoneToLeave => ProblemEntry::not_found("affiliation-invalid"),
            Self::NotTheirs => ProblemEntry::conflict("affiliation-not-a-member"),
            Self::CreatorStays => ProblemEntry::conflict("affiliation-creator-stays"),
            Self::AdminsOnly => ProblemEntry::forbidden("affiliation-admins-only"),
            Self::MainSiteOnly => ProblemEntry::not_found("affiliation-main-site"),
        }
    }
}

/// Message when the directory could not be loaded (F-020).
pub(super) const LIST_FAILED: &str = "Failed to load affiliations. Please try again later.";
/// Message when a page could not be loaded (F-033).
pub(super) const PAGE_FAILED: &str = "Failed to load affiliation data";
/// Message when the setting could not be stored (F-077).
pub(super) const VISIBILITY_FAILED: &str = "Failed to update visibility settings";
/// Message when leaving failed (F-076).
pub(super) const LEAVE_FAILED: &str = "Failed to leave affiliation";
/// Message to a visitor who tries to leave (F-076).
pub(super) const LEAVE_SIGNED_OUT: &str = "Please log in to manage affiliations";
/// Message when a member could not be removed.
pub(super) const REMOVE_FAILED: &str = "Failed to remove the member";
