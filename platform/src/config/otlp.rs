//! Settings of the export of traces.

use super::TelemetryConfig;
use secrecy::ExposeSecret;
use std::collections::HashMap;
use url::Url;

impl TelemetryConfig {
    /// Headers for the collector; `None` if they are not `name=value` pairs separated by commas.
    #[must_use]
    pub fn otlp_header_pairs(&self) -> Option<HashMap<String, String>> {
        let Some(text) = &self.otlp_headers else { return Some(HashMap::new()) };
        let pairs = text.expose_secret().split(',').filter(|pair| !pair.trim().is_empty());
        pairs
            .map(|pair| {
                let (name, value) = pair.split_once('=')?;
                let (name, value) = (name.trim(), value.trim());
                let is_valid = name.parse::<http::HeaderName>().is_ok()
                    && value.parse::<http::HeaderValue>().is_ok();
                is_valid.then(|| (name.to_owned(), value.to_owned()))
            })
            .collect()
    }

    /// Returns whether the collector's address is valid.
    pub(super) fn is_endpoint_valid(&self) -> bool {
        self.otlp_endpoint.as_ref().is_none_or(|endpoint| {
            Url::parse(endpoint).is_ok_and(|url| {
                matches!(url.scheme(), "http" | "https") && url.has_host() && url.query().is_none()
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(text: &str) -> Option<HashMap<String, String>> {
        TelemetryConfig { otlp_headers: Some(text.into()), ..Default::default() }
            .otlp_header_pairs()
    }

    #[test]
    fn parses_headers_and_refuses_malformed_ones() {
        let expected = [("authorization", "Basic abc=="), ("x-scope", "a")];
        let expected = expected.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let parsed = pairs("authorization=Basic abc==, x-scope = a");
        assert_eq!(parsed, Some(HashMap::from(expected)));
        for malformed in ["authorization", "a b=c", "a=b\nc"] {
            assert_eq!(pairs(malformed), None, "{malformed:?}");
        }
    }

    #[test]
    fn accepts_only_http_addresses_without_a_query() {
        let is_valid = |endpoint: &str| {
            TelemetryConfig { otlp_endpoint: Some(endpoint.to_owned()), ..Default::default() }
                .is_endpoint_valid()
        };
        assert!(TelemetryConfig::default().is_endpoint_valid());
        assert!(is_valid("http://collector:4318") && is_valid("https://otlp.example/base"));
        assert!(!is_valid("collector:4318") && !is_valid("http://collector?token=x"));
    }
}
