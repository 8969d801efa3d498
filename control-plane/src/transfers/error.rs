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

/// Why a code that we made is not redeemed, or an intent that we keep gets none. The person is told one
/// thing for all of them; which it was stands in the audit log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refusal {
    /// The code came after its ten seconds.
    Late,
    /// It was shown at another host than the one it was made for.
    OtherHost,
    /// The browser is not the one that was bound to it.
    OtherBrowser,
    /// The session it came from has ended.
    SourceEnded,
    /// The portal lets nobody in.
    Closed,
    /// The account is paused, closed, or has yet to finish signing up.
    Standing,
    /// The person does not belong to the portal's affiliation.
    NotMember,
    /// The code had been redeemed before.
    Replayed,
}

impl Refusal {
    /// As the audit log keeps it.
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Late => "The code came too late",
            Self::OtherHost => "The code was made for another host",
            Self::OtherBrowser => "The browser was bound to another transfer",
            Self::SourceEnded => "The session it came from has ended",
            Self::Closed => "The portal is closed",
            Self::Standing => "The account is not in good standing",
            Self::NotMember => "The account is no member of the affiliation",
            Self::Replayed => "The code had been redeemed before",
        }
    }
}

impl From<Refusal> for TransferError {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::SourceEnded => Self::SourceEnded,
            _ => Self::Refused,
        }
    }
}
