//! Reasons why a sign-in with an issuer is refused. If retrying does not help, the message names
//! the reason and the issuer.

use crate::accounts::error::AccountError;
use std::fmt;

/// Reason of a refusal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefusalReason {
    /// The user declined at the issuer.
    Cancelled,
    /// Retrying may help, for example after a lost connection.
    Failed,
    /// The issuer rejects the client id, secret or request.
    ClientRejected,
    /// The issuer's discovery document is unusable.
    IssuerUnusable,
    /// The token is invalid.
    TokenInvalid,
    /// The token has no address that an account could use.
    EmailMissing,
    /// The issuer has not verified the address.
    EmailUnverified,
}

impl RefusalReason {
    const PERMANENT_REFUSALS: [Self; 5] = [
        Self::ClientRejected,
        Self::IssuerUnusable,
        Self::TokenInvalid,
        Self::EmailMissing,
        Self::EmailUnverified,
    ];

    /// Value of the column `refusal`.
    pub const fn refusal_kind(self) -> &'static str {
        match self {
            Self::Cancelled => "cancelled",
            Self::ClientRejected | Self::IssuerUnusable => "misconfigured",
            Self::Failed | Self::TokenInvalid | Self::EmailMissing | Self::EmailUnverified => {
                "failed"
            }
        }
    }

    /// Value of the column `refusal_reason`; `None` if retrying may help.
    pub const fn refusal_reason(self) -> Option<&'static str> {
        match self {
            Self::Cancelled | Self::Failed => None,
            Self::ClientRejected => Some("client-rejected"),
            Self::IssuerUnusable => Some("issuer-unusable"),
            Self::TokenInvalid => Some("token-invalid"),
            Self::EmailMissing => Some("email-missing"),
            Self::EmailUnverified => Some("email-unverified"),
        }
    }

    /// Parses both columns.
    pub fn from_columns(kind: &str, reason: Option<&str>) -> Self {
        let lasting =
            Self::PERMANENT_REFUSALS.into_iter().find(|one| reason == one.refusal_reason());
        match (lasting, kind) {
            (Some(lasting), _) => lasting,
            (None, "cancelled") => Self::Cancelled,
            // Stored by a version without reasons.
            (None, "misconfigured") => Self::ClientRejected,
            (None, _) => Self::Failed,
        }
    }

    /// The error with the specified message.
    pub fn into_error(self, issuer: &str) -> AccountError {
        let named = |refusal| IssuerRefusal { refusal, issuer: host_of(issuer).to_owned() };
        match self {
            Self::Cancelled => AccountError::GoogleCancelled,
            Self::Failed => AccountError::GoogleFailed,
            Self::ClientRejected => AccountError::GoogleMisconfigured(named(self)),
            _ => AccountError::GoogleRefused(named(self)),
        }
    }
}

/// A permanent refusal with its issuer; displays as a sentence for the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IssuerRefusal {
    refusal: RefusalReason,
    /// Host name of the issuer.
    issuer: String,
}

impl IssuerRefusal {
    /// Stable code for clients.
    pub const fn code(&self) -> &'static str {
        match self.refusal {
            RefusalReason::EmailMissing => "google-email-missing",
            RefusalReason::EmailUnverified => "google-email-unverified",
            RefusalReason::TokenInvalid => "google-token-invalid",
            _ => "google-misconfigured",
        }
    }
}

impl fmt::Display for IssuerRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let issuer = &self.issuer;
        match self.refusal {
            RefusalReason::EmailMissing => write!(
                f,
                "{issuer} did not share an email address that can be used here. \
                 Sign in with an account that has one."
            ),
            RefusalReason::EmailUnverified => write!(
                f,
                "{issuer} has not verified your email address. Verify it there, then sign in again."
            ),
            RefusalReason::TokenInvalid => write!(
                f,
                "{issuer} sent an invalid response. Trying again does not help: \
                 please contact support."
            ),
            RefusalReason::IssuerUnusable => write!(
                f,
                "{issuer} is not set up for signing in here. Trying again does not help: \
                 please contact support."
            ),
            _ => write!(f, "{issuer} does not accept requests from this site."),
        }
    }
}

/// Host name and port, if any, of an issuer's address.
fn host_of(issuer: &str) -> &str {
    let rest = issuer.split_once("://").map_or(issuer, |(_, rest)| rest);
    rest.split('/').next().unwrap_or(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusal_survives_storage_in_its_columns() {
        let others = [RefusalReason::Cancelled, RefusalReason::Failed];
        for refusal in RefusalReason::PERMANENT_REFUSALS.into_iter().chain(others) {
            assert_eq!(
                RefusalReason::from_columns(refusal.refusal_kind(), refusal.refusal_reason()),
                refusal
            );
        }
        assert_eq!(
            RefusalReason::from_columns("misconfigured", None),
            RefusalReason::ClientRejected
        );
    }

    #[test]
    fn shows_the_host_name_of_the_issuer() {
        assert_eq!(host_of("https://accounts.google.com"), "accounts.google.com");
        assert_eq!(host_of("https://id.example:8443/realms/a"), "id.example:8443");
    }
}
