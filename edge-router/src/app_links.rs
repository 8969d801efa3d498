//! Statements with which the main site allows its native apps to open its links: Android's Digital
//! Asset Links and Apple's association file. Portals have none, because the apps contain the main
//! web app.

use crate::config::NativeApps;
use crate::problem::NOT_FOUND;
use axum::body::Body;
use http::header::{CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE};
use http::{HeaderValue, Response};
use serde_json::{Value, json};

/// Path of Android's statement.
pub const ANDROID_PATH: &str = "/.well-known/assetlinks.json";
/// Path of Apple's statement.
pub const APPLE_PATH: &str = "/.well-known/apple-app-site-association";
/// Paths that only a browser can use: interfaces, files, and steps of a sign-in.
const BROWSER_PATHS: [&str; 8] = [
    "/api/*",
    "/assets/*",
    "/clear-cookies",
    "/dev/*",
    "/login/google*",
    "/media/*",
    "/transfer*",
    "/.well-known/*",
];

/// Response with the statement at `path`; 404 without an app for it.
pub fn answer_app_links(apps: &NativeApps, path: &str) -> Response<Body> {
    let statement = if path == ANDROID_PATH { android(apps) } else { apple(apps) };
    let Some(statement) = statement else { return NOT_FOUND.into_response() };
    let json = statement.to_string();
    let length = HeaderValue::from(json.len());
    let mut response = Response::new(Body::from(json));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(CONTENT_LENGTH, length);
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("public, max-age=3600"));
    response
}

fn android(apps: &NativeApps) -> Option<Value> {
    let package = apps.android_package.as_ref()?;
    Some(json!([{
        "relation": ["delegate_permission/common.handle_all_urls"],
        "target": {
            "namespace": "android_app",
            "package_name": package,
            "sha256_cert_fingerprints": apps.android_fingerprints,
        },
    }]))
}

fn apple(apps: &NativeApps) -> Option<Value> {
    if apps.ios_app_ids.is_empty() {
        return None;
    }
    let excluded = BROWSER_PATHS.map(|path| json!({ "/": path, "exclude": true }));
    let mut components = excluded.to_vec();
    components.push(json!({ "/": "*" }));
    Some(json!({
        "applinks": { "details": [{ "appIDs": apps.ios_app_ids, "components": components }] },
        "webcredentials": { "apps": apps.ios_app_ids },
    }))
}
