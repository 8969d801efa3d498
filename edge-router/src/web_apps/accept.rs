//! Content negotiation.

use http::HeaderMap;
use http::header::{ACCEPT, ACCEPT_ENCODING, HeaderName};

/// Content coding of a file, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ContentCoding {
    Brotli,
    Gzip,
    Identity,
}

impl ContentCoding {
    /// Value of `Content-Encoding`; the identity form has none.
    pub const fn name(self) -> Option<&'static str> {
        match self {
            Self::Brotli => Some("br"),
            Self::Gzip => Some("gzip"),
            Self::Identity => None,
        }
    }
}

/// Codings that the client accepts, by its preference; brotli before gzip if equal.
pub fn accepted_codings(headers: &HeaderMap) -> Vec<ContentCoding> {
    let offered = weighted_values(headers, &ACCEPT_ENCODING);
    let weight = |name: &str| {
        let named = offered.iter().find(|(token, _)| token == name);
        named.or_else(|| offered.iter().find(|(token, _)| token == "*")).map_or(0.0, |(_, q)| *q)
    };
    let mut taken: Vec<(ContentCoding, f32)> = [ContentCoding::Brotli, ContentCoding::Gzip]
        .into_iter()
        .map(|coding| (coding, weight(coding.name().unwrap_or_default())))
        .filter(|(_, q)| *q > 0.0)
        .collect();
    taken.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    taken.into_iter().map(|(coding, _)| coding).chain([ContentCoding::Identity]).collect()
}

/// Returns whether the client accepts HTML: explicitly or, with `anything_counts`, by a wildcard or
/// a missing header.
pub fn accepts_html(headers: &HeaderMap, anything_counts: bool) -> bool {
    let taken = weighted_values(headers, &ACCEPT);
    let named = taken.iter().any(|(kind, q)| kind == "text/html" && *q > 0.0);
    let wild =
        || taken.iter().any(|(kind, q)| matches!(kind.as_str(), "*/*" | "text/*") && *q > 0.0);
    named || (anything_counts && (taken.is_empty() || wild()))
}

fn weighted_values(headers: &HeaderMap, name: &HeaderName) -> Vec<(String, f32)> {
    let lines = headers.get_all(name).iter().filter_map(|line| line.to_str().ok());
    lines
        .flat_map(|line| line.split(','))
        .filter_map(|item| {
            let mut parts = item.split(';').map(str::trim);
            let token = parts.next().filter(|token| !token.is_empty())?.to_ascii_lowercase();
            let q = parts.find_map(|p| p.strip_prefix("q=").or_else(|| p.strip_prefix("Q=")));
            Some((token, q.map_or(1.0, |q| q.parse().unwrap_or(0.0))))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::HeaderValue;

    fn accept_values(name: HeaderName, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_static(value))])
    }

    #[test]
    fn preferred_encoding_of_the_client_comes_first() {
        use ContentCoding::{Brotli, Gzip, Identity};
        let chosen = |value| accepted_codings(&accept_values(ACCEPT_ENCODING, value));
        assert_eq!(chosen("gzip, deflate, br, zstd"), [Brotli, Gzip, Identity]);
        assert_eq!(chosen("gzip;q=1.0, br;q=0.5"), [Gzip, Brotli, Identity]);
        assert_eq!(chosen("br;q=0, *"), [Gzip, Identity]);
        assert_eq!(chosen("identity"), [Identity]);
        assert_eq!(chosen("br;q=nonsense"), [Identity]);
        assert_eq!(accepted_codings(&HeaderMap::new()), [Identity]);
    }

    #[test]
    fn serves_pages_only_to_clients_that_accept_html() {
        assert!(accepts_html(
            &accept_values(ACCEPT, "text/html,application/xhtml+xml,*/*;q=0.8"),
            false
        ));
        assert!(accepts_html(&accept_values(ACCEPT, "*/*"), true));
        assert!(accepts_html(&HeaderMap::new(), true));
        assert!(!accepts_html(&accept_values(ACCEPT, "*/*"), false));
        assert!(!accepts_html(&accept_values(ACCEPT, "application/json"), true));
        assert!(!accepts_html(&accept_values(ACCEPT, "text/html;q=0"), true));
    }
}
