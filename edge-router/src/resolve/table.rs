//! The active table: replaced as a whole, read by every request without a lock.

use super::active_routes::{self, ActiveRoutes, OfferedTable};
use super::checks::{self, TableError};
use crate::certificates::{CertificateOrigin, Certificates};
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
    active: Arc<ArcSwapOption<ActiveRoutes>>,
    /// Reason why the newest table was rejected as a whole, if it was.
    last_refusal: Arc<ArcSwapOption<String>>,
    change_sender: watch::Sender<bool>,
}

impl Default for Table {
    fn default() -> Self {
        Self {
            active: Arc::default(),
            last_refusal: Arc::default(),
            change_sender: watch::Sender::new(false),
        }
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
    pub fn active_routes(&self) -> Option<Arc<ActiveRoutes>> {
        self.active.load_full()
    }

    /// Waits until a table is active.
    pub async fn wait_until_active(&self) {
        // `self` owns the sender, so the channel is never closed.
        let _ = self.change_sender.subscribe().wait_for(|known| *known).await;
    }

    /// Notifies when another table becomes active or is rejected.
    #[must_use]
    pub fn subscribe_changes(&self) -> watch::Receiver<bool> {
        self.change_sender.subscribe()
    }

    /// Reason why the newest table was rejected as a whole, if it was.
    pub(crate) fn last_refusal(&self) -> Option<String> {
        self.last_refusal.load().as_deref().cloned()
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
            let offered = OfferedTable::new(Digests::for_table(&table));
            let mut table = Arc::unwrap_or_clone(table);
            let certificates = mem::take(&mut table.certificates);
            let origin = CertificateOrigin::Source { now_s: unix_now_s() };
            self.put_whole(table, Some(offered), |old| old.succeeded_by(certificates, origin))
        });
        self.record_outcome(applied)
    }

    /// Like [`Self::apply`], for changes since the active version.
    ///
    /// # Errors
    /// [`TableError::BaseMismatch`] if the changes do not apply to the active table, or their result
    /// has another hash than stated; otherwise as [`Self::apply`].
    pub fn apply_changes(&self, changes: Changes) -> Result<Arc<ActiveRoutes>, TableError> {
        let applied = self.check_age(changes.version).and_then(|()| self.put_changes(changes));
        self.record_outcome(applied)
    }

    /// Like [`Self::apply`], for a snapshot from disk: the next table from a live source replaces
    /// it, even one with a smaller version.
    ///
    /// # Errors
    /// [`TableError`] if its main site is invalid.
    pub fn apply_snapshot(&self, table: Arc<RouteTable>) -> Result<Arc<ActiveRoutes>, TableError> {
        let mut table = Arc::unwrap_or_clone(table);
        let certificates = mem::take(&mut table.certificates);
        self.apply_snapshot_with(table, certificates)
    }

    /// Like [`Self::apply_snapshot`], with certificates that are read one at a time.
    pub(super) fn apply_snapshot_with(
        &self,
        table: RouteTable,
        certificates: impl IntoIterator<Item = HostCertificate>,
    ) -> Result<Arc<ActiveRoutes>, TableError> {
        self.put_whole(table, None, |old| old.succeeded_by(certificates, CertificateOrigin::Memory))
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
        let certificates = match self.active_routes() {
            Some(known) => certificates(known.certificates()),
            None => certificates(&Certificates::default()),
        };
        let routes = Routes::new(table);
        let fresh =
            active_routes::fresh_tenants(&routes, routes.portals().keys().copied(), unix_now_s());
        self.activate(ActiveRoutes {
            routes,
            certificates,
            challenges,
            fresh_tenants: fresh,
            offered_table: offered,
            unservable,
        })
    }

    /// The result shares all unchanged parts with the active table, so that a change of one host
    /// costs the same among 10,000 hosts as among ten.
    fn put_changes(&self, mut changes: Changes) -> Result<Arc<ActiveRoutes>, TableError> {
        let known = self.active_routes().ok_or(TableError::BaseMismatch)?;
        let offered = known.offered_table.as_ref().ok_or(TableError::BaseMismatch)?;
        let next = OfferedTable::new(offered.digests.after_changes(&changes));
        if known.version != changes.from || next.hash != changes.hash {
            return Err(TableError::BaseMismatch);
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
        let routes = known.routes.after_changes(&changes);
        let now_s = unix_now_s();
        let fresh = active_routes::fresh_tenants(
            &routes,
            known.fresh_tenants.union(&touched).copied(),
            now_s,
        );
        let (certificates, gone) = (changes.certificates, changes.certificates_gone);
        let certificates =
            known.certificates.amended_by(certificates, &gone, CertificateOrigin::Source { now_s });
        let challenges = changes.challenges.unwrap_or_else(|| known.challenges.clone());
        let offered = Some(next);
        self.activate(ActiveRoutes {
            routes,
            certificates,
            challenges,
            fresh_tenants: fresh,
            offered_table: offered,
            unservable,
        })
    }

    fn check_age(&self, offered: u64) -> Result<(), TableError> {
        match self.active_routes().as_deref().filter(|known| !known.is_from_disk()) {
            Some(known) if offered < known.version => {
                Err(TableError::Older { offered, current: known.version })
            }
            _ => Ok(()),
        }
    }

    /// Stores the reason of a rejection until a table is accepted.
    fn record_outcome(
        &self,
        applied: Result<Arc<ActiveRoutes>, TableError>,
    ) -> Result<Arc<ActiveRoutes>, TableError> {
        let refusal = applied.as_ref().err().map(|error| Arc::new(error.to_string()));
        if refusal.is_some() || self.last_refusal.load().is_some() {
            self.last_refusal.store(refusal);
            self.change_sender.send_modify(|_| ());
        }
        applied
    }

    fn activate(&self, next: ActiveRoutes) -> Result<Arc<ActiveRoutes>, TableError> {
        if let Some(known) = self.active_routes().filter(|_| next.offered_table.is_some()) {
            checks::check_loss(&known, &next.routes)?;
        }
        let next = Arc::new(next);
        self.active.store(Some(Arc::clone(&next)));
        self.change_sender.send_replace(true);
        let certificates = next.certificates();
        metrics::record_active_routes(next.version, certificates.len(), certificates.soonest_end());
        Ok(next)
    }
}
