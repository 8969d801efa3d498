//! Builds each table from the previous one, so that the cost depends on the change. Only new brand
//! versions are read, and a private key is decrypted once while its certificate is active.

use super::portal_routes::{self, PortalRouteBase};
use super::version;
use crate::brands::BrandStamp;
use crate::certificates::CertificateId;
use crate::tenants::TenantSelection;
use crate::{brands, certificates};
use platform::content_filters::ChosenFilters;
use platform::{Scope, System, TenantId};
use sea_orm::DbErr;
use std::collections::HashMap;
use std::sync::Arc;
use wire::{HostCertificate, MainRoute, PortalRoute, RouteTable};

/// Above this number everything is read, because a statement has a limited number of parameters.
const FEW_MAX: usize = 500;

/// Builds the current table from scratch.
///
/// # Errors
/// Database errors.
pub async fn build_table(scope: &Scope<System>) -> Result<RouteTable, DbErr> {
    Ok(Arc::unwrap_or_clone(TableBuilder::default().next(scope).await?))
}

/// Builds successive tables.
#[derive(Debug, Default)]
pub(super) struct TableBuilder {
    last: Option<Arc<RouteTable>>,
    /// Portals of the last table, with the stamps of their brands.
    portals: HashMap<TenantId, (BrandStamp, Arc<PortalRoute>)>,
    /// Index of each certificate in the last table; `None` if its key cannot be decrypted.
    certificates: HashMap<CertificateId, Option<usize>>,
}

impl TableBuilder {
    /// Builds the current table.
    ///
    /// # Errors
    /// Database errors; the last table then stays the basis of the next one.
    pub(super) async fn next(&mut self, scope: &Scope<System>) -> Result<Arc<RouteTable>, DbErr> {
        let server = &scope.services().config().server;
        let (version, bulk) = version::number_and_bulk(scope).await?;
        let filters = ChosenFilters::load(scope).await?;
        let portals = self.build_portals(scope, &filters).await?;
        let (certificates, places) = self.build_certificates(scope).await?;
        let (brand, css) = brands::platform_brand();
        let table = Arc::new(RouteTable {
            version,
            main: MainRoute {
                origin: server.main_origin.clone(),
                aliases: server.aliases_of_main(),
                brand,
                css,
                content_filter: filters.of_network(),
            },
            portal_domain: server.portal_domain.clone(),
            portals: portals.iter().map(|(_, portal)| Arc::clone(portal)).collect(),
            certificates,
            challenges: certificates::challenge_answers(scope).await?,
            bulk,
        });
        let known = portals.into_iter().map(|(looks, portal)| (portal.tenant_id, (looks, portal)));
        self.portals = known.collect();
        self.certificates = places;
        self.last = Some(Arc::clone(&table));
        Ok(table)
    }

    /// Builds the portals. An unchanged portal keeps its `Arc`, so that tables share it.
    async fn build_portals(
        &self,
        scope: &Scope<System>,
        filters: &ChosenFilters,
    ) -> Result<Vec<(BrandStamp, Arc<PortalRoute>)>, DbErr> {
        let route_bases = portal_routes::read(scope, &TenantSelection::All, filters).await?;
        let is_new = |route_base: &&PortalRouteBase| self.with_brand(route_base).is_none();
        let new: Vec<_> = route_bases.iter().filter(is_new).map(|one| one.tenant_id).collect();
        let mut looks = match some_if_few(&new) {
            Some([]) => HashMap::new(),
            few => brands::published_brands(scope, few).await?,
        };
        let portals = route_bases.into_iter().filter_map(|route_base| {
            let stamp = route_base.looks;
            let portal = match self.with_brand(&route_base) {
                Some(known) if route_base.equals_route(known) => Arc::clone(known),
                Some(known) => {
                    Arc::new(route_base.into_route(known.brand.clone(), known.css.clone()))
                }
                None => {
                    let brand = looks.remove(&route_base.tenant_id)?;
                    Arc::new(route_base.into_route(brand.to_brand(), brand.css))
                }
            };
            Some((stamp, portal))
        });
        Ok(portals.collect())
    }

    fn with_brand(&self, route_base: &PortalRouteBase) -> Option<&Arc<PortalRoute>> {
        let (stamp, known) = self.portals.get(&route_base.tenant_id)?;
        (*stamp == route_base.looks).then_some(known)
    }

    /// Builds the certificates in the order of their hosts, with their indexes.
    async fn build_certificates(&self, scope: &Scope<System>) -> Result<CertificateIndex, DbErr> {
        let shown = certificates::published_certificates(scope).await?;
        let is_new = |id: &&CertificateId| !self.certificates.contains_key(*id);
        let new: Vec<_> = shown.iter().filter(is_new).copied().collect();
        let mut opened = match some_if_few(&new) {
            Some([]) => HashMap::new(),
            few => certificates::decrypted_certificates(scope, few).await?,
        };
        let last = self.last.as_ref().map_or(&[][..], |last| last.certificates.as_slice());
        let mut all = Vec::with_capacity(shown.len());
        let places = shown.into_iter().map(|id| {
            let certificate = match self.certificates.get(&id) {
                Some(place) => place.and_then(|place| last.get(place)).cloned(),
                None => opened.remove(&id),
            };
            let place = certificate.is_some().then_some(all.len());
            all.extend(certificate);
            (id, place)
        });
        let places = places.collect();
        Ok((all, places))
    }
}

/// Certificates, and the index of each.
type CertificateIndex = (Vec<HostCertificate>, HashMap<CertificateId, Option<usize>>);

/// Returns the values if they are few.
fn some_if_few<T>(these: &[T]) -> Option<&[T]> {
    (these.len() <= FEW_MAX).then_some(these)
}
