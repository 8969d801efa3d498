//! What an edge needs to speak TLS for a host, and to answer a certificate authority that asks
//! whether we hold it. The control plane decides and hands out; the edge never talks to an authority
//! (edge design, section 5).

use serde::{Deserialize, Serialize};
use std::fmt;

/// A private key as PKCS#8 PEM. Travels only between the control plane and its edges, and never
/// shows in a log.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PrivateKeyPem(String);

impl PrivateKeyPem {
    /// Takes PKCS#8 PEM as it is; whether it belongs to a certificate is for whoever uses it to check.
    #[must_use]
    pub const fn new(pem: String) -> Self {
        Self(pem)
    }

    /// The PEM.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for PrivateKeyPem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PrivateKeyPem(hidden)")
    }
}

/// A certificate with its key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HostCertificate {
    /// The DNS names it is shown for, normalised; a wildcard is written `*.example.org` and is good
    /// for one label.
    pub names: Vec<String>,
    /// The chain as PEM, the leaf first.
    pub chain: String,
    /// The leaf's key.
    pub key: PrivateKeyPem,
    /// When the leaf ends, in seconds since 1970.
    pub not_after: i64,
}

/// By which challenge an authority convinces itself (RFC 8555 section 8.3, RFC 8737).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChallengeKind {
    /// `GET /.well-known/acme-challenge/{token}` over plain HTTP.
    #[serde(rename = "http-01")]
    Http01,
    /// A handshake that offers `acme-tls/1` alone.
    #[serde(rename = "tls-alpn-01")]
    TlsAlpn01,
}

/// An answer that every edge gives while an order is open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChallengeAnswer {
    /// The name that is validated, normalised.
    pub host: String,
    /// How.
    pub kind: ChallengeKind,
    /// The authority's token: the last part of the path.
    pub token: String,
    /// The token, a dot and the account key's thumbprint (RFC 8555 section 8.1).
    pub key_authorization: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_never_shows() {
        let key = PrivateKeyPem::new("-----BEGIN PRIVATE KEY-----".to_owned());
        assert_eq!(format!("{key:?}"), "PrivateKeyPem(hidden)");
    }
}
