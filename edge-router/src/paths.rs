//! All paths, and the role that answers each. The list is closed: any other path is a page.

use crate::app_links::{ANDROID_PATH, APPLE_PATH};
use percent_encoding::percent_decode_str;
use wire::probe::PROBE_PATH;
use wire::secret_paths::without_token;

/// Path prefix of an ACME challenge; the token follows (RFC 8555 section 8.3).
pub const CHALLENGE_PATH: &str = "/.well-known/acme-challenge/";
/// Path prefix of a link with an invite code; the code follows.
const INVITE_PATH: &str = "/join";

/// Component that answers a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PathTarget {
    /// The edge: liveness.
    Health,
    /// The edge: readiness; it has a route table.
    Readiness,
    /// The edge: boot data of the web apps.
    Boot,
    /// The edge: ACME challenge answer.
    Challenge,
    /// The edge: reachability probe.
    Probe,
    /// The control plane.
    Control,
    Runtime,
    /// The edge: statements about the native apps.
    AppLinks,
    /// The edge: redirect to the page for changing the password.
    ChangePassword,
    /// Not reachable from outside, or a well-known address that does not exist.
    Hidden,
    /// Web build of the site: a file or a page.
    Site,
}

/// Path at which a browser with oversized cookies deletes them.
pub const CLEAR_COOKIES: &str = "/clear-cookies";

const CONTROL_PATHS: [&str; 4] =
    ["/api/transfer", "/api/control", "/transfer/start", "/transfer/authorize"];
/// Well-known addresses of other protocols (RFC 8615). An unsupported one must return 404: clients
/// probe for it, and a page would look like a valid response.
const WELL_KNOWN: &str = "/.well-known";
/// Address that password managers open (W3C, "A Well-Known URL for Changing Passwords").
const CHANGE_PASSWORD: &str = "/.well-known/change-password";
const RUNTIME_PATHS: [&str; 3] = ["/api", "/media", "/.well-known/guildhall-jwks.json"];

pub fn classify_path(path: &str) -> PathTarget {
    match path {
        "/healthz" => return PathTarget::Health,
        "/readyz" => return PathTarget::Readiness,
        "/api/boot" => return PathTarget::Boot,
        CHANGE_PASSWORD => return PathTarget::ChangePassword,
        ANDROID_PATH | APPLE_PATH => return PathTarget::AppLinks,
        _ => {}
    }
    if path.starts_with(CHALLENGE_PATH) {
        PathTarget::Challenge
    } else if path.starts_with(PROBE_PATH) {
        PathTarget::Probe
    } else if path.starts_with("/internal") {
        PathTarget::Hidden
    } else if CONTROL_PATHS.iter().any(|prefix| is_within(path, prefix)) {
        PathTarget::Control
    } else if RUNTIME_PATHS.iter().any(|prefix| is_within(path, prefix))
        || path.starts_with("/dev/mail")
    {
        PathTarget::Runtime
    } else if is_within(path, WELL_KNOWN) {
        PathTarget::Hidden
    } else {
        PathTarget::Site
    }
}

/// Route template of a path: a label, and the name of its span. Templates of the roles behind the
/// edge are in their own metrics.
pub fn template(path: &str) -> &'static str {
    match classify_path(path) {
        PathTarget::Health => "/healthz",
        PathTarget::Readiness => "/readyz",
        PathTarget::Boot => "/api/boot",
        PathTarget::Challenge => "/.well-known/acme-challenge/{token}",
        PathTarget::Probe => "/.well-known/guildhall-probe/{nonce}",
        PathTarget::Control if path.starts_with("/api/control") => "/api/control/{*path}",
        PathTarget::Control if path.starts_with("/api") => "/api/transfer/{*path}",
        PathTarget::Control => "/transfer/{*path}",
        PathTarget::Runtime if path.starts_with("/media") => "/media/{*path}",
        PathTarget::Runtime if path == "/api/live" => "/api/live",
        PathTarget::Runtime => "/api/{*path}",
        PathTarget::ChangePassword => "/.well-known/change-password",
        PathTarget::AppLinks => "/.well-known/{app-links}",
        PathTarget::Hidden => "hidden",
        PathTarget::Site if path.starts_with("/assets/") => "/assets/{*path}",
        PathTarget::Site => "page",
    }
}

/// Returns whether browsers navigate to this path on their way to another site, so that a user sees
/// its errors.
pub fn is_hop(path: &str) -> bool {
    matches!(path, "/transfer/start" | "/transfer/authorize")
}

