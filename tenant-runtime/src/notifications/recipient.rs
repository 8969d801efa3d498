//! The recipient of an email and the site whose brand it has.

use crate::accounts::{AccountContact, load_contacts};
use crate::activity::delivery::{self, DeliverableNotice};
use crate::{affiliations, mail_feedback};
use platform::mail::MailBrand;
use platform::{Site, System, Tx, UserId, sessions};
use sea_orm::DbErr;

/// A user who can be notified outside the app: active, onboarded, and with a confirmed address.
pub(super) async fn find_recipient(
    tx: &Tx<'_, System>,
    user: UserId,
) -> Result<Option<AccountContact>, DbErr> {
    let contact = load_contacts(tx, &[user]).await?.remove(&user);
    let now = tx.now();
    Ok(contact.filter(|contact| {
        let is_paused = contact.account_status == "paused"
            && contact.paused_until.is_none_or(|until| until > now);
        contact.is_reachable() && contact.has_completed_onboarding && !is_paused
    }))
}

/// Like [`find_recipient`], unless emails to the address came back or were reported as spam.
pub(super) async fn find_mail_recipient(
    tx: &Tx<'_, System>,
    user: UserId,
) -> Result<Option<AccountContact>, DbErr> {
    let Some(contact) = find_recipient(tx, user).await? else { return Ok(None) };
    let is_suppressed = mail_feedback::is_suppressed(tx, &contact.email).await?;
    Ok((!is_suppressed).then_some(contact))
}

/// The brand of the portal that the recipient used last, if it shows all these notifications. A
/// person without a session gets the portal that a single notification belongs to. Otherwise the
/// main site's, which shows everything: one portal must not show what belongs to another.
pub(super) async fn mail_brand(
    tx: &Tx<'_, System>,
    user: UserId,
    notices: &[DeliverableNotice],
) -> Result<MailBrand, DbErr> {
    let Some(site) = sessions::last_used_tenant(tx, user).await? else {
        let affiliation = match notices {
            [notice] => notice.affiliation,
            _ => None,
        };
        return affiliations::mail_brand_of(tx, affiliation).await;
    };
    if let Some(tenant) = site
        && let Some((affiliation, brand)) = affiliations::portal_of_tenant(tx, tenant).await?
    {
        let ids: Vec<_> = notices.iter().map(|notice| notice.id).collect();
        let shown = delivery::count_visible_on(tx, &ids, Site::Portal(affiliation)).await?;
        if usize::try_from(shown).is_ok_and(|shown| shown == ids.len()) {
            return Ok(brand);
        }
    }
    affiliations::mail_brand_of(tx, None).await
}
