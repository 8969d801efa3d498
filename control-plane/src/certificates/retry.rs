//! When the next try is (edge design, section 5.4): not one ladder, but one for each kind of trouble.

use super::rows::job::Failures;
use chrono::{DateTime, Duration, Utc};
use platform::random;

/// Failed validations of a host in an hour: the authority allows five.
pub(super) const FAILURES_PER_HOUR: usize = 3;
/// How long a host that fails is tried before it is given up.
pub(super) const GIVE_UP_AFTER: Duration = Duration::days(30);

/// The wait after the `attempt`th failure that is the host's own: its DNS or its server.
#[must_use]
pub(super) fn after_host_fault(attempt: i64) -> Duration {
    match attempt {
        ..=1 => Duration::minutes(2),
        2 => Duration::minutes(10),
        3 => Duration::hours(1),
        4 => Duration::hours(4),
        5 => Duration::hours(12),
        _ => Duration::days(1),
    }
}

/// The wait after the `attempt`th failure that is the authority's, or the network's between us.
#[must_use]
pub(super) fn after_passing_fault(attempt: i64) -> Duration {
    match attempt {
        ..=1 => Duration::seconds(1),
        2 => Duration::seconds(5),
        3 => Duration::seconds(30),
        _ => Duration::minutes(5),
    }
}

/// A wait with a fifth of chance in it, so that what failed together does not return together.
#[must_use]
pub(super) fn jittered(pause: Duration) -> Duration {
    scaled(pause, random::between(0.8..1.2))
}

/// The earliest moment at which another validation may fail without being the fourth in an hour.
#[must_use]
pub(super) fn after_failures(now: DateTime<Utc>, failures: &Failures) -> DateTime<Utc> {
    let Some(first) = failures.0.len().checked_sub(FAILURES_PER_HOUR) else { return now };
    failures.0.get(first).map_or(now, |oldest| now.max(*oldest + Duration::hours(1)))
}

/// The failures to remember once there is another.
#[must_use]
pub(super) fn with_failure(mut failures: Failures, now: DateTime<Utc>) -> Failures {
    failures.0.push(now);
    let spare = failures.0.len().saturating_sub(FAILURES_PER_HOUR);
    failures.0.drain(..spare);
    failures
}

/// A part of a span of time.
#[must_use]
pub(super) fn scaled(span: Duration, by: f64) -> Duration {
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        reason = "spans here are years at most, and a microsecond more or less is nothing"
    )]
    let micros = (span.num_microseconds().unwrap_or(i64::MAX) as f64 * by) as i64;
    Duration::microseconds(micros)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_asks_no_fourth_validation_fails_within_an_hour() {
        let start = DateTime::UNIX_EPOCH;
        let mut failures = Failures::default();
        let mut at = Vec::new();
        let mut now = start;
        for _ in 0..40 {
            // The most impatient asker there can be: somebody who presses the button at once.
            now = after_failures(now, &failures);
            at.push(now);
            failures = with_failure(failures, now);
            now += Duration::seconds(1);
        }
        for (number, first) in at.iter().enumerate() {
            let within = at[number..].iter().filter(|t| **t - *first < Duration::hours(1)).count();
            assert!(within <= FAILURES_PER_HOUR, "{within} after {first}");
        }
        assert_eq!(at[3], start + Duration::hours(1));
    }

    #[test]
    fn chance_moves_a_wait_by_a_fifth_at_most() {
        let pause = Duration::minutes(10);
        for _ in 0..1_000 {
            let moved = jittered(pause);
            assert!(moved >= Duration::minutes(8) && moved <= Duration::minutes(12), "{moved}");
        }
    }
}
