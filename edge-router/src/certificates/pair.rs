//! A certificate with its key. Certificates from a live source are validated before they become
//! active; those from the disk snapshot were validated earlier. The handshake form is created when
//! the first client needs it, because most of 10,000 hosts are requested rarely.

use data_encoding::BASE64;
use rustls::crypto::aws_lc_rs::sign::any_supported_type;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer, pem};
use rustls::sign::{CertifiedKey, SigningKey};
use std::sync::{Arc, OnceLock};
use wire::{HostCertificate, PrivateKeyPem};
use x509_parser::certificate::X509Certificate;
use x509_parser::extensions::GeneralName;

/// Tolerated clock difference to an authority, in seconds.
const CLOCK_SKEW_S: i64 = 300;

/// Reason why a certificate was rejected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PairError {
    /// It has no names.
    #[error("the certificate has no host names")]
    Nameless,
    /// The chain is not PEM, or holds no certificate.
    #[error("failed to parse the certificate chain")]
    Chain,
    /// A certificate's issuer is not the subject of the next certificate in the chain.
    #[error("the certificate chain is not in order")]
    Order,
    /// The key is not PKCS#8 PEM of a type that TLS supports.
    #[error("failed to parse the private key")]
    Key,
    /// The key does not belong to the certificate.
    #[error("the private key does not match the certificate")]
    Mismatch,
    /// The leaf does not cover one of its names.
    #[error("the certificate does not cover {0}")]
    Uncovered(String),
    /// The leaf has expired.
    #[error("the certificate has expired")]
    Ended,
    /// The leaf is not valid yet.
    #[error("the certificate is not valid yet")]
    Early,
}

