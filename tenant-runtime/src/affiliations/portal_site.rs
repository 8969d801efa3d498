//! Site data of an affiliation's portal for mails: name and origin of links. Read only, from the
//! control plane's tables.

use super::rows::portal;
use crate::sql::SqlReader;
use platform::mail::MailBrand;
use platform::{AffiliationId, TenantId, Tx};
use sea_orm::{DbErr, FromQueryResult};
use url::Url;

/// A portal that has not been archived.
pub(super) struct PortalSite {
    tenant: TenantId,
    name: String,
    origin: String,
}

impl PortalSite {
    /// Brand for a mail. The remaining fields are filled in from the published brand when the mail
    /// is sent.
    pub(super) fn into_mail_brand(self) -> MailBrand {
        let Self { tenant, name, origin } = self;
        MailBrand { name, origin, tenant: Some(tenant), ..MailBrand::default() }
    }
}

#[derive(FromQueryResult)]
struct PortalSiteRow {
    id: TenantId,
    affiliation_id: AffiliationId,
    brand_name: String,
    subdomain: String,
    own_host: Option<String>,
}

/// Portals that have not been archived.
const PORTALS_SQL: &str = "SELECT t.id, t.affiliation_id, t.brand_name, t.subdomain, \
     (SELECT MIN(d.host) FROM domains d WHERE d.tenant_id = t.id AND d.is_primary \
       AND d.state IN ('active', 'failing')) AS own_host \
     FROM tenants t WHERE t.state <> 'archived'";

/// Affiliations with a portal, each with the brand name of the portal, by name.
///
/// # Errors
/// Database errors.
pub async fn list_portals(reads: &impl SqlReader) -> Result<Vec<(AffiliationId, String)>, DbErr> {
    let sql = format!("{PORTALS_SQL} ORDER BY t.brand_name, t.id");
    let rows = reads.sql(&sql, vec![]).all::<PortalSiteRow>().await?;
    Ok(rows.into_iter().map(|row| (row.affiliation_id, row.brand_name)).collect())
}

/// The portal of this affiliation, at its primary host.
pub(super) async fn find_portal_site<V: Send + Sync>(
    tx: &Tx<'_, V>,
    affiliation: AffiliationId,
) -> Result<Option<PortalSite>, DbErr> {
    let sql = format!("{PORTALS_SQL} AND t.affiliation_id = $1 ORDER BY t.created_at DESC LIMIT 1");
    let Some(portal) = tx.sql(&sql, vec![affiliation.into()]).one::<PortalSiteRow>().await? else {
        return Ok(None);
    };
    let server = &tx.services().config().server;
    let host =
        portal.own_host.unwrap_or_else(|| format!("{}.{}", portal.subdomain, server.portal_domain));
    let origin = origin_with_host(&server.main_origin, &host)?;
    Ok(Some(PortalSite { tenant: portal.id, name: portal.brand_name, origin }))
}

/// The affiliation of a portal, and whether the portal is archived. `None` if there is no such
/// portal.
///
/// # Errors
/// Database errors.
pub async fn find_portal<V: Send + Sync>(
    tx: &Tx<'_, V>,
    tenant: TenantId,
) -> Result<Option<(AffiliationId, bool)>, DbErr> {
    let row = tx.select::<portal::Entity>().by_id(tenant).one().await?;
    Ok(row.map(|row| (row.affiliation_id, row.state == "archived")))
}

/// The affiliation of a portal that has not been archived, with the brand for mails.
///
/// # Errors
/// Database errors.
pub async fn portal_of_tenant<V: Send + Sync>(
    tx: &Tx<'_, V>,
    tenant: TenantId,
) -> Result<Option<(AffiliationId, MailBrand)>, DbErr> {
    let sql = format!("{PORTALS_SQL} AND t.id = $1");
    let row = tx.sql(&sql, vec![tenant.into()]).one::<PortalSiteRow>().await?;
    let Some(affiliation) = row.map(|row| row.affiliation_id) else { return Ok(None) };
    let portal = find_portal_site(tx, affiliation).await?;
    Ok(portal.map(|portal| (affiliation, portal.into_mail_brand())))
}

/// Brand for mails about something that was created on the portal of this affiliation, or on the main
/// site. The main site's if the portal was archived.
///
/// # Errors
/// Database errors.
pub async fn mail_brand_of<V: Send + Sync>(
    tx: &Tx<'_, V>,
    affiliation: Option<AffiliationId>,
) -> Result<MailBrand, DbErr> {
    let portal = match affiliation {
        Some(affiliation) => find_portal_site(tx, affiliation).await?,
        None => None,
    };
    let main = || MailBrand::of_main(&tx.facts().context.main_origin);
    Ok(portal.map_or_else(main, PortalSite::into_mail_brand))
}

/// The origin of a host of this instance, with the scheme and port of the main site.
fn origin_with_host(main_origin: &str, host: &str) -> Result<String, DbErr> {
    let fault = |error: url::ParseError| DbErr::Custom(error.to_string());
    let mut url = Url::parse(main_origin).map_err(fault)?;
    url.set_host(Some(host)).map_err(fault)?;
    Ok(url.origin().ascii_serialization())
}
