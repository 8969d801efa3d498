//! Errors of cords and vouches.

use platform::{CatalogueError, ProblemEntry};

/// Reason why a cord or vouch was not returned or changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CordError {
    /// The person does not exist, or not for the viewer on this site.
    #[error("This person cannot be found")]
    PersonNotFound,
    /// The viewer's own account.
    #[error("You cannot have a cord with yourself")]
    Oneself,
    /// The viewer's own account.
    #[error("You cannot vouch for yourself")]
    OwnVouch,
    /// A vouch is given once.
    #[error("You have already vouched for this person")]
    AlreadyVouched,
    /// There is no vouch to withdraw.
    #[error("You have not vouched for this person")]
    NotVouched,
}

impl CatalogueError for CordError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::PersonNotFound => ProblemEntry::not_found("person-not-found"),
            Self::Oneself => ProblemEntry::invalid("cord-with-oneself"),
            Self::OwnVouch => ProblemEntry::invalid("vouch-for-oneself"),
            Self::AlreadyVouched => ProblemEntry::conflict("vouch-already-given"),
            Self::NotVouched => ProblemEntry::not_found("vouch-not-found"),
        }
    }
}

/// Message when a cord could not be loaded.
pub(super) const LOAD_FAILED: &str = "Failed to load cord";
/// Message when the list of cords could not be loaded.
pub(super) const LIST_FAILED: &str = "Failed to load cords";
/// Message when a cord could not be erased.
pub(super) const ERASE_FAILED: &str = "Failed to erase cord";
/// Message when the settings could not be loaded or saved.
pub(super) const SETTINGS_FAILED: &str = "Failed to save cord settings";
/// Message when a vouch could not be given.
pub(super) const VOUCH_FAILED: &str = "Failed to vouch for this person";
/// Message when a vouch could not be withdrawn.
pub(super) const WITHDRAW_FAILED: &str = "Failed to withdraw vouch";
/// Message when vouches could not be loaded.
pub(super) const VOUCHES_FAILED: &str = "Failed to load vouches";
