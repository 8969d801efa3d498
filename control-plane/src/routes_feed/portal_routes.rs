//! Portal data for the route table, without the branding; small enough to be read for every table.

use crate::{brands, domains, tenants};
use platform::affiliations::affiliation::{
    self,
    Column::{Id, IsPaused, IsPrivate, Name},
};
use platform::content_filters::ChosenFilters;
use platform::{AffiliationId, Language, Scope, System, TenantId};
use sea_orm::{ColumnTrait, Condition, DbErr, FromQueryResult, QuerySelect};
use std::collections::{BTreeMap, HashMap};
use wire::routes::portal_origin;
use wire::{Brand, ContentFilter, PortalRoute, PortalState};

/// Columns of an affiliation that the table needs: name, visibility to visitors, and paused state.
#[derive(Debug, FromQueryResult)]
struct AffiliationRow {
    id: AffiliationId,
    name: String,
    is_private: bool,
    is_paused: bool,
}

/// A portal, with the stamp of its brand.
#[derive(Debug)]
pub(super) struct PortalRouteBase {
    pub tenant_id: TenantId,
    pub affiliation_id: AffiliationId,
    /// Empty for a private affiliation: visitors can see a route, but may learn only the brand's
    /// name (F-030).
    affiliation_name: Option<String>,
    pub subdomain: String,
    pub state: PortalState,
    pub origin: String,
    pub hosts: Vec<String>,
    pub answering_since: BTreeMap<String, i64>,
    language: Option<Language>,
    content_filter: Option<ContentFilter>,
    pub looks: brands::BrandStamp,
}

impl PortalRouteBase {
    /// Returns whether `known`, which has the same branding, equals this portal's route.
    pub(super) fn equals_route(&self, known: &PortalRoute) -> bool {
        self.state == known.state
            && self.affiliation_id == known.affiliation_id
            && self.affiliation_name.as_ref().unwrap_or(&known.brand.name)
                == &known.affiliation_name
            && self.subdomain == known.subdomain
            && self.origin == known.origin
            && self.hosts == known.hosts
            && self.answering_since == known.answering_since
            && self.language == known.language
            && self.content_filter == known.content_filter
    }

    /// Builds the route with this branding.
    pub(super) fn into_route(self, brand: Brand, css: String) -> PortalRoute {
        PortalRoute {
            tenant_id: self.tenant_id,
            affiliation_id: self.affiliation_id,
            affiliation_name: self.affiliation_name.unwrap_or_else(|| brand.name.clone()),
            subdomain: self.subdomain,
            state: self.state,
            origin: self.origin,
            hosts: self.hosts,
            answering_since: self.answering_since,
            language: self.language,
            content_filter: self.content_filter,
            brand,
            css,
        }
    }
}

/// Reads those of these portals that have an address and a brand, ordered by subdomain, with four
/// queries. `filters` has the content filters of the portals.
///
/// # Errors
/// Database errors.
pub(super) async fn read(
    scope: &Scope<System>,
    which: &tenants::TenantSelection,
    filters: &ChosenFilters,
) -> Result<Vec<PortalRouteBase>, DbErr> {
    let server = &scope.services().config().server;
    let tenants = tenants::tenants_with_address(scope, which).await?;
    let all = *which == tenants::TenantSelection::All;
    let ids: Vec<TenantId> = tenants.iter().map(|tenant| tenant.id).collect();
    let of = (!all).then_some(ids.as_slice());
    let looks = brands::published_stamps(scope, of).await?;
    let mut own = domains::served_hosts(scope, of).await?;
    let theirs = tenants.iter().map(|tenant| tenant.affiliation_id.uuid());
    let fits = if all { Condition::all() } else { Condition::all().add(Id.is_in(theirs)) };
    let named = scope
        .across_sites::<affiliation::Entity>()
        .filter(fits)
        .modify_select(|select| select.select_only().columns([Id, Name, IsPrivate, IsPaused]));
    let named = named.all_as::<AffiliationRow>().await?;
    let mut named: HashMap<_, _> = named.into_iter().map(|row| (row.id, row)).collect();
    let route_bases = tenants.into_iter().filter_map(|tenant| {
        let looks = *looks.get(&tenant.id)?;
        let affiliation = named.remove(&tenant.affiliation_id)?;
        let own = own.remove(&tenant.id).unwrap_or_default();
        let is_open = tenants::lets_in(tenant.state, affiliation.is_paused);
        Some(PortalRouteBase {
            tenant_id: tenant.id,
            affiliation_id: tenant.affiliation_id,
            affiliation_name: (!affiliation.is_private).then_some(affiliation.name),
            state: if is_open { PortalState::Active } else { PortalState::Suspended },
            origin: match own.primary {
                Some(host) => domains::origin_of(&server.main_origin, &host),
                None => {
                    portal_origin(&server.main_origin, &tenant.subdomain, &server.portal_domain)
                }
            },
            hosts: std::iter::once(format!("{}.{}", tenant.subdomain, server.portal_domain))
                .chain(own.hosts)
                .collect(),
            answering_since: own.answering_since,
            language: tenant.default_language(),
            content_filter: filters.of_portal(tenant.affiliation_id),
            subdomain: tenant.subdomain,
            looks,
        })
    });
    Ok(route_bases.collect())
}

/// Reads the current routes of a few portals.
///
/// # Errors
/// Database errors.
pub(crate) async fn read_portals(
    scope: &Scope<System>,
    which: &tenants::TenantSelection,
) -> Result<Vec<PortalRoute>, DbErr> {
    let filters = ChosenFilters::load(scope).await?;
    let route_bases = read(scope, which, &filters).await?;
    let ids: Vec<TenantId> = route_bases.iter().map(|route_base| route_base.tenant_id).collect();
    let mut looks = brands::published_brands(scope, Some(&ids)).await?;
    let with_looks = route_bases.into_iter().filter_map(|route_base| {
        let brand = looks.remove(&route_base.tenant_id)?;
        Some(route_base.into_route(brand.to_brand(), brand.css))
    });
    Ok(with_looks.collect())
}
