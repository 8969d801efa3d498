//! Differences between two versions of the route table. An edge that states its version receives
//! only the differences, and checks the result against the hash of the new table.

use crate::certificate::{ChallengeAnswer, HostCertificate};
use crate::digests::{Digests, Part};
use crate::ids::TenantId;
use crate::routes::{MainRoute, PortalRoute, RouteTable};
use crate::shared_str;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A route table that the control plane has published, with its digests.
#[derive(Debug, Clone)]
pub struct PublishedTable {
    /// The complete table, as edges apply it.
    pub table: Arc<RouteTable>,
    /// Digest of each part of the table.
    pub digests: Arc<Digests>,
    /// [`Digests::hash`] of the digests.
    pub hash: String,
}

impl PublishedTable {
    /// Computes the digests of `table`.
    #[must_use]
    pub fn new(table: Arc<RouteTable>) -> Self {
        Self::with_table(Digests::for_table(&table), table)
    }

    /// Publishes the successor of this table. Unchanged parts keep their digests.
    #[must_use]
    pub fn next(&self, table: Arc<RouteTable>) -> Self {
        Self::with_table(self.digests.of_next(&self.table, &table), table)
    }

    fn with_table(digests: Digests, table: Arc<RouteTable>) -> Self {
        let hash = digests.hash();
        Self { table, digests: Arc::new(digests), hash }
    }
}

/// Response of the route feed.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum FeedAnswer {
    /// The whole table: the edge has none, or a version that the control plane no longer knows.
    Whole(#[serde(with = "shared_str::one")] Arc<RouteTable>),
    /// Differences from the edge's version.
    Changes(Box<Changes>),
}

impl FeedAnswer {
    /// Version of the table after the response is applied.
    #[must_use]
    pub fn version(&self) -> u64 {
        match self {
            Self::Whole(table) => table.version,
            Self::Changes(changes) => changes.version,
        }
    }
}

/// New main site and portal domain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MainChange {
    /// Route of the main site.
    pub main: MainRoute,
    /// Domain below which portals have their subdomains.
    pub portal_domain: String,
}

/// Changes that lead from one version of the table to another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Changes {
    /// Version that the changes apply to.
    pub from: u64,
    /// Version after the changes.
    pub version: u64,
    /// [`Digests::hash`] of the table after the changes.
    pub hash: String,
    /// Main site and portal domain, if they changed.
    pub main: Option<MainChange>,
    /// New and changed portals.
    #[serde(with = "shared_str::list")]
    pub portals: Vec<Arc<PortalRoute>>,
    /// Tenants whose portal was removed.
    pub portals_gone: Vec<TenantId>,
    /// New and changed certificates.
    pub certificates: Vec<HostCertificate>,
    /// Removed certificates, each identified by its names joined with commas.
    pub certificates_gone: Vec<String>,
    /// All ACME challenge answers, if they changed.
    pub challenges: Option<Vec<ChallengeAnswer>>,
    /// As [`RouteTable::bulk`].
    pub bulk: bool,
}

impl Changes {
    /// Computes the changes from `old` to `new`.
    #[must_use]
    pub fn from_tables(old: &PublishedTable, new: &PublishedTable) -> Self {
        Self::since_version(old.table.version, &old.digests, new)
    }

    /// Computes the changes from a version of which only the digests are known to `new`.
    #[must_use]
    pub fn since_version(from: u64, old: &Digests, new: &PublishedTable) -> Self {
        let differs = |part: &Part| !old.has_same_digest(&new.digests, part);
        let (mut portals_gone, mut certificates_gone) = (Vec::new(), Vec::new());
        for part in old.missing_in(&new.digests) {
            match part {
                Part::Portal(tenant) => portals_gone.push(*tenant),
                Part::Certificate(names) => certificates_gone.push(names.clone()),
                Part::Main | Part::Challenges => {}
            }
        }
        let table = &new.table;
        let portals =
            table.portals.iter().filter(|portal| differs(&Part::Portal(portal.tenant_id)));
        let certificates =
            table.certificates.iter().filter(|one| differs(&Part::for_certificate(one)));
        Self {
            from,
            version: table.version,
            hash: new.hash.clone(),
            main: differs(&Part::Main).then(|| MainChange {
                main: table.main.clone(),
                portal_domain: table.portal_domain.clone(),
            }),
            portals: portals.cloned().collect(),
            portals_gone,
            certificates: certificates.cloned().collect(),
            certificates_gone,
            challenges: differs(&Part::Challenges).then(|| table.challenges.clone()),
            bulk: table.bulk,
        }
    }

    /// Tenants whose portals were added, changed or removed.
    pub fn tenants(&self) -> impl Iterator<Item = TenantId> {
        let portals = self.portals.iter().map(|portal| portal.tenant_id);
        portals.chain(self.portals_gone.iter().copied())
    }
}
