//! What of an issued certificate can be seen from outside: by a chain that is checked.

use rcgen::{KeyPair, PublicKeyData};
use wire::HostCertificate;

/// When the certificate of a host was made and by which key: two certificates differ in it.
pub fn public_key(certificate: &HostCertificate) -> Vec<u8> {
    KeyPair::from_pem(certificate.key.expose()).unwrap().subject_public_key_info()
}
