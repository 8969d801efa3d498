//! Answers that set cookies.

use axum::response::AppendHeaders;
use http::{HeaderName, HeaderValue, header};

/// `Set-Cookie` lines of an answer.
pub(super) type SetCookies<const N: usize> = AppendHeaders<[(HeaderName, HeaderValue); N]>;

pub(super) fn set_cookies<const N: usize>(cookies: [HeaderValue; N]) -> SetCookies<N> {
    AppendHeaders(cookies.map(|cookie| (header::SET_COOKIE, cookie)))
}
