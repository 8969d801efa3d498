//! What can go wrong with one's own profile, in the catalogue's words.

use platform::limiter::Verdict;
use platform::problem::FieldError;
use platform::{Catalogued, Entry};
use sea_orm::DbErr;

/// Reason why a request is refused.
#[derive(Debug, thiserror::Error)]
pub enum ProfileError {
    /// The account is gone.
    #[error("User not found")]
    NotFound,
    /// The messages of all fields at fault, joined by commas.
    #[error("{}", .0.iter().map(|field| field.message.as_str()).collect::<Vec<_>>().join(", "))]
    Fields(Vec<FieldError>),
    /// Not all three were agreed to.
    #[error(
        "You must agree to the community guidelines, privacy policy, and terms of service to continue"
    )]
    NotAgreed,
    /// The wizard's end could not be written.
    #[error("There was an error completing your onboarding. Please try again.")]
    Onboarding(#[source] DbErr),
    /// The rate limit of writes is exceeded.
    #[error("Rate limit exceeded. Try again at {0}")]
    Limit(String, Verdict),
    /// The database.
    #[error("An error occurred. Please try again.")]
    Store(#[from] DbErr),
}

impl Catalogued for ProfileError {
    fn entry(&self) -> Entry {
        match self {
            Self::NotFound => Entry::not_found("user-not-found"),
            Self::Fields(_) => Entry::invalid("fields-invalid"),
            Self::NotAgreed => Entry::invalid("agreements-required"),
            Self::Limit(..) => Entry::slow_down("rate-limited"),
            Self::Onboarding(error) | Self::Store(error) if platform::db::is_away(error) => {
                Entry::away("storage-away")
            }
            Self::Onboarding(_) | Self::Store(_) => Entry::internal(),
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
