//! A lease as its holder sees it. The fence keeps late writes out of the database; this type
//! prevents late requests to the authority. A worker that was suspended past its lease must not
//! repeat an order that another worker has made meanwhile.

use chrono::{DateTime, Duration, Utc};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

/// Duration of a lease without renewal.
pub(super) const LEASE_DURATION: Duration = Duration::seconds(60);
/// Remaining lease time that a request needs to arrive.
const REQUEST_MARGIN: Duration = Duration::seconds(5);

tokio::task_local! {
    static HELD: Lease;
}

/// End of a worker's lease on a host. Clones share it.
#[derive(Debug, Clone)]
pub(super) struct Lease(Arc<AtomicI64>);

impl Lease {
    /// Creates a lease that was granted at `now`.
    pub(super) fn from(now: DateTime<Utc>) -> Self {
        Self(Arc::new(AtomicI64::new((now + LEASE_DURATION).timestamp_micros())))
    }

    /// Records a renewal at `now`.
    pub(super) fn record_renewal(&self, now: DateTime<Utc>) {
        self.0.store((now + LEASE_DURATION).timestamp_micros(), Ordering::Relaxed);
    }

    /// Runs `work` under this lease.
    pub(super) async fn run_under_lease<F: Future>(&self, work: F) -> F::Output {
        HELD.scope(self.clone(), work).await
    }

    fn is_valid_at(&self, now: DateTime<Utc>) -> bool {
        (now + REQUEST_MARGIN).timestamp_micros() < self.0.load(Ordering::Relaxed)
    }
}

/// Returns whether the current task may still send requests to an authority. Tasks without a lease
/// may.
pub(super) fn may_ask(now: DateTime<Utc>) -> bool {
    HELD.try_with(|lease| lease.is_valid_at(now)).unwrap_or(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn sends_no_request_after_the_lease_expired_unless_renewed() {
        let lease = Lease::from(DateTime::UNIX_EPOCH);
        let at = |seconds| DateTime::UNIX_EPOCH + Duration::seconds(seconds);
        let may = |seconds| lease.run_under_lease(async move { may_ask(at(seconds)) });
        assert!(may(54).await && !may(55).await && !may(90).await);
        lease.record_renewal(at(40));
        assert!(may(90).await && !may(95).await);
        assert!(may_ask(at(1_000)), "without a lease");
    }
}
