//! Branding of an email: values that only the tenant's published brand has.

use super::store::{PUBLISHED, in_state};
use super::{icons, rows};
use crate::domains;
use platform::mail::MailBrand;
use platform::{Scope, System};
use sea_orm::DbErr;
use wire::routes::origin_host;

/// Fills in the published brand of a portal's email: name, colour, badge, sender and footer. An
/// email without a tenant, or of a deleted portal, keeps its current values.
///
/// # Errors
/// Database errors.
pub async fn apply_brand(scope: &Scope<System>, mail: &mut MailBrand) -> Result<(), DbErr> {
    let tenant = match mail.tenant {
        Some(tenant) => Some(tenant),
        // The email was enqueued by a version that did not store the tenant.
        None => domains::tenant_at(scope, origin_host(&mail.origin)).await?.map(|found| found.id),
    };
    let Some(tenant) = tenant else { return Ok(()) };
    let seen = in_state(tenant, PUBLISHED);
    let Some(brand) = scope.global::<rows::Entity>().filter(seen).one().await? else {
        return Ok(());
    };
    // An email may be sent days after the request that caused it; it uses the portal's current
    // name.
    mail.name = brand.name;
    if mail.color.is_empty() {
        mail.color = brand.colour;
    }
    // As an icon: the badge itself may consist of lines that are visible only on its own colour.
    mail.mark = brand.mark_url.and(brand.icons_url).map(|icons| icons::of_mail(&icons));
    mail.sender = brand.mail_sender_name;
    mail.footer = brand.mail_footer;
    Ok(())
}
