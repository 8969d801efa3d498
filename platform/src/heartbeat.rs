//! Heartbeats of background loops. A process is ready only while each loop that its role needs
//! reports progress: a loop that ended or hangs would otherwise go unnoticed.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Heartbeats of a process, by the name of the loop. Clones share them.
#[derive(Debug, Clone, Default)]
pub struct Heartbeats(Arc<Mutex<BTreeMap<&'static str, Arc<LoopState>>>>);

/// Reports the progress of one loop. Dropping it reports the end of the loop.
#[derive(Debug)]
pub struct Heartbeat(Arc<LoopState>);

#[derive(Debug)]
struct LoopState {
    max_age: Duration,
    last_beat: Mutex<Instant>,
    is_ended: AtomicBool,
}

impl Heartbeats {
    /// Starts the heartbeat of a loop that makes progress at least every `max_age`.
    #[must_use]
    pub fn start(&self, name: &'static str, max_age: Duration) -> Heartbeat {
        let state = LoopState {
            max_age,
            last_beat: Mutex::new(Instant::now()),
            is_ended: AtomicBool::new(false),
        };
        let state = Arc::new(state);
        lock(&self.0).insert(name, Arc::clone(&state));
        Heartbeat(state)
    }

    /// Returns the reason why a loop does not work: `not-started`, `ended` or `hung`.
    #[must_use]
    pub fn fault(&self, name: &str) -> Option<&'static str> {
        self.fault_at(name, Instant::now())
    }

    fn fault_at(&self, name: &str, now: Instant) -> Option<&'static str> {
        let Some(state) = lock(&self.0).get(name).cloned() else { return Some("not-started") };
        if state.is_ended.load(Ordering::Acquire) {
            return Some("ended");
        }
        let age = now.saturating_duration_since(*lock(&state.last_beat));
        (age > state.max_age).then_some("hung")
    }
}

impl Heartbeat {
    /// Reports progress.
    pub fn beat(&self) {
        *lock(&self.0.last_beat) = Instant::now();
    }
}

impl Drop for Heartbeat {
    fn drop(&mut self) {
        self.0.is_ended.store(true, Ordering::Release);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::Heartbeats;
    use std::time::{Duration, Instant};

    const MAX_AGE: Duration = Duration::from_secs(30);

    #[test]
    fn loop_that_was_not_started_is_a_fault() {
        assert_eq!(Heartbeats::default().fault("relay"), Some("not-started"));
    }

    #[test]
    fn loop_without_a_beat_is_hung_until_the_next_beat() {
        let heartbeats = Heartbeats::default();
        let heartbeat = heartbeats.start("relay", MAX_AGE);
        let started = Instant::now();
        assert_eq!(heartbeats.fault_at("relay", started), None);
        let late = started + MAX_AGE + Duration::from_secs(1);
        assert_eq!(heartbeats.fault_at("relay", late), Some("hung"));
        *super::lock(&heartbeat.0.last_beat) = late;
        assert_eq!(heartbeats.fault_at("relay", late + MAX_AGE), None);
        heartbeat.beat();
        assert_eq!(heartbeats.fault("relay"), None);
    }

    #[tokio::test]
    async fn loop_that_panicked_has_ended_until_it_is_started_again() {
        let heartbeats = Heartbeats::default();
        let heartbeat = heartbeats.start("relay", MAX_AGE);
        let panicked = tokio::spawn(async move {
            heartbeat.beat();
            panic!("a fault of the loop");
        });
        assert!(panicked.await.is_err());
        assert_eq!(heartbeats.fault("relay"), Some("ended"));
        let _heartbeat = heartbeats.start("relay", MAX_AGE);
        assert_eq!(heartbeats.fault("relay"), None);
    }
}
