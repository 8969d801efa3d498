//! The system clock and the random generator. Nothing else in the edge uses either.

use std::ops::Range;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The time since 1970.
#[expect(clippy::disallowed_methods, reason = "the one place that reads the system clock")]
pub fn since_epoch() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

/// Seconds since 1970.
pub fn unix_now_s() -> i64 {
    i64::try_from(since_epoch().as_secs()).unwrap_or(i64::MAX)
}

/// Random bytes from the thread's cryptographically secure generator.
#[expect(clippy::disallowed_methods, reason = "the one place that uses the generator")]
pub fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    rand::RngExt::fill(&mut rand::rng(), &mut bytes);
    bytes
}

/// A random number in a range, for jitter.
#[expect(clippy::disallowed_methods, reason = "the one place that uses the generator")]
pub fn random_between(range: Range<f64>) -> f64 {
    rand::random_range(range)
}
