//! Host lookup. The edge resolves the host of every request with one map access, however many
//! portals there are. An updated set of routes shares all unchanged entries with its predecessor.

use crate::changes::Changes;
use crate::host::{HostError, is_label, normalise_host};
use crate::ids::TenantId;
use crate::persistent_map::ShardedMap;
use crate::routes::{
    MainRoute, Owner, PortalRoute, PortalState, Resolution, RouteTable, origin_host,
};
use std::cmp::Ordering;
use std::ops::Deref;
use std::sync::Arc;

/// Meaning of a host name.
#[derive(Debug, Clone)]
enum HostEntry {
    Main,
    /// An alias of the main site.
    Alias,
    /// A name claimed by these portals; the first of them owns it.
    Portals(Vec<Arc<PortalRoute>>),
}

/// Fields of a table apart from its portals.
#[derive(Debug, Clone)]
pub struct TableHead {
    /// As [`RouteTable::version`].
    pub version: u64,
    /// Route of the main site.
    pub main: MainRoute,
    /// As [`RouteTable::portal_domain`].
    pub portal_domain: String,
    /// As [`RouteTable::bulk`].
    pub bulk: bool,
}

/// Routes of a table, indexed by host name. Clones share their entries.
#[derive(Debug, Clone)]
pub struct Routes {
    head: TableHead,
    portals: ShardedMap<TenantId, Arc<PortalRoute>>,
    places: ShardedMap<Box<str>, HostEntry>,
}

impl Routes {
    /// Builds the index. Names of the main site take precedence over those of portals; if two
    /// portals claim a name, the first by subdomain owns it.
    #[must_use]
    pub fn new(table: RouteTable) -> Self {
        let RouteTable { version, main, portal_domain, portals, bulk, .. } = table;
        let mut places = ShardedMap::default();
        for alias in &main.aliases {
            places.insert(alias.as_str().into(), HostEntry::Alias);
        }
        places.insert(origin_host(&main.origin).into(), HostEntry::Main);
        let head = TableHead { version, main, portal_domain, bulk };
        let mut routes = Self { head, portals: ShardedMap::default(), places };
        portals.into_iter().for_each(|portal| routes.open(portal));
        routes
    }

    /// Returns the routes after `changes` are applied.
    #[must_use]
    pub fn after_changes(&self, changes: &Changes) -> Self {
        let mut next = match &changes.main {
            // A new portal domain changes the name of every portal, so the index is rebuilt.
            Some(change) => Self::new(RouteTable {
                main: change.main.clone(),
                portal_domain: change.portal_domain.clone(),
                ..self.to_table()
            }),
            None => self.clone(),
        };
        (next.head.version, next.head.bulk) = (changes.version, changes.bulk);
        changes.portals_gone.iter().for_each(|tenant| next.close(*tenant));
        changes.portals.iter().for_each(|portal| next.open(Arc::clone(portal)));
        next
    }

    /// Rebuilds the table: portals sorted by subdomain, without certificates and challenge answers.
    #[must_use]
    pub fn to_table(&self) -> RouteTable {
        let TableHead { version, main, portal_domain, bulk } = self.head.clone();
        let mut portals: Vec<_> = self.portals.values().cloned().collect();
        portals.sort_by(precedence);
        let (certificates, challenges) = (Vec::new(), Vec::new());
        RouteTable { version, main, portal_domain, portals, certificates, challenges, bulk }
    }

    /// All portals, unordered.
    #[must_use]
    pub const fn portals(&self) -> &ShardedMap<TenantId, Arc<PortalRoute>> {
        &self.portals
    }

    /// Owner of a normalised name; `None` for a name that is not ours.
    #[must_use]
    pub fn owner_of(&self, name: &str) -> Option<Owner> {
        match self.places.get(name)? {
            HostEntry::Main | HostEntry::Alias => Some(Owner::Main),
            HostEntry::Portals(claims) => {
                claims.first().map(|portal| Owner::Tenant(portal.tenant_id))
            }
        }
    }

    /// Portal at a normalised name, active or not.
    #[must_use]
    pub fn portal_at(&self, name: &str) -> Option<&PortalRoute> {
        match self.places.get(name)? {
            HostEntry::Main | HostEntry::Alias => None,
            HostEntry::Portals(claims) => claims.first().map(|portal| &**portal),
        }
    }

