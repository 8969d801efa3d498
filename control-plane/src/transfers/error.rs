//! Errors of a transfer. All refusals have the same text; the reason is only logged.

use platform::{CatalogueError, ProblemEntry};

/// Reason why a transfer failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TransferError {
    /// A transfer from main to a portal without a subdomain.
    #[error("Subdomain is required for whitelabel app transfers")]
    SubdomainRequired,
    /// The portal does not exist, is closed, or the user is not a member.
    #[error("Failed to create session for transfer")]
    NoTarget,
    /// The code, verifier, host, user or time does not match.
    #[error("Transfer failed")]
    Refused,
    /// The source session has ended.
    #[error("No valid session found")]
    SourceEnded,
    /// Too many transfers; seconds to wait.
    #[error("Too many attempts. Please try again later.")]
    TooMany(u64),
}

impl CatalogueError for TransferError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::SubdomainRequired => ProblemEntry::invalid("subdomain-required"),
            Self::NoTarget => ProblemEntry::not_found("transfer-target-not-found"),
            Self::Refused => ProblemEntry::forbidden("transfer-refused"),
            Self::SourceEnded => ProblemEntry::unauthorized("transfer-source-ended"),
            Self::TooMany(_) => ProblemEntry::slow_down("rate-limited"),
        }
    }
    fn retry_after_s(&self) -> Option<u64> {
        match self {
            Self::TooMany(seconds) => Some(*seconds),
            _ => None,
        }
    }
}

/// Reason why a valid code was not redeemed, or a stored intent got no code. The user always gets
/// the same error; the audit log has the reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TransferRefusal {
    /// The code was used after its ten seconds.
    Late,
    /// The code was used on another host than the one it was made for.
    OtherHost,
    /// The browser is not the one bound to the code.
    OtherBrowser,
    /// The source session has ended.
    SourceEnded,
    /// The portal is closed.
    Closed,
    /// The account is paused or closed, or sign-up is incomplete.
    Standing,
    /// The user is not a member of the portal's affiliation.
    NotMember,
    /// The code was already redeemed.
    Replayed,
}

impl TransferRefusal {
    /// Text in the audit log.
    pub(super) const fn audit_text(self) -> &'static str {
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

impl From<TransferRefusal> for TransferError {
    fn from(refusal: TransferRefusal) -> Self {
        match refusal {
            TransferRefusal::SourceEnded => Self::SourceEnded,
            _ => Self::Refused,
        }
    }
}
