//! Headers that may cross the edge. Hop-by-hop headers, headers that only the edge may set, and
//! spellings that an upstream could confuse with either are removed.

use http::header::{CONNECTION, COOKIE, EXPECT, HeaderMap, HeaderName, HeaderValue};

/// The only header of ours that clients may send: it marks requests from our own pages.
const CLIENT_MARK: &str = "x-guildhall";
const RESERVED_HEADERS: [&str; 4] = ["forwarded", "x-real-ip", "x-request-id", "x-guildhall"];
const RESERVED_FAMILIES: [&str; 2] = ["x-forwarded-", "x-guildhall-"];
/// Header names that an upstream may read under another spelling.
const SINGLE_VALUE_HEADERS: [&str; 5] =
    ["host", "cookie", "authorization", "content-length", "transfer-encoding"];

/// Removes headers that must not reach an upstream.
pub fn clean_request(headers: &mut HeaderMap) {
    remove_named(headers);
    remove(headers, |name| *name == EXPECT || is_hop_by_hop(name) || is_reserved(name.as_str()));
    join_cookies(headers);
}

/// Removes hop-by-hop headers and headers that only the edge may set from a response.
pub fn clean_response(headers: &mut HeaderMap) {
    remove_named(headers);
    remove(headers, |name| is_hop_by_hop(name) || is_reserved(name.as_str()));
}

/// Removes matching headers. Checks each name first, because most requests have nothing to remove.
fn remove(headers: &mut HeaderMap, goes: impl Fn(&HeaderName) -> bool) {
    let going: Vec<HeaderName> = headers.keys().filter(|name| goes(name)).cloned().collect();
    for name in going {
        headers.remove(name);
    }
}

/// Removes the headers that `Connection` lists.
fn remove_named(headers: &mut HeaderMap) {
    // All `Connection` lines count: a name in the second line is hop-by-hop as well.
    let named: Vec<HeaderName> = headers
        .get_all(CONNECTION)
        .iter()
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(','))
        .filter_map(|name| name.trim().parse().ok())
        .collect();
    for name in named {
        headers.remove(name);
    }
}

fn is_hop_by_hop(name: &HeaderName) -> bool {
    matches!(
        name.as_str(),
        "connection"
            | "te"
            | "trailer"
            | "transfer-encoding"
            | "upgrade"
            | "proxy-authenticate"
            | "proxy-authorization"
            | "keep-alive"
            | "proxy-connection"
            | "http2-settings"
    )
}

fn is_reserved(name: &str) -> bool {
    // All reserved names begin with one of these letters.
    let may_be_ours = name.starts_with(['f', 'x']) && name != CLIENT_MARK;
    let is_ours = || {
        RESERVED_HEADERS.iter().any(|ours| is_spelling(name, ours))
            || RESERVED_FAMILIES.iter().any(|family| {
                name.get(..family.len()).is_some_and(|begin| is_spelling(begin, family))
            })
    };
    let is_folded = || name.bytes().any(|byte| matches!(byte, b'_' | b'.'));
    (may_be_ours && is_ours())
        || (is_folded() && SINGLE_VALUE_HEADERS.iter().any(|twin| is_spelling(name, twin)))
}

/// Returns whether an upstream may read `name` as `other`.
fn is_spelling(name: &str, other: &str) -> bool {
    let folded = name.bytes().map(|byte| if matches!(byte, b'_' | b'.') { b'-' } else { byte });
    name.len() == other.len() && folded.eq(other.bytes())
}

/// HTTP/2 may split cookies into several fields; upstreams get one line (RFC 9113 section 8.2.3).
fn join_cookies(headers: &mut HeaderMap) {
    let lines: Vec<&[u8]> = headers.get_all(COOKIE).iter().map(HeaderValue::as_bytes).collect();
    if lines.len() < 2 {
        return;
    }
    let joined = HeaderValue::from_bytes(&lines.join(&b"; "[..]));
    headers.remove(COOKIE);
    if let Ok(mut line) = joined {
        line.set_sensitive(true);
        headers.insert(COOKIE, line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(lines: &[(&'static str, &'static str)]) -> HeaderMap {
        let mut map = HeaderMap::new();
        for (name, value) in lines {
            map.append(HeaderName::from_static(name), HeaderValue::from_static(value));
        }
        map
    }

    fn remaining_headers(mut map: HeaderMap) -> Vec<String> {
        clean_request(&mut map);
        let mut lines: Vec<String> = map
            .iter()
            .map(|(name, value)| format!("{name}: {}", value.to_str().unwrap_or("?")))
            .collect();
        lines.sort();
        lines
    }

    #[test]
    fn removes_reserved_headers_in_every_spelling() {
        let sent = headers(&[
            ("x-forwarded-for", "1.2.3.4"),
            ("x-forwarded-host", "evil.example"),
            ("x_forwarded_proto", "https"),
            ("x.forwarded.for", "1.2.3.4"),
            ("forwarded", "for=1.2.3.4"),
            ("x-real-ip", "1.2.3.4"),
            ("x_real_ip", "1.2.3.4"),
            ("x-request-id", "mine"),
            ("x-guildhall-ctx", "forged"),
            ("x_guildhall_ctx", "forged"),
            ("x_guildhall", "1"),
            ("content_length", "5"),
            ("x-guildhall", "1"),
            ("accept", "*/*"),
            ("x_other", "kept"),
        ]);
        assert_eq!(remaining_headers(sent), ["accept: */*", "x-guildhall: 1", "x_other: kept"]);
    }

    #[test]
    fn removes_hop_by_hop_headers_of_every_connection_line() {
        let sent = headers(&[
            ("connection", "keep-alive, X-First"),
            ("connection", "x-second"),
            ("x-first", "1"),
            ("x-second", "2"),
            ("x-third", "3"),
            ("keep-alive", "timeout=5"),
            ("te", "trailers"),
            ("transfer-encoding", "chunked"),
            ("upgrade", "websocket"),
            ("proxy-authorization", "Basic x"),
            ("proxy-connection", "close"),
            ("expect", "100-continue"),
        ]);
        assert_eq!(remaining_headers(sent), ["x-third: 3"]);
    }

    #[test]
    fn joins_cookie_crumbs_unchanged() {
        let sent = headers(&[("cookie", "a=1"), ("cookie", "csst=v1.x; b=%20")]);
        assert_eq!(remaining_headers(sent), ["cookie: a=1; csst=v1.x; b=%20"]);
    }
}
