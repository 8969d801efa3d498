//! What can go wrong when codes are made.

use crate::affiliations::InvitingError;
use crate::content::ContentError;
use platform::problem::FieldError;
use platform::{Catalogued, Entry};
use sea_orm::DbErr;

/// A refusal.
#[derive(Debug, thiserror::Error)]
pub enum IssueError {
    /// A text of one's own that is too short, too long or no code.
    #[error("An invite code has 8 to 32 letters, digits or hyphens.")]
    Malformed,
    /// There is a code of this text, active or not.
    #[error("This invite code already exists.")]
    Taken,
    /// A code that nobody could use.
    #[error("An invite code can be used at least once.")]
    NoUses,
    /// An end that lies behind.
    #[error("An invite code must expire in the future.")]
    PastEnd,
    /// No such affiliation.
    #[error("Affiliation not found")]
    NoAffiliation,
    /// Codes of an affiliation are for whoever may invite to it.
    #[error(transparent)]
    Inviting(#[from] InvitingError),
    /// No such code, or none of this affiliation.
    #[error("Invite code not found")]
    NotFound,
    /// A message that cannot be sent.
    #[error(transparent)]
    Message(#[from] ContentError),
    /// No chance left in the machine.
    #[error("An error occurred. Please try again.")]
    Fault(String),
    /// The database.
    #[error("An error occurred. Please try again.")]
    Store(#[from] DbErr),
}

impl Catalogued for IssueError {
    fn entry(&self) -> Entry {
        match self {
            Self::Malformed => Entry::invalid("invite-code-malformed"),
            Self::Taken => Entry::conflict("invite-code-taken"),
            Self::NoUses => Entry::invalid("invite-code-no-uses"),
            Self::PastEnd => Entry::invalid("invite-code-end-past"),
            Self::NoAffiliation => Entry::not_found("affiliation-not-found"),
            Self::Inviting(error) => error.entry(),
            Self::NotFound => Entry::not_found("invite-code-not-found"),
            Self::Message(error) => error.entry(),
            Self::Store(error) if platform::db::is_away(error) => Entry::away("storage-away"),
            Self::Fault(_) | Self::Store(_) => Entry::internal(),
        }
    }

    fn fields(&self) -> Vec<FieldError> {
        let on = |field: &str| vec![FieldError::new(field, self.entry().code, self.to_string())];
        match self {
            Self::Malformed | Self::Taken => on("code"),
            Self::NoUses => on("maxUses"),
            Self::PastEnd => on("expiresAt"),
            Self::NoAffiliation => on("affiliationId"),
            Self::Message(error) => vec![error.on("customMessage")],
            _ => Vec::new(),
        }
    }
}
