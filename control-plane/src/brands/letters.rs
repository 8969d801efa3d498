//! The looks of a mail: what only the tenant's published brand knows.

use super::rows;
use super::store::{PUBLISHED, in_state};
use platform::mail::MailBrand;
use platform::{Scope, System, TenantId};
use sea_orm::DbErr;

/// Fills in what a mail's door left to its brand: colour, mark, sender and footer. Main's are known
/// everywhere, and a door that is gone has none.
///
/// # Errors
/// The database's.
pub async fn dress(scope: &Scope<System>, mail: &mut MailBrand) -> Result<(), DbErr> {
    let tenant = match mail.tenant {
        Some(tenant) => Some(tenant),
        None => tenant_at(scope, &mail.origin).await?,
    };
    let Some(tenant) = tenant else { return Ok(()) };
    let seen = in_state(tenant, PUBLISHED);
    let Some(brand) = scope.doorless::<rows::Entity>().filter(seen).one().await? else {
        return Ok(());
    };
    if mail.color.is_empty() {
        mail.color = brand.colour;
    }
    mail.mark = brand.mark_url;
    mail.sender = brand.mail_sender_name;
    mail.footer = brand.mail_footer;
    Ok(())
}

/// The tenant of a mail that was left before mails said whose they are.
async fn tenant_at(scope: &Scope<System>, origin: &str) -> Result<Option<TenantId>, DbErr> {
    #[derive(sea_orm::FromQueryResult)]
    struct Found {
        id: TenantId,
    }
    const SQL: &str = "SELECT id FROM tenants WHERE subdomain = $1 AND state <> 'archived'";
    let domain = &scope.services().config().server.portal_domain;
    let host = wire::routes::origin_host(origin);
    let Some(subdomain) = host.strip_suffix(domain.as_str()).and_then(|l| l.strip_suffix('.'))
    else {
        return Ok(None);
    };
    let found = scope.raw(SQL, vec![subdomain.into()]).one::<Found>().await?;
    Ok(found.map(|found| found.id))
}
