//! Plain HTTP next to TLS: ACME challenges, and redirects to https. A redirect target always comes
//! from the table, never from the `Host` header.

use crate::authority::authority;
use crate::paths::CHALLENGE_PATH;
use crate::problem::NOT_FOUND;
use crate::resolve::{ActiveRoutes, SiteRef};
use crate::web_apps::ErrorPage;
use axum::body::Body;
use http::header::{CONTENT_TYPE, LOCATION};
use http::uri::Authority;
use http::{HeaderValue, Method, Request, Response, StatusCode};
use std::borrow::Cow;
use std::net::IpAddr;
use wire::{ChallengeKind, ContextKey, Resolution};

/// Page of the web apps for changing the password.
const PASSWORD_SETTINGS: &str = "/settings/password";

/// Answers an ACME challenge for the token of an open order; everything else is 404.
pub fn answer_challenge(table: &ActiveRoutes, host: &str, path: &str) -> Response<Body> {
    let token = path.strip_prefix(CHALLENGE_PATH).unwrap_or_default();
    let answer = table.find_challenge(host, |answer| {
        answer.kind == ChallengeKind::Http01 && answer.token == token
    });
    let Some(answer) = answer else { return NOT_FOUND.into_response() };
    let mut response = Response::new(Body::from(answer.key_authorization.clone()));
    let kind = HeaderValue::from_static("application/octet-stream");
    response.headers_mut().insert(CONTENT_TYPE, kind);
    response
}

/// Answers a reachability probe: proves that an edge of ours serves this host, and by which table.
pub fn answer_probe(
    table: &ActiveRoutes,
    host: &str,
    path: &str,
    key: &ContextKey,
) -> Response<Body> {
    let Some(nonce) = wire::probe::probe_nonce(path) else { return NOT_FOUND.into_response() };
    let word = key.expected_response(host, nonce);
    let mut response = Response::new(Body::from(format!("{word} {}\n", table.version)));
    let kind = HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(CONTENT_TYPE, kind);
    response
}

/// Redirects a request to the https origin of its host, with path and query.
pub fn to_https(table: &ActiveRoutes, host: &str, request: &Request<Body>) -> Response<Body> {
    let origin: Cow<'_, str> = match table.resolve_name(host) {
        Resolution::Main(main) => (&main.origin).into(),
        Resolution::Redirect(origin) => origin.into(),
        Resolution::Portal(portal) | Resolution::Suspended(portal) => {
            SiteRef::portal(table, host, portal).origin()
        }
        Resolution::Unknown => return ErrorPage::Unknown.response_for(request.uri().path()),
    };
    if !origin.starts_with("https://") {
        return ErrorPage::NotReady.response_for(request.uri().path());
    }
    redirect_to(&origin, request)
}

/// Redirects a password manager to the page for changing the password, on the same site.
pub fn to_password_settings() -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::FOUND;
    response.headers_mut().insert(LOCATION, HeaderValue::from_static(PASSWORD_SETTINGS));
    response
}

/// Redirects a request for a numeric loopback address to `localhost`, because cookies, links and
/// portals use that name. `None` if main has another origin, or another host was requested.
pub fn from_loopback(table: &ActiveRoutes, request: &Request<Body>) -> Option<Response<Body>> {
    let origin = &table.main.origin;
    let main: Authority = origin.strip_prefix("http://")?.parse().ok()?;
    let asked: Authority = authority(request).ok()?.parse().ok()?;
    let asked: IpAddr = asked.host().trim_matches(['[', ']']).parse().ok()?;
    let is_reading = matches!(*request.method(), Method::GET | Method::HEAD);
    (main.host() == "localhost" && asked.is_loopback() && is_reading)
        .then(|| redirect_to(origin, request))
}

/// Redirects to the same path under `origin`. 308 keeps the method and body of a form.
pub fn redirect_to(origin: &str, request: &Request<Body>) -> Response<Body> {
    let path = request.uri().path_and_query().map_or("/", http::uri::PathAndQuery::as_str);
    let Ok(location) = HeaderValue::from_str(&format!("{origin}{path}")) else {
        return NOT_FOUND.into_response();
    };
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::PERMANENT_REDIRECT;
    response.headers_mut().insert(LOCATION, location);
    response
}
