//! Open streams of one process, by topic: an event wakes only the streams that follow its topic.
//!
//! One lock protects the position and all lists, so that [`Subscription::follow`] and
//! [`Subscriptions::publish`] never overlap: every event is either at or before the position that
//! `follow` returns, or is queued for the stream.

use super::{LiveEvent, TransientEvent};
use crate::ids::SessionId;
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// Recent events that are kept for streams that begin to follow a topic while they are behind.
const RECENT_MAX: usize = 4_096;
/// Events that may wait in one stream's queue; a slower stream must reload everything.
const QUEUE_MAX: usize = 1_024;
/// Transient events that may wait in one stream's queue; older ones are dropped.
const TRANSIENT_MAX: usize = 64;

/// Input of an open stream.
#[derive(Debug, Clone)]
pub enum StreamInput {
    /// An event of a followed topic.
    Event(Arc<LiveEvent>),
    /// A transient event of a followed topic.
    Transient(Arc<TransientEvent>),
    /// This many queued events were dropped, because the stream was too slow, or it follows a topic
    /// too late.
    Lagged(u64),
}

/// All open streams of a process, and the position in the order of events.
#[derive(Debug, Clone, Default)]
pub(super) struct Subscriptions(Arc<Mutex<Index>>);

/// An open stream. Dropping it removes it from the index.
#[derive(Debug)]
pub struct Subscription {
    id: u64,
    session: SessionId,
    topics: HashSet<String>,
    queue: Arc<Queue>,
    subscriptions: Subscriptions,
}

#[derive(Debug, Default)]
struct Index {
    /// Number of the last published event.
    position: i64,
    recent: VecDeque<Arc<LiveEvent>>,
    by_topic: HashMap<String, HashMap<u64, Arc<Queue>>>,
    by_session: HashMap<SessionId, HashMap<u64, Arc<Queue>>>,
    next_id: u64,
}

#[derive(Debug, Default)]
struct Queue {
    state: Mutex<QueueState>,
    changed: Notify,
}

#[derive(Debug, Default)]
struct QueueState {
    events: VecDeque<Arc<LiveEvent>>,
    transient: VecDeque<Arc<TransientEvent>>,
    has_lagged: bool,
    /// Events dropped since the last lag was received.
    dropped: u64,
    /// Reason why the stream's session has ended.
    session_ended: Option<String>,
}

impl Subscriptions {
    /// Sets the position from which events are published.
    pub fn start_at(&self, position: i64) {
        self.index().position = position;
    }

    /// Adds a stream that follows no topic yet.
    pub fn subscribe(&self, session: SessionId) -> Subscription {
        let queue = Arc::<Queue>::default();
        let mut index = self.index();
        let id = index.next_id;
        index.next_id += 1;
        index.by_session.entry(session).or_default().insert(id, queue.clone());
        drop(index);
        let subscriptions = self.clone();
        Subscription { id, session, topics: HashSet::new(), queue, subscriptions }
    }

    /// Queues an event for the streams that follow its topic. Events arrive in their order.
    pub fn publish(&self, event: LiveEvent) {
        let event = Arc::new(event);
        let mut index = self.index();
        index.position = event.seq;
        if let Some(queues) = index.by_topic.get(&event.topic) {
            for queue in queues.values() {
                queue.push(event.clone());
            }
        }
        if index.recent.len() == RECENT_MAX {
            index.recent.pop_front();
        }
        index.recent.push_back(event);
    }

    /// Queues a transient event for the streams that follow one of its topics.
    pub fn publish_transient(&self, event: Arc<TransientEvent>) {
        let index = self.index();
        for queue in event.topics.iter().filter_map(|topic| index.by_topic.get(topic)) {
            queue.values().for_each(|queue| queue.push_transient(event.clone()));
        }
    }

    /// Tells the streams of a session that it has ended.
    pub fn end_session(&self, session: SessionId, reason: &str) {
        for queue in self.index().by_session.get(&session).into_iter().flat_map(HashMap::values) {
            queue.state().session_ended = Some(reason.to_owned());
            queue.changed.notify_one();
        }
    }

    fn index(&self) -> MutexGuard<'_, Index> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Index {
    fn remove(&mut self, id: u64, topic: &str) {
        if let Some(queues) = self.by_topic.get_mut(topic) {
            queues.remove(&id);
            if queues.is_empty() {
                self.by_topic.remove(topic);
            }
        }
    }

