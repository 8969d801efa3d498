//! A route table in short: one digest for each of its parts, and one number for all of them. Two sides
//! that say the same number hold the same table, however they came by it (edge design, section 5.6).

use crate::certificate::HostCertificate;
use crate::changes::Changes;
use crate::ids::TenantId;
use crate::routes::RouteTable;
use data_encoding::HEXLOWER;
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// What a part of the table is known by.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// The main door and the portals' domain.
    Main,
    /// The answers for authorities.
    Challenges,
    /// A portal.
    Portal(TenantId),
    /// The certificate for these names, joined by commas.
    Certificate(String),
}

impl Part {
    /// The part that a certificate is.
    #[must_use]
    pub fn of(certificate: &HostCertificate) -> Self {
        Self::Certificate(certificate.names.join(","))
    }
}

/// The digest of every part of one table.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Digests(BTreeMap<Part, [u8; 32]>);

impl Digests {
    /// Reads a whole table.
    #[must_use]
    pub fn of(table: &RouteTable) -> Self {
        let mut digests = Self::default();
        digests.note(Part::Main, &(&table.main, &table.portal_domain));
        digests.note(Part::Challenges, &table.challenges);
        for portal in &table.portals {
            digests.note(Part::Portal(portal.tenant_id), &**portal);
        }
        for certificate in &table.certificates {
            digests.note(Part::of(certificate), certificate);
        }
        digests
    }

    /// Those of the table `new`, where these are of `old`: a part that is the same is not read again.
    pub(crate) fn of_next(&self, old: &RouteTable, new: &RouteTable) -> Self {
        let mut digests = Self::default();
        digests.note(Part::Main, &(&new.main, &new.portal_domain));
        digests.note(Part::Challenges, &new.challenges);
        let known: HashMap<TenantId, _> =
            old.portals.iter().map(|portal| (portal.tenant_id, portal)).collect();
        for portal in &new.portals {
            let same = known.get(&portal.tenant_id).is_some_and(|old| Arc::ptr_eq(old, portal));
            digests.keep_or_note(same.then_some(self), Part::Portal(portal.tenant_id), &**portal);
        }
        let known: HashMap<&[String], _> =
            old.certificates.iter().map(|one| (one.names.as_slice(), one)).collect();
        for one in &new.certificates {
            let same = known.get(one.names.as_slice()).is_some_and(|old| *old == one);
            digests.keep_or_note(same.then_some(self), Part::of(one), one);
        }
        digests
    }

    fn keep_or_note(&mut self, known: Option<&Self>, part: Part, value: &impl Serialize) {
        match known.and_then(|known| known.0.get(&part)) {
            Some(digest) => drop(self.0.insert(part, *digest)),
            None => self.note(part, value),
        }
    }

    /// Those of the table that `changes` make of this one.
    #[must_use]
    pub fn after(&self, changes: &Changes) -> Self {
        let mut digests = self.clone();
        for tenant in &changes.portals_gone {
            digests.0.remove(&Part::Portal(*tenant));
        }
        for names in &changes.certificates_gone {
            digests.0.remove(&Part::Certificate(names.clone()));
        }
        if let Some(main) = &changes.main {
            digests.note(Part::Main, &(&main.main, &main.portal_domain));
        }
        if let Some(challenges) = &changes.challenges {
            digests.note(Part::Challenges, challenges);
        }
        for portal in &changes.portals {
            digests.note(Part::Portal(portal.tenant_id), &**portal);
        }
        for certificate in &changes.certificates {
            digests.note(Part::of(certificate), certificate);
        }
        digests
    }

    /// One number for all: SHA-256 over the digests in the order of their parts, in hexadecimal.
    #[must_use]
    pub fn hash(&self) -> String {
        let mut whole = Sha256::new();
        for digest in self.0.values() {
            whole.update(digest);
        }
        HEXLOWER.encode(&whole.finalize())
    }

    /// Whether a part is the same in both.
    pub(crate) fn agrees(&self, other: &Self, part: &Part) -> bool {
        self.0.get(part) == other.0.get(part)
    }

    /// The parts that the other has not.
    pub(crate) fn missing_in<'d>(&'d self, other: &'d Self) -> impl Iterator<Item = &'d Part> {
        self.0.keys().filter(|part| !other.0.contains_key(part))
    }

    fn note(&mut self, part: Part, value: &impl Serialize) {
        // What is made of strings and numbers alone always has a JSON form.
        let json = serde_json::to_vec(&(name(&part), value)).unwrap_or_default();
        self.0.insert(part, Sha256::digest(json).into());
    }
}

/// The part's own name, so that equal values in different places differ.
fn name(part: &Part) -> String {
    match part {
        Part::Main => "main".to_owned(),
        Part::Challenges => "challenges".to_owned(),
        Part::Portal(tenant) => format!("portal/{tenant}"),
        Part::Certificate(names) => format!("certificate/{names}"),
    }
}
