//! All paths, and the role that answers each. The list is closed: any other path is a page.

use percent_encoding::percent_decode_str;
use wire::probe::PROBE_PATH;

/// Path prefix of an ACME challenge; the token follows (RFC 8555 section 8.3).
pub const CHALLENGE_PATH: &str = "/.well-known/acme-challenge/";
/// Path prefix of a link with an invite code; the code follows.
const JOIN: &str = "/join";

/// Component that answers a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
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
    /// The edge: redirect to the page for changing the password.
    ChangePassword,
    /// Not reachable from outside, or a well-known address that does not exist.
    Hidden,
    /// Web build of the site: a file or a page.
    Site,
}

/// Path at which a browser with oversized cookies deletes them.
pub const CLEAR_COOKIES: &str = "/clear-cookies";

const CONTROL: [&str; 4] =
    ["/api/transfer", "/api/control", "/transfer/start", "/transfer/authorize"];
/// Well-known addresses of other protocols (RFC 8615). An unsupported one must return 404: clients
/// probe for it, and a page would look like a valid response.
const WELL_KNOWN: &str = "/.well-known";
/// Address that password managers open (W3C, "A Well-Known URL for Changing Passwords").
const CHANGE_PASSWORD: &str = "/.well-known/change-password";
const RUNTIME: [&str; 3] = ["/api", "/media", "/.well-known/guildhall-jwks.json"];

pub fn target(path: &str) -> Target {
    match path {
        "/healthz" => return Target::Health,
        "/readyz" => return Target::Readiness,
        "/api/boot" => return Target::Boot,
        CHANGE_PASSWORD => return Target::ChangePassword,
        _ => {}
    }
    if path.starts_with(CHALLENGE_PATH) {
        Target::Challenge
    } else if path.starts_with(PROBE_PATH) {
        Target::Probe
    } else if path.starts_with("/internal") {
        Target::Hidden
    } else if CONTROL.iter().any(|prefix| is_within(path, prefix)) {
        Target::Control
    } else if RUNTIME.iter().any(|prefix| is_within(path, prefix)) || path.starts_with("/dev/mail")
    {
        Target::Runtime
    } else if is_within(path, WELL_KNOWN) {
        Target::Hidden
    } else {
        Target::Site
    }
}

/// Route template of a path: a label, and the name of its span. Templates of the roles behind the
/// edge are in their own metrics.
pub fn template(path: &str) -> &'static str {
    match target(path) {
        Target::Health => "/healthz",
        Target::Readiness => "/readyz",
        Target::Boot => "/api/boot",
        Target::Challenge => "/.well-known/acme-challenge/{token}",
        Target::Probe => "/.well-known/guildhall-probe/{nonce}",
        Target::Control if path.starts_with("/api/control") => "/api/control/{*path}",
        Target::Control if path.starts_with("/api") => "/api/transfer/{*path}",
        Target::Control => "/transfer/{*path}",
        Target::Runtime if path.starts_with("/media") => "/media/{*path}",
        Target::Runtime if path == "/api/live" => "/api/live",
        Target::Runtime => "/api/{*path}",
        Target::ChangePassword => "/.well-known/change-password",
        Target::Hidden => "hidden",
        Target::Site if path.starts_with("/assets/") => "/assets/{*path}",
        Target::Site => "page",
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

/// Path for the log: an invite code below `/join/` is removed.
pub fn loggable(path: &str) -> &str {
    let is_invitation = path.len() > JOIN.len() && is_within(path, JOIN);
    if is_invitation { "/join/{code}" } else { path }
}

/// Returns whether the page's address must never be sent in a `Referer` header, because it may
/// carry a token.
pub fn is_confidential(path: &str) -> bool {
    [
        "/login",
        "/signup",
        "/setup",
        JOIN,
        "/verify-email",
        "/forgot-password",
        "/reset-password",
        "/brand-preview",
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
            ("/healthz", Target::Health),
            ("/readyz", Target::Readiness),
            ("/api/boot", Target::Boot),
            ("/api/boot/x", Target::Runtime),
            ("/api", Target::Runtime),
            ("/api/me", Target::Runtime),
            ("/api/live", Target::Runtime),
            ("/api/transfer", Target::Control),
            ("/api/transfer/redeem", Target::Control),
            ("/api/transferred", Target::Runtime),
            ("/api/control/tenants", Target::Control),
            ("/transfer/start", Target::Control),
            ("/transfer/authorize", Target::Control),
            ("/transfer", Target::Site),
            ("/transfer/started", Target::Site),
            ("/media/a/b.webp", Target::Runtime),
            ("/dev/mail", Target::Runtime),
            ("/dev/mail.json", Target::Runtime),
            ("/.well-known/guildhall-jwks.json", Target::Runtime),
            ("/.well-known/change-password", Target::ChangePassword),
            ("/.well-known/change-password/x", Target::Hidden),
            ("/.well-known/security.txt", Target::Hidden),
            ("/.well-known", Target::Hidden),
            ("/.well-known/", Target::Hidden),
            ("/.well-knownish", Target::Site),
            ("/.well-known/acme-challenge/abc", Target::Challenge),
            ("/.well-known/acme-challenge", Target::Hidden),
            ("/.well-known/guildhall-probe/abc", Target::Probe),
            ("/internal/routes", Target::Hidden),
            ("/internal", Target::Hidden),
            ("/apish", Target::Site),
            ("/", Target::Site),
            ("/communities/1", Target::Site),
        ];
        for (path, answerer) in expected {
            assert_eq!(target(path), answerer, "{path}");
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
            assert_eq!(loggable(path), "/join/{code}");
        }
        for path in ["/join", "/joined/x", "/communities/1", "/"] {
            assert_eq!(loggable(path), path);
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
            "/forgot-password",
            "/transfer",
        ] {
            assert!(is_confidential(path), "{path}");
        }
        assert!(!is_confidential("/communities"));
        assert!(!is_confidential("/loginhelp"));
    }
}
