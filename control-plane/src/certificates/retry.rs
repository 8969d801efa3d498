//! Retry times (edge design, section 5.4): one schedule for each kind of failure.

use super::rows::job::Failures;
use chrono::{DateTime, Duration, Utc};
use platform::random;

/// Maximum failed validations of a host per hour; the authority allows five.
pub(super) const FAILURES_PER_HOUR: usize = 3;
/// Time after which a failing host is no longer retried.
pub(super) const GIVE_UP_AFTER: Duration = Duration::days(30);

/// Delay after the `attempt`th failure caused by the host: its DNS or its server.
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

/// Delay after the `attempt`th failure caused by the authority or the network.
#[must_use]
pub(super) fn after_passing_fault(attempt: i64) -> Duration {
    match attempt {
        ..=1 => Duration::seconds(1),
        2 => Duration::seconds(5),
        3 => Duration::seconds(30),
        _ => Duration::minutes(5),
    }
}

/// Adds up to 20 % random variation, so that simultaneous failures are not retried simultaneously.
#[must_use]
pub(super) fn with_jitter(pause: Duration) -> Duration {
    scale_duration(pause, random::random_between(0.8..1.2))
}

/// Earliest time at which another failed validation would not be the fourth within an hour.
#[must_use]
pub(super) fn after_failures(now: DateTime<Utc>, failures: &Failures) -> DateTime<Utc> {
    let Some(first) = failures.0.len().checked_sub(FAILURES_PER_HOUR) else { return now };
    failures.0.get(first).map_or(now, |oldest| now.max(*oldest + Duration::hours(1)))
}

/// Returns the failures with another one added.
#[must_use]
pub(super) fn with_failure(mut failures: Failures, now: DateTime<Utc>) -> Failures {
    failures.0.push(now);
    let spare = failures.0.len().saturating_sub(FAILURES_PER_HOUR);
    failures.0.drain(..spare);
    failures
}

/// A fraction of a duration.
#[must_use]
pub(super) fn scale_duration(span: Duration, by: f64) -> Duration {
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        reason = "durations are at most years, and a microsecond does not matter"
    )]
    let micros = (span.num_microseconds().unwrap_or(i64::MAX) as f64 * by) as i64;
    Duration::microseconds(micros)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn never_allows_a_fourth_failed_validation_within_an_hour() {
        let start = DateTime::UNIX_EPOCH;
        let mut failures = Failures::default();
        let mut at = Vec::new();
        let mut now = start;
        for _ in 0..40 {
            // Simulates a user who presses the button as soon as possible.
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
    fn jitter_changes_a_delay_by_at_most_20_percent() {
        let pause = Duration::minutes(10);
        for _ in 0..1_000 {
            let moved = with_jitter(pause);
            assert!(moved >= Duration::minutes(8) && moved <= Duration::minutes(12), "{moved}");
        }
    }
}