    /// All names that we serve, unordered.
    pub fn served_names(&self) -> impl Iterator<Item = &str> {
        self.places.keys().map(|name| &**name)
    }

    /// Number of names that we serve.
    #[must_use]
    pub const fn names_count(&self) -> usize {
        self.places.len()
    }

    /// Names that `next` no longer serves.
    pub fn names_gone<'r>(&'r self, next: &'r Self) -> impl Iterator<Item = &'r str> {
        self.places.missing_in(&next.places).map(|name| &**name)
    }

    /// Resolves `host`, a raw `Host` header or `:authority`.
    ///
    /// # Errors
    /// [`HostError`] when the value is not a valid host name; a valid foreign host is
    /// [`Resolution::Unknown`].
    pub fn resolve(&self, host: &str) -> Result<Resolution<'_>, HostError> {
        let name = normalise_host(host)?;
        Ok(self.resolve_name(&name))
    }

    /// Like [`Self::resolve`], for a normalised name.
    #[must_use]
    pub fn resolve_name(&self, name: &str) -> Resolution<'_> {
        let portal = match self.places.get(name) {
            Some(HostEntry::Main) => return Resolution::Main(&self.main),
            Some(HostEntry::Alias) => return Resolution::Redirect(&self.main.origin),
            Some(HostEntry::Portals(claims)) => claims.first(),
            None => None,
        };
        let Some(portal) = portal else { return Resolution::Unknown };
        if portal.state == PortalState::Suspended {
            return Resolution::Suspended(portal);
        }
        if name == origin_host(&portal.origin) || is_platform_name(name, &self.head, portal) {
            Resolution::Portal(portal)
        } else {
            Resolution::Redirect(&portal.origin)
        }
    }

    /// Adds a portal, replacing the tenant's previous one.
    fn open(&mut self, portal: Arc<PortalRoute>) {
        self.close(portal.tenant_id);
        for name in names_of(&self.head, &portal) {
            let claims = match self.places.get(&name) {
                None => &[][..],
                Some(HostEntry::Portals(claims)) => claims.as_slice(),
                Some(HostEntry::Main | HostEntry::Alias) => continue,
            };
            if claims.iter().any(|claim| claim.tenant_id == portal.tenant_id) {
                continue;
            }
            let mut claims: Vec<_> = claims.iter().cloned().chain([Arc::clone(&portal)]).collect();
            claims.sort_by(precedence);
            self.places.insert(name, HostEntry::Portals(claims));
        }
        self.portals.insert(portal.tenant_id, portal);
    }

    /// Removes a tenant's portal. Its names pass to other portals that claim them.
    fn close(&mut self, tenant: TenantId) {
        let Some(portal) = self.portals.remove(&tenant) else { return };
        for name in names_of(&self.head, &portal) {
            let Some(HostEntry::Portals(claims)) = self.places.get(&name) else { continue };
            let others: Vec<_> =
                claims.iter().filter(|claim| claim.tenant_id != tenant).cloned().collect();
            if others.is_empty() {
                self.places.remove(&name);
            } else {
                self.places.insert(name, HostEntry::Portals(others));
            }
        }
    }
}

impl Deref for Routes {
    type Target = TableHead;

    fn deref(&self) -> &TableHead {
        &self.head
    }
}

/// Names of a portal: its subdomain of the portal domain, and its hosts (which may contain the
/// former).
fn names_of(head: &TableHead, portal: &PortalRoute) -> Vec<Box<str>> {
    let platform: Option<Box<str>> = is_label(&portal.subdomain)
        .then(|| format!("{}.{}", portal.subdomain, head.portal_domain).into());
    platform.into_iter().chain(portal.hosts.iter().map(|host| host.as_str().into())).collect()
}

fn is_platform_name(name: &str, head: &TableHead, portal: &PortalRoute) -> bool {
    let rest = name.strip_prefix(portal.subdomain.as_str());
    rest.and_then(|rest| rest.strip_prefix('.')) == Some(head.portal_domain.as_str())
}