    /// Recent events after `after` with one of these topics; `None` if the list begins later.
    fn recent_after(&self, after: i64, topics: &[&String]) -> Option<Vec<Arc<LiveEvent>>> {
        if after >= self.position || topics.is_empty() {
            return Some(Vec::new());
        }
        let reaches_back = self.recent.front().is_some_and(|oldest| oldest.seq <= after + 1);
        let first = self.recent.partition_point(|event| event.seq <= after);
        let wanted = |event: &&Arc<LiveEvent>| topics.iter().any(|topic| **topic == event.topic);
        reaches_back.then(|| self.recent.range(first..).filter(wanted).cloned().collect())
    }
}

impl Subscription {
    /// Follows exactly these topics from now on, and returns the position: the number of the last
    /// event that was published before. Of topics that are new to the stream, the recent events
    /// after `after` are queued too, in their order; if they are no longer known, the stream has
    /// lagged.
    pub fn follow(&mut self, topics: &HashSet<String>, after: Option<i64>) -> i64 {
        let mut index = self.subscriptions.index();
        for topic in self.topics.difference(topics) {
            index.remove(self.id, topic);
        }
        let new: Vec<&String> = topics.difference(&self.topics).collect();
        for topic in &new {
            let queues = index.by_topic.entry((*topic).clone()).or_default();
            queues.insert(self.id, self.queue.clone());
        }
        if let Some(after) = after {
            match index.recent_after(after, &new) {
                Some(missed) => self.queue.insert_in_order(missed),
                None => self.queue.set_lagged(),
            }
        }
        self.topics.clone_from(topics);
        index.position
    }

    /// Removes and returns the queued events. Clears a lag.
    pub fn take_queued(&mut self) -> Vec<Arc<LiveEvent>> {
        let mut state = self.queue.state();
        state.has_lagged = false;
        state.dropped = 0;
        state.events.drain(..).collect()
    }

    /// Reason why the session has ended in this process, if it has. It does not pass through the
    /// event log, which cannot be written while the disk is full.
    #[must_use]
    pub fn session_end(&self) -> Option<String> {
        self.queue.state().session_ended.clone()
    }

    /// Waits for the next event, or for the end of the session (`None`). Cancellation-safe.
    pub async fn recv(&mut self) -> Option<StreamInput> {
        loop {
            let changed = self.queue.changed.notified();
            {
                let mut state = self.queue.state();
                if state.session_ended.is_some() {
                    return None;
                }
                if std::mem::take(&mut state.has_lagged) {
                    return Some(StreamInput::Lagged(std::mem::take(&mut state.dropped)));
                }
                if let Some(event) = state.events.pop_front() {
                    return Some(StreamInput::Event(event));
                }
                if let Some(event) = state.transient.pop_front() {
                    return Some(StreamInput::Transient(event));
                }
            }
            changed.await;
        }
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        let mut index = self.subscriptions.index();
        for topic in &self.topics {
            index.remove(self.id, topic);
        }
        if let Some(queues) = index.by_session.get_mut(&self.session) {
            queues.remove(&self.id);
            if queues.is_empty() {
                index.by_session.remove(&self.session);
            }
        }
    }
}

impl QueueState {
    fn drop_all(&mut self) {
        self.dropped += u64::try_from(self.events.len()).unwrap_or(u64::MAX);
        self.events.clear();
        self.has_lagged = true;
    }
}

