//! Where certificates come from (RFC 8555). Without an issuer none are asked for.

use super::Faults;
use super::show::hidden;
use data_encoding::{BASE64, BASE64URL_NOPAD};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use url::Url;

/// Certificates: who issues them, and what is looked at before one is asked for.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CertificatesConfig {
    /// The authorities, the one to prefer first. The others are asked when it is in trouble itself.
    pub issuers: Vec<IssuerConfig>,
    /// Resolvers that must agree on a host's records before a certificate is asked for; two at least.
    pub resolvers: Vec<SocketAddr>,
    /// The addresses of our edges. A host whose records lead elsewhere gets no certificate; empty, any
    /// address will do.
    pub addresses: Vec<IpAddr>,
    /// Where the platform's own zone is changed, for its wildcard certificate (RFC 2136). Without it
    /// every portal below the portal domain has a certificate of its own.
    pub dns_update: Option<DnsUpdateConfig>,
    /// How long edges in other processes have to say that they give an answer before the authority is
    /// told to ask for it all the same, in milliseconds.
    pub spread_ms: u64,
}

impl Default for CertificatesConfig {
    fn default() -> Self {
        let public = |a| SocketAddr::from((Ipv4Addr::from(a), 53));
        Self {
            issuers: Vec::new(),
            resolvers: vec![public([1, 1, 1, 1]), public([9, 9, 9, 9])],
            addresses: Vec::new(),
            dns_update: None,
            spread_ms: 5_000,
        }
    }
}

/// One certificate authority that speaks ACME.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IssuerConfig {
    /// What we call it: in the database, in logs and for staff. Never changes.
    pub name: String,
    /// The address of its directory.
    pub directory: String,
    /// Whom it may write to.
    #[serde(default)]
    pub contact: Option<String>,
    /// What it calls itself in CAA records, such as `letsencrypt.org`; empty, CAA is left to it.
    #[serde(default)]
    pub caa: Vec<String>,
    /// Key id of an external account binding (RFC 8555 section 7.3.4), where it asks for one.
    #[serde(default)]
    pub eab_key_id: Option<String>,
    /// The binding's MAC key, base64url as the authority gave it.
    #[serde(default, serialize_with = "hidden")]
    pub eab_key: Option<SecretString>,
    /// A file that holds the MAC key.
    #[serde(default)]
    pub eab_key_file: Option<PathBuf>,
    /// A profile of the authority's, such as `tlsserver`.
    #[serde(default)]
    pub profile: Option<String>,
    /// A certificate in PEM that its own server's may come from, beside the public ones: for an
    /// authority of one's own.
    #[serde(default)]
    pub root_file: Option<PathBuf>,
    /// The longest wait for one answer of its, in seconds; then it counts as one that is in trouble.
    #[serde(default = "patience")]
    pub patience_s: u64,
    /// What it allows; 80 % of it is used.
    #[serde(default)]
    pub limits: IssuerLimits,
}

const fn patience() -> u64 {
    20
}

/// What an authority allows; by default what Let's Encrypt does.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct IssuerLimits {
    /// New orders in a second, of all workers together; all of it is used.
    pub orders_per_second: u32,
    /// New orders of the account in three hours.
    pub orders_per_3_hours: u32,
    /// Certificates of one registered domain in a week.
    pub per_domain_per_week: u32,
    /// Certificates of one exact set of names in a week.
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

/// A name server that takes updates of a zone, signed with TSIG (RFC 8945, HMAC-SHA-256).
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DnsUpdateConfig {
    /// The zone's primary server.
    pub server: SocketAddr,
    /// The zone, such as `example.org`.
    pub zone: String,
    /// The name of the TSIG key.
    pub key_name: String,
    /// The key, base64.
    #[serde(default, serialize_with = "hidden")]
    pub key: Option<SecretString>,
    /// A file that holds the key.
    #[serde(default)]
    pub key_file: Option<PathBuf>,
    /// How long the zone's other servers may lag behind, in milliseconds.
    #[serde(default = "lag")]
    pub lag_ms: u64,
}

const fn lag() -> u64 {
    5_000
}

impl CertificatesConfig {
    /// Whether there is an authority to ask.
    #[must_use]
    pub const fn is_on(&self) -> bool {
        !self.issuers.is_empty()
    }

    /// Every secret of the section with its name, for the `*_file`s.
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

    pub(super) fn check(&self, faults: &mut Faults) {
        if !self.is_on() {
            return;
        }
        if self.resolvers.len() < 2 {
            faults.add("certificates.resolvers: two at least are needed");
        }
        let soon = self.spread_ms <= 10_000;
        faults.unless(soon, "certificates.spread_ms: must be at most 10000");
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
    fn check(&self, faults: &mut Faults) {
        let name = &self.name;
        let secure = Url::parse(&self.directory).is_ok_and(|url| url.scheme() == "https");
        faults.unless(secure, format!("certificates: the directory of `{name}` must be https"));
        let bound = self.eab_key_id.is_some() == self.eab_key.is_some();
        faults.unless(bound, format!("certificates: `{name}` needs both eab_key_id and eab_key"));
        let readable = self.eab_key.is_none() || self.eab_key_bytes().is_some();
        faults.unless(readable, format!("certificates: the eab_key of `{name}` is no base64url"));
        let patient = (1..=60).contains(&self.patience_s);
        faults.unless(patient, format!("certificates: the patience_s of `{name}` must be 1 to 60"));
        let limits = &self.limits;
        let all = [
            limits.orders_per_second,
            limits.orders_per_3_hours,
            limits.per_domain_per_week,
            limits.per_set_per_week,
        ];
        let some = all.iter().all(|limit| *limit > 0);
        faults.unless(some, format!("certificates: the limits of `{name}` must be at least 1"));
    }

    /// The binding's key, if there is one and it can be read.
    #[must_use]
    pub fn eab_key_bytes(&self) -> Option<Vec<u8>> {
        let text = self.eab_key.as_ref()?.expose_secret().trim_end_matches('=');
        BASE64URL_NOPAD.decode(text.as_bytes()).ok()
    }
}

impl DnsUpdateConfig {
    fn check(&self, faults: &mut Faults) {
        let zone = wire::host::normalise_host(&self.zone).as_deref() == Ok(&self.zone);
        faults.unless(zone, "certificates.dns_update.zone: is no zone name");
        let readable = self.key_bytes().is_some_and(|key| key.len() >= 16);
        faults.unless(
            readable,
            "certificates.dns_update.key: 16 bytes at least in base64 are needed",
        );
    }

    /// The TSIG key, if there is one and it can be read.
    #[must_use]
    pub fn key_bytes(&self) -> Option<Vec<u8>> {
        BASE64.decode(self.key.as_ref()?.expose_secret().as_bytes()).ok()
    }
}
