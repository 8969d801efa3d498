//! Response for a static file: the best encoding, entity tag and caching headers.

use super::accept::accepted_codings;
use super::build::StaticFile;
use axum::body::Body;
use http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG,
    IF_NONE_MATCH, VARY,
};
use http::{HeaderMap, HeaderValue, Response, StatusCode};
use wire::assets::{ASSET_CACHING, ASSETS_PREFIX};

/// File with the marker of the build.
const VERSION_FILE: &str = "/version.json";

pub fn file_response(file: &StaticFile, path: &str, asked: &HeaderMap) -> Response<Body> {
    let chosen = accepted_codings(asked)
        .into_iter()
        .find_map(|c| file.find_encoding(c).map(|form| (c, form)));
    let (coding, form) = chosen.unwrap_or((super::accept::ContentCoding::Identity, &file.plain));
    let mut response = Response::new(Body::empty());
    let headers = response.headers_mut();
    headers.insert(ETAG, form.tag.clone());
    headers.insert(VARY, HeaderValue::from(ACCEPT_ENCODING));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(cache_policy(path)));
    if is_cached_by_client(asked, &form.tag) {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        return response;
    }
    headers.insert(CONTENT_TYPE, file.content_type.clone());
    headers.insert(CONTENT_LENGTH, HeaderValue::from(form.bytes.len()));
    if let Some(name) = coding.name() {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static(name));
    }
    *response.body_mut() = Body::from(form.bytes.clone());
    response
}

fn cache_policy(path: &str) -> &'static str {
    if path.starts_with(ASSETS_PREFIX) {
        // The name contains a hash of the content, so the content never changes.
        ASSET_CACHING
    } else if path == VERSION_FILE {
        // Open tabs compare it with their own build.
        "no-store"
    } else if path.ends_with(".js") {
        // A cached service worker would keep the whole app at an old version.
        "no-cache"
    } else {
        "public, max-age=300"
    }
}

pub(super) fn is_cached_by_client(asked: &HeaderMap, tag: &HeaderValue) -> bool {
    asked.get_all(IF_NONE_MATCH).iter().filter_map(|line| line.to_str().ok()).any(|line| {
        line.split(',')
            .map(|held| held.trim().trim_start_matches("W/"))
            .any(|held| held == "*" || held.as_bytes() == tag.as_bytes())
    })
}
