//! Certificates that the edge creates itself. No client trusts them.

use rcgen::{CertificateParams, CustomExtension, DistinguishedName, DnType, Error, KeyPair};
use rustls::crypto::aws_lc_rs::sign::any_supported_type;
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::sign::CertifiedKey;
use std::sync::Arc;
use wire::ChallengeAnswer;

/// Common name of the placeholder certificate of hosts without a certificate.
const NOT_READY: &str = "guildhall-not-ready";

/// Key of both kinds, created at process start.
pub struct OwnKey(KeyPair);

impl OwnKey {
    /// Generates a key.
    ///
    /// # Errors
    /// The operating system has no randomness.
    pub fn generate() -> Result<Self, Error> {
        KeyPair::generate().map(Self)
    }

    /// Creates the placeholder certificate of hosts without a certificate. It names no host.
    ///
    /// # Errors
    /// Signing fails.
    pub fn not_ready(&self) -> Result<Arc<CertifiedKey>, Error> {
        let mut params = CertificateParams::new(Vec::new())?;
        params.distinguished_name = common_name(NOT_READY);
        self.sign_certificate(&params)
    }

    /// Creates the certificate that answers a TLS-ALPN challenge (RFC 8737 section 3): only the
    /// host, and the digest of the key authorization in a critical extension.
    ///
    /// # Errors
    /// Signing fails.
    pub fn challenge_certificate(
        &self,
        answer: &ChallengeAnswer,
    ) -> Result<Arc<CertifiedKey>, Error> {
        let mut params = CertificateParams::new(vec![answer.host.clone()])?;
        params.distinguished_name = common_name("acme-tls/1");
        let authorization = answer.key_authorization.as_bytes();
        let digest = aws_lc_rs::digest::digest(&aws_lc_rs::digest::SHA256, authorization);
        params.custom_extensions = vec![CustomExtension::new_acme_identifier(digest.as_ref())];
        self.sign_certificate(&params)
    }

    fn sign_certificate(&self, params: &CertificateParams) -> Result<Arc<CertifiedKey>, Error> {
        let certificate = params.self_signed(&self.0)?;
        let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(self.0.serialize_der()));
        let key = any_supported_type(&key).map_err(|_| Error::CouldNotParseKeyPair)?;
        Ok(Arc::new(CertifiedKey::new(vec![certificate.der().clone()], key)))
    }
}

fn common_name(name: &str) -> DistinguishedName {
    let mut names = DistinguishedName::new();
    names.push(DnType::CommonName, name);
    names
}
