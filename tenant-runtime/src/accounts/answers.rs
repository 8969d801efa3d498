//! Responses that set cookies.

use axum::response::AppendHeaders;
use http::{HeaderName, HeaderValue, header};
use platform::Scope;
use platform::sessions::{self, RenewedSession};

/// `Set-Cookie` headers of a response.
pub(super) type SetCookies<const N: usize> = AppendHeaders<[(HeaderName, HeaderValue); N]>;

pub(super) fn set_cookies<const N: usize>(cookies: [HeaderValue; N]) -> SetCookies<N> {
    AppendHeaders(cookies.map(|cookie| (header::SET_COOKIE, cookie)))
}

/// Like [`SetCookies`], for a number of cookies that varies.
pub(super) type SomeCookies = AppendHeaders<Vec<(HeaderName, HeaderValue)>>;

pub(super) fn some_cookies(cookies: Vec<HeaderValue>) -> SomeCookies {
    AppendHeaders(cookies.into_iter().map(|cookie| (header::SET_COOKIE, cookie)).collect())
}

/// Cookies of a session with a renewed token.
pub(super) fn session_cookies<V>(scope: &Scope<V>, renewed: &RenewedSession) -> SetCookies<2> {
    let (now, secure) = (scope.now(), scope.facts().secure);
    let (stay, ends) = (renewed.stay_signed_in, renewed.absolute_expires_at);
    set_cookies(sessions::cookies_for(&renewed.token, stay, ends, now, secure))
}
