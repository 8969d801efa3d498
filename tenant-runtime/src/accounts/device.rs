//! The browser that somebody has signed in with before, known by a signed cookie, so that strangers
//! who guess at an account lock out strangers and not its owner (security.md section 7).

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
/// Characters of the random part of an id, and of the signature behind it.
const RANDOM_CHARS: usize = 22;
const SIGNATURE_CHARS: usize = 32;

/// The id of the browser, if it has signed in as `email` before.
pub(super) fn known(services: &Services, facts: &RequestFacts, email: &str) -> Option<String> {
    let (id, tag) = facts.device.as_deref()?.split_once('.')?;
    tokens::same(tag, &tag_of(services, email, id)).then(|| id.to_owned())
}

/// The id of the browser, if it is one that we gave: per-device limits count it, and nobody can make
/// one up.
pub(super) fn signed_id(services: &Services, facts: &RequestFacts) -> Option<String> {
    let id = named(facts)?;
    let (random, signature) = id.split_at_checked(RANDOM_CHARS)?;
    tokens::same(signature, &signature_of(services, random)).then_some(id)
}

/// A browser as per-device limits count it.
pub(super) struct CountedDevice {
    pub id: String,
    /// Gives the browser its id, if it has no device cookie yet.
    pub cookie: Option<HeaderValue>,
}

/// The browser's signed id, or a new one.
pub(super) fn counted(
    services: &Services,
    facts: &RequestFacts,
) -> Result<CountedDevice, AccountError> {
    if let Some(id) = signed_id(services, facts) {
        return Ok(CountedDevice { id, cookie: None });
    }
    let id = new_id(services)?;
    // Never replaces the cookie of a browser that an account knows under an older, unsigned id.
    let cookie = facts.device.is_none().then(|| cookie_of(services, facts, "", &id));
    Ok(CountedDevice { id, cookie })
}

/// A browser that is known for an account.
pub(super) struct Remembered {
    pub id: String,
    pub cookie: HeaderValue,
}

/// Makes this browser known for `email`, or renews that it is.
pub(super) fn remember(
    services: &Services,
    facts: &RequestFacts,
    email: &str,
) -> Result<Remembered, AccountError> {
    let id = match known(services, facts, email) {
        Some(id) => id,
        None => counted(services, facts)?.id,
    };
    let cookie = cookie_of(services, facts, email, &id);
    Ok(Remembered { id, cookie })
}

fn new_id(services: &Services) -> Result<String, AccountError> {
    let random =
        tokens::random_token::<16>().map_err(|error| AccountError::Fault(error.to_string()))?;
    let signature = signature_of(services, &random);
    Ok(format!("{random}{signature}"))
}

fn signature_of(services: &Services, random: &str) -> String {
    let mut signature = services.keys().pseudonym("device-id", random);
    signature.truncate(SIGNATURE_CHARS);
    signature
}

fn cookie_of(services: &Services, facts: &RequestFacts, email: &str, id: &str) -> HeaderValue {
    let value = format!("{id}.{}", tag_of(services, email, id));
    cookies::write(CookieName::Device, &value, facts.secure, Some(LIFE_S))
}

/// Remembers that somebody signed out in this browser: a proof made before is worth nothing any more,
/// however late it arrives. An id that the browser made up concerns nobody else.
pub(super) async fn sign_out(tx: &Tx<'_, Visitor>) -> Result<(), DbErr> {
    let Some(id) = named(tx.facts()) else { return Ok(()) };
    let row = ActiveModel { device_id: Set(id), signed_out_at: Set(tx.now()) };
    let again = OnConflict::column(Column::DeviceId).update_column(Column::SignedOutAt).to_owned();
    tx.doorless_table::<Entity>().upsert(row, again).await
}

/// Refuses a proof that was made before the browser was signed out of.
pub(super) async fn check_not_signed_out(
    tx: &Tx<'_, Visitor>,
    proven_at: DateTime<Utc>,
) -> Result<(), AccountError> {
    let Some(id) = named(tx.facts()) else { return Ok(()) };
    let row = tx.doorless::<Entity>().by_id(id).one().await?;
    match row {
        Some(row) if proven_at <= row.signed_out_at => Err(AccountError::LogoutInProgress),
        _ => Ok(()),
    }
}

/// What the browser calls itself, whoever it says it belongs to.
fn named(facts: &RequestFacts) -> Option<String> {
    facts.device.as_deref()?.split_once('.').map(|(id, _)| id.to_owned())
}

fn tag_of(services: &Services, email: &str, id: &str) -> String {
    services.keys().pseudonym("device", &format!("{email}\n{id}"))
}
