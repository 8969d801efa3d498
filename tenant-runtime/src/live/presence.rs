//! Records the users with open streams of this process as active, once a minute for all of them,
//! and tells the others about those who have left.

use super::cap::OpenStreams;
use crate::messages;
use chrono::{DateTime, TimeDelta, Utc};
use platform::{AccountViewer, Member, Scope, Services, UserId};
use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Interval of the records.
const RECORD_INTERVAL: TimeDelta = TimeDelta::seconds(60);

/// Users of one process whose presence is recorded.
#[derive(Debug, Clone)]
pub(super) struct PresenceTracker {
    streams: OpenStreams,
    state: Arc<Mutex<TrackerState>>,
}

#[derive(Debug, Default)]
struct TrackerState {
    recorded_at: Option<DateTime<Utc>>,
    /// Users whose departure the others have not been told.
    known: HashSet<UserId>,
}

/// Users of one record.
#[derive(Debug, PartialEq, Eq)]
struct DueRecord {
    active: Vec<UserId>,
    departed: Vec<UserId>,
}

impl TrackerState {
    /// The users to record now, if it is time.
    fn take_due(&mut self, now: DateTime<Utc>, open: HashSet<UserId>) -> Option<DueRecord> {
        let is_due = self.recorded_at.is_none_or(|at| now - at >= RECORD_INTERVAL);
        if !is_due {
            return None;
        }
        self.recorded_at = Some(now);
        let departed = self.known.difference(&open).copied().collect();
        self.known.clone_from(&open);
        Some(DueRecord { active: open.into_iter().collect(), departed })
    }
}

impl PresenceTracker {
    pub fn new(streams: OpenStreams) -> Self {
        Self { streams, state: Arc::default() }
    }

    fn lock_state(&self) -> MutexGuard<'_, TrackerState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records that a user has opened a stream.
    pub async fn record_opened(&self, scope: &mut Scope<Member>) {
        self.lock_state().known.insert(scope.viewer().id());
        if let Err(error) = messages::record_stream_opened(scope).await {
            tracing::warn!(cause = %error, "failed to record presence");
        }
    }

    /// Records all users with open streams, unless that was done within the interval.
    pub async fn record_due(&self, services: &Services) {
        let now = services.clock().now();
        // The users are listed once in an interval only.
        let is_early = self.lock_state().recorded_at.is_some_and(|at| now - at < RECORD_INTERVAL);
        if is_early {
            return;
        }
        let open = self.streams.users();
        let Some(due) = self.lock_state().take_due(now, open) else { return };
        if let Err(error) = messages::record_active(services, due.active).await {
            tracing::warn!(cause = %error, "failed to record presence");
        }
        match messages::publish_departed(services, due.departed).await {
            // They were active a moment ago: the next record looks again.
            Ok(still_online) => self.lock_state().known.extend(still_online),
            Err(error) => tracing::warn!(cause = %error, "failed to publish presence"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_once_in_an_interval_and_reports_departures() {
        let (ada, bob) = (UserId::new(), UserId::new());
        let start = DateTime::<Utc>::UNIX_EPOCH;
        let mut state = TrackerState::default();
        let first = state.take_due(start, HashSet::from([ada]));
        assert_eq!(first, Some(DueRecord { active: vec![ada], departed: vec![] }));
        assert_eq!(state.take_due(start + TimeDelta::seconds(59), HashSet::from([bob])), None);
        let second = state.take_due(start + TimeDelta::seconds(60), HashSet::from([bob]));
        assert_eq!(second, Some(DueRecord { active: vec![bob], departed: vec![ada] }));
    }
}
