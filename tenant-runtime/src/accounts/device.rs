//! Known browsers: a signed cookie marks a browser in which an account has signed in before. Failed
//! attempts of strangers then lock out strangers, not the account's owner (security.md section 7).

use platform::cookies::{self, CookieName};
use platform::request::RequestFacts;
use platform::{Services, Tx, Visitor, tokens};

use super::error::AccountError;
use super::rows::device_sign_out::{ActiveModel, Column, Entity};
use chrono::{DateTime, Utc};
use http::HeaderValue;
use sea_orm::sea_query::OnConflict;
use sea_orm::{ActiveValue::Set, DbErr};

const LIFE_S: i64 = 180 * 24 * 60 * 60;
/// Characters of an id's random part, and of its signature.
const RANDOM_CHARS: usize = 22;
const SIGNATURE_CHARS: usize = 32;
/// Characters of each further part of the cookie, which has at most 128 in all.
const TAG_CHARS: usize = 32;

/// Id of the browser, if it has signed in as `email` before.
pub(super) fn find_known_device(
    services: &Services,
    facts: &RequestFacts,
    email: &str,
) -> Option<String> {
    let (id, rest) = facts.device.as_deref()?.split_once('.')?;
    let tag = rest.split('.').next()?;
    let tags = services.keys().pseudonyms("device", &tagged(email, id));
    // Cookies issued before the account mark existed have the full tag.
    let is_tag = |full: &String| {
        tokens::equal_in_constant_time(tag, full)
            || tokens::equal_in_constant_time(tag, &shorten_tag(full.clone(), TAG_CHARS))
    };
    tags.iter().any(is_tag).then(|| id.to_owned())
}

/// Id of the browser, if any account has signed in with it: for limits of a sign-in that does not
/// name its account.
pub(super) fn is_known_to_any_account(services: &Services, facts: &RequestFacts) -> Option<String> {
    let mut parts = facts.device.as_deref()?.split('.');
    let (id, _tag, mark) = (parts.next()?, parts.next()?, parts.next()?);
    let marks = services.keys().pseudonyms("device-of-an-account", id);
    let is_mark =
        |full: &String| tokens::equal_in_constant_time(mark, &shorten_tag(full.clone(), TAG_CHARS));
    marks.iter().any(is_mark).then(|| id.to_owned())
}

/// Id of the browser, if it was issued by the server. Limits per device use it, since it cannot be
/// forged.
pub(super) fn signed_id(services: &Services, facts: &RequestFacts) -> Option<String> {
    let id = unverified_id(facts)?;
    let (random, signature) = id.split_at_checked(RANDOM_CHARS)?;
    let signatures = services.keys().pseudonyms("device-id", random);
    let is_signature = |full: &String| {
        tokens::equal_in_constant_time(signature, &shorten_tag(full.clone(), SIGNATURE_CHARS))
    };
    signatures.iter().any(is_signature).then_some(id)
}

/// Returns whether a key other than the first has signed the id: at the next sign-in the browser
/// gets another one, so that the older key can be removed.
fn has_older_signature(services: &Services, facts: &RequestFacts) -> bool {
    signed_id(services, facts).is_some_and(|id| {
        let random = id.get(..RANDOM_CHARS).unwrap_or_default();
        id.get(RANDOM_CHARS..) != Some(signature_of(services, random).as_str())
    })
}

/// A browser, as counted by limits per device.
pub(super) struct CountedDevice {
    pub id: String,
    /// Assigns the id to a browser without a device cookie.
    pub cookie: Option<HeaderValue>,
}

/// The browser's signed id, or a new one.
pub(super) fn signed_or_new_id(
    services: &Services,
    facts: &RequestFacts,
) -> Result<CountedDevice, AccountError> {
    if let Some(id) = signed_id(services, facts) {
        return Ok(CountedDevice { id, cookie: None });
    }
    let id = new_id(services)?;
    // Never replaces the cookie of a browser that is known to an account with an older, unsigned
    // id.
    let value = || format!("{id}.{}", tag_of(services, "", &id));
    let cookie = facts.device.is_none().then(|| cookie_of(facts, &value()));
    Ok(CountedDevice { id, cookie })
}

/// A browser that is now known for an account.
pub(super) struct KnownDevice {
    pub id: String,
    pub cookie: HeaderValue,
}

/// Marks this browser as known for `email`, or renews the mark.
pub(super) fn mark_known(
    services: &Services,
    facts: &RequestFacts,
    email: &str,
) -> Result<KnownDevice, AccountError> {
    let id = match find_known_device(services, facts, email) {
        _ if has_older_signature(services, facts) => new_id(services)?,
        Some(id) => id,
        None => signed_or_new_id(services, facts)?.id,
    };
    let tag = tag_of(services, email, &id);
    let cookie = cookie_of(facts, &format!("{id}.{tag}.{}", account_mark_of(services, &id)));
    Ok(KnownDevice { id, cookie })
}

fn new_id(services: &Services) -> Result<String, AccountError> {
    let random =
        tokens::random_token::<16>().map_err(|error| AccountError::Fault(error.to_string()))?;
    let signature = signature_of(services, &random);
    Ok(format!("{random}{signature}"))
}

fn signature_of(services: &Services, random: &str) -> String {
    shorten_tag(services.keys().pseudonym("device-id", random), SIGNATURE_CHARS)
}

fn cookie_of(facts: &RequestFacts, value: &str) -> HeaderValue {
    cookies::write(CookieName::Device, value, facts.secure, Some(LIFE_S))
}

/// Records that a user has signed out in this browser: idTokens issued earlier are no longer
/// accepted. A forged id affects no other browser.
pub(super) async fn sign_out(tx: &Tx<'_, Visitor>) -> Result<(), DbErr> {
    let Some(id) = unverified_id(tx.facts()) else { return Ok(()) };
    let row = ActiveModel { device_id: Set(id), signed_out_at: Set(tx.now()) };
    let again = OnConflict::column(Column::DeviceId).update_column(Column::SignedOutAt).to_owned();
    tx.global_table::<Entity>().upsert(row, again).await
}

/// Refuses an idToken issued before the browser was signed out.
pub(super) async fn check_not_signed_out(
    tx: &Tx<'_, Visitor>,
    proven_at: DateTime<Utc>,
) -> Result<(), AccountError> {
    let Some(id) = unverified_id(tx.facts()) else { return Ok(()) };
    let row = tx.global::<Entity>().by_id(id).one().await?;
    match row {
        Some(row) if proven_at <= row.signed_out_at => Err(AccountError::LogoutInProgress),
        _ => Ok(()),
    }
}

/// Id in the device cookie, unverified.
fn unverified_id(facts: &RequestFacts) -> Option<String> {
    facts.device.as_deref()?.split_once('.').map(|(id, _)| id.to_owned())
}

fn tagged(email: &str, id: &str) -> String {
    format!("{email}\n{id}")
}

fn tag_of(services: &Services, email: &str, id: &str) -> String {
    shorten_tag(services.keys().pseudonym("device", &tagged(email, id)), TAG_CHARS)
}

/// Part of the cookie that only browsers have in which an account has signed in.
fn account_mark_of(services: &Services, id: &str) -> String {
    shorten_tag(services.keys().pseudonym("device-of-an-account", id), TAG_CHARS)
}

fn shorten_tag(mut pseudonym: String, chars: usize) -> String {
    pseudonym.truncate(chars);
    pseudonym
}
