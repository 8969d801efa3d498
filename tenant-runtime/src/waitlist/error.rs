//! What can go wrong with the waitlist, in the catalogue's words.

use crate::content::ContentError;
use platform::limiter::Verdict;
use platform::problem::FieldError;
use platform::{Catalogued, Entry};
use sea_orm::DbErr;

/// Reason why a request is refused.
#[derive(Debug, thiserror::Error)]
pub enum WaitlistError {
    /// The field that people do not see was filled in.
    #[error("Spam detected")]
    Spam,
    /// Something is missing or malformed; the messages joined by commas.
    #[error("{}", .0.iter().map(|field| field.message.as_str()).collect::<Vec<_>>().join(", "))]
    Fields(Vec<FieldError>),
    /// Something that nobody may say.
    #[error("Submission contains suspicious content. Please contact support if this is an error.")]
    Suspicious,
    /// The address is on the list.
    #[error(
        "This email address has already been added to the waitlist. Please contact support if you need to update your information."
    )]
    Duplicate,
    /// Again within 30 seconds.
    #[error("Please wait {} seconds before submitting again.", .0.retry_after_s)]
    TooSoon(Verdict),
    /// More than three in an hour.
    #[error("You've reached the submission limit. Please try again later.")]
    TooMany(Verdict),
    /// From somebody who may do nothing here.
    #[error("Submission not allowed. Please try again later.")]
    NotAllowed,
    /// A portal keeps no waitlist.
    #[error("Not found")]
    NotHere,
    /// No such entry.
    #[error("Waitlist entry not found")]
    NotFound,
    /// They have their code.
    #[error("This person has already been invited.")]
    AlreadyInvited,
    /// They were declined.
    #[error("This person has already been declined.")]
    AlreadyDeclined,
    /// A note to them that cannot be sent.
    #[error(transparent)]
    Note(#[from] ContentError),
    /// A code could not be made.
    #[error("An unexpected error occurred. Please try again.")]
    Fault(String),
    /// The database.
    #[error("{}", if platform::db::is_away(.0) { AWAY } else { UNEXPECTED })]
    Store(#[from] DbErr),
}

const AWAY: &str = "Service temporarily unavailable. Please try again later.";
const UNEXPECTED: &str = "An unexpected error occurred. Please try again.";

impl Catalogued for WaitlistError {
    fn entry(&self) -> Entry {
        match self {
            Self::Spam => Entry::invalid("waitlist-spam"),
            Self::Fields(_) => Entry::invalid("fields-invalid"),
            Self::Suspicious => Entry::invalid("waitlist-suspicious"),
            Self::Duplicate => Entry::conflict("waitlist-duplicate"),
            Self::TooSoon(_) => Entry::slow_down("rate-limited"),
            Self::TooMany(_) => Entry::slow_down("waitlist-limit"),
            Self::NotAllowed => Entry::forbidden("waitlist-not-allowed"),
            Self::NotHere => Entry::not_found("not-found"),
            Self::NotFound => Entry::not_found("waitlist-entry-not-found"),
            Self::AlreadyInvited => Entry::conflict("waitlist-already-invited"),
            Self::AlreadyDeclined => Entry::conflict("waitlist-already-declined"),
            Self::Note(error) => error.entry(),
            Self::Store(error) if platform::db::is_away(error) => Entry::away("storage-away"),
            Self::Fault(_) | Self::Store(_) => Entry::internal(),
        }
    }

    fn fields(&self) -> Vec<FieldError> {
        match self {
            Self::Fields(fields) => fields.clone(),
            Self::Duplicate => {
                vec![FieldError::new("email", self.entry().code, self.to_string())]
            }
            Self::Note(error) => vec![error.on("message")],
            _ => Vec::new(),
        }
    }

    fn retry_after_s(&self) -> Option<u64> {
        match self {
            Self::TooSoon(verdict) | Self::TooMany(verdict) => Some(verdict.retry_after_s),
            Self::Store(error) if platform::db::is_away(error) => Some(1),
            _ => None,
        }
    }
}
