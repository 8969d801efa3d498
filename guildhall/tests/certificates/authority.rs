//! Inspection of an issued certificate: the chain is verified first.

use rcgen::{KeyPair, PublicKeyData};
use wire::HostCertificate;

/// Public key of a host's certificate; differs for every issued certificate.
pub fn public_key(certificate: &HostCertificate) -> Vec<u8> {
    KeyPair::from_pem(certificate.key.expose()).unwrap().subject_public_key_info()
}
