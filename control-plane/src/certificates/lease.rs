//! A lease as its holder knows it. The fence keeps what a worker stores late out of the database; this
//! keeps what it asks late from the authority: one that stood still past its lease must not order once
//! more what somebody else has ordered meanwhile.

use chrono::{DateTime, Duration, Utc};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

/// How long a worker has a host unless it renews.
pub(super) const LEASE: Duration = Duration::seconds(60);
/// What is left of a lease for a request to arrive.
const ARRIVAL: Duration = Duration::seconds(5);

tokio::task_local! {
    static HELD: Lease;
}

/// Until when a host is this worker's. Clones are the same.
#[derive(Debug, Clone)]
pub(super) struct Lease(Arc<AtomicI64>);

impl Lease {
    /// One that was given at `now`.
    pub(super) fn from(now: DateTime<Utc>) -> Self {
        Self(Arc::new(AtomicI64::new((now + LEASE).timestamp_micros())))
    }

    /// It was given anew at `now`.
    pub(super) fn renewed(&self, now: DateTime<Utc>) {
        self.0.store((now + LEASE).timestamp_micros(), Ordering::Relaxed);
    }

    /// Does what is done under it.
    pub(super) async fn during<F: Future>(&self, work: F) -> F::Output {
        HELD.scope(self.clone(), work).await
    }

    fn lasts(&self, now: DateTime<Utc>) -> bool {
        (now + ARRIVAL).timestamp_micros() < self.0.load(Ordering::Relaxed)
    }
}

/// Whether what is under way may still ask an authority for something. What is done under no lease may.
pub(super) fn may_ask(now: DateTime<Utc>) -> bool {
    HELD.try_with(|lease| lease.lasts(now)).unwrap_or(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn nothing_is_asked_once_a_lease_is_over_unless_it_was_renewed() {
        let lease = Lease::from(DateTime::UNIX_EPOCH);
        let at = |seconds| DateTime::UNIX_EPOCH + Duration::seconds(seconds);
        let may = |seconds| lease.during(async move { may_ask(at(seconds)) });
        assert!(may(54).await && !may(55).await && !may(90).await);
        lease.renewed(at(40));
        assert!(may(90).await && !may(95).await);
        assert!(may_ask(at(1_000)), "under no lease");
    }
}
