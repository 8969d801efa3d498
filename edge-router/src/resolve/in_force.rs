//! What is in force, as one value.

use crate::tls::certificates::Certificates;
use crate::tls::pair::Pair;
use std::collections::HashSet;
use std::ops::Deref;
use wire::{ChallengeAnswer, Digests, HostCertificate, RefusedHost, Routes, TenantId};

/// How long a host counts as new, in seconds: a day.
const FRESH_S: i64 = 86_400;

/// What is in force: the routes, and what TLS is spoken with for them. Swapped as one, so that a
/// handshake and a request never see a host of one version with a certificate of another.
pub struct InForce {
    pub(super) routes: Routes,
    pub(super) certificates: Certificates,
    pub(super) challenges: Vec<ChallengeAnswer>,
    /// Tenants with a domain of their own that had answered for less than a day when this was put in
    /// force.
    pub(super) fresh: HashSet<TenantId>,
    /// What the source offered, in short; nothing for a table from disk.
    pub(super) offered: Option<Offered>,
    /// Tenants whose portal cannot be served.
    pub(super) unservable: Vec<RefusedHost>,
}

/// A table as its source has it, whatever of it could be put in force.
pub struct Offered {
    pub(super) digests: Digests,
    pub(super) hash: String,
}

impl Offered {
    pub(super) fn new(digests: Digests) -> Self {
        Self { hash: digests.hash(), digests }
    }
}

impl InForce {
    /// Which certificate a name is shown.
    pub(crate) const fn certificates(&self) -> &Certificates {
        &self.certificates
    }

    /// The answer for an authority that asks about `host`, if an order is open.
    pub(crate) fn challenge(
        &self,
        host: &str,
        accepts: impl Fn(&ChallengeAnswer) -> bool,
    ) -> Option<&ChallengeAnswer> {
        self.challenges.iter().find(|answer| answer.host == host && accepts(answer))
    }

    /// Whether a tenant's own domain may have begun to answer within a day.
    pub(crate) fn has_fresh(&self) -> bool {
        !self.fresh.is_empty()
    }

    /// Whether `host` is a tenant's own domain that began to answer within a day.
    pub(crate) fn is_fresh(&self, host: &str, now_s: i64) -> bool {
        let since = self.portal_at(host).and_then(|portal| portal.answering_since.get(host));
        since.is_some_and(|since| now_s < since + FRESH_S)
    }

    /// The source's own number for what it offered; nothing for a table from disk.
    #[must_use]
    pub fn hash(&self) -> Option<&str> {
        self.offered.as_ref().map(|offered| offered.hash.as_str())
    }

    /// What was offered and is not in force.
    #[must_use]
    pub fn refused(&self) -> Vec<RefusedHost> {
        self.unservable.iter().chain(self.certificates.refused()).cloned().collect()
    }

    pub(super) const fn is_from_disk(&self) -> bool {
        self.offered.is_none()
    }

    /// The certificates in force, to be remembered.
    pub(super) fn remembered_certificates(&self) -> impl Iterator<Item = HostCertificate> {
        self.certificates.all().map(Pair::to_certificate)
    }
}

/// Those of these tenants that have a domain of their own which answers for less than a day.
pub(super) fn fresh(
    routes: &Routes,
    tenants: impl Iterator<Item = TenantId>,
    now_s: i64,
) -> HashSet<TenantId> {
    let is_fresh = |tenant: &TenantId| {
        let portal = routes.portals().get(tenant);
        portal.is_some_and(|portal| {
            portal.answering_since.values().any(|since| now_s < since + FRESH_S)
        })
    };
    tenants.filter(is_fresh).collect()
}

impl Deref for InForce {
    type Target = Routes;

    fn deref(&self) -> &Routes {
        &self.routes
    }
}
