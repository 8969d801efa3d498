//! What an attempt does to a counter: one pure function, which every store runs. The script for
//! Redis in `redis.lua` says the same once more, and a test holds the two together.

use super::policy::{Delay, Policy, Window};
use std::time::Duration;

/// A counter that nobody touched for so long is gone.
pub(super) const FORGOTTEN_AFTER_MS: i64 = 24 * 60 * 60 * 1000;
const DAY_MS: i64 = 24 * 60 * 60 * 1000;
const DELAY_FIRST_MS: i64 = 1000;
const DELAY_MAX_MS: i64 = 30_000;
const MINUTE_MS: i64 = 60 * 1000;
/// Waits of [`Delay::Stepped`]; the last one stays.
const STEPS_MS: [i64; 4] = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 60 * MINUTE_MS];

/// One counter. Times are Unix milliseconds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct State {
    /// Attempts counted in this window.
    pub hits: u32,
    /// Attempts counted since the last success, across windows and blocks.
    pub streak: u32,
    /// When this window began.
    pub window_start: i64,
    /// Until when every attempt is refused; 0 when not blocked.
    pub blocked_until: i64,
    /// The last attempt counted; 0 before the first.
    pub last: i64,
}

/// What is asked of a counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ask {
    /// Would an attempt be allowed? Counts nothing.
    Check,
    /// Count an attempt, if it is allowed.
    Hit,
    /// Take the last attempt off the count: it turned out to be one that does not count.
    Refund,
}

/// A counter's answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Answer {
    pub allowed: bool,
    pub remaining: u32,
    pub retry_after_ms: i64,
}

/// Asks a counter at `now`; returns what it is afterwards and its answer.
pub(super) fn transition(state: State, policy: &Policy, ask: Ask, now: i64) -> (State, Answer) {
    let mut state = settled(state, policy, now);
    if ask == Ask::Refund {
        state = refunded(state, policy);
        return (
            state,
            Answer { allowed: true, remaining: left(&state, policy), retry_after_ms: 0 },
        );
    }
    let free_at = refused_until(&state, policy);
    if free_at > now {
        let remaining = if state.blocked_until > now { 0 } else { left(&state, policy) };
        return (state, Answer { allowed: false, remaining, retry_after_ms: free_at - now });
    }
    if ask == Ask::Hit {
        if state.hits == 0 {
            state.window_start = now;
        }
        state.hits += 1;
        state.streak += 1;
        state.last = now;
        block_if_used_up(&mut state, policy, now);
    }
    (state, Answer { allowed: true, remaining: left(&state, policy), retry_after_ms: 0 })
}

/// The counter after everything that passes with time alone has passed.
fn settled(mut state: State, policy: &Policy, now: i64) -> State {
    if state.last == 0 || now >= state.last.max(state.blocked_until) + FORGOTTEN_AFTER_MS {
        return State::default();
    }
    if state.blocked_until != 0 {
        if now < state.blocked_until {
            return state;
        }
        if streak_is_full(&state, policy) {
            return State::default();
        }
        // Blocked, then reset; the streak goes on.
        state.blocked_until = 0;
        state.hits = 0;
    } else if state.hits > 0 && now >= window_end(&state, policy) {
        state.hits = 0;
    }
    state
}

fn window_end(state: &State, policy: &Policy) -> i64 {
    match policy.window {
        Window::Fixed(length) => state.window_start + ms(length),
        Window::Quiet(length) => state.last + ms(length),
        Window::UtcDay => (state.window_start.div_euclid(DAY_MS) + 1) * DAY_MS,
    }
}

/// From when on an attempt is allowed again; in the past if it is allowed now.
fn refused_until(state: &State, policy: &Policy) -> i64 {
    let used_up = if state.hits >= policy.attempts { window_end(state, policy) } else { 0 };
    state.blocked_until.max(used_up).max(delay_end(state, policy))
}

fn delay_end(state: &State, policy: &Policy) -> i64 {
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

/// The counter without its last attempt, and without the block that this attempt brought.
fn refunded(mut state: State, policy: &Policy) -> State {
    if state.hits == 0 {
        return state;
    }
    state.hits -= 1;
    state.streak = state.streak.saturating_sub(1);
    if state.hits == 0 && state.streak == 0 {
        return State::default();
    }
    if state.hits < policy.attempts && !streak_is_full(&state, policy) {
        state.blocked_until = 0;
    }
    state
}

fn block_if_used_up(state: &mut State, policy: &Policy, now: i64) {
    if streak_is_full(state, policy) {
        state.blocked_until = now + FORGOTTEN_AFTER_MS;
    } else if state.hits >= policy.attempts && !policy.block.is_zero() {
        state.blocked_until = now + ms(policy.block);
    }
}

fn streak_is_full(state: &State, policy: &Policy) -> bool {
    policy.streak_max.is_some_and(|most| state.streak >= most)
}

fn left(state: &State, policy: &Policy) -> u32 {
    policy.attempts.saturating_sub(state.hits)
}

/// A policy's durations are minutes and hours, far below where this would saturate.
pub(super) fn ms(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
#[path = "transition_tests.rs"]
mod tests;
