//! The route table: all hosts, and the site that each one serves. The control plane numbers and
//! publishes it, the edge applies it, and [`crate::Routes`] is the only place that resolves hosts.

use crate::brand::Brand;
use crate::certificate::{ChallengeAnswer, HostCertificate};
use crate::content_filter::ContentFilter;
use crate::ids::{AffiliationId, TenantId};
use crate::language::Language;
use crate::shared_str;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Site that a request was made on: the main site or one affiliation's portal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "kind", content = "affiliationId")]
pub enum Site {
    /// The main site: the whole network.
    Main,
    /// A portal: only data that belongs to this affiliation.
    Portal(AffiliationId),
}

impl Site {
    /// Affiliation of the portal; `None` on the main site.
    #[must_use]
    pub const fn affiliation(self) -> Option<AffiliationId> {
        match self {
            Self::Main => None,
            Self::Portal(id) => Some(id),
        }
    }
}

/// Hosts and branding of the main site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MainRoute {
    /// Scheme, host and port without a trailing slash: `http://localhost:8080`.
    pub origin: String,
    /// Names that redirect to `origin` (such as `www.`), normalised.
    pub aliases: Vec<String>,
    /// Branding of the platform.
    pub brand: Brand,
    /// CSS custom properties of the brand, ready for a style element.
    pub css: String,
    /// Content filter that staff chose for the network; `None` if the settings decide.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content_filter: Option<ContentFilter>,
}

/// State of a portal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum PortalState {
    /// Serving.
    Active,
    /// Suspended: its hosts show the paused page.
    Suspended,
}

/// A portal: its tenant, its hosts, its published branding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PortalRoute {
    /// Tenant that owns the portal.
    pub tenant_id: TenantId,
    /// Affiliation whose portal it is.
    pub affiliation_id: AffiliationId,
    /// Full name of the affiliation.
    pub affiliation_name: String,
    /// First label of the host on the portal domain.
    pub subdomain: String,
    /// Active or suspended.
    pub state: PortalState,
    /// Canonical origin (`http://ashcombe.localhost:8080`).
    pub origin: String,
    /// All hosts of the portal, normalised, including the primary one. All other hosts redirect to
    /// `origin`, except the platform subdomain, which keeps serving because the identity routes are
    /// there.
    pub hosts: Vec<String>,
    /// Time since which each custom domain serves, in Unix seconds. Browsers get a shorter HSTS
    /// lifetime on the first day.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub answering_since: BTreeMap<String, i64>,
    /// Language for visitors who have not chosen one; `None` if the portal follows the browser.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<Language>,
    /// Content filter that staff chose for the portal; `None` if the network's applies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content_filter: Option<ContentFilter>,
    /// Published branding.
    pub brand: Brand,
    /// CSS custom properties of the brand, ready for a style element.
    pub css: String,
}

/// One numbered snapshot of everything the edge serves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RouteTable {
    /// Increases with every change; a long poll requests the versions after it.
    pub version: u64,
    /// Route of the main site.
    pub main: MainRoute,
    /// Domain whose subdomains are portals: `localhost`, `guildhall.example`.
    pub portal_domain: String,
    /// All portals, active or not.
    #[serde(with = "shared_str::list")]
    pub portals: Vec<Arc<PortalRoute>>,
    /// TLS certificates of the hosts.
    #[serde(default)]
    pub certificates: Vec<HostCertificate>,
    /// ACME challenge answers of the open orders.
    #[serde(default)]
    pub challenges: Vec<ChallengeAnswer>,
    /// The removal of many hosts is intended. Without this flag an edge rejects a table that
    /// removes more than 20 % of its hosts at once, because that usually indicates a fault.
    #[serde(default)]
    pub bulk: bool,
}

/// Owner of a host. Two hosts of the same owner may share a connection; hosts of different owners
/// never do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Owner {
    /// The platform.
    Main,
    /// The tenant whose portal has the host.
    Tenant(TenantId),
}

/// Result of resolving a host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Resolution<'t> {
    /// The main site.
    Main(&'t MainRoute),
    /// An active portal.
    Portal(&'t PortalRoute),
    /// An alias: redirect the browser to this origin.
    Redirect(&'t str),
    /// The portal exists, but only its paused page is served.
    Suspended(&'t PortalRoute),
    /// Not one of our hosts.
    Unknown,
}

impl RouteTable {
    /// Returns the portal of an affiliation, active or not.
    #[must_use]
    pub fn portal_of(&self, affiliation: AffiliationId) -> Option<&PortalRoute> {
        self.portals
            .iter()
            .find(|portal| portal.affiliation_id == affiliation)
            .map(|portal| &**portal)
    }
}

/// Returns the host of an origin: `http://a.example:8080` → `a.example`.
#[must_use]
pub fn origin_host(origin: &str) -> &str {
    let authority = origin.split_once("://").map_or(origin, |(_, rest)| rest);
    authority.split_once(':').map_or(authority, |(host, _)| host)
}

/// Returns a portal's origin: scheme and port of the main origin with the portal's own name.
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
    fn portal_origin_has_the_scheme_and_port_of_main() {
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