/// Intermediate certificates; nearly all leaves share the same few.
pub type Issuers = Arc<[CertificateDer<'static>]>;

/// A certificate with its key in compact form. The signing key for handshakes is created on first
/// use, the parsed chain for each handshake.
#[derive(Debug)]
pub struct CertificatePair {
    names: Box<[String]>,
    leaf: CertificateDer<'static>,
    issuers: Issuers,
    key: PrivatePkcs8KeyDer<'static>,
    not_after: i64,
    ready: OnceLock<Option<Arc<dyn SigningKey>>>,
}

impl CertificatePair {
    /// Parses a certificate; `shared` returns an existing identical issuer chain.
    pub fn read(
        certificate: HostCertificate,
        shared: impl FnOnce(Vec<CertificateDer<'static>>) -> Issuers,
    ) -> Result<Self, PairError> {
        let mut chain = CertificateDer::pem_slice_iter(certificate.chain.as_bytes())
            .collect::<Result<Vec<_>, pem::Error>>()
            .map_err(|_| PairError::Chain)?;
        if chain.is_empty() {
            return Err(PairError::Chain);
        }
        let key = PrivatePkcs8KeyDer::from_pem_slice(certificate.key.expose().as_bytes())
            .map_err(|_| PairError::Key)?;
        // Copies without spare capacity; the parse buffers are several times as large.
        let leaf = CertificateDer::from(chain.remove(0).to_vec());
        let key = PrivatePkcs8KeyDer::from(key.secret_pkcs8_der().to_vec());
        Ok(Self {
            names: certificate.names.into(),
            leaf,
            issuers: shared(chain),
            key,
            not_after: certificate.not_after,
            ready: OnceLock::new(),
        })
    }

    /// Validates the certificate at `now_s`. Temporary parse results are dropped.
    pub fn validated(mut self, now_s: i64) -> Result<Self, PairError> {
        self.not_after = check(&self, now_s)?;
        Ok(self)
    }

    /// Returns whether both are the same certificate for the same names. The expiry is read from
    /// the leaf, so the source's value is ignored.
    pub fn is_like(&self, other: &Self) -> bool {
        self.names == other.names
            && self.leaf == other.leaf
            && self.issuers == other.issuers
            && self.key.secret_pkcs8_der() == other.key.secret_pkcs8_der()
    }

    /// Names that the certificate is served for.
    pub const fn host_names(&self) -> &[String] {
        &self.names
    }

    /// Expiry of the leaf, in Unix seconds.
    pub const fn not_after(&self) -> i64 {
        self.not_after
    }

    /// Returns the wire form.
    pub fn to_certificate(&self) -> HostCertificate {
        let chain = std::iter::once(&self.leaf).chain(self.issuers.iter());
        HostCertificate {
            names: self.names.to_vec(),
            chain: chain.map(|certificate| to_pem("CERTIFICATE", certificate)).collect(),
            key: PrivateKeyPem::new(to_pem("PRIVATE KEY", self.key.secret_pkcs8_der())),
            not_after: self.not_after,
        }
    }

    /// Returns the handshake form; `None` if a certificate from disk turns out to be unusable.
    pub fn certified_key(&self) -> Option<Arc<CertifiedKey>> {
        let key = self.ready.get_or_init(|| {
            signing_key(self)
                .inspect_err(|error| {
                    let name = self.names.first().map_or("-", String::as_str);
                    tracing::error!(host = name, %error, "failed to load the certificate of {name}");
                })
                .ok()
        });
        let key = key.clone()?;
        Some(Arc::new(to_certified_key_with(self, key)))
    }
}

fn signing_key(pair: &CertificatePair) -> Result<Arc<dyn SigningKey>, PairError> {
    let key = PrivateKeyDer::Pkcs8(pair.key.clone_key());
    any_supported_type(&key).map_err(|_| PairError::Key)
}

fn to_certified_key_with(pair: &CertificatePair, key: Arc<dyn SigningKey>) -> CertifiedKey {
    let chain = std::iter::once(&pair.leaf).chain(pair.issuers.iter()).cloned().collect();
    CertifiedKey::new(chain, key)
}

/// RFC 7468: lines of 64 characters.
fn to_pem(label: &str, der: &[u8]) -> String {
    let text = BASE64.encode(der);
    let mut pem = format!("-----BEGIN {label}-----\n");
    let mut rest = text.as_str();
    while !rest.is_empty() {
        let (line, later) = rest.split_at(rest.len().min(64));
        pem.push_str(line);
        pem.push('\n');
        rest = later;
    }
    pem.push_str(&format!("-----END {label}-----\n"));
    pem
}

/// Runs all checks; returns the expiry of the leaf.
fn check(pair: &CertificatePair, now_s: i64) -> Result<i64, PairError> {
    if pair.names.is_empty() {
        return Err(PairError::Nameless);
    }
    let key = to_certified_key_with(pair, signing_key(pair)?);
    let chain = key
        .cert
        .iter()
        .map(|der| x509_parser::parse_x509_certificate(der).map(|(_, parsed)| parsed))
        .collect::<Result<Vec<_>, _>>()
        .map_err(|_| PairError::Chain)?;
    let in_order =
        chain.windows(2).all(|pair| pair[0].issuer().as_raw() == pair[1].subject().as_raw());
    if !in_order {
        return Err(PairError::Order);
    }
    key.keys_match().map_err(|_| PairError::Mismatch)?;
    let leaf = chain.first().ok_or(PairError::Chain)?;
    if let Some(name) = pair.names.iter().find(|name| !covers_name(leaf, name)) {
        return Err(PairError::Uncovered(name.clone()));
    }
    let (begins, ends) = (leaf.validity().not_before, leaf.validity().not_after);
    if ends.timestamp() <= now_s {
        return Err(PairError::Ended);
    }
    if begins.timestamp() > now_s + CLOCK_SKEW_S {
        return Err(PairError::Early);
    }
    Ok(ends.timestamp())
}

/// Returns whether the leaf covers `name`, directly or by a wildcard of one label (RFC 9525 section
/// 6.3).
fn covers_name(leaf: &X509Certificate<'_>, name: &str) -> bool {
    let Ok(Some(alternatives)) = leaf.subject_alternative_name() else { return false };
    let parent = name.split_once('.').map(|(_, parent)| parent);
    alternatives.value.general_names.iter().any(|alternative| {
        let GeneralName::DNSName(said) = alternative else { return false };
        let wildcard = said
            .strip_prefix("*.")
            .is_some_and(|said| parent.is_some_and(|parent| parent.eq_ignore_ascii_case(said)));
        said.eq_ignore_ascii_case(name) || wildcard
    })
}
