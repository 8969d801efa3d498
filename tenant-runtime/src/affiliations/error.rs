//! What can go wrong with an affiliation, in the catalogue's words.

use platform::{Catalogued, Entry};

/// Why an affiliation was not shown, or not changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AffiliationError {
    /// Not there, or not for this viewer (F-032).
    #[error("Affiliation not found or you don't have permission to view it.")]
    NotFound,
    /// Another than the two lists there are.
    #[error("A list of affiliations is either 'all' or 'mine'.")]
    UnknownScope,
    /// Only members say whether they show it (F-077).
    #[error("You must be a member to manage visibility")]
    NotAMember,
    /// They left meanwhile (F-077).
    #[error(
        "You may not be a member of this affiliation or there was an error updating visibility"
    )]
    NoLongerAMember,
}

impl Catalogued for AffiliationError {
    fn entry(&self) -> Entry {
        match self {
            Self::NotFound => Entry::not_found("affiliation-not-found"),
            Self::UnknownScope => Entry::bad_request("affiliation-scope-unknown"),
            Self::NotAMember => Entry::forbidden("affiliation-members-only"),
            Self::NoLongerAMember => Entry::conflict("affiliation-membership-gone"),
        }
    }
}

/// The line of a list that could not be read (F-020).
pub(super) const LIST_FAILED: &str = "Failed to load affiliations. Please try again later.";
/// The line of a page that could not be read (F-033).
pub(super) const PAGE_FAILED: &str = "Failed to load affiliation data";
/// The line of a choice that could not be kept (F-077).
pub(super) const VISIBILITY_FAILED: &str = "Failed to update visibility settings";
