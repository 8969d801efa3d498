//! Active routes and certificates, as one value.

use crate::certificates::Certificates;
use crate::certificates::pair::CertificatePair;
use std::collections::HashSet;
use std::ops::Deref;
use wire::{ChallengeAnswer, Digests, HostCertificate, RefusedHost, Routes, TenantId};

/// Time for which a host counts as new, in seconds: one day.
const FRESH_S: i64 = 86_400;

/// Active routes and their certificates. Swapped together, so that a handshake and a request never
/// see a host of one version with a certificate of another.
pub struct ActiveRoutes {
    pub(super) routes: Routes,
    pub(super) certificates: Certificates,
    pub(super) challenges: Vec<ChallengeAnswer>,
    /// Tenants with a custom domain that had served for less than a day when this table became
    /// active.
    pub(super) fresh_tenants: HashSet<TenantId>,
    /// Digest of the offered table; `None` for a table from disk.
    pub(super) offered_table: Option<OfferedTable>,
    /// Tenants whose portal cannot be served.
    pub(super) unservable: Vec<RefusedHost>,
}

/// The table as offered, including the parts that were rejected.
pub struct OfferedTable {
    pub(super) digests: Digests,
    pub(super) hash: String,
}

impl OfferedTable {
    pub(super) fn new(digests: Digests) -> Self {
        Self { hash: digests.hash(), digests }
    }
}

impl ActiveRoutes {
    /// Returns the certificate index.
    pub(crate) const fn certificates(&self) -> &Certificates {
        &self.certificates
    }

    /// Returns the ACME answer for `host` and token, if an order is open.
    pub(crate) fn find_challenge(
        &self,
        host: &str,
        accepts: impl Fn(&ChallengeAnswer) -> bool,
    ) -> Option<&ChallengeAnswer> {
        self.challenges.iter().find(|answer| answer.host == host && accepts(answer))
    }

    /// Returns whether any custom domain may have started to serve within a day.
    pub(crate) fn has_fresh(&self) -> bool {
        !self.fresh_tenants.is_empty()
    }

    /// Returns whether `host` is a custom domain that started to serve within a day.
    pub(crate) fn is_fresh(&self, host: &str, now_s: i64) -> bool {
        let since = self.portal_at(host).and_then(|portal| portal.answering_since.get(host));
        since.is_some_and(|since| now_s < since + FRESH_S)
    }

    /// Hash of the offered table; `None` for a table from disk.
    #[must_use]
    pub fn hash(&self) -> Option<&str> {
        self.offered_table.as_ref().map(|offered| offered.hash.as_str())
    }

    /// Routes and certificates that were offered and rejected.
    #[must_use]
    pub fn refused_hosts(&self) -> Vec<RefusedHost> {
        self.unservable.iter().chain(self.certificates.refused()).cloned().collect()
    }

    pub(super) const fn is_from_disk(&self) -> bool {
        self.offered_table.is_none()
    }

    /// Active certificates, for the file on disk.
    pub(super) fn remembered_certificates(&self) -> impl Iterator<Item = HostCertificate> {
        self.certificates.all().map(CertificatePair::to_certificate)
    }
}

/// Returns the tenants that have a custom domain which has served for less than a day.
pub(super) fn fresh_tenants(
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

impl Deref for ActiveRoutes {
    type Target = Routes;

    fn deref(&self) -> &Routes {
        &self.routes
    }
}
