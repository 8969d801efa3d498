//! What plain HTTP is still good for beside TLS: an authority's question about a host, and the way to
//! https. The address that a browser is sent to is always one of the table's, never what stood in
//! `Host`.

use crate::limits;
use crate::problem::NOT_FOUND;
use crate::resolve::{Entrance, InForce};
use crate::site::Notice;
use axum::body::Body;
use http::header::{CONTENT_TYPE, LOCATION};
use http::uri::Authority;
use http::{HeaderValue, Method, Request, Response, StatusCode};
use std::borrow::Cow;
use std::net::IpAddr;
use wire::{ChallengeKind, ContextKey, Resolution};

/// Below which the question's token stands (RFC 8555 section 8.3).
pub const CHALLENGE_PATH: &str = "/.well-known/acme-challenge/";

/// The page of the web apps that changes the password.
const PASSWORD_SETTINGS: &str = "/settings/password";

/// Answers an authority that asks for a token of an open order, and nobody else.
pub fn challenge(table: &InForce, host: &str, path: &str) -> Response<Body> {
    let token = path.strip_prefix(CHALLENGE_PATH).unwrap_or_default();
    let answer = table
        .challenge(host, |answer| answer.kind == ChallengeKind::Http01 && answer.token == token);
    let Some(answer) = answer else { return NOT_FOUND.into_response() };
    let mut response = Response::new(Body::from(answer.key_authorization.clone()));
    let kind = HeaderValue::from_static("application/octet-stream");
    response.headers_mut().insert(CONTENT_TYPE, kind);
    response
}

/// Says to whoever knows the key that an edge of ours answers for this host, and by which table.
pub fn probe(table: &InForce, host: &str, path: &str, key: &ContextKey) -> Response<Body> {
    let Some(nonce) = wire::probe::nonce(path) else { return NOT_FOUND.into_response() };
    let word = key.probe(host, nonce);
    let mut response = Response::new(Body::from(format!("{word} {}\n", table.version)));
    let kind = HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(CONTENT_TYPE, kind);
    response
}

/// Leads a request to the right https origin of its host, with path and query.
pub fn to_https(table: &InForce, host: &str, request: &Request<Body>) -> Response<Body> {
    let origin: Cow<'_, str> = match table.resolve_name(host) {
        Resolution::Main(main) => (&main.origin).into(),
        Resolution::Redirect(origin) => origin.into(),
        Resolution::Portal(portal) | Resolution::Suspended(portal) => {
            Entrance::portal(table, host, portal).origin()
        }
        Resolution::Unknown => return Notice::Unknown.answer(request.uri().path()),
    };
    if !origin.starts_with("https://") {
        return Notice::NotReady.answer(request.uri().path());
    }
    to(&origin, request)
}

/// Leads a password manager to the page that changes the password, on the site that it asked.
pub fn to_password_settings() -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::FOUND;
    response.headers_mut().insert(LOCATION, HeaderValue::from_static(PASSWORD_SETTINGS));
    response
}

/// Leads a reader who opened the address of this machine in figures to the printed one, `localhost`, at
/// which cookies, links and portals are. `None` if main has another address than that, or another host
/// was asked for.
pub fn from_loopback(table: &InForce, request: &Request<Body>) -> Option<Response<Body>> {
    let origin = &table.main.origin;
    let main: Authority = origin.strip_prefix("http://")?.parse().ok()?;
    let asked: Authority = limits::authority(request).ok()?.parse().ok()?;
    let asked: IpAddr = asked.host().trim_matches(['[', ']']).parse().ok()?;
    let is_reading = matches!(*request.method(), Method::GET | Method::HEAD);
    (main.host() == "localhost" && asked.is_loopback() && is_reading).then(|| to(origin, request))
}

/// The same place under `origin`. 308, so that a form stays a form.
pub fn to(origin: &str, request: &Request<Body>) -> Response<Body> {
    let path = request.uri().path_and_query().map_or("/", http::uri::PathAndQuery::as_str);
    let Ok(location) = HeaderValue::from_str(&format!("{origin}{path}")) else {
        return NOT_FOUND.into_response();
    };
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::PERMANENT_REDIRECT;
    response.headers_mut().insert(LOCATION, location);
    response
}
