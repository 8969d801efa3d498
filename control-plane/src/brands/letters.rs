//! The looks of a mail: what only the tenant's published brand knows.

use super::store::{PUBLISHED, in_state};
use super::{icons, rows};
use crate::domains;
use platform::mail::MailBrand;
use platform::{Scope, System};
use sea_orm::DbErr;
use wire::routes::origin_host;

/// Fills in the published brand of a portal's mail: name, colour, mark, sender and footer. The main site's
/// brand is known everywhere, and a deleted portal has none.
///
/// # Errors
/// The database's.
pub async fn dress(scope: &Scope<System>, mail: &mut MailBrand) -> Result<(), DbErr> {
    let tenant = match mail.tenant {
        Some(tenant) => Some(tenant),
        // A mail that was left before mails said whose they are.
        None => domains::tenant_at(scope, origin_host(&mail.origin)).await?.map(|found| found.id),
    };
    let Some(tenant) = tenant else { return Ok(()) };
    let seen = in_state(tenant, PUBLISHED);
    let Some(brand) = scope.doorless::<rows::Entity>().filter(seen).one().await? else {
        return Ok(());
    };
    // A mail may be sent days after the request that caused it, under the name the portal has by then.
    mail.name = brand.name;
    if mail.color.is_empty() {
        mail.color = brand.colour;
    }
    // As an icon: the mark itself may be lines that are seen on its colour alone.
    mail.mark = brand.mark_url.and(brand.icons_url).map(|icons| icons::of_mail(&icons));
    mail.sender = brand.mail_sender_name;
    mail.footer = brand.mail_footer;
    Ok(())
}