/// Returns whether `path` is `prefix` or below it: `/api` contains `/api/me`, not `/apish`.
pub fn is_within(path: &str, prefix: &str) -> bool {
    path.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Returns whether all parsers read this path alike: no dot segments, no encoded slash, no NUL.
/// Browsers send only such paths; another one may be an attempt to make two parsers disagree.
pub fn is_plain(path: &str) -> bool {
    if !path.contains('%') {
        return is_plain_decoded(path.as_bytes());
    }
    let decoded: Vec<u8> = percent_decode_str(path).collect();
    let slashes = |bytes: &[u8]| bytes.iter().filter(|b| **b == b'/').count();
    slashes(&decoded) == slashes(path.as_bytes()) && is_plain_decoded(&decoded)
}

fn is_plain_decoded(path: &[u8]) -> bool {
    !path.iter().any(|b| matches!(b, 0 | b'\\'))
        && !path.split(|b| *b == b'/').any(|segment| segment == b"." || segment == b"..")
}

/// Path for the log: an invite code below `/join/` and the token of an unsubscribe link or of a
/// calendar feed are removed.
pub fn redact_path(path: &str) -> &str {
    if let Some(redacted) = without_token(path) {
        return redacted;
    }
    let is_invitation = path.len() > INVITE_PATH.len() && is_within(path, INVITE_PATH);
    if is_invitation { "/join/{code}" } else { path }
}

/// Returns whether the page's address must never be sent in a `Referer` header, because it may
/// carry a token.
pub fn is_confidential(path: &str) -> bool {
    [
        "/login",
        "/signup",
        "/setup",
        INVITE_PATH,
        "/verify-email",
        "/forgot-password",
        "/reset-password",
        "/brand-preview",
        "/unsubscribe",
    ]
    .iter()
    .any(|page| is_within(path, page))
        || path.starts_with("/transfer")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fixed_path_has_a_target() {
        let expected = [
            ("/healthz", PathTarget::Health),
            ("/readyz", PathTarget::Readiness),
            ("/api/boot", PathTarget::Boot),
            ("/api/boot/x", PathTarget::Runtime),
            ("/api", PathTarget::Runtime),
            ("/api/me", PathTarget::Runtime),
            ("/api/live", PathTarget::Runtime),
            ("/api/transfer", PathTarget::Control),
            ("/api/transfer/redeem", PathTarget::Control),
            ("/api/transferred", PathTarget::Runtime),
            ("/api/control/tenants", PathTarget::Control),
            ("/transfer/start", PathTarget::Control),
            ("/transfer/authorize", PathTarget::Control),
            ("/transfer", PathTarget::Site),
            ("/transfer/started", PathTarget::Site),
            ("/media/a/b.webp", PathTarget::Runtime),
            ("/dev/mail", PathTarget::Runtime),
            ("/dev/mail.json", PathTarget::Runtime),
            ("/.well-known/guildhall-jwks.json", PathTarget::Runtime),
            ("/.well-known/change-password", PathTarget::ChangePassword),
            ("/.well-known/change-password/x", PathTarget::Hidden),
            ("/.well-known/security.txt", PathTarget::Hidden),
            ("/.well-known/assetlinks.json", PathTarget::AppLinks),
            ("/.well-known/apple-app-site-association", PathTarget::AppLinks),
            ("/.well-known/assetlinks.json/x", PathTarget::Hidden),
            ("/.well-known", PathTarget::Hidden),
            ("/.well-known/", PathTarget::Hidden),
            ("/.well-knownish", PathTarget::Site),
            ("/.well-known/acme-challenge/abc", PathTarget::Challenge),
            ("/.well-known/acme-challenge", PathTarget::Hidden),
            ("/.well-known/guildhall-probe/abc", PathTarget::Probe),
            ("/internal/routes", PathTarget::Hidden),
            ("/internal", PathTarget::Hidden),
            ("/apish", PathTarget::Site),
            ("/", PathTarget::Site),
            ("/communities/1", PathTarget::Site),
        ];
        for (path, answerer) in expected {
            assert_eq!(classify_path(path), answerer, "{path}");
        }
    }

    #[test]
    fn rejects_paths_with_dot_segments_or_encoded_slashes() {
        for path in [
            "/assets/../index.html",
            "/assets/%2e%2e/index.html",
            "/assets/.%2E/x",
            "/assets/..%2fx",
            "/assets/%2Fetc/passwd",
            "/a/./b",
            "/a%5cb",
            "/a%00",
            "/..",
        ] {
            assert!(!is_plain(path), "{path}");
        }
        for path in ["/", "/a/b", "/a..b", "/...", "/%C3%A9t%C3%A9", "/a%20b", "/a//b"] {
            assert!(is_plain(path), "{path}");
        }
    }

    #[test]
    fn invite_codes_are_removed_from_logged_paths() {
        for path in ["/join/WELCOME1", "/join/WEL%20COME1", "/join/a/b", "/join//WELCOME1"] {
            assert_eq!(redact_path(path), "/join/{code}");
        }
        for path in ["/api/unsubscribe/abc", "/unsubscribe/abc"] {
            assert!(redact_path(path).ends_with("/unsubscribe/{token}"), "{path}");
        }
        assert_eq!(redact_path("/api/calendar/abc.ics"), "/api/calendar/{token}");
        for path in ["/join", "/joined/x", "/communities/1", "/"] {
            assert_eq!(redact_path(path), path);
        }
    }

    #[test]
    fn pages_that_may_hold_a_token_send_no_referrer() {
        for path in [
            "/login",
            "/signup",
            "/setup",
            "/join/WELCOME1",
            "/verify-email",
            "/unsubscribe/abc",
            "/forgot-password",
            "/transfer",
        ] {
            assert!(is_confidential(path), "{path}");
        }
        assert!(!is_confidential("/communities"));
        assert!(!is_confidential("/loginhelp"));
    }
}
