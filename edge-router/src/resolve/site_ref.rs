//! The site of a request, with all data for its pages and its context.

use std::borrow::Cow;
use wire::routes::origin_host;
use wire::{Brand, ContentFilter, PortalRoute, Site, TableHead, TenantId};

/// An active site, reached by one of its hosts.
#[derive(Debug, Clone, Copy)]
pub struct SiteRef<'t> {
    table: &'t TableHead,
    host: &'t str,
    portal: Option<&'t PortalRoute>,
}

impl<'t> SiteRef<'t> {
    /// Creates the main site.
    #[must_use]
    pub const fn main(table: &'t TableHead, host: &'t str) -> Self {
        Self { table, host, portal: None }
    }

    /// Creates a portal's site.
    #[must_use]
    pub const fn portal(table: &'t TableHead, host: &'t str, portal: &'t PortalRoute) -> Self {
        Self { table, host, portal: Some(portal) }
    }

    /// Normalised host of the request.
    #[must_use]
    pub const fn host(&self) -> &'t str {
        self.host
    }

    /// Route of the portal, on a portal.
    #[must_use]
    pub const fn portal_route(&self) -> Option<&'t PortalRoute> {
        self.portal
    }

    /// Site identifier for the request context.
    #[must_use]
    pub fn site(&self) -> Site {
        self.portal.map_or(Site::Main, |portal| Site::Portal(portal.affiliation_id))
    }

    /// Tenant; `None` on the main site.
    #[must_use]
    pub fn tenant(&self) -> Option<TenantId> {
        self.portal.map(|portal| portal.tenant_id)
    }

    /// Origin of the main site.
    #[must_use]
    pub fn main_origin(&self) -> &'t str {
        &self.table.main.origin
    }

    /// Name of the main site.
    #[must_use]
    pub fn main_name(&self) -> &'t str {
        &self.table.main.brand.name
    }

    /// Canonical origin of the requested host. A portal with a custom domain also serves its
    /// platform host, which keeps its own origin, because the identity routes are there.
    #[must_use]
    pub fn origin(&self) -> Cow<'t, str> {
        let main = self.main_origin();
        match self.portal {
            None => main.into(),
            Some(portal) if origin_host(&portal.origin) == self.host => (&portal.origin).into(),
            Some(_) => main.replacen(origin_host(main), self.host, 1).into(),
        }
    }

    /// Returns whether identity routes exist on this host: on the main site and on platform hosts,
    /// which only we operate, never on a tenant's custom domain.
    #[must_use]
    pub fn has_identity(&self) -> bool {
        self.portal.is_none_or(|portal| {
            self.host
                .strip_suffix(self.table.portal_domain.as_str())
                .and_then(|l| l.strip_suffix('.'))
                == Some(portal.subdomain.as_str())
        })
    }

    /// Content filter that staff chose for the site, or for the network; `None` if the settings
    /// decide.
    #[must_use]
    pub fn content_filter(&self) -> Option<ContentFilter> {
        let own = self.portal.and_then(|portal| portal.content_filter);
        own.or(self.table.main.content_filter)
    }

    /// Branding of the site.
    #[must_use]
    pub fn brand(&self) -> &'t Brand {
        self.portal.map_or(&self.table.main.brand, |portal| &portal.brand)
    }

    /// CSS custom properties of the site.
    #[must_use]
    pub fn css(&self) -> &'t str {
        self.portal.map_or(&self.table.main.css, |portal| &portal.css)
    }

    /// Name of the site in logs and in `data-brand`.
    #[must_use]
    pub fn label(&self) -> &'t str {
        self.portal.map_or("guildhall", |portal| &portal.subdomain)
    }
}
