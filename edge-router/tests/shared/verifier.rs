//! TLS clients with reduced certificate verification.

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{DigitallySignedStruct, Error, SignatureScheme};

type Leaf = fn(&CertificateDer<'_>, &ServerName<'_>) -> Result<(), Error>;
type Signed = fn(&[u8], &CertificateDer<'_>, &DigitallySignedStruct) -> Result<(), Error>;

/// A client that accepts every chain and checks only the configured parts.
#[derive(Debug)]
pub struct Believer {
    pub schemes: Vec<SignatureScheme>,
    /// Check of the leaf against the name.
    pub leaf: Leaf,
    /// Checks of the TLS 1.2 and TLS 1.3 signatures.
    pub signed: [Signed; 2],
}

impl ServerCertVerifier for Believer {
    fn verify_server_cert(
        &self,
        leaf: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        (self.leaf)(leaf, name).map(|()| ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        leaf: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        (self.signed[0])(message, leaf, signed).map(|()| HandshakeSignatureValid::assertion())
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        leaf: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        (self.signed[1])(message, leaf, signed).map(|()| HandshakeSignatureValid::assertion())
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.schemes.clone()
    }
}
