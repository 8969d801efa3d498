//! Cookie parsing on raw bytes. Common libraries decode percent signs in cookie *names*, which lets
//! a sibling host forge a `__Host-` cookie (security.md section 1). Here names are compared as
//! bytes, values have a fixed alphabet, and a security cookie that appears twice counts as absent.

use crate::telemetry::COOKIE_DUPLICATES;
use http::{HeaderMap, HeaderValue, header};
use wire::cookies::{HOST_PREFIX, SESSION_COOKIE};

/// Maximum number of paths below `/` at which a cookie is deleted.
const PATHS_MAX: usize = 6;

/// Cookies of the product.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CookieName {
    /// Session token.
    Session,
    /// Readable flag that a session exists; not secret (G-002).
    SessionPresent,
    /// Binds a sign-in to the browser that started it.
    PreSession,
    /// Binds a transfer to the browser that started it.
    Transfer,
    /// Identifies a browser that has signed in before, for rate limits.
    Device,
}

impl CookieName {
    const fn name_without_prefix(self) -> &'static str {
        match self {
            Self::Session => SESSION_COOKIE,
            Self::SessionPresent => "csst_present",
            Self::PreSession => "gh-pre",
            Self::Transfer => "xfer",
            Self::Device => "gh-dev",
        }
    }

    /// Cookies that a request must not carry twice.
    const GUARDED: [Self; 4] = [Self::Session, Self::PreSession, Self::Transfer, Self::Device];

    /// Name on the wire: with the `__Host-` prefix if the origin is https.
    #[must_use]
    pub fn on_wire(self, secure: bool) -> String {
        if secure {
            format!("{HOST_PREFIX}{}", self.name_without_prefix())
        } else {
            self.name_without_prefix().to_owned()
        }
    }
}

/// Reads a cookie. `None` if it is absent, malformed or duplicated.
#[must_use]
pub fn read(headers: &HeaderMap, name: CookieName, secure: bool) -> Option<String> {
    let wanted = name.on_wire(secure);
    let mut found = None;
    for header in headers.get_all(header::COOKIE) {
        for pair in header.as_bytes().split(|b| *b == b';') {
            let pair = trim(pair);
            let Some(at) = pair.iter().position(|b| *b == b'=') else { continue };
            if &pair[..at] != wanted.as_bytes() {
                continue;
            }
            let value = value_of(&pair[at + 1..])?;
            if found.replace(value).is_some() {
                return None;
            }
        }
    }
    found
}

/// `Set-Cookie` lines that delete the cookies that a request to `path` carries more than once.
/// Otherwise they would count as absent at every later request as well.
#[must_use]
pub fn delete_duplicated(headers: &HeaderMap, secure: bool, path: &str) -> Vec<HeaderValue> {
    let mut lines = Vec::new();
    for name in duplicated_cookies(headers, secure) {
        lines.extend(clear_at(name, secure, path));
        if name == CookieName::Session {
            lines.push(clear(CookieName::SessionPresent, secure));
        }
    }
    lines
}

/// Security cookies that a request carries more than once.
fn duplicated_cookies(headers: &HeaderMap, secure: bool) -> Vec<CookieName> {
    let mut duplicated = Vec::new();
    for name in CookieName::GUARDED {
        let wanted = name.on_wire(secure);
        let is_it = |pair: &&[u8]| {
            let pair = trim(pair);
            pair.strip_prefix(wanted.as_bytes()).is_some_and(|rest| rest.starts_with(b"="))
        };
        let lines = headers.get_all(header::COOKIE).iter();
        let pairs = lines.flat_map(|line| line.as_bytes().split(|b| *b == b';'));
        if pairs.filter(is_it).nth(1).is_some() {
            metrics::counter!(COOKIE_DUPLICATES).increment(1);
            duplicated.push(name);
        }
    }
    duplicated
}

/// `Set-Cookie` lines that delete a cookie at every path from which it is sent to `path`. With the
/// `__Host-` prefix that is only `/`.
fn clear_at(name: CookieName, secure: bool, path: &str) -> impl Iterator<Item = HeaderValue> {
    let deeper = path.match_indices('/').map(|(at, _)| at).chain([path.len()]).filter(|at| *at > 0);
    let deeper = deeper.take(if secure { 0 } else { PATHS_MAX }).map(move |at| &path[..at]);
    let wire = name.on_wire(secure);
    let further = deeper.map(move |path| format!("{wire}=; Path={path}; Max-Age=0"));
    let further = further.filter_map(|line| HeaderValue::from_str(&line).ok());
    [clear(name, secure)].into_iter().chain(further)
}

