//! What can go wrong with an affiliation, in the catalogue's words.

use platform::problem::FieldError;
use platform::{Catalogued, Entry};
use sea_orm::DbErr;

/// Why an affiliation was not shown, or not changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AffiliationError {
    /// Not there, or not for this viewer (F-032).
    #[error("Affiliation not found or you don't have permission to view it.")]
    NotFound,
    /// A private affiliation, which says nothing else to visitors (F-030).
    #[error("You don't have permission to view this affiliation")]
    Private,
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
    /// There is none, for them, that they could leave (F-076).
    #[error("Invalid affiliation")]
    NoneToLeave,
    /// Only who belongs can leave.
    #[error("You are not a member of this affiliation.")]
    NotTheirs,
    /// Who made it hands it over first (gap G-107).
    #[error(
        "The creator of an affiliation cannot leave it until another member has taken it over."
    )]
    CreatorStays,
}

impl Catalogued for AffiliationError {
    fn entry(&self) -> Entry {
        match self {
            Self::NotFound => Entry::not_found("affiliation-not-found"),
            Self::Private => Entry::forbidden("affiliation-private"),
            Self::UnknownScope => Entry::bad_request("affiliation-scope-unknown"),
            Self::NotAMember => Entry::forbidden("affiliation-members-only"),
            Self::NoLongerAMember => Entry::conflict("affiliation-membership-gone"),
            Self::NoneToLeave => Entry::not_found("affiliation-invalid"),
            Self::NotTheirs => Entry::conflict("affiliation-not-a-member"),
            Self::CreatorStays => Entry::conflict("affiliation-creator-stays"),
        }
    }
}

/// Why staff could not create an affiliation.
#[derive(Debug, thiserror::Error)]
pub enum CreationError {
    /// There is no such account, or it is banned or suspended.
    #[error("User not found")]
    UnknownCreator,
    /// The database.
    #[error("An error occurred. Please try again.")]
    Store(#[from] DbErr),
}

impl Catalogued for CreationError {
    fn entry(&self) -> Entry {
        match self {
            Self::UnknownCreator => Entry::invalid("affiliation-creator-unknown"),
            Self::Store(error) if platform::db::is_away(error) => Entry::away("storage-away"),
            Self::Store(_) => Entry::internal(),
        }
    }

    fn fields(&self) -> Vec<FieldError> {
        match self {
            Self::UnknownCreator => {
                vec![FieldError::new("creatorId", self.entry().code, self.to_string())]
            }
            Self::Store(_) => Vec::new(),
        }
    }
}

/// The line of a list that could not be read (F-020).
pub(super) const LIST_FAILED: &str = "Failed to load affiliations. Please try again later.";
/// The line of a page that could not be read (F-033).
pub(super) const PAGE_FAILED: &str = "Failed to load affiliation data";
/// The line of a choice that could not be kept (F-077).
pub(super) const VISIBILITY_FAILED: &str = "Failed to update visibility settings";
/// The line of leaving that failed (F-076).
pub(super) const LEAVE_FAILED: &str = "Failed to leave affiliation";
/// What a visitor hears who would leave (F-076).
pub(super) const LEAVE_SIGNED_OUT: &str = "Please log in to manage affiliations";
