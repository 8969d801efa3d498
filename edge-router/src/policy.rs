//! Security headers of every response (design/security.md section 4.5).

use crate::connection::Transport;
use crate::paths;
use crate::request_meta::RequestMeta;
use crate::resolve::ActiveRoutes;
use crate::system::unix_now_s;
use http::header::{
    CACHE_CONTROL, CONNECTION, CONTENT_SECURITY_POLICY, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY,
    X_CONTENT_TYPE_OPTIONS,
};
use http::{HeaderMap, HeaderName, HeaderValue};
use wire::bodies::CSP_REPORTS_PATH;

pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");
const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");
const PERMISSIONS_POLICY: HeaderName = HeaderName::from_static("permissions-policy");

const REPORTING_ENDPOINTS: HeaderName = HeaderName::from_static("reporting-endpoints");
/// Name of the reporting endpoint for CSP violations.
const CSP_ENDPOINT: &str = "csp";

const CSP_WITHOUT_NONCE: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
     img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; \
     frame-ancestors 'none'; base-uri 'none'; object-src 'none'; form-action 'self'";
/// Maximum number of header lines added here.
const ADDED_MAX: usize = 10;
const HSTS_FIVE_MINUTES: &str = "max-age=300";
const HSTS_ONE_YEAR: &str = "max-age=31536000";
const YEAR_AND_BELOW: &str = "max-age=31536000; includeSubDomains";
const PERMISSIONS: &str = "camera=(), microphone=(), geolocation=(), payment=(), usb=(), \
     browsing-topics=(), interest-cohort=()";

/// Facts that determine the security headers of a response.
pub struct HeaderContext<'r> {
    pub path: &'r str,
    /// `Strict-Transport-Security` value, if any.
    pub strict_transport: Option<&'static str>,
    /// Pages may open a popup to sign in with another issuer.
    pub windows: bool,
    pub request_id: &'r str,
    /// Close this HTTP/1 connection after the response.
    pub close: bool,
}

/// HSTS value (RFC 6797): none over an insecure connection; otherwise one year, with subdomains
/// below the portal domain, which is ours alone. A custom domain has a value of five minutes on its
/// first day, so that a configuration error does not last; the table holds the start of that day.
pub fn strict_transport(meta: &RequestMeta, table: Option<&ActiveRoutes>) -> Option<&'static str> {
    let table = table?;
    let secure = match &meta.connection.arrival {
        Transport::Tls(tls) => tls.ready,
        // TLS is terminated in front of the edge, or this is one machine on plain HTTP: the
        // origin's scheme decides.
        Transport::Plain => table.main.origin.starts_with("https://"),
        Transport::Redirects => false,
    };
    let host = meta.host.as_deref()?;
    secure.then_some(if host == table.portal_domain {
        YEAR_AND_BELOW
    } else if table.has_fresh() && table.is_fresh(host, unix_now_s()) {
        HSTS_FIVE_MINUTES
    } else {
        HSTS_ONE_YEAR
    })
}

/// Adds missing security headers. A policy or caching header that the handler set is kept: the pages
/// of the mail catcher and images set stricter ones.
pub fn add_security_headers(headers: &mut HeaderMap, context: &HeaderContext<'_>) {
    // One reservation avoids repeated growth of the map.
    headers.reserve(ADDED_MAX);
    set_missing(headers, CONTENT_SECURITY_POLICY, CSP_WITHOUT_NONCE);
    let referrer = if paths::is_confidential(context.path) {
        "no-referrer"
    } else {
        "strict-origin-when-cross-origin"
    };
    set_missing(headers, REFERRER_POLICY, referrer);
    set_missing(headers, CACHE_CONTROL, "no-store");
    set(headers, X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(headers, OPENER_POLICY, opener_policy(context));
    set(headers, RESOURCE_POLICY, "same-origin");
    set(headers, PERMISSIONS_POLICY, PERMISSIONS);
    if let Some(policy) = context.strict_transport {
        set_missing(headers, STRICT_TRANSPORT_SECURITY, policy);
    }
    if let Ok(id) = HeaderValue::from_str(context.request_id) {
        headers.insert(REQUEST_ID, id);
    }
    if context.close {
        set(headers, CONNECTION, "close");
    }
}

/// `Cross-Origin-Opener-Policy` of a response. Without other sign-in issuers, windows are fully
/// isolated. With them, our pages may keep a handle to the popup in which they open a sign-in: the
/// result arrives over a same-origin channel, but only the handle reveals that the popup was closed
/// (A-059, 'Sign-in was cancelled'). The two pages at which the popup returns neither keep a handle
/// nor break the opener's. Other sites never keep a handle to our pages.
fn opener_policy(context: &HeaderContext<'_>) -> &'static str {
    if !context.windows {
        "same-origin"
    } else if ["/login/google", "/api/identity/google/callback"].contains(&context.path) {
        "unsafe-none"
    } else if paths::classify_path(context.path) == paths::PathTarget::Site {
        "same-origin-allow-popups"
    } else {
        "same-origin"
    }
}

/// Sets the CSP of a page with inline styles and data that carry `nonce`.
pub fn set_page_policy(headers: &mut HeaderMap, nonce: &str) {
    let policy = CSP_WITHOUT_NONCE
        .replace("script-src 'self'", &format!("script-src 'self' 'nonce-{nonce}'"))
        .replace("style-src 'self'", &format!("style-src 'self' 'nonce-{nonce}'"));
    // Browsers that support `report-to` ignore `report-uri` (CSP Level 3, section 5.3).
    let policy = format!("{policy}; report-uri {CSP_REPORTS_PATH}; report-to {CSP_ENDPOINT}");
    let endpoint = format!("{CSP_ENDPOINT}=\"{CSP_REPORTS_PATH}\"");
    for (name, value) in [(CONTENT_SECURITY_POLICY, policy), (REPORTING_ENDPOINTS, endpoint)] {
        if let Ok(value) = HeaderValue::from_str(&value) {
            headers.insert(name, value);
        }
    }
}

fn set(headers: &mut HeaderMap, name: HeaderName, value: &'static str) {
    headers.insert(name, HeaderValue::from_static(value));
}

fn set_missing(headers: &mut HeaderMap, name: HeaderName, value: &'static str) {
    headers.entry(name).or_insert(HeaderValue::from_static(value));
}
