//! The browser that somebody has signed in with before, known by a signed cookie, so that strangers
//! who guess at an account lock out strangers and not its owner (security.md section 7).

use platform::cookies::{self, CookieName};
use platform::request::RequestFacts;
use platform::{Services, tokens};

use super::error::AccountError;
use http::HeaderValue;

const LIFE_S: i64 = 180 * 24 * 60 * 60;

/// The id of the browser, if it has signed in as `email` before.
pub(super) fn known(services: &Services, facts: &RequestFacts, email: &str) -> Option<String> {
    let (id, tag) = facts.device.as_deref()?.split_once('.')?;
    tokens::same(tag, &tag_of(services, email, id)).then(|| id.to_owned())
}

/// The cookie that makes this browser known for `email`, or renews that it is.
pub(super) fn remember(
    services: &Services,
    facts: &RequestFacts,
    email: &str,
) -> Result<HeaderValue, AccountError> {
    let id = match known(services, facts, email) {
        Some(id) => id,
        None => tokens::random_token::<16>().map_err(|e| AccountError::Fault(e.to_string()))?,
    };
    let value = format!("{id}.{}", tag_of(services, email, &id));
    Ok(cookies::write(CookieName::Device, &value, facts.secure, Some(LIFE_S)))
}

fn tag_of(services: &Services, email: &str, id: &str) -> String {
    services.keys().pseudonym("device", &format!("{email}\n{id}"))
}
