//! Randomness. Nothing else in the servers uses a generator; secrets that people receive come from [`crate::tokens`].

use rand::RngExt as _;
use std::ops::Range;

/// Random bytes from a cryptographically secure generator.
#[must_use]
pub fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    fill_random(&mut bytes);
    bytes
}

/// Fills a buffer with random bytes.
#[expect(clippy::disallowed_methods, reason = "the one place that uses the generator")]
pub fn fill_random(buffer: &mut [u8]) {
    rand::rng().fill(buffer);
}

/// A random number in a range, for jitter.
#[must_use]
#[expect(clippy::disallowed_methods, reason = "the one place that uses the generator")]
pub fn random_between(range: Range<f64>) -> f64 {
    rand::rng().random_range(range)
}
