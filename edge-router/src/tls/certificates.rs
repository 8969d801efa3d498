//! Which certificate a name is shown: an immutable index that is swapped together with the routes.

use super::pair::{Issuers, Pair};
use crate::metrics;
use rustls::pki_types::CertificateDer;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use wire::{HostCertificate, RefusedHost};

/// All certificates in force.
#[derive(Debug, Default)]
pub struct Certificates {
    /// By their names, joined by commas: what the table calls them.
    held: BTreeMap<String, Arc<Pair>>,
    exact: HashMap<Box<str>, Arc<Pair>>,
    /// By the name below which they are good for one label.
    wildcard: HashMap<Box<str>, Arc<Pair>>,
    issuers: HashSet<Issuers>,
    refused: Vec<RefusedHost>,
}

/// Where certificates come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// A live source; each is checked, at this moment in seconds since 1970.
    Source {
        /// The moment.
        now_s: i64,
    },
    /// This edge's own memory.
    Memory,
}

impl Certificates {
    /// The index that follows this one. A pair that did not change stays as it is, parsed or not;
    /// one that is unusable leaves the old one of each of its names in place and is reported.
    #[must_use]
    pub fn succeeded_by(
        &self,
        offered: impl IntoIterator<Item = HostCertificate>,
        origin: Origin,
    ) -> Self {
        let mut next = Self::default();
        for certificate in offered {
            next.take(certificate, self, origin);
        }
        next.index();
        next
    }

    /// The index that follows this one when only these are new or gone (by their names, joined by
    /// commas). What was refused before, and is not among them, still is.
    #[must_use]
    pub fn amended_by(
        &self,
        offered: Vec<HostCertificate>,
        gone: &[String],
        origin: Origin,
    ) -> Self {
        let mut next = Self {
            held: self.held.clone(),
            issuers: self.issuers.clone(),
            refused: self.refused.clone(),
            ..Self::default()
        };
        let settled: HashSet<&str> = gone
            .iter()
            .flat_map(|names| names.split(','))
            .chain(offered.iter().flat_map(|one| one.names.iter().map(String::as_str)))
            .collect();
        next.refused.retain(|refused| !settled.contains(refused.host.as_str()));
        let replaced = offered.iter().map(|one| one.names.join(","));
        for names in replaced.chain(gone.iter().cloned()) {
            next.held.remove(&names);
        }
        for certificate in offered {
            next.take(certificate, self, origin);
        }
        next.index();
        next
    }

    /// What the source sent and is not in force.
    pub fn refused(&self) -> &[RefusedHost] {
        &self.refused
    }

    /// The pair for a normalised name: its own, or the wildcard one level above.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&Arc<Pair>> {
        self.exact.get(name).or_else(|| self.wildcard.get(name.split_once('.')?.1))
    }

    /// Every certificate once.
    #[must_use]
    pub fn all(&self) -> Vec<&Pair> {
        self.held.values().map(|pair| &**pair).collect()
    }

    /// Puts one in place, or leaves the old ones of its names there and says why.
    fn take(&mut self, certificate: HostCertificate, before: &Self, origin: Origin) {
        let names = certificate.names.clone();
        let pair = Pair::read(certificate, |chain| self.share(chain, before));
        let pair = pair.and_then(|pair| match (before.like(&pair), origin) {
            (Some(same), _) => Ok(same),
            (None, Origin::Memory) => Ok(Arc::new(pair)),
            (None, Origin::Source { now_s }) => pair.checked(now_s).map(Arc::new),
        });
        let error = match pair {
            Ok(pair) => {
                let names = pair.names().join(",");
                // Of two for the same names, the one that ends later is shown.
                if self.held.get(&names).is_none_or(|there| there.not_after() <= pair.not_after()) {
                    self.held.insert(names, pair);
                }
                return;
            }
            Err(error) => error,
        };
        metrics::certificate_refused();
        let host = names.first().map_or("-", String::as_str);
        tracing::error!(host, %error, "a certificate for {host} was refused");
        self.refused.push(RefusedHost { host: host.to_owned(), cause: error.to_string() });
        for old in names.iter().filter_map(|name| before.entry(name)) {
            self.held.entry(old.names().join(",")).or_insert(old);
        }
    }

    /// Makes what is held findable by name.
    fn index(&mut self) {
        for pair in self.held.values() {
            for name in pair.names() {
                let (map, key) = match name.strip_prefix("*.") {
                    Some(parent) => (&mut self.wildcard, parent),
                    None => (&mut self.exact, name.as_str()),
                };
                // Of two for one name, the one that ends later is shown.
                if map.get(key).is_none_or(|there| there.not_after() <= pair.not_after()) {
                    map.insert(key.into(), Arc::clone(pair));
                }
            }
        }
    }

    /// The pair in force that `offered` does not differ from.
    fn like(&self, offered: &Pair) -> Option<Arc<Pair>> {
        let old = self.entry(offered.names().first()?)?;
        old.is_like(offered).then_some(old)
    }

    /// These issuers, or the same that are held already.
    fn share(&mut self, chain: Vec<CertificateDer<'static>>, before: &Self) -> Issuers {
        if let Some(held) = self.issuers.get(chain.as_slice()) {
            return Arc::clone(held);
        }
        let held = before.issuers.get(chain.as_slice()).cloned();
        let held = held.unwrap_or_else(|| chain.into());
        self.issuers.insert(Arc::clone(&held));
        held
    }

    /// What is held for exactly this name, wildcard or not.
    fn entry(&self, name: &str) -> Option<Arc<Pair>> {
        let pair = match name.strip_prefix("*.") {
            Some(parent) => self.wildcard.get(parent),
            None => self.exact.get(name),
        };
        pair.cloned()
    }
}
