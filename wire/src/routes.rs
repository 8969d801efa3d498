//! The route table: which hosts exist and what stands behind each. The control plane numbers and
//! publishes it, the edge applies it, and [`crate::Routes`] is the one place that decides.

use crate::brand::Brand;
use crate::certificate::{ChallengeAnswer, HostCertificate};
use crate::ids::{AffiliationId, TenantId};
use crate::shared;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Through which host a request came: the main network, or one affiliation's portal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "kind", content = "affiliationId")]
pub enum Door {
    /// The main host: the whole network.
    Main,
    /// A portal: what belongs to this affiliation.
    Portal(AffiliationId),
}

impl Door {
    /// The portal's affiliation; `None` on main.
    #[must_use]
    pub const fn affiliation(self) -> Option<AffiliationId> {
        match self {
            Self::Main => None,
            Self::Portal(id) => Some(id),
        }
    }
}

/// The main application's hosts and looks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MainRoute {
    /// Scheme, host and port, without a slash at the end: `http://localhost:8080`.
    pub origin: String,
    /// Names that answer with a redirect to `origin` (such as `www.`), normalised.
    pub aliases: Vec<String>,
    /// The platform's own brand.
    pub brand: Brand,
    /// The brand's custom properties, ready for a style element.
    pub css: String,
}

/// What a portal may show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum PortalState {
    /// Open.
    Active,
    /// Closed for now: its hosts answer with the paused notice.
    Suspended,
}

/// One portal: its tenant, its hosts, its published brand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PortalRoute {
    /// The tenant behind it.
    pub tenant_id: TenantId,
    /// The affiliation whose door it is.
    pub affiliation_id: AffiliationId,
    /// The affiliation's full name.
    pub affiliation_name: String,
    /// First label of the platform host.
    pub subdomain: String,
    /// Open or suspended.
    pub state: PortalState,
    /// The host that answers, as an origin (`http://ashcombe.localhost:8080`).
    pub origin: String,
    /// Every host of the portal, normalised, the primary one among them. Hosts other than the one
    /// in `origin` redirect to it, but for the platform subdomain, which keeps answering because
    /// identity lives there.
    pub hosts: Vec<String>,
    /// Since when hosts of the tenant's own answer, in Unix seconds. Browsers are bound to them more
    /// loosely on the first day.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub answering_since: BTreeMap<String, i64>,
    /// Published looks.
    pub brand: Brand,
    /// The brand's custom properties, ready for a style element.
    pub css: String,
}

/// Everything the edge knows, as one numbered snapshot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RouteTable {
    /// Rises with every change; a long poll asks for what comes after it.
    pub version: u64,
    /// The main door.
    pub main: MainRoute,
    /// The domain below which subdomains are portals: `localhost`, `guildhall.example`.
    pub portal_domain: String,
    /// All portals, active or not.
    #[serde(with = "shared::list")]
    pub portals: Vec<Arc<PortalRoute>>,
    /// What TLS is spoken with.
    #[serde(default)]
    pub certificates: Vec<HostCertificate>,
    /// What authorities are answered while orders are open.
    #[serde(default)]
    pub challenges: Vec<ChallengeAnswer>,
    /// Many hosts are meant to be gone. Without this word an edge refuses a table that drops more
    /// than a fifth of its hosts at once: that is more often a fault than a wish.
    #[serde(default)]
    pub bulk: bool,
}

/// Whose a host is. Two hosts of one owner may share a connection; two of different owners never.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Owner {
    /// The platform itself.
    Main,
    /// A tenant.
    Tenant(TenantId),
}

/// What a host means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Resolution<'t> {
    /// The main application.
    Main(&'t MainRoute),
    /// An open portal.
    Portal(&'t PortalRoute),
    /// Another name of something we serve: send the browser to this origin.
    Redirect(&'t str),
    /// A portal that is closed for now.
    Suspended(&'t PortalRoute),
    /// No host of ours.
    Unknown,
}

impl RouteTable {
    /// The portal of an affiliation, open or not.
    #[must_use]
    pub fn portal_of(&self, affiliation: AffiliationId) -> Option<&PortalRoute> {
        self.portals
            .iter()
            .find(|portal| portal.affiliation_id == affiliation)
            .map(|portal| &**portal)
    }
}

/// The host of an origin: `http://a.example:8080` → `a.example`.
#[must_use]
pub fn origin_host(origin: &str) -> &str {
    let authority = origin.split_once("://").map_or(origin, |(_, rest)| rest);
    authority.split_once(':').map_or(authority, |(host, _)| host)
}

/// A portal's origin: the main origin's scheme and port with the portal's own name.
#[must_use]
pub fn portal_origin(main_origin: &str, subdomain: &str, portal_domain: &str) -> String {
    let (scheme, rest) = main_origin.split_once("://").unwrap_or(("https", main_origin));
    let port = rest.split_once(':').map(|(_, port)| format!(":{port}")).unwrap_or_default();
    format!("{scheme}://{subdomain}.{portal_domain}{port}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_portal_has_the_scheme_and_port_of_main() {
        assert_eq!(
            portal_origin("http://localhost:8080", "htwu", "localhost"),
            "http://htwu.localhost:8080"
        );
        assert_eq!(
            portal_origin("https://guildhall.example", "htwu", "portals.example"),
            "https://htwu.portals.example"
        );
    }
}