/// Precedence of two portals that claim the same name.
fn precedence(one: &Arc<PortalRoute>, other: &Arc<PortalRoute>) -> Ordering {
    (&one.subdomain, one.tenant_id).cmp(&(&other.subdomain, other.tenant_id))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::brand::{Brand, ThemeColor};
    use crate::changes::MainChange;
    use crate::ids::AffiliationId;

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
            language: None,
            content_filter: None,
            brand: brand(subdomain),
            css: String::new(),
        })
    }

    fn routes() -> Routes {
        Routes::new(RouteTable {
            version: 7,
            main: MainRoute {
                origin: "https://guildhall.example".to_owned(),
                aliases: vec!["www.guildhall.example".to_owned()],
                brand: brand("Guildhall"),
                css: String::new(),
                content_filter: None,
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
        })
    }

    fn tenant(routes: &Routes, subdomain: &str) -> Option<TenantId> {
        let portal = routes.portals().values().find(|portal| portal.subdomain == subdomain);
        portal.map(|portal| portal.tenant_id)
    }

    fn no_changes(routes: &Routes) -> Changes {
        Changes {
            from: routes.version,
            version: routes.version + 1,
            hash: String::new(),
            main: None,
            portals: Vec::new(),
            portals_gone: Vec::new(),
            certificates: Vec::new(),
            certificates_gone: Vec::new(),
            challenges: None,
            bulk: false,
        }
    }

    #[test]
    fn resolves_every_kind_of_host() {
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
    fn every_name_has_one_owner() {
        let routes = routes();
        let tenant = |subdomain| tenant(&routes, subdomain).map(Owner::Tenant);
        assert_eq!(routes.owner_of("guildhall.example"), Some(Owner::Main));
        assert_eq!(routes.owner_of("www.guildhall.example"), Some(Owner::Main));
        for name in ["htwu.example", "www.htwu.example", "htwu.portals.example"] {
            assert_eq!(routes.owner_of(name), tenant("htwu"), "{name}");
        }
        assert_eq!(routes.owner_of("closed.portals.example"), tenant("closed"));
        assert_eq!(routes.owner_of("nobody.portals.example"), None);
        assert_eq!((routes.names_count(), routes.served_names().count()), (7, 7));
    }

    #[test]
    fn first_portal_owns_a_contested_name_and_main_precedes_both() {
        let mut table = routes().to_table();
        let claims = ["guildhall.example", "www.guildhall.example", "htwu.example"];
        let late = portal("late", "https://late.portals.example", &claims, PortalState::Active);
        table.portals.push(late);
        let routes = Routes::new(table);
        assert!(matches!(routes.resolve_name("guildhall.example"), Resolution::Main(_)));
        let said = |name: &str| match routes.resolve_name(name) {
            Resolution::Redirect(to) => to.to_owned(),
            other => format!("{other:?}"),
        };
        assert_eq!(said("www.guildhall.example"), "https://guildhall.example");
        assert_eq!(said("htwu.example"), "https://www.htwu.example");
    }

    #[test]
    fn released_name_passes_to_the_next_claimant() {
        let first = routes();
        let late = portal(
            "late",
            "https://htwu.example",
            &["htwu.example", "late.portals.example"],
            PortalState::Active,
        );
        let second =
            first.after_changes(&Changes { portals: vec![late.clone()], ..no_changes(&first) });
        let owner = |routes: &Routes| routes.owner_of("htwu.example");
        let (htwu, late) = (tenant(&first, "htwu"), late.tenant_id);
        assert_eq!(owner(&second), htwu.map(Owner::Tenant));
        let third = second
            .after_changes(&Changes { portals_gone: Vec::from_iter(htwu), ..no_changes(&second) });
        assert_eq!(owner(&third), Some(Owner::Tenant(late)));
        let gone: Vec<_> = second.names_gone(&third).collect();
        assert_eq!(gone.len(), 2, "the other two names of it: {gone:?}");
        let fourth =
            third.after_changes(&Changes { portals_gone: vec![late], ..no_changes(&third) });
        assert_eq!((owner(&fourth), fourth.version), (None, 10));
        assert_eq!(owner(&second), htwu.map(Owner::Tenant), "the original is unchanged");
    }

    #[test]
    fn changed_portal_domain_renames_every_portal() {
        let first = routes();
        let (main, portal_domain) = (first.main.clone(), "doors.example".to_owned());
        let main = Some(MainChange { main, portal_domain });
        let second = first.after_changes(&Changes { main, ..no_changes(&first) });
        assert_eq!(second.owner_of("closed.portals.example"), None);
        assert_eq!(
            second.owner_of("closed.doors.example"),
            first.owner_of("closed.portals.example")
        );
        assert_eq!(first.names_gone(&second).count(), 3);
    }
}
