//! Certificates (RFC 8555). Without an issuer none are requested.

use super::ConfigErrors;
use super::show::serialize_hidden;
use data_encoding::{BASE64, BASE64URL_NOPAD};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use url::Url;

/// Settings of certificates: issuers and preflight checks.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CertificatesConfig {
    /// Issuers in order of preference. The next one is used when an authority itself fails.
    pub issuers: Vec<IssuerConfig>,
    /// DNS resolvers that must agree on a host's records before a certificate is requested; at
    /// least two.
    pub resolvers: Vec<SocketAddr>,
    /// Addresses of the edges. A host that resolves elsewhere gets no certificate. Empty: any
    /// address is accepted.
    pub addresses: Vec<IpAddr>,
    /// Name server for updates of the platform's own zone, for its wildcard certificate (RFC 2136).
    /// Without it every portal below the portal domain has its own certificate.
    pub dns_update: Option<DnsUpdateConfig>,
    /// Maximum wait for edges in other processes to confirm a challenge answer before the authority
    /// is asked to validate anyway, in milliseconds.
    pub challenge_propagation_ms: u64,
}

impl Default for CertificatesConfig {
    fn default() -> Self {
        let public = |a| SocketAddr::from((Ipv4Addr::from(a), 53));
        Self {
            issuers: Vec::new(),
            resolvers: vec![public([1, 1, 1, 1]), public([9, 9, 9, 9])],
            addresses: Vec::new(),
            dns_update: None,
            challenge_propagation_ms: 5_000,
        }
    }
}

/// An ACME certificate authority.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IssuerConfig {
    /// Name of the issuer in the database, in logs and for staff. Must never change.
    pub name: String,
    /// URL of its ACME directory.
    pub directory: String,
    /// Contact email address for the authority.
    #[serde(default)]
    pub contact: Option<String>,
    /// Identifiers of the authority in CAA records, such as `letsencrypt.org`; empty: the CAA check
    /// is left to the authority.
    #[serde(default)]
    pub caa: Vec<String>,
    /// Key id of the external account binding (RFC 8555 section 7.3.4), if the authority requires
    /// one.
    #[serde(default)]
    pub eab_key_id: Option<String>,
    /// MAC key of the external account binding, base64url.
    #[serde(default, serialize_with = "serialize_hidden")]
    pub eab_key: Option<SecretString>,
    /// File with the MAC key.
    #[serde(default)]
    pub eab_key_file: Option<PathBuf>,
    /// Certificate profile of the authority, such as `tlsserver`.
    #[serde(default)]
    pub profile: Option<String>,
    /// PEM file with an additional root certificate for the authority's own server, for a private
    /// authority.
    #[serde(default)]
    pub root_file: Option<PathBuf>,
    /// Timeout for a request to the authority, in seconds; a timeout counts as a failure of the
    /// authority.
    #[serde(default = "default_request_timeout_s")]
    pub request_timeout_s: u64,
    /// Limits of the authority; 80 % of them are used.
    #[serde(default)]
    pub limits: IssuerLimits,
}

const fn default_request_timeout_s() -> u64 {
    20
}

/// Limits of an authority; the defaults are those of Let's Encrypt.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct IssuerLimits {
    /// New orders per second over all workers; used completely.
    pub orders_per_second: u32,
    /// New orders per account in three hours.
    pub orders_per_3_hours: u32,
    /// Certificates per registered domain in a week.
    pub per_domain_per_week: u32,
    /// Certificates per exact set of names in a week.
    pub per_set_per_week: u32,
}

impl Default for IssuerLimits {
    fn default() -> Self {
        Self {
            orders_per_second: 5,
            orders_per_3_hours: 300,
            per_domain_per_week: 50,
            per_set_per_week: 5,
        }
    }
}

/// Name server that accepts zone updates signed with TSIG (RFC 8945, HMAC-SHA-256).
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DnsUpdateConfig {
    /// Address of the zone's primary server.
    pub server: SocketAddr,
    /// Name of the zone, such as `example.org`.
    pub zone: String,
    /// Name of the TSIG key.
    pub key_name: String,
    /// TSIG key, base64.
    #[serde(default, serialize_with = "serialize_hidden")]
    pub key: Option<SecretString>,
    /// File with the TSIG key.
    #[serde(default)]
    pub key_file: Option<PathBuf>,
    /// Maximum delay until the zone's secondary servers are up to date, in milliseconds.
    #[serde(default = "default_propagation_ms")]
    pub propagation_ms: u64,
}

