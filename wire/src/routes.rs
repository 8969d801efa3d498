//! The route table: which hosts exist and what stands behind each. The control plane numbers and
//! publishes it, the edge applies it, and [`RouteTable::resolve`] is the one place that decides.

use crate::brand::Brand;
use crate::host::{HostError, is_label, normalise_host};
use crate::ids::{AffiliationId, TenantId};
use serde::{Deserialize, Serialize};

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
    pub portals: Vec<PortalRoute>,
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
    /// Decides what `host` (a raw `Host` header or `:authority`) means.
    ///
    /// # Errors
    /// [`HostError`] when the value cannot be a host at all; a well-formed foreign host is
    /// [`Resolution::Unknown`].
    pub fn resolve(&self, host: &str) -> Result<Resolution<'_>, HostError> {
        let name = normalise_host(host)?;
        Ok(self.resolve_name(&name))
    }

    /// As [`Self::resolve`], for a name that is normalised already.
    #[must_use]
    pub fn resolve_name(&self, name: &str) -> Resolution<'_> {
        if name == origin_host(&self.main.origin) {
            return Resolution::Main(&self.main);
        }
        if self.main.aliases.iter().any(|alias| alias == name) {
            return Resolution::Redirect(&self.main.origin);
        }
        let Some(portal) =
            self.portals.iter().find(|portal| portal.answers_to(name, &self.portal_domain))
        else {
            return Resolution::Unknown;
        };
        if portal.state == PortalState::Suspended {
            return Resolution::Suspended(portal);
        }
        let platform_name =
            subdomain_of(name, &self.portal_domain) == Some(portal.subdomain.as_str());
        if platform_name || name == origin_host(&portal.origin) {
            Resolution::Portal(portal)
        } else {
            Resolution::Redirect(&portal.origin)
        }
    }

    /// The portal of an affiliation, open or not.
    #[must_use]
    pub fn portal_of(&self, affiliation: AffiliationId) -> Option<&PortalRoute> {
        self.portals.iter().find(|portal| portal.affiliation_id == affiliation)
    }
}

impl PortalRoute {
    fn answers_to(&self, name: &str, portal_domain: &str) -> bool {
        subdomain_of(name, portal_domain) == Some(self.subdomain.as_str())
            || self.hosts.iter().any(|host| host == name)
    }
}

/// The one label in front of `domain`, if `name` is exactly that.
fn subdomain_of<'n>(name: &'n str, domain: &str) -> Option<&'n str> {
    let label = name.strip_suffix(domain)?.strip_suffix('.')?;
    is_label(label).then_some(label)
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
    use crate::brand::ThemeColor;

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

    fn brand(name: &str) -> Brand {
        Brand {
            name: name.to_owned(),
            initial: name[..1].to_owned(),
            headings: "plain".to_owned(),
            corners: "soft".to_owned(),
            top_bar: "paper".to_owned(),
            sign_in_layout: "panel".to_owned(),
            picture: "oculus".to_owned(),
            logo_url: None,
            sign_in_title: None,
            sign_in_text: None,
            theme_color: ThemeColor { light: "#ffffff".to_owned(), dark: "#111111".to_owned() },
        }
    }

    fn portal(subdomain: &str, origin: &str, hosts: &[&str], state: PortalState) -> PortalRoute {
        PortalRoute {
            tenant_id: TenantId::new(),
            affiliation_id: AffiliationId::new(),
            affiliation_name: subdomain.to_uppercase(),
            subdomain: subdomain.to_owned(),
            state,
            origin: origin.to_owned(),
            hosts: hosts.iter().map(|host| (*host).to_owned()).collect(),
            brand: brand(subdomain),
            css: String::new(),
        }
    }

    fn table() -> RouteTable {
        RouteTable {
            version: 7,
            main: MainRoute {
                origin: "https://guildhall.example".to_owned(),
                aliases: vec!["www.guildhall.example".to_owned()],
                brand: brand("Guildhall"),
                css: String::new(),
            },
            portal_domain: "portals.example".to_owned(),
            portals: vec![
                portal("ashcombe", "https://ashcombe.portals.example", &[], PortalState::Active),
                portal(
                    "htwu",
                    "https://www.htwu.example",
                    &["htwu.example", "www.htwu.example"],
                    PortalState::Active,
                ),
                portal("closed", "https://closed.portals.example", &[], PortalState::Suspended),
            ],
        }
    }

    #[test]
    fn every_kind_of_host_has_its_answer() {
        let table = table();
        let said = |host: &str| match table.resolve(host) {
            Ok(Resolution::Main(_)) => "main".to_owned(),
            Ok(Resolution::Portal(p)) => format!("portal {}", p.subdomain),
            Ok(Resolution::Redirect(to)) => format!("redirect {to}"),
            Ok(Resolution::Suspended(p)) => format!("suspended {}", p.subdomain),
            Ok(Resolution::Unknown) => "unknown".to_owned(),
            Err(e) => e.to_string(),
        };
        assert_eq!(said("guildhall.example"), "main");
        assert_eq!(said("GUILDHALL.example.:443"), "main");
        assert_eq!(said("www.guildhall.example"), "redirect https://guildhall.example");
        assert_eq!(said("ashcombe.portals.example"), "portal ashcombe");
        assert_eq!(said("www.htwu.example"), "portal htwu");
        assert_eq!(said("htwu.example"), "redirect https://www.htwu.example");
        assert_eq!(said("htwu.portals.example"), "portal htwu");
        assert_eq!(said("closed.portals.example"), "suspended closed");
        assert_eq!(said("nobody.portals.example"), "unknown");
        assert_eq!(said("a.ashcombe.portals.example"), "unknown");
        assert_eq!(said("evilportals.example"), "unknown");
        assert_eq!(said("ashcombe.guildhall.example"), "unknown");
        assert_eq!(said("a@guildhall.example"), "the host is malformed");
    }
}
