//! The platform's own hosts: the main site with its aliases, and the portals below the portal
//! domain. If the zone can be updated, one wildcard serves every portal and no portal name appears
//! in certificate transparency logs; otherwise each portal has its own certificate.

use super::desired::{self, DesiredCertificate};
use super::rows::want;
use crate::tenants;
use platform::config::Config;
use platform::{Problem, Services, TenantId, Tx};
use sea_orm::QuerySelect;
use std::collections::HashSet;
use wire::routes::origin_host;

/// Certificate of the portals below the portal domain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PortalCertificate {
    /// None: the instance serves plain HTTP, or no authority certifies names below its domain.
    None,
    /// One wildcard for every portal.
    Wildcard(String),
    /// One certificate for each portal.
    Own,
}

/// Returns the kind of certificate that the portals of this instance use.
#[must_use]
pub(crate) fn portal_certificate(config: &Config) -> PortalCertificate {
    let server = &config.server;
    let plain = !server.main_origin.starts_with("https://");
    if plain || !desired::is_certifiable(&format!("portal.{}", server.portal_domain)) {
        PortalCertificate::None
    } else if config.certificates.dns_update.is_some() {
        PortalCertificate::Wildcard(format!("*.{}", server.portal_domain))
    } else {
        PortalCertificate::Own
    }
}

/// Requests a certificate for a portal's host immediately, if each portal has its own.
///
/// # Errors
/// Database errors.
pub(crate) async fn want_portal<V>(
    tx: &Tx<'_, V>,
    tenant: TenantId,
    subdomain: &str,
) -> Result<(), Problem> {
    let config = tx.services().config();
    if !config.certificates.is_on() || portal_certificate(config) != PortalCertificate::Own {
        return Ok(());
    }
    let names = vec![format!("{subdomain}.{}", config.server.portal_domain)];
    desired::request_certificate_for(
        tx,
        DesiredCertificate { names, tenant: Some(tenant), waiting: true },
    )
    .await
}

/// Removes the request for a portal's certificate, if the portal has its own.
///
/// # Errors
/// Database errors.
pub(crate) async fn unwant_portal<V>(tx: &Tx<'_, V>, subdomain: &str) -> Result<(), Problem> {
    let host = format!("{subdomain}.{}", tx.services().config().server.portal_domain);
    desired::withdraw_request(tx, &host).await
}

/// Requests certificates for all hosts of the platform, if the instance serves https.
///
/// # Errors
/// Database errors.
pub(super) async fn want_all(services: &Services) -> Result<(), Problem> {
    let server = &services.config().server;
    if !server.main_origin.starts_with("https://") {
        return Ok(());
    }
    let mut scope = services.system("request certificates for the platform's hosts");
    let tenants = tenants::tenants_with_address(&scope, &tenants::TenantSelection::All).await?;
    let main = [origin_host(&server.main_origin).to_owned()];
    let mut all: Vec<DesiredCertificate> = main
        .into_iter()
        .chain(server.aliases_of_main())
        // A local installation may have a main host that no authority certifies.
        .filter(|host| desired::is_certifiable(host))
        .map(|host| DesiredCertificate { names: vec![host], tenant: None, waiting: false })
        .collect();
    match portal_certificate(services.config()) {
        PortalCertificate::None => {
            tracing::warn!(
                "no authority issues certificates for portals below {}",
                server.portal_domain
            );
        }
        PortalCertificate::Wildcard(name) => {
            all.push(DesiredCertificate { names: vec![name], tenant: None, waiting: false });
        }
        PortalCertificate::Own => {
            all.extend(tenants.into_iter().map(|tenant| DesiredCertificate {
                names: vec![format!("{}.{}", tenant.subdomain, server.portal_domain)],
                tenant: Some(tenant.id),
                waiting: false,
            }))
        }
    }
    // Runs every minute in every worker: existing requests are only read.
    let known: Vec<String> = scope
        .global::<want::Entity>()
        .modify_select(|select| select.select_only().column(want::Column::Id))
        .all_tuples()
        .await?;
    let known: HashSet<String> = known.into_iter().collect();
    all.retain(|want| want.names.first().is_some_and(|host| !known.contains(host)));
    if all.is_empty() {
        return Ok(());
    }
    let tx = scope.begin().await?;
    for want in all {
        desired::request_certificate_for(&tx, want).await?;
    }
    Ok(tx.commit().await?)
}
