//! TLS configuration of every handshake (Mozilla's intermediate profile): TLS 1.3, and 1.2 with
//! AEAD suites only; AES-128 first unless the client prefers ChaCha20; a post-quantum key share
//! first; HTTP/2 and HTTP/1.1; one ticket.

use super::tickets::Tickets;
use rustls::crypto::CryptoProvider;
use rustls::crypto::aws_lc_rs::{default_provider, kx_group};
use rustls::server::{ClientHello, NoServerSessionStorage, ResolvesServerCert};
use rustls::sign::CertifiedKey;
use rustls::version::{TLS12, TLS13};
use rustls::{CipherSuite, Error, ServerConfig, SupportedCipherSuite};
use std::sync::Arc;
use wire::RingKeys;

/// HTTP/2 (RFC 9113 section 3.2).
pub const HTTP2: &[u8] = b"h2";
const HTTP1: &[u8] = b"http/1.1";

fn is_hashed_by_processors(suite: SupportedCipherSuite) -> bool {
    matches!(
        suite.suite(),
        CipherSuite::TLS13_AES_128_GCM_SHA256
            | CipherSuite::TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256
            | CipherSuite::TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256
    )
}

/// Base configuration; [`with_certificate`] adds the certificate. All edges with `secret` can read the tickets.
///
/// # Errors
/// The operating system has no randomness.
pub fn base_config(secrets: &RingKeys<[u8; 32]>) -> Result<ServerConfig, Error> {
    let groups =
        vec![kx_group::X25519MLKEM768, kx_group::X25519, kx_group::SECP256R1, kx_group::SECP384R1];
    let mut provider = CryptoProvider { kx_groups: groups, ..default_provider() };
    // As browsers order them: processors accelerate SHA-256, and almost none SHA-384.
    provider.cipher_suites.sort_by_key(|suite| !is_hashed_by_processors(*suite));
    let mut config = ServerConfig::builder_with_provider(Arc::new(provider))
        .with_protocol_versions(&[&TLS13, &TLS12])?
        .with_no_client_auth()
        .with_cert_resolver(Arc::new(NoCertificate));
    config.alpn_protocols = vec![HTTP2.to_vec(), HTTP1.to_vec()];
    config.send_tls13_tickets = 1;
    config.session_storage = Arc::new(NoServerSessionStorage {});
    config.ticketer = Arc::new(Tickets::new(secrets)?);
    Ok(config)
}

/// Returns `base` with one certificate. The large parts are shared.
pub fn with_certificate(base: &ServerConfig, key: Arc<CertifiedKey>) -> Arc<ServerConfig> {
    let mut config = base.clone();
    config.cert_resolver = Arc::new(ChosenCertificate(key));
    Arc::new(config)
}

/// Like [`with_certificate`], for one client: a client without AES hardware lists ChaCha20 first, and the
/// server follows.
pub fn with_for(
    base: &ServerConfig,
    key: Arc<CertifiedKey>,
    hello: &ClientHello<'_>,
) -> Arc<ServerConfig> {
    let mut config = base.clone();
    config.cert_resolver = Arc::new(ChosenCertificate(key));
    let first = hello.cipher_suites().iter().find(|suite| !is_grease(**suite));
    config.ignore_client_order = !first.is_some_and(is_chacha);
    Arc::new(config)
}

/// Returns whether the suite is a GREASE value (RFC 8701).
fn is_grease(suite: CipherSuite) -> bool {
    u16::from(suite) & 0x0f0f == 0x0a0a
}

const fn is_chacha(suite: &CipherSuite) -> bool {
    matches!(
        suite,
        CipherSuite::TLS13_CHACHA20_POLY1305_SHA256
            | CipherSuite::TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256
            | CipherSuite::TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256
    )
}

/// Resolver for a certificate that was already chosen.
#[derive(Debug)]
struct ChosenCertificate(Arc<CertifiedKey>);

impl ResolvesServerCert for ChosenCertificate {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(Arc::clone(&self.0))
    }
}

/// Resolver without a certificate.
#[derive(Debug)]
struct NoCertificate;

impl ResolvesServerCert for NoCertificate {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        None
    }
}
