//! How far an address of a portal is, as people read it.

use super::rows::{DomainId, State};
use crate::tenants;
use serde::{Deserialize, Serialize};
use std::str::FromStr;
use utoipa::ToSchema;

/// What the address below the platform's domain is called where the others have an id.
pub(super) const PLATFORM: &str = "platform";

/// An address of a portal, as a path names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(super) enum AddressId {
    /// The one below the platform's domain.
    Platform,
    /// A domain of the portal's own.
    Own(DomainId),
}

impl TryFrom<String> for AddressId {
    type Error = <DomainId as FromStr>::Err;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        if text == PLATFORM { Ok(Self::Platform) } else { text.parse().map(Self::Own) }
    }
}

/// How far an address is: a domain of the portal's own, or the one below the platform's domain, which
/// follows the portal itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum AddressState {
    /// The portal has not been opened yet.
    AwaitingActivation,
    /// Its records are looked for.
    Verifying,
    /// Proven; staff have to say yes.
    AwaitingApproval,
    /// Its first certificate is being asked for.
    Issuing,
    /// It answers.
    Active,
    /// It answers, and something is wrong with its records.
    Failing,
    /// It does not answer for now.
    Suspended,
    /// Given up.
    Released,
}

impl From<State> for AddressState {
    fn from(state: State) -> Self {
        match state {
            State::Verifying => Self::Verifying,
            State::AwaitingApproval => Self::AwaitingApproval,
            State::Issuing => Self::Issuing,
            State::Active => Self::Active,
            State::Failing => Self::Failing,
            State::Suspended => Self::Suspended,
            State::Released => Self::Released,
        }
    }
}

/// That of the address below the platform's domain.
impl From<tenants::State> for AddressState {
    fn from(state: tenants::State) -> Self {
        match state {
            tenants::State::Draft => Self::AwaitingActivation,
            tenants::State::Active => Self::Active,
            tenants::State::Suspended => Self::Suspended,
            tenants::State::Archived => Self::Released,
        }
    }
}
