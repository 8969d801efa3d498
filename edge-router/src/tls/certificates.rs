//! Which certificate a name is shown: an immutable index that is swapped together with the routes. The
//! one that follows shares with it what did not change.

use super::pair::{Issuers, Pair};
use crate::metrics;
use rustls::pki_types::CertificateDer;
use std::cmp::Reverse;
use std::collections::HashSet;
use std::sync::Arc;
use wire::{HostCertificate, Pieces, RefusedHost};

/// Those that name a host; the first of them is shown.
type Claims = Pieces<Box<str>, Vec<Arc<Pair>>>;

/// All certificates in force.
#[derive(Debug, Clone, Default)]
pub struct Certificates {
    /// By their names, joined by commas: what the table calls them.
    held: Pieces<Box<str>, Arc<Pair>>,
    exact: Claims,
    /// By the name below which they are good for one label.
    wildcard: Claims,
    /// When the first of them ends; nothing while that is not known.
    soonest_end: Option<i64>,
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
        next.note_soonest_end();
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
        let mut next = self.clone();
        let settled: HashSet<&str> = gone
            .iter()
            .flat_map(|names| names.split(','))
            .chain(offered.iter().flat_map(|one| one.names.iter().map(String::as_str)))
            .collect();
        next.refused.retain(|refused| !settled.contains(refused.host.as_str()));
        let replaced = offered.iter().map(|one| one.names.join(","));
        for names in replaced.chain(gone.iter().cloned()) {
            next.let_go(&names);
        }
        for certificate in offered {
            next.take(certificate, self, origin);
        }
        next.note_soonest_end();
        next
    }

    /// What the source sent and is not in force.
    pub fn refused(&self) -> &[RefusedHost] {
        &self.refused
    }

    /// The pair for a normalised name: its own, or the wildcard one level above.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&Arc<Pair>> {
        shown(&self.exact, name).or_else(|| shown(&self.wildcard, name.split_once('.')?.1))
    }

    /// Every certificate once, in no order.
    pub fn all(&self) -> impl Iterator<Item = &Pair> {
        self.held.values().map(|pair| &**pair)
    }

    /// How many there are.
    pub const fn len(&self) -> usize {
        self.held.len()
    }

    /// When the first of them ends, in seconds since 1970.
    pub const fn soonest_end(&self) -> Option<i64> {
        self.soonest_end
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
                let there = self.held.get(pair.names().join(",").as_str());
                // Of two for the same names, the one that ends later is shown.
                if there.is_none_or(|there| there.not_after() <= pair.not_after()) {
                    self.hold(pair);
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
            if self.held.get(old.names().join(",").as_str()).is_none() {
                self.hold(Arc::clone(old));
            }
        }
    }

    /// Holds a pair in the place of the one for the same names, and makes it findable by each.
    fn hold(&mut self, pair: Arc<Pair>) {
        let names = pair.names().join(",");
        self.let_go(&names);
        for name in pair.names() {
            let (claims, key) = self.claims_of(name);
            let there = claims.get(key).map_or(&[][..], Vec::as_slice);
            let mut pairs: Vec<_> = there.iter().cloned().chain([Arc::clone(&pair)]).collect();
            // Of two for one name, the one that ends later is shown.
            pairs.sort_by(|one, other| rank(one).cmp(&rank(other)));
            claims.insert(key.into(), pairs);
        }
        self.soonest_end = self.soonest_end.map(|soonest| soonest.min(pair.not_after()));
        self.held.insert(names.into(), pair);
    }

    /// Leaves each of its names to what else is held for it.
    fn let_go(&mut self, names: &str) {
        let Some(pair) = self.held.remove(names) else { return };
        for name in pair.names() {
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

    /// Where a name is looked up, and as what.
    fn claims_of<'n>(&mut self, name: &'n str) -> (&mut Claims, &'n str) {
        match name.strip_prefix("*.") {
            Some(parent) => (&mut self.wildcard, parent),
            None => (&mut self.exact, name),
        }
    }

    /// Looks for the first end again, if the one that was known is gone.
    fn note_soonest_end(&mut self) {
        self.soonest_end = self.soonest_end.or_else(|| self.all().map(Pair::not_after).min());
    }

    /// The pair in force that `offered` does not differ from.
    fn like(&self, offered: &Pair) -> Option<Arc<Pair>> {
        let old = self.entry(offered.names().first()?)?;
        old.is_like(offered).then(|| Arc::clone(old))
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

    /// What is shown for exactly this name, wildcard or not.
    fn entry(&self, name: &str) -> Option<&Arc<Pair>> {
        match name.strip_prefix("*.") {
            Some(parent) => shown(&self.wildcard, parent),
            None => shown(&self.exact, name),
        }
    }
}

fn shown<'c>(claims: &'c Claims, name: &str) -> Option<&'c Arc<Pair>> {
    claims.get(name)?.first()
}

/// The lowest is shown.
fn rank(pair: &Pair) -> Reverse<(i64, &[String])> {
    Reverse((pair.not_after(), pair.names()))
}
