//! Errors of passkeys.

use platform::problem::FieldError;
use platform::{CatalogueError, ProblemEntry};
use sea_orm::DbErr;
use webauthn_rs::prelude::WebauthnError;

/// Reason why a request is refused.
#[derive(Debug, thiserror::Error)]
pub enum PasskeyError {
    /// The authenticator's response does not match the challenge.
    #[error("This passkey was not accepted. Please try again.")]
    Refused,
    /// The user has no such passkey.
    #[error("MFA factor not found")]
    NotFound,
    /// The user has registered it already.
    #[error("This passkey is already registered.")]
    Taken,
    /// The name is missing.
    #[error("Please enter a name for this passkey.")]
    NameMissing,
    /// The name is too long.
    #[error("The name must be less than 50 characters")]
    NameTooLong,
    /// The maximum number of passkeys is reached.
    #[error("You can have up to {0} passkeys. Remove one first.")]
    TooMany(u64),
    /// The library failed because of invalid data of the server.
    #[error("An error occurred. Please try again.")]
    Fault(#[from] WebauthnError),
    /// A stored passkey or challenge cannot be parsed.
    #[error("An error occurred. Please try again.")]
    Unreadable(#[from] serde_json::Error),
    /// Database error.
    #[error("An error occurred. Please try again.")]
    Store(#[from] DbErr),
}

impl CatalogueError for PasskeyError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::Refused => ProblemEntry::invalid("passkey-refused"),
            Self::NotFound => ProblemEntry::not_found("passkey-not-found"),
            Self::Taken => ProblemEntry::conflict("passkey-taken"),
            Self::NameMissing => ProblemEntry::invalid("passkey-name-missing"),
            Self::NameTooLong => ProblemEntry::invalid("passkey-name-too-long"),
            Self::TooMany(_) => ProblemEntry::conflict("passkeys-too-many"),
            Self::Store(error) if platform::db::is_away(error) => {
                ProblemEntry::away("storage-away")
            }
            Self::Fault(_) | Self::Unreadable(_) | Self::Store(_) => ProblemEntry::internal(),
        }
    }

    fn fields(&self) -> Vec<FieldError> {
        match self {
            Self::NameMissing | Self::NameTooLong => {
                vec![FieldError::new("name", self.entry().code, self.to_string())]
            }
            _ => Vec::new(),
        }
    }
}
