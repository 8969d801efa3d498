//! Keys, signing requests and issued certificates. An issued certificate is validated before use:
//! it must have our key and the requested names, and be valid now.

use super::rows::Names;
use chrono::{DateTime, Utc};
use instant_acme::CertificateIdentifier;
use rcgen::{CertificateParams, DistinguishedName, KeyPair, PublicKeyData};
use rustls_pki_types::CertificateDer;
use rustls_pki_types::pem::PemObject;
use x509_parser::extensions::{GeneralName, ParsedExtension};
use x509_parser::prelude::{FromDer, X509Certificate};

/// Reason why a key or certificate is unusable.
#[derive(Debug, thiserror::Error)]
pub(super) enum LeafError {
    #[error("failed to create or use a key: {0}")]
    Key(#[from] rcgen::Error),
    #[error("the chain contains no valid certificate")]
    Unreadable,
    #[error("the certificate has another key")]
    OtherKey,
    #[error("the certificate does not cover {0}")]
    Unnamed(String),
    #[error("the certificate is not valid now")]
    NotNow,
}

/// Creates a key (ECDSA on P-256), as PKCS#8 PEM.
pub(super) fn new_key() -> Result<String, LeafError> {
    Ok(KeyPair::generate_for(&rcgen::PKCS_ECDSA_P256_SHA256)?.serialize_pem())
}

/// Creates a signing request for these names (RFC 2986), as DER.
pub(super) fn create_csr(names: &Names, key: &str) -> Result<Vec<u8>, LeafError> {
    let mut params = CertificateParams::new(names.0.clone())?;
    params.distinguished_name = DistinguishedName::new();
    let request = params.serialize_request(&KeyPair::from_pem(key)?)?;
    Ok(request.der().to_vec())
}

/// Data of a leaf certificate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LeafCertificate {
    pub not_before: DateTime<Utc>,
    pub not_after: DateTime<Utc>,
    /// ARI identifier (RFC 9773 section 4.1), if it has one.
    pub ari_id: Option<String>,
}

/// First certificate of a chain, as DER.
pub(super) fn first_certificate(chain: &str) -> Result<CertificateDer<'static>, LeafError> {
    let first = CertificateDer::pem_slice_iter(chain.as_bytes()).next();
    first.and_then(Result::ok).ok_or(LeafError::Unreadable)
}

/// Serial number of a chain's first certificate, as pairs of hexadecimal digits.
pub(super) fn serial_number(chain: &str) -> Option<String> {
    let first = first_certificate(chain).ok()?;
    let (_, certificate) = X509Certificate::from_der(&first).ok()?;
    Some(certificate.raw_serial_as_string())
}

/// Validates a chain for `key` and `names`.
pub(super) fn validate_chain(
    chain: &str,
    key: &str,
    names: &Names,
    now: DateTime<Utc>,
) -> Result<LeafCertificate, LeafError> {
    let der = first_certificate(chain)?;
    let (_, leaf) = X509Certificate::from_der(&der).map_err(|_| LeafError::Unreadable)?;
    if leaf.public_key().raw != KeyPair::from_pem(key)?.subject_public_key_info() {
        return Err(LeafError::OtherKey);
    }
    let named = dns_names(&leaf);
    if let Some(missing) = names.0.iter().find(|name| !named.contains(&name.as_str())) {
        return Err(LeafError::Unnamed(missing.clone()));
    }
    let moment = |seconds| DateTime::from_timestamp(seconds, 0).ok_or(LeafError::Unreadable);
    let not_before = moment(leaf.validity().not_before.timestamp())?;
    let not_after = moment(leaf.validity().not_after.timestamp())?;
    // Tolerates an authority's clock slightly ahead of ours; an expired certificate is refused.
    if not_after <= now || not_before > now + chrono::Duration::hours(1) {
        return Err(LeafError::NotNow);
    }
    let ari_id = CertificateIdentifier::try_from(&der).ok().map(|id| id.to_string());
    Ok(LeafCertificate { not_before, not_after, ari_id })
}

fn dns_names<'c>(leaf: &'c X509Certificate<'_>) -> Vec<&'c str> {
    let mut named = Vec::new();
    for extension in leaf.extensions() {
        let ParsedExtension::SubjectAlternativeName(names) = extension.parsed_extension() else {
            continue;
        };
        named.extend(names.general_names.iter().filter_map(|name| match name {
            GeneralName::DNSName(name) => Some(*name),
            _ => None,
        }));
    }
    named
}

#[cfg(test)]
mod tests {
    use super::*;

    fn issued(names: &[&str], key: &str) -> String {
        let signer = KeyPair::from_pem(key).unwrap_or_else(|e| panic!("{e}"));
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let params = CertificateParams::new(names).unwrap_or_else(|e| panic!("{e}"));
        params.self_signed(&signer).unwrap_or_else(|e| panic!("{e}")).pem()
    }

    #[test]
    fn rejects_certificates_with_another_key_or_other_names() {
        let made = || new_key().unwrap_or_else(|e| panic!("{e}"));
        let (ours, other) = (made(), made());
        let now = platform::Clock::system_clock().now();
        let names = Names(vec!["club.example".to_owned()]);
        let good = issued(&["club.example"], &ours);
        assert!(validate_chain(&good, &ours, &names, now).is_ok());
        assert!(matches!(validate_chain(&good, &other, &names, now), Err(LeafError::OtherKey)));
        let foreign = issued(&["other.example"], &ours);
        assert!(matches!(validate_chain(&foreign, &ours, &names, now), Err(LeafError::Unnamed(_))));
        let late = DateTime::from_timestamp(100_000_000_000, 0).unwrap_or_default();
        assert!(matches!(validate_chain(&good, &ours, &names, late), Err(LeafError::NotNow)));
        assert!(matches!(validate_chain("none", &ours, &names, now), Err(LeafError::Unreadable)));
        assert!(create_csr(&names, &ours).is_ok_and(|der| !der.is_empty()));
    }
}
