//! Refusals of the public API.

use crate::integration_records::TokenScope;
use platform::{CatalogueError, ProblemEntry};

/// Reason why a request was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum ApiError {
    /// There is no token.
    #[error("Send a token in the header Authorization, as Bearer.")]
    NoToken,
    /// The token is unknown, expired or revoked.
    #[error("This token is not valid")]
    InvalidToken,
    /// The token lacks the scope.
    #[error("This token lacks the scope \"{}\".", .0.name())]
    ScopeMissing(TokenScope),
}

impl CatalogueError for ApiError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::NoToken => ProblemEntry::unauthorized("api-token-missing"),
            Self::InvalidToken => ProblemEntry::unauthorized("api-token-invalid"),
            Self::ScopeMissing(_) => ProblemEntry::forbidden("api-token-scope-missing"),
        }
    }
}

/// Message when a list could not be loaded.
pub(super) const READ_FAILED: &str = "Failed to read the data";
