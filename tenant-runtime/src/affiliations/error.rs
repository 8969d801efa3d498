//! What can go wrong with an affiliation, in the catalogue's words.

use platform::{Catalogued, Entry};

/// Why an affiliation was not shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AffiliationError {
    /// Not there, or not for this viewer (F-032).
    #[error("Affiliation not found or you don't have permission to view it.")]
    NotFound,
}

impl Catalogued for AffiliationError {
    fn entry(&self) -> Entry {
        Entry::not_found("affiliation-not-found")
    }
}

/// The line of a list that could not be read (F-020).
pub(super) const LIST_FAILED: &str = "Failed to load affiliations. Please try again later.";
/// The line of a page that could not be read (F-033).
pub(super) const PAGE_FAILED: &str = "Failed to load affiliation data";
