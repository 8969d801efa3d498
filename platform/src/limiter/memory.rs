//! Rate limit counters in this process; lost at its end.

use super::key::CounterKey;
use super::policy::Policy;
use super::transition::{
    CounterDecision, CounterOperation, CounterState, FORGOTTEN_AFTER_MS, apply_operation,
};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

const SHARDS: usize = 16;
/// Maximum counters per shard; a further one replaces the least recently used.
const SHARD_MAX: usize = 16_384;
/// Interval at which a shard deletes expired counters.
const SWEEP_EVERY_MS: i64 = 5 * 60 * 1000;

#[derive(Default)]
pub(super) struct MemoryStore {
    shards: [Mutex<Shard>; SHARDS],
}

#[derive(Default)]
struct Shard {
    counters: HashMap<[u8; 32], CounterState>,
    swept_at: i64,
}

impl MemoryStore {
    pub fn check(
        &self,
        key: &CounterKey,
        policy: &Policy,
        operation: CounterOperation,
        now: i64,
    ) -> CounterDecision {
        let mut shard = self.lock_shard(key);
        shard.sweep(now);
        let before = shard.counters.get(&key.tag).copied().unwrap_or_default();
        let (after, answer) = apply_operation(before, policy, operation, now);
        if after == CounterState::default() {
            shard.counters.remove(&key.tag);
        } else {
            if shard.counters.len() >= SHARD_MAX && !shard.counters.contains_key(&key.tag) {
                shard.drop_quietest();
            }
            shard.counters.insert(key.tag, after);
        }
        answer
    }

    pub fn clear(&self, key: &CounterKey) {
        self.lock_shard(key).counters.remove(&key.tag);
    }

    fn lock_shard(&self, key: &CounterKey) -> std::sync::MutexGuard<'_, Shard> {
        // The tag is an HMAC, so its first byte is evenly distributed.
        let index = usize::from(key.tag[0]) % SHARDS;
        self.shards[index].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Shard {
    fn sweep(&mut self, now: i64) {
        if now - self.swept_at < SWEEP_EVERY_MS {
            return;
        }
        self.swept_at = now;
        self.counters.retain(|_, state| now < state.forgotten_at());
    }

    fn drop_quietest(&mut self) {
        let quietest = self.counters.iter().min_by_key(|(_, state)| state.forgotten_at());
        if let Some(tag) = quietest.map(|(tag, _)| *tag) {
            self.counters.remove(&tag);
        }
    }
}

impl CounterState {
    /// Time from which this counter equals a new one.
    pub fn forgotten_at(&self) -> i64 {
        self.last.max(self.blocked_until) + FORGOTTEN_AFTER_MS
    }
}
