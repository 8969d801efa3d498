//! Errors of the management of tokens.

use platform::problem::FieldError;
use platform::{CatalogueError, ProblemEntry};

/// Reason why a token was not created or revoked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum ApiTokenError {
    /// It does not exist, or belongs to another owner.
    #[error("This token does not exist")]
    NotFound,
    /// The name is empty or too long.
    #[error("Enter a name of 1 to 60 characters.")]
    Name,
    /// No scope was chosen.
    #[error("Choose what the token may read.")]
    Scopes,
    /// The lifetime is out of range.
    #[error("Choose between 1 and 365 days.")]
    Lifetime,
    /// Too many active tokens.
    #[error("At most 20 tokens can be active. Revoke one first.")]
    TooMany,
}

impl CatalogueError for ApiTokenError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::NotFound => ProblemEntry::not_found("api-token-not-found"),
            Self::Name => ProblemEntry::invalid("api-token-name-invalid"),
            Self::Scopes => ProblemEntry::invalid("api-token-scopes-missing"),
            Self::Lifetime => ProblemEntry::invalid("api-token-lifetime-invalid"),
            Self::TooMany => ProblemEntry::conflict("api-token-limit"),
        }
    }

    fn fields(&self) -> Vec<FieldError> {
        let field = match self {
            Self::Name => "name",
            Self::Scopes => "scopes",
            Self::Lifetime => "expiresInDays",
            Self::NotFound | Self::TooMany => return Vec::new(),
        };
        vec![FieldError::new(field, self.entry().code, self.to_string())]
    }
}

/// Message when the tokens could not be loaded.
pub(super) const LOAD_FAILED: &str = "Failed to load the tokens";
/// Message when a token could not be created or revoked.
pub(super) const CHANGE_FAILED: &str = "Failed to change the tokens";
