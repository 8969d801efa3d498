//! The security headers every answer carries (design/security.md section 4.5).

use crate::access::Asked;
use crate::listen::Arrival;
use crate::paths;
use crate::resolve::InForce;
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
/// Name of the address for reports of violations.
const CSP_ENDPOINT: &str = "csp";

const CSP_WITHOUT_NONCE: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
     img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; \
     frame-ancestors 'none'; base-uri 'none'; object-src 'none'; form-action 'self'";
/// How many lines an answer may be given here.
const ADDED_MAX: usize = 10;
const MINUTES: &str = "max-age=300";
const YEAR: &str = "max-age=31536000";
const YEAR_AND_BELOW: &str = "max-age=31536000; includeSubDomains";
const PERMISSIONS: &str = "camera=(), microphone=(), geolocation=(), payment=(), usb=(), \
     browsing-topics=(), interest-cohort=()";

/// What an answer has to be dressed for.
pub struct Occasion<'r> {
    pub path: &'r str,
    /// How long browsers are told to stay with https, if they are.
    pub strict_transport: Option<&'static str>,
    /// Pages may open a window for signing in with another issuer.
    pub windows: bool,
    pub request_id: &'r str,
    /// This HTTP/1 connection is not to be used again.
    pub close: bool,
}

/// What browsers are told about https (RFC 6797): nothing over a connection that anybody could have
/// tampered with, a year otherwise, and below the domain of the portals, which is ours alone, the
/// same for every name. On its first day a tenant's own domain says five minutes: what turns out to be
/// wrong with it must not last. The table says when that day began.
pub fn strict_transport(asked: &Asked, table: Option<&InForce>) -> Option<&'static str> {
    let table = table?;
    let secure = match &asked.passage.arrival {
        Arrival::Tls(tls) => tls.ready,
        // TLS ended in front of us, or this is one machine on plain HTTP: the origin tells.
        Arrival::Plain => table.main.origin.starts_with("https://"),
        Arrival::Redirects => false,
    };
    let host = asked.host.as_deref()?;
    secure.then_some(if host == table.portal_domain {
        YEAR_AND_BELOW
    } else if table.has_fresh() && table.is_fresh(host, unix_now_s()) {
        MINUTES
    } else {
        YEAR
    })
}

/// Adds what is missing. A policy or caching rule that the answerer set itself stands: a mail shown
/// in the catcher or a picture has a stricter one of its own.
pub fn dress(headers: &mut HeaderMap, occasion: &Occasion<'_>) {
    // The map grows once, not with every few.
    headers.reserve(ADDED_MAX);
    set_missing(headers, CONTENT_SECURITY_POLICY, CSP_WITHOUT_NONCE);
    let referrer = if paths::is_confidential(occasion.path) {
        "no-referrer"
    } else {
        "strict-origin-when-cross-origin"
    };
    set_missing(headers, REFERRER_POLICY, referrer);
    set_missing(headers, CACHE_CONTROL, "no-store");
    set(headers, X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(headers, OPENER_POLICY, opener_policy(occasion));
    set(headers, RESOURCE_POLICY, "same-origin");
    set(headers, PERMISSIONS_POLICY, PERMISSIONS);
    if let Some(policy) = occasion.strict_transport {
        set_missing(headers, STRICT_TRANSPORT_SECURITY, policy);
    }
    if let Ok(id) = HeaderValue::from_str(occasion.request_id) {
        headers.insert(REQUEST_ID, id);
    }
    if occasion.close {
        set(headers, CONNECTION, "close");
    }
}

/// Who keeps hold of whom when one window opens another: nobody, where no other issuer is offered.
/// Otherwise our pages may keep the window in which they open a sign-in with it: what came of it they
/// hear over a channel of their own origin, but that somebody closed it only the hold itself tells
/// (A-059, 'Sign-in was cancelled'). The two places where that window comes back hold nothing and
/// let go of nobody. No other site ever keeps hold of our pages.
fn opener_policy(occasion: &Occasion<'_>) -> &'static str {
    if !occasion.windows {
        "same-origin"
    } else if ["/login/google", "/api/identity/google/callback"].contains(&occasion.path) {
        "unsafe-none"
    } else if paths::target(occasion.path) == paths::Target::Site {
        "same-origin-allow-popups"
    } else {
        "same-origin"
    }
}

/// The policy of a page that has inline styles and data of its own, marked with `nonce`.
pub fn set_page_policy(headers: &mut HeaderMap, nonce: &str) {
    let policy = CSP_WITHOUT_NONCE
        .replace("script-src 'self'", &format!("script-src 'self' 'nonce-{nonce}'"))
        .replace("style-src 'self'", &format!("style-src 'self' 'nonce-{nonce}'"));
    // Browsers that know the second way of reporting ignore the first (CSP Level 3, section 5.3).
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
