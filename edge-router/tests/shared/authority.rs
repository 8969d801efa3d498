//! A test authority that signs host certificates.

use rcgen::{
    BasicConstraints, CertificateParams, CertifiedIssuer, DistinguishedName, DnType, Error, IsCa,
    KeyPair,
};
use std::ops::Range;
use wire::{HostCertificate, PrivateKeyPem};

/// The authority's key and self-signed root.
pub struct Authority(pub CertifiedIssuer<'static, KeyPair>);

impl Authority {
    /// Creates an authority.
    ///
    /// # Errors
    /// Key generation fails.
    pub fn new() -> Result<Self, Error> {
        let mut params = CertificateParams::new(Vec::new())?;
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.distinguished_name = common_name("authority of the test");
        CertifiedIssuer::self_signed(params, KeyPair::generate()?).map(Self)
    }

    /// Issues a certificate with a new key, valid between the beginnings of these years.
    ///
    /// # Errors
    /// A name is invalid, or key generation fails.
    pub fn issue(&self, names: &[&str], years: Range<i32>) -> Result<HostCertificate, Error> {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let mut params = CertificateParams::new(names.clone())?;
        params.distinguished_name = common_name("a host");
        params.not_before = rcgen::date_time_ymd(years.start, 1, 1);
        params.not_after = rcgen::date_time_ymd(years.end, 1, 1);
        let key = KeyPair::generate()?;
        Ok(HostCertificate {
            names,
            chain: params.signed_by(&key, &self.0)?.pem() + &self.0.pem(),
            key: PrivateKeyPem::new(key.serialize_pem()),
            not_after: params.not_after.unix_timestamp(),
        })
    }
}

fn common_name(name: &str) -> DistinguishedName {
    let mut names = DistinguishedName::new();
    names.push(DnType::CommonName, name);
    names
}
