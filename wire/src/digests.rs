//! Digests of a route table: one for each part, and one hash over all. Two sides with the same hash
//! hold the same table, however they obtained it (edge design, section 5.6).

use crate::certificate::HostCertificate;
use crate::changes::Changes;
use crate::ids::TenantId;
use crate::routes::RouteTable;
use crate::sorted::SortedMap;
use data_encoding::HEXLOWER;
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// Identifies one part of the table.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// The main site and the portal domain.
    Main,
    /// The ACME challenge answers.
    Challenges,
    /// Route of one portal.
    Portal(TenantId),
    /// The certificate for these names, joined with commas.
    Certificate(String),
}

impl Part {
    /// Returns the part that holds `certificate`.
    #[must_use]
    pub fn for_certificate(certificate: &HostCertificate) -> Self {
        Self::Certificate(certificate.names.join(","))
    }
}

/// SHA-256.
type Digest = [u8; 32];

/// Digest of every part of one table. Cloning shares unchanged pieces, so a copy is cheap and an
/// update costs in proportion to the change.
#[derive(Debug, Clone, Default)]
pub struct Digests(SortedMap<Part, Digest>);

impl Digests {
    /// Computes the digests of a whole table.
    #[must_use]
    pub fn for_table(table: &RouteTable) -> Self {
        let mut digests = common_digests(table);
        for portal in &table.portals {
            let part = Part::Portal(portal.tenant_id);
            digests.insert(part.clone(), digest(&part, &**portal));
        }
        for certificate in &table.certificates {
            let part = Part::for_certificate(certificate);
            digests.insert(part.clone(), digest(&part, certificate));
        }
        Self(digests.into())
    }

    /// Computes the digests of `new`, given that `self` holds those of `old`. Unchanged parts are
    /// not digested again.
    pub(crate) fn of_next(&self, old: &RouteTable, new: &RouteTable) -> Self {
        let mut digests = common_digests(new);
        let known: HashMap<TenantId, _> =
            old.portals.iter().map(|portal| (portal.tenant_id, portal)).collect();
        for portal in &new.portals {
            let same = known.get(&portal.tenant_id).is_some_and(|old| Arc::ptr_eq(old, portal));
            let part = Part::Portal(portal.tenant_id);
            let digest =
                self.reuse_if_same(same, &part).unwrap_or_else(|| digest(&part, &**portal));
            digests.insert(part, digest);
        }
        let known: HashMap<&[String], _> =
            old.certificates.iter().map(|one| (one.names.as_slice(), one)).collect();
        for one in &new.certificates {
            let same = known.get(one.names.as_slice()).is_some_and(|old| *old == one);
            let part = Part::for_certificate(one);
            let digest = self.reuse_if_same(same, &part).unwrap_or_else(|| digest(&part, one));
            digests.insert(part, digest);
        }
        Self(digests.into())
    }

    fn reuse_if_same(&self, same: bool, part: &Part) -> Option<Digest> {
        if same { self.0.get(part).copied() } else { None }
    }

    /// Computes the digests of the table that results from applying `changes`.
    #[must_use]
    pub fn after_changes(&self, changes: &Changes) -> Self {
        let mut digests = self.clone();
        for tenant in &changes.portals_gone {
            digests.0.remove(&Part::Portal(*tenant));
        }
        for names in &changes.certificates_gone {
            digests.0.remove(&Part::Certificate(names.clone()));
        }
        if let Some(main) = &changes.main {
            digests.record_part(Part::Main, &(&main.main, &main.portal_domain));
        }
        if let Some(challenges) = &changes.challenges {
            digests.record_part(Part::Challenges, challenges);
        }
        for portal in &changes.portals {
            digests.record_part(Part::Portal(portal.tenant_id), &**portal);
        }
        for certificate in &changes.certificates {
            digests.record_part(Part::for_certificate(certificate), certificate);
        }
        digests
    }

    /// Hash over all digests in the order of their parts: SHA-256, hexadecimal.
    #[must_use]
    pub fn hash(&self) -> String {
        let mut whole = Sha256::new();
        for (_, digest) in self.0.iter() {
            whole.update(digest);
        }
        HEXLOWER.encode(&whole.finalize())
    }

    /// Returns whether `part` has the same digest in both.
    pub(crate) fn has_same_digest(&self, other: &Self, part: &Part) -> bool {
        self.0.get(part) == other.0.get(part)
    }

    /// Returns the parts that `other` does not have.
    pub(crate) fn missing_in<'d>(&'d self, other: &'d Self) -> impl Iterator<Item = &'d Part> {
        self.0.iter().map(|(part, _)| part).filter(|part| other.0.get(part).is_none())
    }

    fn record_part(&mut self, part: Part, value: &impl Serialize) {
        let digest = digest(&part, value);
        self.0.insert(part, digest);
    }
}

/// Digests of the parts that every table has.
fn common_digests(table: &RouteTable) -> BTreeMap<Part, Digest> {
    let main = digest(&Part::Main, &(&table.main, &table.portal_domain));
    let challenges = digest(&Part::Challenges, &table.challenges);
    BTreeMap::from([(Part::Main, main), (Part::Challenges, challenges)])
}

fn digest(part: &Part, value: &impl Serialize) -> Digest {
    // Serialising strings and numbers to JSON cannot fail.
    let json = serde_json::to_vec(&(name(part), value)).unwrap_or_default();
    Sha256::digest(json).into()
}

/// Name of the part; hashed with the value so that equal values in different parts differ.
fn name(part: &Part) -> String {
    match part {
        Part::Main => "main".to_owned(),
        Part::Challenges => "challenges".to_owned(),
        Part::Portal(tenant) => format!("portal/{tenant}"),
        Part::Certificate(names) => format!("certificate/{names}"),
    }
}
