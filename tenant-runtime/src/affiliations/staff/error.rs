//! Errors of staff actions on affiliations.

use platform::problem::FieldError;
use platform::{CatalogueError, ProblemEntry};
use sea_orm::DbErr;

/// Reason why an affiliation was not changed or merged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum StaffAffiliationError {
    /// It does not exist.
    #[error("Affiliation not found")]
    NotFound,
    /// The website is not a web address.
    #[error("Enter a web address that begins with https:// or http://.")]
    Website,
    /// Both are the same.
    #[error("An affiliation cannot be merged into itself.")]
    MergeSelf,
    /// One of the two was merged before.
    #[error("This affiliation was already merged into another one.")]
    Merged,
    /// The affiliation that would disappear has a portal.
    #[error("Archive the portal of this affiliation before merging it.")]
    MergePortal,
    /// The template has no community, or too many.
    #[error("A template has one to five communities.")]
    TemplateSize,
}

impl CatalogueError for StaffAffiliationError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::NotFound => ProblemEntry::not_found("affiliation-not-found"),
            Self::Website => ProblemEntry::invalid("affiliation-website-invalid"),
            Self::MergeSelf => ProblemEntry::conflict("affiliation-merge-self"),
            Self::Merged => ProblemEntry::conflict("affiliation-merged"),
            Self::MergePortal => ProblemEntry::conflict("affiliation-merge-portal"),
            Self::TemplateSize => ProblemEntry::invalid("affiliation-template-size"),
        }
    }

    fn fields(&self) -> Vec<FieldError> {
        match self {
            Self::Website => vec![FieldError::new("website", self.entry().code, self.to_string())],
            _ => Vec::new(),
        }
    }
}

/// Reason why staff could not create an affiliation.
#[derive(Debug, thiserror::Error)]
pub enum CreationError {
    /// The account does not exist, or is banned or suspended.
    #[error("User not found")]
    UnknownCreator,
    /// Database error.
    #[error("An error occurred. Please try again.")]
    Store(#[from] DbErr),
}

impl CatalogueError for CreationError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::UnknownCreator => ProblemEntry::invalid("affiliation-creator-unknown"),
            Self::Store(error) if platform::db::is_away(error) => {
                ProblemEntry::away("storage-away")
            }
            Self::Store(_) => ProblemEntry::internal(),
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

/// Message when the list could not be loaded.
pub(super) const LIST_FAILED: &str = "Failed to load affiliations. Please try again later.";
/// Message when an affiliation could not be changed (F-047).
pub(super) const UPDATE_FAILED: &str = "Failed to update affiliation";
/// Message when a merge failed.
pub(super) const MERGE_FAILED: &str = "Failed to merge the affiliations";
