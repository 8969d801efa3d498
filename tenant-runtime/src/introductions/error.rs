//! Errors of introductions.

use platform::{CatalogueError, ProblemEntry};

/// Reason why an introduction was not returned, created or answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum IntroductionError {
    /// It does not exist, or not for the viewer on this site.
    #[error("Introduction not found")]
    NotFound,
    /// Not two different other people.
    #[error("Choose two people to introduce")]
    NotTwoPeople,
    /// One of the two does not exist, or not for the viewer on this site.
    #[error("This person cannot be found")]
    PersonNotFound,
    /// One of the two does not exist for the other. The reason is not revealed.
    #[error("These two people cannot be introduced to each other")]
    NotPossible,
    /// The viewer's introduction of the two waits for their answers.
    #[error("You have already introduced these two people")]
    AlreadyIntroduced,
    /// Only the two people may answer.
    #[error("Only the people who are introduced can answer")]
    NotIntroduced,
    /// It was answered, or has expired.
    #[error("This introduction can no longer be answered")]
    Closed,
    /// The viewer has accepted it.
    #[error("You have already accepted this introduction")]
    AlreadyAccepted,
}

impl CatalogueError for IntroductionError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::NotFound => ProblemEntry::not_found("introduction-not-found"),
            Self::NotTwoPeople => ProblemEntry::invalid("introduction-not-two-people"),
            Self::PersonNotFound => ProblemEntry::not_found("person-not-found"),
            Self::NotPossible => ProblemEntry::conflict("introduction-not-possible"),
            Self::AlreadyIntroduced => ProblemEntry::conflict("introduction-already-made"),
            Self::NotIntroduced => ProblemEntry::forbidden("introduction-not-introduced"),
            Self::Closed => ProblemEntry::conflict("introduction-closed"),
            Self::AlreadyAccepted => ProblemEntry::conflict("introduction-already-accepted"),
        }
    }
}

/// Message when an introduction could not be created.
pub(super) const CREATE_FAILED: &str = "Failed to introduce these people";
/// Message when introductions could not be loaded.
pub(super) const LIST_FAILED: &str = "Failed to load introductions";
/// Message when an introduction could not be answered.
pub(super) const ANSWER_FAILED: &str = "Failed to answer introduction";
