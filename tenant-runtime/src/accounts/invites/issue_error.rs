//! Errors of creating invite codes.

use crate::affiliations::InvitingError;
use crate::content::ContentError;
use platform::problem::FieldError;
use platform::{CatalogueError, ProblemEntry};
use sea_orm::DbErr;

/// Reason why a request is refused.
#[derive(Debug, thiserror::Error)]
pub enum IssueError {
    /// The custom text has the wrong length or invalid characters.
    #[error("An invite code has 8 to 32 letters, digits or hyphens.")]
    Malformed,
    /// A code with this text exists, active or not.
    #[error("This invite code already exists.")]
    Taken,
    /// The maximum number of uses is below one.
    #[error("An invite code can be used at least once.")]
    NoUses,
    /// The expiry is in the past.
    #[error("An invite code must expire in the future.")]
    PastEnd,
    /// The affiliation does not exist.
    #[error("Affiliation not found")]
    NoAffiliation,
    /// The viewer may not invite to the affiliation.
    #[error(transparent)]
    Inviting(#[from] InvitingError),
    /// The code does not exist, or belongs to another affiliation.
    #[error("Invite code not found")]
    NotFound,
    /// The message is invalid.
    #[error(transparent)]
    Message(#[from] ContentError),
    /// No random bytes are available.
    #[error("An error occurred. Please try again.")]
    Fault(String),
    /// Database error.
    #[error("An error occurred. Please try again.")]
    Store(#[from] DbErr),
}

impl CatalogueError for IssueError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::Malformed => ProblemEntry::invalid("invite-code-malformed"),
            Self::Taken => ProblemEntry::conflict("invite-code-taken"),
            Self::NoUses => ProblemEntry::invalid("invite-code-no-uses"),
            Self::PastEnd => ProblemEntry::invalid("invite-code-end-past"),
            Self::NoAffiliation => ProblemEntry::not_found("affiliation-not-found"),
            Self::Inviting(error) => error.entry(),
            Self::NotFound => ProblemEntry::not_found("invite-code-not-found"),
            Self::Message(error) => error.entry(),
            Self::Store(error) if platform::db::is_away(error) => {
                ProblemEntry::away("storage-away")
            }
            Self::Fault(_) | Self::Store(_) => ProblemEntry::internal(),
        }
    }

    fn fields(&self) -> Vec<FieldError> {
        let on = |field: &str| vec![FieldError::new(field, self.entry().code, self.to_string())];
        match self {
            Self::Malformed | Self::Taken => on("code"),
            Self::NoUses => on("maxUses"),
            Self::PastEnd => on("expiresAt"),
            Self::NoAffiliation => on("affiliationId"),
            Self::Message(error) => vec![error.to_field_error("customMessage")],
            _ => Vec::new(),
        }
    }
}
