//! What can go wrong with a transfer. All refusals read alike: the reason is for the log.

use platform::{Catalogued, Entry};

/// Why a transfer did not happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TransferError {
    /// Main → portal without naming the portal.
    #[error("Subdomain is required for whitelabel app transfers")]
    SubdomainRequired,
    /// No such portal for this person: none, closed, or not theirs.
    #[error("Failed to create session for transfer")]
    NoTarget,
    /// The code, its verifier, its host, its person or its time does not fit.
    #[error("Transfer failed")]
    Refused,
    /// The session it came from has ended.
    #[error("No valid session found")]
    SourceEnded,
    /// Too many transfers.
    #[error("Too many attempts. Please try again later.")]
    TooMany(u64),
}

impl Catalogued for TransferError {
    fn entry(&self) -> Entry {
        match self {
            Self::SubdomainRequired => Entry::invalid("subdomain-required"),
            Self::NoTarget => Entry::not_found("transfer-target-not-found"),
            Self::Refused => Entry::forbidden("transfer-refused"),
            Self::SourceEnded => Entry::unauthorized("transfer-source-ended"),
            Self::TooMany(_) => Entry::slow_down("rate-limited"),
        }
    }
    fn retry_after_s(&self) -> Option<u64> {
        match self {
            Self::TooMany(seconds) => Some(*seconds),
            _ => None,
        }
    }
}
