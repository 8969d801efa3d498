//! Follows the event order in one process.

use super::row::{Column, Entity};
use super::subscriptions::{Subscription, Subscriptions};
use super::{NUMBERED_CHANNEL, WAKE_CHANNEL};
use crate::bus::{BusMessage, BusReceiver};
use crate::content_filters;
use crate::ids::SessionId;
use crate::services::Services;
use crate::telemetry::{EVENTS_RELAYED, spans};
use bytes::Bytes;
use metrics::counter;
use sea_orm::{ColumnTrait, DbBackend, DbErr, ExprTrait, QueryOrder, QuerySelect};
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tracing::Instrument;

/// Maximum events numbered or read by one statement.
const BATCH: u64 = 500;
/// Polling interval without a wake-up.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// Longest time that a new stream waits for the hub to start.
const START_TIMEOUT: Duration = Duration::from_secs(5);
/// Minimum interval between two reads of the event log. Under load one read serves all wake-ups of
/// this time, so their number does not grow with the number of events.
const READ_INTERVAL: Duration = Duration::from_millis(15);
/// Tries to take the lock of all relays of a database, without waiting: the process that holds it
/// looks for new events once more after it has numbered a batch.
const TRY_RELAY_LOCK: &str = "SELECT pg_try_advisory_xact_lock(7261742002) AS is_locked";
/// Name of the relay loop, for readiness.
pub const RELAY_LOOP: &str = "event-relay";
/// Maximum time of one round of the relay loop: several statements at their timeout.
const ROUND_MAX: Duration = Duration::from_secs(60);
/// Numbers the committed events without a number, oldest first.
const NUMBER: &str = "UPDATE events SET seq = n.seq FROM ( \
       SELECT w.id, (SELECT COALESCE(MAX(seq), 0) FROM events) + ROW_NUMBER() OVER (ORDER BY w.id) AS seq \
       FROM (SELECT id FROM events WHERE seq IS NULL ORDER BY id LIMIT 500) AS w) AS n \
     WHERE events.id = n.id";

/// An event for the live streams.
#[derive(Debug, Clone)]
pub struct LiveEvent {
    /// Sequence number; the value of `Last-Event-ID`.
    pub seq: i64,
    /// Topic, as text.
    pub topic: String,
    /// Event type.
    pub kind: String,
    /// Ids and the changed object.
    pub payload: serde_json::Value,
}

/// Sessions that have ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndedSessions {
    /// Their ids.
    pub sessions: Vec<SessionId>,
    /// Reason, such as `signed-out`.
    pub reason: String,
}

/// The process's position in the order, and its streams.
#[derive(Debug, Clone)]
pub struct Hub {
    pub(super) subscriptions: Subscriptions,
    at: Arc<AtomicI64>,
    started: CancellationToken,
    ended: CancellationToken,
}

impl Default for Hub {
    fn default() -> Self {
        Self::new()
    }
}

