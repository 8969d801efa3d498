//! Sessions: an opaque random token in a host-only cookie, its hash in a table, and everything that
//! decides about it read from the table on each request (security.md sections 4.2 and 4.3).
//!
//! A portal session is the child of the session it was transferred from, and dies with it. A token is
//! made anew from time to time ([`renewal`]): a copy that somebody took is worth little, and tells on
//! them when they use it.

pub mod agent;
mod find;
pub mod past_row;
pub(crate) mod renewal;
pub mod row;
mod standing;
mod store;
mod token;

pub(crate) use find::find;
pub use find::{CurrentSession, find_by_id};
pub use renewal::{Renewed, Shown, renew, renew_as_it_is, renew_with_one_factor};
pub use standing::{Standing, StandingRow};
pub(crate) use store::network_of;
pub use store::{NewSession, erase, open, revoke, revoke_all, revoke_of_tenant, revoke_others};

use crate::cookies::{self, CookieName};
use chrono::{DateTime, Duration, Utc};
use http::HeaderValue;

/// What a session is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// On the main host, or made by signing in on a portal's platform subdomain.
    Main,
    /// On a portal.
    Portal,
}

impl Kind {
    const fn name(self) -> &'static str {
        match self {
            Self::Main => "main",
            Self::Portal => "portal",
        }
    }
}

/// How long a session lives without use, and at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Life {
    /// Without use.
    pub idle: Duration,
    /// At most.
    pub absolute: Duration,
}

/// The lifetimes of security.md section 4.3.
#[must_use]
pub const fn life(kind: Kind, stay_signed_in: bool, is_staff: bool) -> Life {
    match (kind, is_staff, stay_signed_in) {
        (Kind::Main, true, _) => {
            Life { idle: Duration::minutes(30), absolute: Duration::hours(12) }
        }
        (Kind::Main, false, true) => {
            Life { idle: Duration::days(14), absolute: Duration::days(30) }
        }
        (Kind::Main, false, false) => {
            Life { idle: Duration::hours(12), absolute: Duration::hours(24) }
        }
        (Kind::Portal, ..) => Life { idle: Duration::hours(12), absolute: Duration::days(7) },
    }
}

/// The cookies that a new session sets: the session itself and its readable mark. Without "Stay
/// signed in" they end with the browser.
#[must_use]
pub fn cookies_for(
    token: &str,
    stay_signed_in: bool,
    absolute_expires_at: DateTime<Utc>,
    now: DateTime<Utc>,
    secure: bool,
) -> [HeaderValue; 2] {
    let max_age = stay_signed_in.then(|| (absolute_expires_at - now).num_seconds().max(0));
    [
        cookies::write(CookieName::Session, token, secure, max_age),
        cookies::write(CookieName::SessionPresent, "1", secure, max_age),
    ]
}

/// The cookies that end a session in the browser.
#[must_use]
pub fn cleared_cookies(secure: bool) -> [HeaderValue; 2] {
    [
        cookies::clear(CookieName::Session, secure),
        cookies::clear(CookieName::SessionPresent, secure),
    ]
}
