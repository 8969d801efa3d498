//! Replacement of connections to a server that accepts no writes any more.
//!
//! After a failover the database address leads to another server. Connections that are open to the
//! old primary may stay open and answer reads, and every write on them fails. Each such failure
//! expires all connections that were opened before it: the pool closes them instead of handing them
//! out, and opens new ones at the present address.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Minimum interval between two replacements, because a database may be read-only for long.
const EXPIRE_INTERVAL: Duration = Duration::from_secs(1);

/// Age from which connections are expired.
#[derive(Debug)]
pub(super) struct ConnectionAges {
    start: Instant,
    /// Connections opened before are expired: in nanoseconds since `start`, 0 for none.
    expired_before: AtomicU64,
}

impl Default for ConnectionAges {
    fn default() -> Self {
        Self { start: Instant::now(), expired_before: AtomicU64::new(0) }
    }
}

impl ConnectionAges {
    /// Expires all connections that are open now, unless that happened a moment ago.
    pub fn expire_all(&self) {
        self.expire_at(self.start.elapsed());
    }

    /// Returns whether a connection of this age is expired.
    pub fn is_expired(&self, age: Duration) -> bool {
        self.is_expired_at(self.start.elapsed(), age)
    }

    fn is_expired_at(&self, now: Duration, age: Duration) -> bool {
        nanos(now.saturating_sub(age)) < self.expired_before.load(Ordering::Acquire)
    }

    fn expire_at(&self, now: Duration) {
        let (now, interval) = (nanos(now).max(1), nanos(EXPIRE_INTERVAL));
        let expire = |before| (before == 0 || now >= before + interval).then_some(now);
        // Fails if they were expired a moment ago.
        let _ = self.expired_before.fetch_update(Ordering::AcqRel, Ordering::Acquire, expire);
    }
}

fn nanos(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_connections_opened_before_the_failure_are_expired() {
        let ages = ConnectionAges::default();
        let now = Duration::from_secs(60);
        assert!(!ages.is_expired_at(now, now));
        ages.expire_at(now);
        assert!(ages.is_expired_at(now, Duration::from_millis(1)));
        let later = now + Duration::from_secs(5);
        assert!(ages.is_expired_at(later, Duration::from_secs(6)));
        assert!(!ages.is_expired_at(later, Duration::from_secs(5)));
    }

    #[test]
    fn repeated_failures_expire_connections_once_per_interval() {
        let ages = ConnectionAges::default();
        let first = Duration::from_secs(1);
        ages.expire_at(first);
        ages.expire_at(first + EXPIRE_INTERVAL / 2);
        assert_eq!(ages.expired_before.load(Ordering::Relaxed), nanos(first));
        ages.expire_at(first + EXPIRE_INTERVAL);
        assert_eq!(ages.expired_before.load(Ordering::Relaxed), nanos(first + EXPIRE_INTERVAL));
    }
}
