//! Sessions: a random token in a host-only cookie, with its hash in a table. All decisions are read
//! from the table at each request (security.md sections 4.2 and 4.3).
//!
//! A portal session is the child of the session it was transferred from, and ends with it. Tokens
//! are renewed regularly ([`renewal`]): a stolen copy soon becomes useless, and its use is
//! detected.

mod account_status;
pub mod agent;
mod find;
mod last_use;
pub mod past_row;
pub(crate) mod renewal;
pub mod row;
mod store;
mod token;
mod view_as;

pub use account_status::{AccountStatus, AccountStatusRow};
pub(crate) use find::find;
pub use find::{CurrentSession, find_by_id};
pub use last_use::{OpenSession, last_used_tenant, open_sessions, was_used_since};
pub use renewal::{AuthEvidence, RenewedSession, renew, renew_as_it_is, renew_with_one_factor};
pub(crate) use store::network_of;
pub use store::{
    NewSession, delete_session, open, revoke, revoke_all, revoke_of_tenant, revoke_others,
};
pub use view_as::{
    VIEW_AS_PATH, ViewAs, ViewAsError, begin_view, check_view, end_view, end_views_of,
};

use crate::cookies::{self, CookieName};
use chrono::{DateTime, Duration, Utc};
use http::HeaderValue;

/// Kind of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionKind {
    /// On the main site, or opened by a sign-in on a portal's platform subdomain.
    Main,
    /// On a portal.
    Portal,
}

impl SessionKind {
    const fn name(self) -> &'static str {
        match self {
            Self::Main => "main",
            Self::Portal => "portal",
        }
    }
}

/// Lifetime of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SessionLifetime {
    /// Idle timeout.
    pub idle: Duration,
    /// Absolute lifetime.
    pub absolute: Duration,
}

/// The lifetimes of security.md section 4.3.
#[must_use]
pub const fn session_lifetimes(
    kind: SessionKind,
    stay_signed_in: bool,
    is_staff: bool,
) -> SessionLifetime {
    match (kind, is_staff, stay_signed_in) {
        (SessionKind::Main, true, _) => {
            SessionLifetime { idle: Duration::minutes(30), absolute: Duration::hours(12) }
        }
        (SessionKind::Main, false, true) => {
            SessionLifetime { idle: Duration::days(14), absolute: Duration::days(30) }
        }
        (SessionKind::Main, false, false) => {
            SessionLifetime { idle: Duration::hours(12), absolute: Duration::hours(24) }
        }
        (SessionKind::Portal, ..) => {
            SessionLifetime { idle: Duration::hours(12), absolute: Duration::days(7) }
        }
    }
}

/// Cookies of a new session: the token and its readable flag. Without "Stay signed in" they end
/// with the browser.
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

/// Cookies that end a session in the browser.
#[must_use]
pub fn cleared_cookies(secure: bool) -> [HeaderValue; 2] {
    [
        cookies::clear(CookieName::Session, secure),
        cookies::clear(CookieName::SessionPresent, secure),
    ]
}
