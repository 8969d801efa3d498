//! What can go wrong with passkeys.

use platform::problem::FieldError;
use platform::{Catalogued, Entry};
use sea_orm::DbErr;
use webauthn_rs::prelude::WebauthnError;

/// Reason why a request is refused.
#[derive(Debug, thiserror::Error)]
pub enum PasskeyError {
    /// The answer of the authenticator was not the one to what it was asked.
    #[error("This passkey was not accepted. Please try again.")]
    Refused,
    /// There is no such passkey of theirs.
    #[error("MFA factor not found")]
    NotFound,
    /// It is theirs already.
    #[error("This passkey is already registered.")]
    Taken,
    /// It needs a name.
    #[error("Please enter a name for this passkey.")]
    NameMissing,
    /// A name that is too long.
    #[error("The name must be less than 50 characters")]
    NameTooLong,
    /// More than anybody needs.
    #[error("You can have up to {0} passkeys. Remove one first.")]
    TooMany(u64),
    /// The library, over something that is ours.
    #[error("An error occurred. Please try again.")]
    Fault(#[from] WebauthnError),
    /// What was kept cannot be read.
    #[error("An error occurred. Please try again.")]
    Unreadable(#[from] serde_json::Error),
    /// Database error.
    #[error("An error occurred. Please try again.")]
    Store(#[from] DbErr),
}

impl Catalogued for PasskeyError {
    fn entry(&self) -> Entry {
        match self {
            Self::Refused => Entry::invalid("passkey-refused"),
            Self::NotFound => Entry::not_found("passkey-not-found"),
            Self::Taken => Entry::conflict("passkey-taken"),
            Self::NameMissing => Entry::invalid("passkey-name-missing"),
            Self::NameTooLong => Entry::invalid("passkey-name-too-long"),
            Self::TooMany(_) => Entry::conflict("passkeys-too-many"),
            Self::Store(error) if platform::db::is_away(error) => Entry::away("storage-away"),
            Self::Fault(_) | Self::Unreadable(_) | Self::Store(_) => Entry::internal(),
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
