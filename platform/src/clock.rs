//! Time. Nothing else in the servers asks the system what time it is.

use chrono::{DateTime, Duration, SubsecRound, Utc};
use std::sync::{
    Arc,
    atomic::{AtomicI64, Ordering},
};

/// The time, in UTC, cut to the microseconds that every database keeps.
#[derive(Debug, Clone)]
pub struct Clock {
    /// Microseconds that tests have moved the clock by.
    offset_us: Arc<AtomicI64>,
}

impl Clock {
    /// The machine's own clock.
    #[must_use]
    pub fn system() -> Self {
        Self { offset_us: Arc::new(AtomicI64::new(0)) }
    }

    /// The time now.
    #[must_use]
    pub fn now(&self) -> DateTime<Utc> {
        let offset = Duration::microseconds(self.offset_us.load(Ordering::Relaxed));
        #[expect(clippy::disallowed_methods, reason = "the one place that reads the system clock")]
        let now = Utc::now();
        (now + offset).trunc_subsecs(6)
    }

    /// Moves this clock, and every copy of it, forward. For tests of what happens later.
    pub fn advance(&self, by: Duration) {
        self.offset_us.fetch_add(by.num_microseconds().unwrap_or(i64::MAX), Ordering::Relaxed);
    }
}

impl Default for Clock {
    fn default() -> Self {
        Self::system()
    }
}
