//! Certificate selection: an immutable index, replaced together with the routes. A new index shares
//! its unchanged entries with the previous one. [`pair`] is a certificate with its key, and its
//! validation.

pub(crate) mod pair;

use crate::metrics;
use pair::{CertificatePair, Issuers};
use rustls::pki_types::CertificateDer;
use std::cmp::Reverse;
use std::collections::HashSet;
use std::sync::Arc;
use wire::{HostCertificate, RefusedHost, ShardedMap};

/// Certificates that cover a name; the first one is served.
type Claims = ShardedMap<Box<str>, Vec<Arc<CertificatePair>>>;

/// All active certificates.
#[derive(Debug, Clone, Default)]
pub struct Certificates {
    /// By certificate key: the names joined with commas, as in the table.
    held: ShardedMap<Box<str>, Arc<CertificatePair>>,
    exact: Claims,
    /// Wildcard certificates by their parent name; each covers one label below it.
    wildcard: Claims,
    /// Earliest expiry; `None` while it is not known.
    soonest_end: Option<i64>,
    issuers: HashSet<Issuers>,
    refused: Vec<RefusedHost>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CertificateOrigin {
    /// A live source: each certificate is validated at this time.
    Source {
        /// Current time in Unix seconds.
        now_s: i64,
    },
    /// The edge's own snapshot on disk: not validated again.
    Memory,
}

impl Certificates {
    /// Builds the next index from a complete list. Unchanged certificates are kept, parsed or not.
    /// An unusable one leaves the previous certificate of each of its names active and is reported.
    #[must_use]
    pub fn succeeded_by(
        &self,
        offered: impl IntoIterator<Item = HostCertificate>,
        origin: CertificateOrigin,
    ) -> Self {
        let mut next = Self::default();
        for certificate in offered {
            next.add_offered(certificate, self, origin);
        }
        next.record_soonest_expiry();
        next
    }

    /// Builds the next index from added and removed certificates (by their names, joined with
    /// commas). Earlier rejections persist unless replaced.
    #[must_use]
    pub fn amended_by(
        &self,
        offered: Vec<HostCertificate>,
        gone: &[String],
        origin: CertificateOrigin,
    ) -> Self {
        let mut next = self.clone();
        let settled: HashSet<&str> = gone
            .iter()
            .flat_map(|names| names.split(','))
            .chain(offered.iter().flat_map(|one| one.names.iter().map(String::as_str)))
            .collect();
        next.refused.retain(|refused| !settled.contains(refused.host.as_str()));
        let replaced = offered.iter().map(|one| one.names.join(","));
        for names in replaced.chain(gone.iter().cloned()) {
            next.remove_pair(&names);
        }
        for certificate in offered {
            next.add_offered(certificate, self, origin);
        }
        next.record_soonest_expiry();
        next
    }

    /// Certificates that were offered and rejected.
    pub fn refused(&self) -> &[RefusedHost] {
        &self.refused
    }

    /// Returns the certificate for a normalised name: its own, or the wildcard one level above.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&Arc<CertificatePair>> {
        pair_for(&self.exact, name).or_else(|| pair_for(&self.wildcard, name.split_once('.')?.1))
    }

    /// All certificates, each once, unordered.
    pub fn all(&self) -> impl Iterator<Item = &CertificatePair> {
        self.held.values().map(|pair| &**pair)
    }

    /// Number of certificates.
    pub const fn len(&self) -> usize {
        self.held.len()
    }

    /// Earliest expiry, in Unix seconds.
    pub const fn soonest_end(&self) -> Option<i64> {
        self.soonest_end
    }

