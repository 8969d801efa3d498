//! Status of a portal's address, as shown to people.

use super::rows::{DomainId, State};
use crate::tenants;
use serde::{Deserialize, Serialize};
use std::str::FromStr;
use utoipa::ToSchema;

/// Id of the platform subdomain, where other addresses have a domain id.
pub(super) const PLATFORM: &str = "platform";

/// Id of a portal's address in a URL path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(super) enum AddressId {
    /// The platform subdomain.
    Platform,
    /// A custom domain.
    Own(DomainId),
}

impl TryFrom<String> for AddressId {
    type Error = <DomainId as FromStr>::Err;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        if text == PLATFORM { Ok(Self::Platform) } else { text.parse().map(Self::Own) }
    }
}

/// Status of an address: a custom domain, or the platform subdomain, whose status follows the
/// portal's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum AddressState {
    /// The portal has not been activated yet.
    AwaitingActivation,
    /// Its DNS records are being checked.
    Verifying,
    /// Verified; waits for approval by staff.
    AwaitingApproval,
    /// Its first certificate is being issued.
    Issuing,
    /// Serving.
    Active,
    /// Serving, but its DNS records have a problem.
    Failing,
    /// Temporarily not serving.
    Suspended,
    /// Released.
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

/// Status of the platform subdomain.
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
