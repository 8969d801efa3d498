//! Compression of pages and API responses. Files of the web builds are compressed by the build.
//!
//! The length of a compressed response reveals whether a text that an attacker chose occurs in it
//! together with a secret (BREACH). The attack needs many requests with chosen texts from the
//! victim's browser. Therefore API responses are compressed only for requests of our own pages,
//! which another site cannot imitate, and never if they issue a credential
//! ([decision 12](../../../docs/decisions/012-only-requests-of-our-pages-are-compressed.md)).

mod encoder;

use crate::paths::{self, PathTarget};
use crate::request_meta::RequestMeta;
use crate::web_apps::{ContentCoding, accepted_codings};
use axum::body::Body;
use encoder::CompressedBody;
use http::header::{
    ACCEPT_ENCODING, ACCEPT_RANGES, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE,
    ETAG, HeaderMap, HeaderName, HeaderValue, SET_COOKIE, VARY,
};
use http::{Method, Request, Response, StatusCode};
use http_body::Body as _;

/// Smallest response that is compressed: below, it fits into one packet anyway.
const BYTES_MIN: u64 = 1024;
/// Added by our pages to each request. Another site cannot add it without our permission.
const CLIENT_MARK: &str = "x-guildhall";
const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
/// Paths whose responses issue credentials.
const CREDENTIAL_PATHS: [&str; 2] = ["/api/identity", "/api/transfer"];
const COMPRESSIBLE_TYPES: [&str; 4] =
    ["application/json", "application/manifest+json", "text/csv", "text/html"];

/// Facts of a request that decide how its response may be compressed.
pub(crate) struct CompressionRules {
    accepted: Option<HeaderValue>,
    /// The response to this request may be compressed if its type is suitable.
    is_allowed: bool,
}

impl CompressionRules {
    pub fn new<B>(request: &Request<B>, meta: &RequestMeta) -> Self {
        Self {
            accepted: request.headers().get(ACCEPT_ENCODING).cloned(),
            is_allowed: meta.method == Method::GET
                && match meta.target() {
                    // A page contains no secret.
                    PathTarget::Site => true,
                    PathTarget::Boot | PathTarget::Runtime | PathTarget::Control => {
                        is_from_own_page(request.headers())
                            && !CREDENTIAL_PATHS.iter().any(|p| paths::is_within(&meta.path, p))
                    }
                    _ => false,
                },
        }
    }

    /// Compresses a response if the rules and its headers allow it.
    pub fn apply(&self, mut response: Response<Body>) -> Response<Body> {
        if !self.is_allowed || !is_compressible(&response) {
            return response;
        }
        response.headers_mut().append(VARY, HeaderValue::from(ACCEPT_ENCODING));
        let Some(coding) = self.best_coding() else { return response };
        let Some(name) = coding.name() else { return response };
        let headers = response.headers_mut();
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static(name));
        headers.remove(CONTENT_LENGTH);
        headers.remove(ACCEPT_RANGES);
        response.map(|body| Body::new(CompressedBody::new(body, coding)))
    }

    fn best_coding(&self) -> Option<ContentCoding> {
        let headers = HeaderMap::from_iter([(ACCEPT_ENCODING, self.accepted.clone()?)]);
        accepted_codings(&headers).into_iter().next()
    }
}

fn is_from_own_page(headers: &HeaderMap) -> bool {
    headers.contains_key(CLIENT_MARK)
        || headers.get(FETCH_SITE).is_some_and(|site| site == "same-origin")
}

fn is_compressible(response: &Response<Body>) -> bool {
    let headers = response.headers();
    let size = response.body().size_hint();
    response.status() == StatusCode::OK
        && size.upper().is_none_or(|bytes| bytes >= BYTES_MIN)
        // A file with an entity tag has its own forms, and a cookie may be a credential.
        && ![CONTENT_ENCODING, ETAG, SET_COOKIE].iter().any(|name| headers.contains_key(name))
        && !is_kept_unchanged(headers)
        && headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).is_some_and(|kind| {
            let essence = kind.split(';').next().unwrap_or_default().trim();
            COMPRESSIBLE_TYPES.contains(&essence)
        })
}

fn is_kept_unchanged(headers: &HeaderMap) -> bool {
    let mut lines = headers.get_all(CACHE_CONTROL).iter().filter_map(|line| line.to_str().ok());
    lines.any(|line| line.contains("no-transform"))
}
