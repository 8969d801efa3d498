//! The active table: replaced as a whole, read by every request without a lock.

use super::active_routes::{self, ActiveRoutes, OfferedTable};
use super::checks::{self, TableError};
use crate::certificates::{Certificates, Origin};
use crate::metrics;
use crate::system::unix_now_s;
use arc_swap::ArcSwapOption;
use std::collections::HashSet;
use std::mem;
use std::sync::Arc;
use tokio::sync::watch;
use wire::{Changes, Digests, HostCertificate, RouteTable, Routes, TenantId};

/// The active table. Clones share it.
#[derive(Clone)]
pub struct Table {
    known: Arc<ArcSwapOption<ActiveRoutes>>,
    /// Reason why the newest table was rejected as a whole, if it was.
    refusal: Arc<ArcSwapOption<String>>,
    announce: watch::Sender<bool>,
}

impl Default for Table {
    fn default() -> Self {
        Self { known: Arc::default(), refusal: Arc::default(), announce: watch::Sender::new(false) }
    }
}

impl Table {
    /// Creates an empty holder.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the active table, if there is one.
    #[must_use]
    pub fn current(&self) -> Option<Arc<ActiveRoutes>> {
        self.known.load_full()
    }

    /// Waits until a table is active.
    pub async fn known(&self) {
        // `self` owns the sender, so the channel is never closed.
        let _ = self.announce.subscribe().wait_for(|known| *known).await;
    }

    /// Notifies when another table becomes active or is rejected.
    #[must_use]
    pub fn changes(&self) -> watch::Receiver<bool> {
        self.announce.subscribe()
    }

    /// Reason why the newest table was rejected as a whole, if it was.
    pub(crate) fn refusal(&self) -> Option<String> {
        self.refusal.load().as_deref().cloned()
    }

    /// Activates `table` and returns the applied state. A portal with an invalid origin is skipped,
    /// and an unusable certificate leaves its predecessor active, without delaying the others.
    /// Certificates are parsed here, so many new ones take a while.
    ///
    /// # Errors
    /// [`TableError`] if the table is older than the active one, its main site is invalid, or it
    /// removes too many hosts.
    pub fn apply(&self, table: Arc<RouteTable>) -> Result<Arc<ActiveRoutes>, TableError> {
        let applied = self.check_age(table.version).and_then(|()| {
            let offered = OfferedTable::new(Digests::of(&table));
            let mut table = Arc::unwrap_or_clone(table);
            let certificates = mem::take(&mut table.certificates);
            let origin = Origin::Source { now_s: unix_now_s() };
            self.put_whole(table, Some(offered), |old| old.succeeded_by(certificates, origin))
        });
        self.settled(applied)
    }

    /// Like [`Self::apply`], for changes since the active version.
    ///
    /// # Errors
    /// [`TableError::Elsewhere`] if the changes do not apply to the active table, or their result
    /// has another hash than stated; otherwise as [`Self::apply`].
    pub fn amend(&self, changes: Changes) -> Result<Arc<ActiveRoutes>, TableError> {
        let applied = self.check_age(changes.version).and_then(|()| self.put_changes(changes));
        self.settled(applied)
    }

    /// Like [`Self::apply`], for a snapshot from disk: the next table from a live source replaces
    /// it, even one with a smaller version.
    ///
    /// # Errors
    /// [`TableError`] if its main site is invalid.
    pub fn recall(&self, table: Arc<RouteTable>) -> Result<Arc<ActiveRoutes>, TableError> {
        let mut table = Arc::unwrap_or_clone(table);
        let certificates = mem::take(&mut table.certificates);
        self.recall_with(table, certificates)
    }

    /// Like [`Self::recall`], with certificates that are read one at a time.
    pub(super) fn recall_with(
        &self,
        table: RouteTable,
        certificates: impl IntoIterator<Item = HostCertificate>,
    ) -> Result<Arc<ActiveRoutes>, TableError> {
        self.put_whole(table, None, |old| old.succeeded_by(certificates, Origin::Memory))
    }

    fn put_whole(
        &self,
        mut table: RouteTable,
        offered: Option<OfferedTable>,
        certificates: impl FnOnce(&Certificates) -> Certificates,
    ) -> Result<Arc<ActiveRoutes>, TableError> {
        checks::check_main(&table.main, &table.portal_domain)?;
        let unservable = checks::take_unservable(&mut table.portals);
        let challenges = mem::take(&mut table.challenges);
        let certificates = match self.current() {
            Some(known) => certificates(known.certificates()),
            None => certificates(&Certificates::default()),
        };
        let routes = Routes::new(table);
        let fresh = active_routes::fresh(&routes, routes.portals().keys().copied(), unix_now_s());
        self.put(ActiveRoutes { routes, certificates, challenges, fresh, offered, unservable })
    }

    /// The result shares all unchanged parts with the active table, so that a change of one host
    /// costs the same among 10,000 hosts as among ten.
    fn put_changes(&self, mut changes: Changes) -> Result<Arc<ActiveRoutes>, TableError> {
        let known = self.current().ok_or(TableError::Elsewhere)?;
        let offered = known.offered.as_ref().ok_or(TableError::Elsewhere)?;
        let next = OfferedTable::new(offered.digests.after(&changes));
        if known.version != changes.from || next.hash != changes.hash {
            return Err(TableError::Elsewhere);
        }
        if let Some(change) = &changes.main {
            checks::check_main(&change.main, &change.portal_domain)?;
        }
        let touched: HashSet<TenantId> = changes.tenants().collect();
        let mut unservable = known.unservable.clone();
        unservable.retain(|refused| !touched.iter().any(|id| id.to_string() == refused.host));
        unservable.extend(checks::take_unservable(&mut changes.portals));
        // All touched portals are removed first; the servable ones are then added again.
        changes.portals_gone = touched.iter().copied().collect();
        let routes = known.routes.after(&changes);
        let now_s = unix_now_s();
        let fresh = active_routes::fresh(&routes, known.fresh.union(&touched).copied(), now_s);
        let (certificates, gone) = (changes.certificates, changes.certificates_gone);
        let certificates =
            known.certificates.amended_by(certificates, &gone, Origin::Source { now_s });
        let challenges = changes.challenges.unwrap_or_else(|| known.challenges.clone());
        let offered = Some(next);
        self.put(ActiveRoutes { routes, certificates, challenges, fresh, offered, unservable })
    }

    fn check_age(&self, offered: u64) -> Result<(), TableError> {
        match self.current().as_deref().filter(|known| !known.is_from_disk()) {
            Some(known) if offered < known.version => {
                Err(TableError::Older { offered, current: known.version })
            }
            _ => Ok(()),
        }
    }

    /// Stores the reason of a rejection until a table is accepted.
    fn settled(
        &self,
        applied: Result<Arc<ActiveRoutes>, TableError>,
    ) -> Result<Arc<ActiveRoutes>, TableError> {
        let refusal = applied.as_ref().err().map(|error| Arc::new(error.to_string()));
        if refusal.is_some() || self.refusal.load().is_some() {
            self.refusal.store(refusal);
            self.announce.send_modify(|_| ());
        }
        applied
    }

    fn put(&self, next: ActiveRoutes) -> Result<Arc<ActiveRoutes>, TableError> {
        if let Some(known) = self.current().filter(|_| next.offered.is_some()) {
            checks::check_loss(&known, &next.routes)?;
        }
        let next = Arc::new(next);
        self.known.store(Some(Arc::clone(&next)));
        self.announce.send_replace(true);
        let certificates = next.certificates();
        metrics::in_force(next.version, certificates.len(), certificates.soonest_end());
        Ok(next)
    }
}
