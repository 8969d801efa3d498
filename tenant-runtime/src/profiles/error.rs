//! Errors of one's own profile, with the specified messages.

use platform::limiter::Verdict;
use platform::problem::FieldError;
use platform::{CatalogueError, ProblemEntry};
use sea_orm::DbErr;

/// Reason why a request is refused.
#[derive(Debug, thiserror::Error)]
pub enum ProfileError {
    /// The account was deleted.
    #[error("User not found")]
    NotFound,
    /// Messages of all invalid fields, joined by commas.
    #[error("{}", .0.iter().map(|field| field.message.as_str()).collect::<Vec<_>>().join(", "))]
    Fields(Vec<FieldError>),
    /// One of the three agreements is missing.
    #[error(
        "You must agree to the community guidelines, privacy policy, and terms of service to continue"
    )]
    NotAgreed,
    /// The completion of onboarding could not be stored.
    #[error("There was an error completing your onboarding. Please try again.")]
    Onboarding(#[source] DbErr),
    /// The rate limit of writes is exceeded.
    #[error("Rate limit exceeded. Try again at {0}")]
    Limit(String, Verdict),
    /// Database error.
    #[error("An error occurred. Please try again.")]
    Store(#[from] DbErr),
}

impl CatalogueError for ProfileError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::NotFound => ProblemEntry::not_found("user-not-found"),
            Self::Fields(_) => ProblemEntry::invalid("fields-invalid"),
            Self::NotAgreed => ProblemEntry::invalid("agreements-required"),
            Self::Limit(..) => ProblemEntry::slow_down("rate-limited"),
            Self::Onboarding(error) | Self::Store(error) if platform::db::is_away(error) => {
                ProblemEntry::away("storage-away")
            }
            Self::Onboarding(_) | Self::Store(_) => ProblemEntry::internal(),
        }
    }

    fn fields(&self) -> Vec<FieldError> {
        match self {
            Self::Fields(fields) => fields.clone(),
            _ => Vec::new(),
        }
    }

    fn retry_after_s(&self) -> Option<u64> {
        match self {
            Self::Limit(_, verdict) => Some(verdict.retry_after_s),
            _ => None,
        }
    }
}
