//! Why something was refused for want of a proof, or a proof itself.

use crate::accounts::AccountError;
use platform::problem::FieldError;
use platform::{Catalogued, Entry};
use sea_orm::DbErr;

/// A refusal.
#[derive(Debug, thiserror::Error)]
pub enum ProofError {
    /// The last proof was too long ago.
    #[error("For security, you must sign in again before changing this.")]
    Needed,
    /// The same, where a password is to be changed.
    #[error("For security, you must sign in again before changing your password.")]
    NeededForPassword,
    /// What is wanted needs two factors.
    #[error("For security, you must confirm this with your second factor.")]
    SecondFactorNeeded,
    /// Nothing was shown.
    #[error("Please enter your password.")]
    Nothing,
    /// The password is another one.
    #[error("Current password is incorrect")]
    WrongPassword,
    /// Limits, the hash, the database.
    #[error(transparent)]
    Account(#[from] AccountError),
}

impl Catalogued for ProofError {
    fn entry(&self) -> Entry {
        match self {
            Self::Needed | Self::NeededForPassword => Entry::forbidden("proof-required"),
            Self::SecondFactorNeeded => Entry::forbidden("second-factor-proof-required"),
            Self::Nothing => Entry::invalid("proof-missing"),
            Self::WrongPassword => Entry::invalid("current-password-incorrect"),
            Self::Account(error) => error.entry(),
        }
    }

    fn fields(&self) -> Vec<FieldError> {
        match self {
            Self::Nothing | Self::WrongPassword => {
                vec![FieldError::new("password", self.entry().code, self.to_string())]
            }
            Self::Account(error) => error.fields(),
            Self::Needed | Self::NeededForPassword | Self::SecondFactorNeeded => Vec::new(),
        }
    }

    fn retry_after_s(&self) -> Option<u64> {
        match self {
            Self::Account(error) => error.retry_after_s(),
            _ => None,
        }
    }
}

impl From<DbErr> for ProofError {
    fn from(error: DbErr) -> Self {
        Self::Account(error.into())
    }
}