fn trim(bytes: &[u8]) -> &[u8] {
    let blank = |b: &u8| *b == b' ' || *b == b'\t';
    let start = bytes.iter().position(|b| !blank(b)).unwrap_or(bytes.len());
    let end = bytes.iter().rposition(|b| !blank(b)).map_or(start, |at| at + 1);
    &bytes[start..end]
}

fn value_of(bytes: &[u8]) -> Option<String> {
    let plain = (1..=128).contains(&bytes.len())
        && bytes.iter().all(|b| b.is_ascii_alphanumeric() || b"._-".contains(b));
    plain.then(|| String::from_utf8_lossy(bytes).into_owned())
}

/// Builds a `Set-Cookie` line: host-only, `Path=/`, `SameSite=Lax`, and `HttpOnly` except for the
/// readable flag. Without `max_age_s` it is a browser session cookie.
#[must_use]
pub fn write(name: CookieName, value: &str, secure: bool, max_age_s: Option<i64>) -> HeaderValue {
    let mut line = format!("{}={value}; Path=/; SameSite=Lax", name.on_wire(secure));
    if name != CookieName::SessionPresent {
        line.push_str("; HttpOnly");
    }
    if secure {
        line.push_str("; Secure");
    }
    if let Some(seconds) = max_age_s {
        line.push_str(&format!("; Max-Age={seconds}"));
    }
    HeaderValue::from_str(&line).unwrap_or_else(|_| HeaderValue::from_static(""))
}

/// Builds a `Set-Cookie` line that deletes the cookie.
#[must_use]
pub fn clear(name: CookieName, secure: bool) -> HeaderValue {
    write(name, "", secure, Some(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(lines: &[&[u8]]) -> HeaderMap {
        let mut map = HeaderMap::new();
        for line in lines {
            if let Ok(value) = HeaderValue::from_bytes(line) {
                map.append(header::COOKIE, value);
            }
        }
        map
    }

    #[test]
    fn reads_a_cookie_among_others() {
        let map = headers(&[b"a=1;\t csst=v1.abc-_ ; b=\xff\xfe"]);
        assert_eq!(read(&map, CookieName::Session, false).as_deref(), Some("v1.abc-_"));
    }

    #[test]
    fn ignores_cookies_with_a_forged_prefix() {
        let map = headers(&[b"%5F%5FHost-csst=EVIL; \xe2\x80\x80__Host-csst=EVIL; __host-csst=EVIL; __Host-csst=good"]);
        assert_eq!(read(&map, CookieName::Session, true).as_deref(), Some("good"));
        assert_eq!(read(&map, CookieName::Session, false), None);
    }

    #[test]
    fn duplicated_session_cookie_counts_as_absent() {
        assert_eq!(read(&headers(&[b"csst=a; csst=b"]), CookieName::Session, false), None);
        assert_eq!(read(&headers(&[b"csst=a", b"csst=a"]), CookieName::Session, false), None);
    }

    #[test]
    fn detects_duplicates_by_the_full_name() {
        let map = headers(&[b"csst=a; gh-dev=1; csst_present=1", b" csst=; csst-x=1"]);
        assert_eq!(duplicated_cookies(&map, false), [CookieName::Session]);
        assert!(duplicated_cookies(&map, true).is_empty());
    }

    #[test]
    fn deletes_a_cookie_at_every_possible_path() {
        let paths = |secure| -> Vec<String> {
            let lines = clear_at(CookieName::Session, secure, "/api/me/devices");
            let lines = lines.map(|line| line.to_str().unwrap_or_default().to_owned());
            lines
                .filter_map(|line| Some(line.split("Path=").nth(1)?.split(';').next()?.to_owned()))
                .collect()
        };
        assert_eq!(paths(false), ["/", "/api", "/api/me", "/api/me/devices"]);
        assert_eq!(paths(true), ["/"]);
    }

    #[test]
    fn values_outside_the_alphabet_count_as_absent() {
        for line in [&b"csst="[..], b"csst=\"a\"", b"csst=a b", b"csst=a%20"] {
            assert_eq!(read(&headers(&[line]), CookieName::Session, false), None);
        }
    }
}
