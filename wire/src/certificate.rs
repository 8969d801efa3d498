//! Certificates and ACME challenge answers that the control plane sends to the edges. Only the
//! control plane talks to a certificate authority; an edge never does (edge design, section 5).

use serde::{Deserialize, Serialize};
use std::fmt;

/// A private key as PKCS#8 PEM. It travels only between the control plane and its edges, and is
/// never logged.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PrivateKeyPem(String);

impl PrivateKeyPem {
    /// Wraps PKCS#8 PEM without checking it. The caller must check that the key belongs to its
    /// certificate.
    #[must_use]
    pub const fn new(pem: String) -> Self {
        Self(pem)
    }

    /// Returns the PEM text.
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
    /// DNS names that the certificate is served for, normalised. A wildcard is written
    /// `*.example.org` and covers one label.
    pub names: Vec<String>,
    /// Certificate chain as PEM, leaf first.
    pub chain: String,
    /// Private key of the leaf.
    pub key: PrivateKeyPem,
    /// Expiry of the leaf, in Unix seconds.
    pub not_after: i64,
}

/// ACME challenge type by which an authority validates a host (RFC 8555 section 8.3, RFC 8737).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChallengeKind {
    /// `GET /.well-known/acme-challenge/{token}` over plain HTTP.
    #[serde(rename = "http-01")]
    Http01,
    /// A TLS handshake that offers only `acme-tls/1`.
    #[serde(rename = "tls-alpn-01")]
    TlsAlpn01,
}

/// Challenge answer that every edge serves while an ACME order is open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChallengeAnswer {
    /// Host name being validated, normalised.
    pub host: String,
    /// Challenge type.
    pub kind: ChallengeKind,
    /// ACME token: the last segment of the challenge path.
    pub token: String,
    /// Key authorization: the token, a dot and the account key's thumbprint (RFC 8555 section 8.1).
    pub key_authorization: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn private_key_is_not_printed() {
        let key = PrivateKeyPem::new("-----BEGIN PRIVATE KEY-----".to_owned());
        assert_eq!(format!("{key:?}"), "PrivateKeyPem(hidden)");
    }
}
