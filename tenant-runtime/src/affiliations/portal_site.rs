//! Site data of an affiliation's portal for mails: name and origin of links. Read only, from the
//! control plane's tables.

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

/// The portal of this affiliation, at its primary host.
pub(super) async fn find_portal_site<V: Send + Sync>(
    tx: &Tx<'_, V>,
    affiliation: AffiliationId,
) -> Result<Option<PortalSite>, DbErr> {
    #[derive(FromQueryResult)]
    struct PortalSiteRow {
        id: TenantId,
        brand_name: String,
        subdomain: String,
        own_host: Option<String>,
    }
    const SQL: &str = "SELECT t.id, t.brand_name, t.subdomain, (SELECT MIN(d.host) FROM domains d \
           WHERE d.tenant_id = t.id AND d.is_primary AND d.state IN ('active', 'failing')) AS own_host \
         FROM tenants t WHERE t.affiliation_id = $1 AND t.state <> 'archived' \
         ORDER BY t.created_at DESC LIMIT 1";
    let Some(portal) = tx.sql(SQL, vec![affiliation.into()]).one::<PortalSiteRow>().await? else {
        return Ok(None);
    };
    let server = &tx.services().config().server;
    let host =
        portal.own_host.unwrap_or_else(|| format!("{}.{}", portal.subdomain, server.portal_domain));
    let origin = origin_with_host(&server.main_origin, &host)?;
    Ok(Some(PortalSite { tenant: portal.id, name: portal.brand_name, origin }))
}

/// The origin of a host of this instance, with the scheme and port of the main site.
fn origin_with_host(main_origin: &str, host: &str) -> Result<String, DbErr> {
    let fault = |error: url::ParseError| DbErr::Custom(error.to_string());
    let mut url = Url::parse(main_origin).map_err(fault)?;
    url.set_host(Some(host)).map_err(fault)?;
    Ok(url.origin().ascii_serialization())
}