impl Hub {
    /// Creates a hub that follows nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            subscriptions: Subscriptions::default(),
            at: Arc::new(AtomicI64::new(-1)),
            started: CancellationToken::new(),
            ended: CancellationToken::new(),
        }
    }

    /// Adds an open stream of a session. It receives nothing before it follows topics.
    #[must_use]
    pub fn subscribe(&self, session: SessionId) -> Subscription {
        self.subscriptions.subscribe(session)
    }

    /// Notifies the streams of this process that sessions have ended. This does not pass through
    /// the event log, which cannot be written while the disk is full.
    pub(crate) fn publish_ended_sessions(&self, ended: &EndedSessions) {
        for session in &ended.sessions {
            self.subscriptions.end_session(*session, &ended.reason);
        }
    }

    /// Waits until the hub follows the order; a stream has no position before.
    ///
    /// # Errors
    /// The event log could not be read in time.
    pub async fn wait_until_started(&self) -> Result<(), DbErr> {
        let started = tokio::time::timeout(START_TIMEOUT, self.started.cancelled()).await;
        started.map_err(|_| DbErr::Custom("the event log is not being followed".to_owned()))
    }

    /// Returns when the process shuts down and no more events follow.
    pub async fn wait_for_shutdown(&self) {
        self.ended.cancelled().await;
    }

    /// Number of the last event that this process published, without a query; `None` before it
    /// follows the order. Data read from the database afterwards includes every event up to it.
    #[must_use]
    pub fn last_published(&self) -> Option<i64> {
        Some(self.at.load(Ordering::Acquire)).filter(|seq| *seq >= 0)
    }

    /// Returns the events after `seq` for any of `topics`, oldest first. `None` if the log does not
    /// reach back that far or there are more than `limit`; the client must then refetch.
    ///
    /// # Errors
    /// Database errors.
    pub async fn events_since(
        &self,
        services: &Services,
        seq: i64,
        topics: &HashSet<String>,
        limit: u64,
    ) -> Result<Option<Vec<LiveEvent>>, DbErr> {
        let system = services.system("resume a live stream");
        let oldest: Vec<Option<i64>> = system
            .global::<Entity>()
            .modify_select(|select| select.select_only().column_as(Column::Seq.min(), "oldest"))
            .all_tuples()
            .await?;
        let reaches_back = oldest.first().copied().flatten().is_none_or(|oldest| oldest <= seq + 1);
        if !reaches_back || seq > newest_number(services).await? {
            return Ok(None);
        }
        let rows = system
            .global::<Entity>()
            .filter(Column::Seq.gt(seq).and(Column::Topic.is_in(topics.iter().map(String::as_str))))
            .modify_select(|select| select.order_by_asc(Column::Seq).limit(limit + 1))
            .all()
            .await?;
        let too_many = u64::try_from(rows.len()).unwrap_or(u64::MAX) > limit;
        Ok((!too_many).then(|| rows.into_iter().filter_map(to_live_event).collect()))
    }

    /// Numbers new events and publishes them to the streams, until `stop`.
    pub async fn run(self, services: Services, stop: CancellationToken) {
        let transient = self.deliver_transient(&services, &stop);
        tokio::join!(transient, self.follow_log(&services, &stop));
    }

    async fn follow_log(&self, services: &Services, stop: &CancellationToken) {
        let heartbeat = services.heartbeats().start(RELAY_LOOP, ROUND_MAX);
        let mut wake = services.bus().subscribe(WAKE_CHANNEL).await;
        let mut numbered = services.bus().subscribe(NUMBERED_CHANNEL).await;
        while self.at.load(Ordering::Acquire) < 0 && !stop.is_cancelled() {
            heartbeat.beat();
            match newest_number(services).await {
                Ok(seq) => {
                    self.subscriptions.start_at(seq);
                    self.at.store(seq, Ordering::Release);
                    self.started.cancel();
                    content_filters::reload(services).await;
                }
                Err(error) => {
                    tracing::warn!(cause = %error, "failed to read event log; will retry");
                    tokio::time::sleep(LOOK_EVERY).await;
                }
            }
        }
        while !stop.is_cancelled() {
            heartbeat.beat();
            let started = Instant::now();
            if let Err(error) = self.catch_up(services).await {
                tracing::warn!(cause = %error, "failed to read event log; live delivery paused");
            }
            tokio::select! {
                () = stop.cancelled() => break,
                _ = wake.receive_message() => {}
                () = self.behind(&mut numbered) => {}
                () = tokio::time::sleep(LOOK_EVERY) => {}
            }
            tokio::time::sleep_until(started + READ_INTERVAL).await;
            wake.discard_waiting();
        }
        self.ended.cancel();
    }

    /// Waits until another process has numbered events that this one has not read.
    async fn behind(&self, numbered: &mut BusReceiver) {
        loop {
            let BusMessage::Payload(newest) = numbered.receive_message().await else { return };
            let newest = std::str::from_utf8(&newest).ok().and_then(|text| text.parse().ok());
            if newest.is_none_or(|newest: i64| newest > self.at.load(Ordering::Acquire)) {
                return;
            }
        }
    }

    async fn catch_up(&self, services: &Services) -> Result<(), DbErr> {
        // Until nothing waits: another process that could not take the lock relies on this look
        // after the commit.
        let mut has_numbered = false;
        while number_events(services).await? > 0 {
            has_numbered = true;
        }
        loop {
            let at = self.at.load(Ordering::Acquire);
            let system = services.system("follow the event log");
            let rows = system
                .global::<Entity>()
                .filter(Column::Seq.gt(at))
                .modify_select(|select| select.order_by_asc(Column::Seq).limit(BATCH))
                .all()
                .await?;
            let read = u64::try_from(rows.len()).unwrap_or(u64::MAX);
            if rows.iter().any(|row| row.kind == content_filters::CHANGED_KIND) {
                content_filters::reload(services).await;
            }
            for event in rows.into_iter().filter_map(to_live_event) {
                let seq = event.seq;
                self.subscriptions.publish(event);
                self.at.store(seq, Ordering::Release);
            }
            if read < BATCH {
                break;
            }
        }
        if has_numbered {
            let newest = self.at.load(Ordering::Acquire).to_string();
            services.bus().publish(NUMBERED_CHANNEL, Bytes::from(newest)).await;
        }
        Ok(())
    }
}

/// Numbers one batch of waiting events, unless another process does; returns their number.
async fn number_events(services: &Services) -> Result<u64, DbErr> {
    let system = services.system("look for new events");
    let waiting = system.global::<Entity>().filter(Column::Seq.is_null()).exists().await?;
    if !waiting {
        return Ok(0);
    }
    let span = spans::relay();
    let numbered = number_batch(services).instrument(span.clone()).await?;
    span.record("guildhall.events", numbered);
    counter!(EVENTS_RELAYED).increment(numbered);
    Ok(numbered)
}

async fn number_batch(services: &Services) -> Result<u64, DbErr> {
    let mut system = services.system("number new events");
    let tx = system.begin().await?;
    if tx.backend() == DbBackend::Postgres {
        #[derive(sea_orm::FromQueryResult)]
        struct LockRow {
            is_locked: bool,
        }
        let row: Option<LockRow> = tx.raw(TRY_RELAY_LOCK, Vec::new()).one().await?;
        if !row.is_some_and(|row| row.is_locked) {
            return Ok(0);
        }
    }
    let numbered = tx.execute(NUMBER, Vec::new()).await?;
    tx.commit().await?;
    Ok(numbered)
}

pub(super) async fn newest_number(services: &Services) -> Result<i64, DbErr> {
    let system = services.system("find the end of the event log");
    let newest: Vec<Option<i64>> = system
        .global::<Entity>()
        .modify_select(|select| select.select_only().column_as(Column::Seq.max(), "newest"))
        .all_tuples()
        .await?;
    Ok(newest.first().copied().flatten().unwrap_or(0))
}

fn to_live_event(row: super::row::Model) -> Option<LiveEvent> {
    Some(LiveEvent { seq: row.seq?, topic: row.topic, kind: row.kind, payload: row.payload })
}
