//! What changed between two versions of the route table. An edge that says which table it has is told
//! only this, and checks by the number of the result that both now have the same.

use crate::certificate::{ChallengeAnswer, HostCertificate};
use crate::digests::{Digests, Part};
use crate::ids::TenantId;
use crate::routes::{MainRoute, PortalRoute, RouteTable};
use crate::shared;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A table that the control plane has published.
#[derive(Debug, Clone)]
pub struct Published {
    /// The table.
    pub table: Arc<RouteTable>,
    /// Its digests.
    pub digests: Arc<Digests>,
    /// [`Digests::hash`] of them.
    pub hash: String,
}

impl Published {
    /// Takes the digests of `table`.
    #[must_use]
    pub fn new(table: Arc<RouteTable>) -> Self {
        Self::with(Digests::of(&table), table)
    }

    /// The same of the table that follows this one: what did not change is not digested again.
    #[must_use]
    pub fn next(&self, table: Arc<RouteTable>) -> Self {
        Self::with(self.digests.of_next(&self.table, &table), table)
    }

    fn with(digests: Digests, table: Arc<RouteTable>) -> Self {
        let hash = digests.hash();
        Self { table, digests: Arc::new(digests), hash }
    }
}

/// What the feed answers.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum FeedAnswer {
    /// Everything: the edge has nothing, or something that nobody knows any more.
    Whole(#[serde(with = "shared::one")] Arc<RouteTable>),
    /// What changed since the edge's version.
    Changes(Box<Changes>),
}

impl FeedAnswer {
    /// The version that it leads to.
    #[must_use]
    pub fn version(&self) -> u64 {
        match self {
            Self::Whole(table) => table.version,
            Self::Changes(changes) => changes.version,
        }
    }
}

/// The main door, and the domain of the portals.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MainChange {
    /// The main door.
    pub main: MainRoute,
    /// The domain of the portals.
    pub portal_domain: String,
}

/// From one version to another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Changes {
    /// The version that these are changes to.
    pub from: u64,
    /// The version that they make.
    pub version: u64,
    /// [`Digests::hash`] of what they make.
    pub hash: String,
    /// The main door, if it changed.
    pub main: Option<MainChange>,
    /// Portals that are new or different.
    #[serde(with = "shared::list")]
    pub portals: Vec<Arc<PortalRoute>>,
    /// Tenants without a portal from now on.
    pub portals_gone: Vec<TenantId>,
    /// Certificates that are new or different.
    pub certificates: Vec<HostCertificate>,
    /// Certificates that are shown no more, by their names joined by commas.
    pub certificates_gone: Vec<String>,
    /// The answers for authorities, if they changed.
    pub challenges: Option<Vec<ChallengeAnswer>>,
    /// As [`RouteTable::bulk`].
    pub bulk: bool,
}

impl Changes {
    /// What leads from `old` to `new`.
    #[must_use]
    pub fn between(old: &Published, new: &Published) -> Self {
        Self::since(old.table.version, &old.digests, new)
    }

    /// What leads from a table of this version, of which only the digests are known, to `new`.
    #[must_use]
    pub fn since(from: u64, old: &Digests, new: &Published) -> Self {
        let differs = |part: &Part| !old.agrees(&new.digests, part);
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
        let certificates = table.certificates.iter().filter(|one| differs(&Part::of(one)));
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

    /// The tenants whose portals are new, different or gone.
    pub fn tenants(&self) -> impl Iterator<Item = TenantId> {
        let portals = self.portals.iter().map(|portal| portal.tenant_id);
        portals.chain(self.portals_gone.iter().copied())
    }
}
