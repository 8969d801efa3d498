//! Rate limit: a burst size and a long-term rate per second. The state is a single number (the
//! generic cell rate algorithm, ITU-T I.371 annex A).

use std::time::Instant;

/// A rate limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// Burst size.
    pub at_once: u32,
    /// Long-term rate per second.
    pub per_s: u32,
}

impl Budget {
    /// Creates a limit of `at_once` and then `per_s`.
    #[must_use]
    pub const fn new(at_once: u32, per_s: u32) -> Self {
        Self { at_once, per_s }
    }

    /// Consumes one unit at `now_us` if available. `used_until_us` is the time at which the whole
    /// budget is available again, 0 initially.
    pub(super) fn try_consume(self, used_until_us: &mut u64, now_us: u64) -> bool {
        // Clocks are read before the lock is taken, so a later caller may have an earlier time. The
        // step prevents a wrong refusal.
        let step = (1_000_000 / u64::from(self.per_s.max(1))).max(1);
        let next = now_us.max(*used_until_us) + step;
        let allowed = next - now_us <= step * u64::from(self.at_once);
        if allowed {
            *used_until_us = next;
        }
        allowed
    }
}

/// State of one rate limit.
#[derive(Debug)]
pub struct BudgetMeter {
    budget: Budget,
    begun: Instant,
    used_until_us: u64,
}

impl BudgetMeter {
    /// Creates a meter with the full budget.
    #[must_use]
    pub fn new(budget: Budget) -> Self {
        Self { budget, begun: Instant::now(), used_until_us: 0 }
    }

    /// Consumes one unit if available.
    #[must_use]
    pub fn take_unit(&mut self) -> bool {
        let now_us = since_us(self.begun);
        self.budget.try_consume(&mut self.used_until_us, now_us)
    }
}

pub(super) fn since_us(begun: Instant) -> u64 {
    u64::try_from(begun.elapsed().as_micros()).unwrap_or(u64::MAX / 2)
}

#[cfg(test)]
mod tests {
    use super::Budget;
    use proptest::prelude::*;

    #[test]
    fn allows_the_burst_and_then_the_rate() {
        let budget = Budget::new(3, 10);
        let mut used = 0;
        let taken = |used: &mut u64, now_us| {
            std::iter::from_fn(|| budget.try_consume(used, now_us).then_some(())).count()
        };
        assert_eq!(taken(&mut used, 0), 3);
        assert_eq!(taken(&mut used, 99_999), 0);
        assert_eq!(taken(&mut used, 100_000), 1);
        assert_eq!(taken(&mut used, 350_000), 2);
        assert_eq!(taken(&mut used, 60_000_000), 3, "unused budget does not accumulate");
    }

    proptest! {
        #[test]
        fn never_exceeds_the_budget_in_any_period(
            at_once in 1u32..50, per_s in 1u32..200,
            pauses in proptest::collection::vec(0u64..200_000, 1..200),
        ) {
            let budget = Budget::new(at_once, per_s);
            let (mut used, mut now_us, mut taken) = (0, 0, 0u64);
            for pause in pauses {
                now_us += pause;
                taken += u64::from(budget.try_consume(&mut used, now_us));
            }
            let most = u64::from(at_once) + now_us / (1_000_000 / u64::from(per_s));
            prop_assert!(taken <= most, "{} of {}", taken, most);
        }
    }
}
