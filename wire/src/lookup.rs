//! What a host means, by one look into a map: the edge asks for every request, however many portals
//! there are.

use crate::host::{HostError, is_label, normalise_host};
use crate::routes::{Owner, PortalRoute, PortalState, Resolution, RouteTable, origin_host};
use std::collections::HashMap;
use std::ops::Deref;
use std::sync::Arc;

/// What a name is.
#[derive(Debug, Clone, Copy)]
enum Place {
    Main,
    /// Another name of main.
    Alias,
    /// A name of the portal at this place.
    Portal(usize),
}

/// A route table with the place of every name in it.
#[derive(Debug, Clone)]
pub struct Routes {
    table: Arc<RouteTable>,
    places: HashMap<String, Place>,
}

impl Routes {
    /// Notes the place of every name. Main has its own before any portal, and of two portals that
    /// claim one the first has it.
    #[must_use]
    pub fn new(table: Arc<RouteTable>) -> Self {
        let mut places = HashMap::new();
        places.insert(origin_host(&table.main.origin).to_owned(), Place::Main);
        for alias in &table.main.aliases {
            places.entry(alias.clone()).or_insert(Place::Alias);
        }
        for (number, portal) in table.portals.iter().enumerate() {
            let platform = is_label(&portal.subdomain).then(|| platform_name(&table, portal));
            for name in platform.into_iter().chain(portal.hosts.iter().cloned()) {
                places.entry(name).or_insert(Place::Portal(number));
            }
        }
        Self { table, places }
    }

    /// The table itself.
    #[must_use]
    pub const fn table(&self) -> &Arc<RouteTable> {
        &self.table
    }

    /// Whose a normalised name is; `None` for a name that is not ours.
    #[must_use]
    pub fn owner_of(&self, name: &str) -> Option<Owner> {
        match self.places.get(name)? {
            Place::Main | Place::Alias => Some(Owner::Main),
            Place::Portal(number) => {
                self.portals.get(*number).map(|portal| Owner::Tenant(portal.tenant_id))
            }
        }
    }

    /// Every name of ours, in no order.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.places.keys().map(String::as_str)
    }

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
        let portal = match self.places.get(name) {
            None => None,
            Some(Place::Main) => return Resolution::Main(&self.main),
            Some(Place::Alias) => return Resolution::Redirect(&self.main.origin),
            Some(Place::Portal(number)) => self.portals.get(*number).map(|portal| &**portal),
        };
        let Some(portal) = portal else { return Resolution::Unknown };
        if portal.state == PortalState::Suspended {
            return Resolution::Suspended(portal);
        }
        if name == origin_host(&portal.origin) || is_platform_name(name, &self.table, portal) {
            Resolution::Portal(portal)
        } else {
            Resolution::Redirect(&portal.origin)
        }
    }
}

impl Deref for Routes {
    type Target = RouteTable;

    fn deref(&self) -> &RouteTable {
        &self.table
    }
}

/// The portal's name below the platform's domain.
fn platform_name(table: &RouteTable, portal: &PortalRoute) -> String {
    format!("{}.{}", portal.subdomain, table.portal_domain)
}

fn is_platform_name(name: &str, table: &RouteTable, portal: &PortalRoute) -> bool {
    let rest = name.strip_prefix(portal.subdomain.as_str());
    rest.and_then(|rest| rest.strip_prefix('.')) == Some(table.portal_domain.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::brand::{Brand, ThemeColor};
    use crate::ids::{AffiliationId, TenantId};
    use crate::routes::MainRoute;

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
            ..Brand::default()
        }
    }

    fn portal(
        subdomain: &str,
        origin: &str,
        hosts: &[&str],
        state: PortalState,
    ) -> Arc<PortalRoute> {
        Arc::new(PortalRoute {
            tenant_id: TenantId::new(),
            affiliation_id: AffiliationId::new(),
            affiliation_name: subdomain.to_uppercase(),
            subdomain: subdomain.to_owned(),
            state,
            origin: origin.to_owned(),
            hosts: hosts.iter().map(|host| (*host).to_owned()).collect(),
            answering_since: Default::default(),
            brand: brand(subdomain),
            css: String::new(),
        })
    }

    fn routes() -> Routes {
        Routes::new(Arc::new(RouteTable {
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
            certificates: Vec::new(),
            challenges: Vec::new(),
            bulk: false,
        }))
    }

    #[test]
    fn every_kind_of_host_has_its_answer() {
        let routes = routes();
        let said = |host: &str| match routes.resolve(host) {
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

    #[test]
    fn every_name_has_one_owner_whatever_it_answers() {
        let routes = routes();
        let tenant = |number: usize| Some(Owner::Tenant(routes.portals[number].tenant_id));
        assert_eq!(routes.owner_of("guildhall.example"), Some(Owner::Main));
        assert_eq!(routes.owner_of("www.guildhall.example"), Some(Owner::Main));
        for name in ["htwu.example", "www.htwu.example", "htwu.portals.example"] {
            assert_eq!(routes.owner_of(name), tenant(1), "{name}");
        }
        assert_eq!(routes.owner_of("closed.portals.example"), tenant(2));
        assert_eq!(routes.owner_of("nobody.portals.example"), None);
        assert_eq!(routes.names().len(), 7);
    }

    #[test]
    fn of_two_that_claim_a_name_the_first_has_it_and_main_before_both() {
        let mut table = RouteTable::clone(routes().table());
        let claims = ["guildhall.example", "www.guildhall.example", "htwu.example"];
        let late = portal("late", "https://late.portals.example", &claims, PortalState::Active);
        table.portals.push(late);
        let routes = Routes::new(Arc::new(table));
        assert!(matches!(routes.resolve_name("guildhall.example"), Resolution::Main(_)));
        let said = |name: &str| match routes.resolve_name(name) {
            Resolution::Redirect(to) => to.to_owned(),
            other => format!("{other:?}"),
        };
        assert_eq!(said("www.guildhall.example"), "https://guildhall.example");
        assert_eq!(said("htwu.example"), "https://www.htwu.example");
    }
}