impl Queue {
    fn state(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(&self, event: Arc<LiveEvent>) {
        let mut state = self.state();
        if state.events.len() < QUEUE_MAX {
            state.events.push_back(event);
        } else {
            state.drop_all();
            state.dropped += 1;
        }
        drop(state);
        self.changed.notify_one();
    }

    fn push_transient(&self, event: Arc<TransientEvent>) {
        let mut state = self.state();
        if state.transient.len() == TRANSIENT_MAX {
            state.transient.pop_front();
        }
        state.transient.push_back(event);
        drop(state);
        self.changed.notify_one();
    }

    fn set_lagged(&self) {
        let mut state = self.state();
        state.drop_all();
        drop(state);
        self.changed.notify_one();
    }

    fn insert_in_order(&self, events: Vec<Arc<LiveEvent>>) {
        if events.is_empty() {
            return;
        }
        let mut state = self.state();
        state.events.extend(events);
        state.events.make_contiguous().sort_by_key(|event| event.seq);
        drop(state);
        self.changed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(seq: i64, topic: &str) -> LiveEvent {
        let kind = "post.created".to_owned();
        LiveEvent { seq, topic: topic.to_owned(), kind, payload: serde_json::Value::Null }
    }

    fn topics(names: &[&str]) -> HashSet<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    fn queued(subscription: &mut Subscription) -> Vec<i64> {
        subscription.take_queued().iter().map(|event| event.seq).collect()
    }

    fn publish(streams: &Subscriptions, events: &[(i64, &str)]) {
        events.iter().for_each(|(seq, topic)| streams.publish(event(*seq, topic)));
    }

    #[test]
    fn queues_only_events_of_followed_topics_after_the_returned_position() {
        let streams = Subscriptions::default();
        streams.start_at(6);
        let mut ada = streams.subscribe(SessionId::new());
        publish(&streams, &[(7, "a")]);
        assert_eq!(ada.follow(&topics(&["a", "b"]), None), 7);
        publish(&streams, &[(8, "a"), (9, "c"), (10, "b")]);
        assert_eq!(queued(&mut ada), [8, 10]);
        assert_eq!(ada.follow(&topics(&["c"]), None), 10);
        publish(&streams, &[(11, "a"), (12, "c")]);
        assert_eq!(queued(&mut ada), [12]);
    }

    #[test]
    fn adds_recent_events_of_a_new_topic_in_order() {
        let streams = Subscriptions::default();
        let mut ada = streams.subscribe(SessionId::new());
        ada.follow(&topics(&["a"]), None);
        publish(&streams, &[(1, "b"), (2, "a"), (3, "b"), (4, "a"), (5, "b")]);
        assert_eq!(ada.follow(&topics(&["a", "b"]), Some(2)), 5);
        assert_eq!(queued(&mut ada), [2, 3, 4, 5]);
    }

    #[tokio::test]
    async fn stream_lags_if_the_events_of_a_new_topic_are_no_longer_known() {
        let streams = Subscriptions::default();
        let mut ada = streams.subscribe(SessionId::new());
        ada.follow(&topics(&["a"]), None);
        for seq in 1..=i64::try_from(RECENT_MAX).unwrap_or_default() + 2 {
            streams.publish(event(seq, "b"));
        }
        ada.follow(&topics(&["a"]), Some(1));
        assert!(ada.queue.state().events.is_empty(), "no topic is new");
        ada.follow(&topics(&["a", "b"]), Some(1));
        assert!(matches!(ada.recv().await, Some(StreamInput::Lagged(0))));
    }

    #[tokio::test]
    async fn a_full_queue_is_dropped_and_the_stream_lags_once() {
        let streams = Subscriptions::default();
        let mut ada = streams.subscribe(SessionId::new());
        ada.follow(&topics(&["a"]), None);
        let full = i64::try_from(QUEUE_MAX).unwrap_or_default();
        for seq in 1..=full + 2 {
            streams.publish(event(seq, "a"));
        }
        let dropped = u64::try_from(QUEUE_MAX).unwrap_or_default() + 1;
        assert!(matches!(ada.recv().await, Some(StreamInput::Lagged(count)) if count == dropped));
        let next = ada.recv().await;
        assert!(matches!(next, Some(StreamInput::Event(event)) if event.seq == full + 2));
    }

    #[tokio::test]
    async fn the_end_of_a_session_reaches_its_streams_only() {
        let streams = Subscriptions::default();
        let (session, other) = (SessionId::new(), SessionId::new());
        let mut ada = streams.subscribe(session);
        let bob = streams.subscribe(other);
        streams.end_session(session, "signed-out");
        assert!(ada.recv().await.is_none());
        assert_eq!(ada.session_end().as_deref(), Some("signed-out"));
        assert_eq!(bob.session_end(), None);
    }

    #[tokio::test]
    async fn transient_events_reach_followers_and_are_dropped_when_too_many_wait() {
        let streams = Subscriptions::default();
        let mut ada = streams.subscribe(SessionId::new());
        let mut bob = streams.subscribe(SessionId::new());
        ada.follow(&topics(&["a"]), None);
        bob.follow(&topics(&["b"]), None);
        let kind = "conversation.typing".to_owned();
        for number in 0..=TRANSIENT_MAX {
            let payload = serde_json::json!(number);
            let event =
                TransientEvent { topics: vec!["a".to_owned()], kind: kind.clone(), payload };
            streams.publish_transient(Arc::new(event));
        }
        publish(&streams, &[(1, "a"), (2, "b")]);
        assert!(matches!(ada.recv().await, Some(StreamInput::Event(event)) if event.seq == 1));
        let first = ada.recv().await;
        assert!(matches!(first, Some(StreamInput::Transient(event)) if event.payload == 1));
        assert!(matches!(bob.recv().await, Some(StreamInput::Event(event)) if event.seq == 2));
        assert!(bob.queue.state().transient.is_empty());
    }

    #[test]
    fn a_dropped_stream_leaves_nothing_in_the_index() {
        let streams = Subscriptions::default();
        let mut ada = streams.subscribe(SessionId::new());
        ada.follow(&topics(&["a", "b"]), None);
        drop(ada);
        let index = streams.index();
        assert!(index.by_topic.is_empty() && index.by_session.is_empty());
    }
}
