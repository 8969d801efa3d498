//! Effect of an attempt on a counter: a pure function that every store runs. `redis.lua` implements
//! the same for Redis; a test compares both.

use super::policy::{Delay, Policy, Window};
use std::time::Duration;

/// Time after which an unused counter is deleted.
pub(super) const FORGOTTEN_AFTER_MS: i64 = 24 * 60 * 60 * 1000;
const DAY_MS: i64 = 24 * 60 * 60 * 1000;
const DELAY_FIRST_MS: i64 = 1000;
const DELAY_MAX_MS: i64 = 30_000;
const MINUTE_MS: i64 = 60 * 1000;
/// Delays of [`Delay::Stepped`]; the last one repeats.
const STEPS_MS: [i64; 4] = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 60 * MINUTE_MS];

/// A counter. All times are Unix milliseconds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct CounterState {
    /// Counted attempts in this window.
    pub hits: u32,
    /// Counted attempts since the last success, across windows and blocks.
    pub streak: u32,
    /// Start of this window.
    pub window_start: i64,
    /// Time until which every attempt is refused; 0 if not blocked.
    pub blocked_until: i64,
    /// Time of the last counted attempt; 0 before the first.
    pub last: i64,
}

/// Operation on a counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CounterOperation {
    /// Would an attempt be allowed? Does not count.
    Check,
    /// Counts an attempt if it is allowed.
    Hit,
    /// Reverts the last attempt, because it must not count.
    Refund,
}

/// Result of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CounterDecision {
    pub allowed: bool,
    pub remaining: u32,
    pub retry_after_ms: i64,
}

/// Applies an operation at `now`; returns the new state and the result.
pub(super) fn apply_operation(
    state: CounterState,
    policy: &Policy,
    operation: CounterOperation,
    now: i64,
) -> (CounterState, CounterDecision) {
    let mut state = with_time_applied(state, policy, now);
    if operation == CounterOperation::Refund {
        state = with_refund(state, policy);
        return (
            state,
            CounterDecision {
                allowed: true,
                remaining: attempts_left(&state, policy),
                retry_after_ms: 0,
            },
        );
    }
    let free_at = refused_until(&state, policy);
    if free_at > now {
        let remaining = if state.blocked_until > now { 0 } else { attempts_left(&state, policy) };
        return (
            state,
            CounterDecision { allowed: false, remaining, retry_after_ms: free_at - now },
        );
    }
    if operation == CounterOperation::Hit {
        if state.hits == 0 {
            state.window_start = now;
        }
        state.hits += 1;
        state.streak += 1;
        state.last = now;
        block_if_used_up(&mut state, policy, now);
    }
    (
        state,
        CounterDecision {
            allowed: true,
            remaining: attempts_left(&state, policy),
            retry_after_ms: 0,
        },
    )
}

/// Applies everything that depends on time alone.
fn with_time_applied(mut state: CounterState, policy: &Policy, now: i64) -> CounterState {
    if state.last == 0 || now >= state.last.max(state.blocked_until) + FORGOTTEN_AFTER_MS {
        return CounterState::default();
    }
    if state.blocked_until != 0 {
        if now < state.blocked_until {
            return state;
        }
        if streak_is_full(&state, policy) {
            return CounterState::default();
        }
        // The counter is reset after a block; the streak continues.
        state.blocked_until = 0;
        state.hits = 0;
    } else if state.hits > 0 && now >= window_end(&state, policy) {
        state.hits = 0;
    }
    state
}

fn window_end(state: &CounterState, policy: &Policy) -> i64 {
    match policy.window {
        Window::Fixed(length) => state.window_start + to_millis(length),
        Window::Quiet(length) => state.last + to_millis(length),
        Window::UtcDay => (state.window_start.div_euclid(DAY_MS) + 1) * DAY_MS,
    }
}

/// Time from which an attempt is allowed; in the past if it is allowed now.
fn refused_until(state: &CounterState, policy: &Policy) -> i64 {
    let used_up = if state.hits >= policy.attempts { window_end(state, policy) } else { 0 };
    state.blocked_until.max(used_up).max(delay_end(state, policy))
}

fn delay_end(state: &CounterState, policy: &Policy) -> i64 {
    let Some(earlier) = state.hits.checked_sub(1) else { return 0 };
    match policy.delay {
        Delay::None => 0,
        Delay::Progressive => state.last + (DELAY_FIRST_MS << earlier.min(5)).min(DELAY_MAX_MS),
        Delay::Stepped => {
            let step = usize::try_from(earlier).unwrap_or(usize::MAX).min(STEPS_MS.len() - 1);
            state.last + STEPS_MS[step]
        }
    }
}

/// Reverts the last attempt, and the block it caused.
fn with_refund(mut state: CounterState, policy: &Policy) -> CounterState {
    if state.hits == 0 {
        return state;
    }
    state.hits -= 1;
    state.streak = state.streak.saturating_sub(1);
    if state.hits == 0 && state.streak == 0 {
        return CounterState::default();
    }
    if state.hits < policy.attempts && !streak_is_full(&state, policy) {
        state.blocked_until = 0;
    }
    state
}

fn block_if_used_up(state: &mut CounterState, policy: &Policy, now: i64) {
    if streak_is_full(state, policy) {
        state.blocked_until = now + FORGOTTEN_AFTER_MS;
    } else if state.hits >= policy.attempts && !policy.block.is_zero() {
        state.blocked_until = now + to_millis(policy.block);
    }
}

fn streak_is_full(state: &CounterState, policy: &Policy) -> bool {
    policy.streak_max.is_some_and(|most| state.streak >= most)
}

fn attempts_left(state: &CounterState, policy: &Policy) -> u32 {
    policy.attempts.saturating_sub(state.hits)
}

/// A policy's durations are minutes and hours, so this never saturates.
pub(super) fn to_millis(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
#[path = "transition_tests.rs"]
mod tests;