    /// Adds a certificate, or keeps the previous ones of its names and records the reason.
    fn add_offered(
        &mut self,
        certificate: HostCertificate,
        before: &Self,
        origin: CertificateOrigin,
    ) {
        let names = certificate.names.clone();
        let pair = CertificatePair::read(certificate, |chain| self.shared_issuers(chain, before));
        let pair = pair.and_then(|pair| match (before.find_equal(&pair), origin) {
            (Some(same), _) => Ok(same),
            (None, CertificateOrigin::Memory) => Ok(Arc::new(pair)),
            (None, CertificateOrigin::Source { now_s }) => pair.validated(now_s).map(Arc::new),
        });
        let error = match pair {
            Ok(pair) => {
                let there = self.held.get(pair.host_names().join(",").as_str());
                // Of two certificates for the same names, the one that expires later is served.
                if there.is_none_or(|there| there.not_after() <= pair.not_after()) {
                    self.insert_pair(pair);
                }
                return;
            }
            Err(error) => error,
        };
        metrics::record_refused_certificate();
        let host = names.first().map_or("-", String::as_str);
        tracing::error!(host, %error, "certificate for {host} rejected");
        self.refused.push(RefusedHost { host: host.to_owned(), cause: error.to_string() });
        for old in names.iter().filter_map(|name| before.entry(name)) {
            if self.held.get(old.host_names().join(",").as_str()).is_none() {
                self.insert_pair(Arc::clone(old));
            }
        }
    }

    /// Adds a pair in place of the one for the same names, and indexes its names.
    fn insert_pair(&mut self, pair: Arc<CertificatePair>) {
        let names = pair.host_names().join(",");
        self.remove_pair(&names);
        for name in pair.host_names() {
            let (claims, key) = self.claims_of(name);
            let there = claims.get(key).map_or(&[][..], Vec::as_slice);
            let mut pairs: Vec<_> = there.iter().cloned().chain([Arc::clone(&pair)]).collect();
            // Of two certificates for a name, the one that expires later is served.
            pairs.sort_by(|one, other| rank(one).cmp(&rank(other)));
            claims.insert(key.into(), pairs);
        }
        self.soonest_end = self.soonest_end.map(|soonest| soonest.min(pair.not_after()));
        self.held.insert(names.into(), pair);
    }

    /// Removes a certificate; its names fall back to other certificates.
    fn remove_pair(&mut self, names: &str) {
        let Some(pair) = self.held.remove(names) else { return };
        for name in pair.host_names() {
            let (claims, key) = self.claims_of(name);
            let there = claims.get(key).map_or(&[][..], Vec::as_slice);
            let others: Vec<_> =
                there.iter().filter(|other| !Arc::ptr_eq(other, &pair)).cloned().collect();
            if others.is_empty() {
                claims.remove(key);
            } else {
                claims.insert(key.into(), others);
            }
        }
        self.soonest_end = self.soonest_end.filter(|soonest| *soonest != pair.not_after());
    }

    /// Returns the index and the key for a name.
    fn claims_of<'n>(&mut self, name: &'n str) -> (&mut Claims, &'n str) {
        match name.strip_prefix("*.") {
            Some(parent) => (&mut self.wildcard, parent),
            None => (&mut self.exact, name),
        }
    }

    /// Recomputes the earliest expiry if the certificate that had it was removed.
    fn record_soonest_expiry(&mut self) {
        self.soonest_end =
            self.soonest_end.or_else(|| self.all().map(CertificatePair::not_after).min());
    }

    /// Returns the active pair that equals `offered`.
    fn find_equal(&self, offered: &CertificatePair) -> Option<Arc<CertificatePair>> {
        let old = self.entry(offered.host_names().first()?)?;
        old.is_like(offered).then(|| Arc::clone(old))
    }

    /// Returns an existing identical issuer chain, or this one.
    fn shared_issuers(&mut self, chain: Vec<CertificateDer<'static>>, before: &Self) -> Issuers {
        if let Some(held) = self.issuers.get(chain.as_slice()) {
            return Arc::clone(held);
        }
        let held = before.issuers.get(chain.as_slice()).cloned();
        let held = held.unwrap_or_else(|| chain.into());
        self.issuers.insert(Arc::clone(&held));
        held
    }

    /// Returns the certificate with exactly this name, wildcard or not.
    fn entry(&self, name: &str) -> Option<&Arc<CertificatePair>> {
        match name.strip_prefix("*.") {
            Some(parent) => pair_for(&self.wildcard, parent),
            None => pair_for(&self.exact, name),
        }
    }
}

fn pair_for<'c>(claims: &'c Claims, name: &str) -> Option<&'c Arc<CertificatePair>> {
    claims.get(name)?.first()
}

/// Sort key; the lowest is served.
fn rank(pair: &CertificatePair) -> Reverse<(i64, &[String])> {
    Reverse((pair.not_after(), pair.host_names()))
}
