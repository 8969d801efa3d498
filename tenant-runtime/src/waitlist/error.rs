//! Errors of the waitlist, with the specified messages.

use crate::content::ContentError;
use platform::limiter::Verdict;
use platform::problem::FieldError;
use platform::{CatalogueError, ProblemEntry};
use sea_orm::DbErr;

/// Reason why a request is refused.
#[derive(Debug, thiserror::Error)]
pub enum WaitlistError {
    /// The hidden field was filled in.
    #[error("Spam detected")]
    Spam,
    /// Missing or malformed fields; the messages are joined by commas.
    #[error("{}", .0.iter().map(|field| field.message.as_str()).collect::<Vec<_>>().join(", "))]
    Fields(Vec<FieldError>),
    /// Prohibited content.
    #[error("Submission contains suspicious content. Please contact support if this is an error.")]
    Suspicious,
    /// The email address is already on the waitlist.
    #[error(
        "This email address has already been added to the waitlist. Please contact support if you need to update your information."
    )]
    Duplicate,
    /// Repeated within 30 seconds.
    #[error("Please wait {} seconds before submitting again.", .0.retry_after_s)]
    TooSoon(Verdict),
    /// More than three submissions in an hour.
    #[error("You've reached the submission limit. Please try again later.")]
    TooMany(Verdict),
    /// The account may not submit.
    #[error("Submission not allowed. Please try again later.")]
    NotAllowed,
    /// Portals have no waitlist.
    #[error("Not found")]
    NotHere,
    /// The entry does not exist.
    #[error("Waitlist entry not found")]
    NotFound,
    /// The applicant was already invited.
    #[error("This person has already been invited.")]
    AlreadyInvited,
    /// The applicant was already declined.
    #[error("This person has already been declined.")]
    AlreadyDeclined,
    /// The note to the applicant is invalid.
    #[error(transparent)]
    Note(#[from] ContentError),
    /// No invite code could be generated.
    #[error("An unexpected error occurred. Please try again.")]
    Fault(String),
    /// Database error.
    #[error("{}", if platform::db::is_away(.0) { UNAVAILABLE_MESSAGE } else { UNEXPECTED_MESSAGE })]
    Store(#[from] DbErr),
}

const UNAVAILABLE_MESSAGE: &str = "Service temporarily unavailable. Please try again later.";
const UNEXPECTED_MESSAGE: &str = "An unexpected error occurred. Please try again.";

impl CatalogueError for WaitlistError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::Spam => ProblemEntry::invalid("waitlist-spam"),
            Self::Fields(_) => ProblemEntry::invalid("fields-invalid"),
            Self::Suspicious => ProblemEntry::invalid("waitlist-suspicious"),
            Self::Duplicate => ProblemEntry::conflict("waitlist-duplicate"),
            Self::TooSoon(_) => ProblemEntry::slow_down("rate-limited"),
            Self::TooMany(_) => ProblemEntry::slow_down("waitlist-limit"),
            Self::NotAllowed => ProblemEntry::forbidden("waitlist-not-allowed"),
            Self::NotHere => ProblemEntry::not_found("not-found"),
            Self::NotFound => ProblemEntry::not_found("waitlist-entry-not-found"),
            Self::AlreadyInvited => ProblemEntry::conflict("waitlist-already-invited"),
            Self::AlreadyDeclined => ProblemEntry::conflict("waitlist-already-declined"),
            Self::Note(error) => error.entry(),
            Self::Store(error) if platform::db::is_away(error) => {
                ProblemEntry::away("storage-away")
            }
            Self::Fault(_) | Self::Store(_) => ProblemEntry::internal(),
        }
    }

    fn fields(&self) -> Vec<FieldError> {
        match self {
            Self::Fields(fields) => fields.clone(),
            Self::Duplicate => {
                vec![FieldError::new("email", self.entry().code, self.to_string())]
            }
            Self::Note(error) => vec![error.to_field_error("message")],
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
