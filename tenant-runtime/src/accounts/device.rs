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

/// The id of the browser, if it has signed in as `email` before.
pub(super) fn known(services: &Services, facts: &RequestFacts, email: &str) -> Option<String> {
    let (id, tag) = facts.device.as_deref()?.split_once('.')?;
    tokens::same(tag, &tag_of(services, email, id)).then(|| id.to_owned())
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
        None => tokens::random_token::<16>().map_err(|e| AccountError::Fault(e.to_string()))?,
    };
    let value = format!("{id}.{}", tag_of(services, email, &id));
    let cookie = cookies::write(CookieName::Device, &value, facts.secure, Some(LIFE_S));
    Ok(Remembered { id, cookie })
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
