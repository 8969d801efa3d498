//! Time. No other module reads the system clock.

use chrono::{DateTime, Duration, SubsecRound, Utc};
use std::sync::{
    Arc,
    atomic::{AtomicI64, Ordering},
};

/// Clock in UTC, truncated to microseconds, the precision of both databases.
#[derive(Debug, Clone)]
pub struct Clock {
    /// Microseconds by which tests have advanced the clock.
    offset_us: Arc<AtomicI64>,
}

impl Clock {
    /// Returns the system clock.
    #[must_use]
    pub fn system_clock() -> Self {
        Self { offset_us: Arc::new(AtomicI64::new(0)) }
    }

    /// Returns the current time.
    #[must_use]
    pub fn now(&self) -> DateTime<Utc> {
        let offset = Duration::microseconds(self.offset_us.load(Ordering::Relaxed));
        #[expect(clippy::disallowed_methods, reason = "the one place that reads the system clock")]
        let now = Utc::now();
        (now + offset).trunc_subsecs(6)
    }

    /// Advances this clock and all its clones. For tests.
    pub fn advance_by(&self, by: Duration) {
        self.offset_us.fetch_add(by.num_microseconds().unwrap_or(i64::MAX), Ordering::Relaxed);
    }
}

impl Default for Clock {
    fn default() -> Self {
        Self::system_clock()
    }
}
