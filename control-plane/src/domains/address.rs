//! Status of a portal's address, as shown to people.

use super::rows::{DomainId, DomainState};
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
pub enum PortalAddressState {
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

impl From<DomainState> for PortalAddressState {
    fn from(state: DomainState) -> Self {
        match state {
            DomainState::Verifying => Self::Verifying,
            DomainState::AwaitingApproval => Self::AwaitingApproval,
            DomainState::Issuing => Self::Issuing,
            DomainState::Active => Self::Active,
            DomainState::Failing => Self::Failing,
            DomainState::Suspended => Self::Suspended,
            DomainState::Released => Self::Released,
        }
    }
}

/// Status of the platform subdomain.
impl From<tenants::TenantState> for PortalAddressState {
    fn from(state: tenants::TenantState) -> Self {
        match state {
            tenants::TenantState::Draft => Self::AwaitingActivation,
            tenants::TenantState::Active => Self::Active,
            tenants::TenantState::Suspended => Self::Suspended,
            tenants::TenantState::Archived => Self::Released,
        }
    }
}
