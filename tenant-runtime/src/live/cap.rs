//! Limits the number of open streams per user in one process.

use platform::UserId;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Maximum open streams per user.
const STREAMS_MAX: usize = 20;

/// Number of open streams per user.
#[derive(Debug, Clone, Default)]
pub(super) struct OpenStreams(Arc<Mutex<HashMap<UserId, usize>>>);

/// Counts one open stream; decrements the count on drop.
#[derive(Debug)]
pub(super) struct StreamSlot {
    streams: OpenStreams,
    user: UserId,
}

impl OpenStreams {
    fn lock_counts(&self) -> MutexGuard<'_, HashMap<UserId, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The users who have an open stream.
    pub fn users(&self) -> HashSet<UserId> {
        self.lock_counts().keys().copied().collect()
    }

    /// Counts one more stream, unless the limit is reached.
    pub fn acquire_stream(&self, user: UserId) -> Option<StreamSlot> {
        let mut counts = self.lock_counts();
        let count = counts.entry(user).or_default();
        if *count >= STREAMS_MAX {
            return None;
        }
        *count += 1;
        Some(StreamSlot { streams: self.clone(), user })
    }
}

impl Drop for StreamSlot {
    fn drop(&mut self) {
        let mut counts = self.streams.lock_counts();
        if let Some(count) = counts.get_mut(&self.user) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.user);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_a_user_to_twenty_streams() {
        let (streams, ada, bob) = (OpenStreams::default(), UserId::new(), UserId::new());
        let mut held: Vec<StreamSlot> =
            (0..STREAMS_MAX).filter_map(|_| streams.acquire_stream(ada)).collect();
        assert_eq!(held.len(), STREAMS_MAX);
        assert!(streams.acquire_stream(ada).is_none());
        assert!(streams.acquire_stream(bob).is_some());
        held.pop();
        assert!(streams.acquire_stream(ada).is_some());
    }

    #[test]
    fn removes_the_counter_of_a_user_without_streams() {
        let streams = OpenStreams::default();
        drop(streams.acquire_stream(UserId::new()));
        assert!(streams.lock_counts().is_empty());
    }
}