const fn default_propagation_ms() -> u64 {
    5_000
}

impl CertificatesConfig {
    /// Returns whether an issuer is configured.
    #[must_use]
    pub const fn is_on(&self) -> bool {
        !self.issuers.is_empty()
    }

    /// Returns all secrets of the section with their names, for the `*_file` settings.
    pub(super) fn secrets(&mut self) -> Vec<(String, &mut Option<SecretString>, &Option<PathBuf>)> {
        let mut all: Vec<(String, &mut Option<SecretString>, &Option<PathBuf>)> = Vec::new();
        for (number, issuer) in self.issuers.iter_mut().enumerate() {
            let name = format!("certificates.issuers[{number}].eab_key");
            all.push((name, &mut issuer.eab_key, &issuer.eab_key_file));
        }
        if let Some(update) = &mut self.dns_update {
            all.push(("certificates.dns_update.key".into(), &mut update.key, &update.key_file));
        }
        all
    }

    pub(super) fn check(&self, faults: &mut ConfigErrors) {
        if !self.is_on() {
            return;
        }
        if self.resolvers.len() < 2 {
            faults.add("certificates.resolvers: two at least are needed");
        }
        let soon = self.challenge_propagation_ms <= 10_000;
        faults.require(soon, "certificates.challenge_propagation_ms: must be at most 10000");
        let mut names: Vec<&str> = self.issuers.iter().map(|issuer| issuer.name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        if names.len() < self.issuers.len() || names.contains(&"") {
            faults.add("certificates.issuers: each needs a name of its own");
        }
        self.issuers.iter().for_each(|issuer| issuer.check(faults));
        if let Some(update) = &self.dns_update {
            update.check(faults);
        }
    }
}

impl IssuerConfig {
    fn check(&self, faults: &mut ConfigErrors) {
        let name = &self.name;
        let secure = Url::parse(&self.directory).is_ok_and(|url| url.scheme() == "https");
        faults.require(secure, format!("certificates: the directory of `{name}` must be https"));
        let bound = self.eab_key_id.is_some() == self.eab_key.is_some();
        faults.require(bound, format!("certificates: `{name}` needs both eab_key_id and eab_key"));
        let readable = self.eab_key.is_none() || self.eab_key_bytes().is_some();
        faults.require(readable, format!("certificates: the eab_key of `{name}` is no base64url"));
        let in_range = (1..=60).contains(&self.request_timeout_s);
        faults.require(
            in_range,
            format!("certificates: the request_timeout_s of `{name}` must be 1 to 60"),
        );
        let limits = &self.limits;
        let all = [
            limits.orders_per_second,
            limits.orders_per_3_hours,
            limits.per_domain_per_week,
            limits.per_set_per_week,
        ];
        let some = all.iter().all(|limit| *limit > 0);
        faults.require(some, format!("certificates: the limits of `{name}` must be at least 1"));
    }

    /// Decoded MAC key, if it is set and valid.
    #[must_use]
    pub fn eab_key_bytes(&self) -> Option<Vec<u8>> {
        let text = self.eab_key.as_ref()?.expose_secret().trim_end_matches('=');
        BASE64URL_NOPAD.decode(text.as_bytes()).ok()
    }
}

impl DnsUpdateConfig {
    fn check(&self, faults: &mut ConfigErrors) {
        let zone = wire::host::normalise_host(&self.zone).as_deref() == Ok(&self.zone);
        faults.require(zone, "certificates.dns_update.zone: is no zone name");
        let readable = self.key_bytes().is_some_and(|key| key.len() >= 16);
        faults.require(
            readable,
            "certificates.dns_update.key: 16 bytes at least in base64 are needed",
        );
    }

    /// Decoded TSIG key, if it is set and valid.
    #[must_use]
    pub fn key_bytes(&self) -> Option<Vec<u8>> {
        BASE64.decode(self.key.as_ref()?.expose_secret().as_bytes()).ok()
    }
}
