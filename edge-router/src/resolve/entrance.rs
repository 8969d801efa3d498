//! Which door a request came through, with everything its pages and its context need.

use std::borrow::Cow;
use wire::routes::origin_host;
use wire::{Brand, Door, Head, PortalRoute, TenantId};

/// An open door, reached by one of its hosts.
#[derive(Debug, Clone, Copy)]
pub struct Entrance<'t> {
    table: &'t Head,
    host: &'t str,
    portal: Option<&'t PortalRoute>,
}

impl<'t> Entrance<'t> {
    /// The main door.
    #[must_use]
    pub const fn main(table: &'t Head, host: &'t str) -> Self {
        Self { table, host, portal: None }
    }

    /// A portal's door.
    #[must_use]
    pub const fn portal(table: &'t Head, host: &'t str, portal: &'t PortalRoute) -> Self {
        Self { table, host, portal: Some(portal) }
    }

    /// The normalised host that was asked.
    #[must_use]
    pub const fn host(&self) -> &'t str {
        self.host
    }

    /// The portal, if it is one.
    #[must_use]
    pub const fn portal_route(&self) -> Option<&'t PortalRoute> {
        self.portal
    }

    /// The door, as the runtime is told.
    #[must_use]
    pub fn door(&self) -> Door {
        self.portal.map_or(Door::Main, |portal| Door::Portal(portal.affiliation_id))
    }

    /// The tenant; `None` on main.
    #[must_use]
    pub fn tenant(&self) -> Option<TenantId> {
        self.portal.map(|portal| portal.tenant_id)
    }

    /// Origin of the main application.
    #[must_use]
    pub fn main_origin(&self) -> &'t str {
        &self.table.main.origin
    }

    /// What the main application is called.
    #[must_use]
    pub fn main_name(&self) -> &'t str {
        &self.table.main.brand.name
    }

    /// The canonical origin of the host that was asked. A portal with a domain of its own also
    /// answers on its platform host, which keeps its own origin: identity lives there.
    #[must_use]
    pub fn origin(&self) -> Cow<'t, str> {
        let main = self.main_origin();
        match self.portal {
            None => main.into(),
            Some(portal) if origin_host(&portal.origin) == self.host => (&portal.origin).into(),
            Some(_) => main.replacen(origin_host(main), self.host, 1).into(),
        }
    }

    /// Whether identity routes exist on this host: on main and on platform hosts, which only we
    /// operate, never on a domain that a tenant owns.
    #[must_use]
    pub fn has_identity(&self) -> bool {
        self.portal.is_none_or(|portal| {
            self.host
                .strip_suffix(self.table.portal_domain.as_str())
                .and_then(|l| l.strip_suffix('.'))
                == Some(portal.subdomain.as_str())
        })
    }

    /// The looks of this door.
    #[must_use]
    pub fn brand(&self) -> &'t Brand {
        self.portal.map_or(&self.table.main.brand, |portal| &portal.brand)
    }

    /// Its custom properties.
    #[must_use]
    pub fn css(&self) -> &'t str {
        self.portal.map_or(&self.table.main.css, |portal| &portal.css)
    }

    /// The word it goes by in logs and in `data-brand`.
    #[must_use]
    pub fn label(&self) -> &'t str {
        self.portal.map_or("guildhall", |portal| &portal.subdomain)
    }
}
