//! Follows the event order in one process.

use super::WAKE_CHANNEL;
use super::row::{Column, Entity};
use crate::bus::BusReceiver;
use crate::ids::SessionId;
use crate::services::Services;
use sea_orm::{ColumnTrait, DbBackend, DbErr, ExprTrait, QueryOrder, QuerySelect};
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;

/// Number of events that a slow stream may lag behind before it must refetch.
const BACKLOG: usize = 4_096;
/// Ended sessions that a slow stream may lag behind before it queries its own session.
const ENDED_BACKLOG: usize = 256;
/// Maximum events numbered or read by one statement.
const BATCH: u64 = 500;
/// Polling interval without a wake-up.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// Name of the relay loop, for readiness.
pub const RELAY_LOOP: &str = "event-relay";
/// Maximum time of one round of the relay loop: several statements at their timeout.
const ROUND_MAX: Duration = Duration::from_secs(60);
/// Advisory lock key of all relays of a database.
const RELAY_LOCK: &str = "SELECT CAST(pg_advisory_xact_lock(7261742002) AS TEXT) AS locked";
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
    sender: broadcast::Sender<Arc<LiveEvent>>,
    ended_sessions: broadcast::Sender<Arc<EndedSessions>>,
    at: Arc<AtomicI64>,
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
            sender: broadcast::channel(BACKLOG).0,
            ended_sessions: broadcast::channel(ENDED_BACKLOG).0,
            at: Arc::new(AtomicI64::new(-1)),
            ended: CancellationToken::new(),
        }
    }

    /// Returns all events from now on; the caller filters those its viewer may see.
    #[must_use]
    pub fn subscribe(&self) -> broadcast::Receiver<Arc<LiveEvent>> {
        self.sender.subscribe()
    }

    /// Receives the sessions that this process ends from now on. They do not pass through the event
    /// log, which cannot be written while the disk is full.
    #[must_use]
    pub fn subscribe_to_ended_sessions(&self) -> broadcast::Receiver<Arc<EndedSessions>> {
        self.ended_sessions.subscribe()
    }

    /// Notifies the streams of this process that sessions have ended.
    pub(crate) fn publish_ended_sessions(&self, ended: EndedSessions) {
        // An error only means that no stream is open.
        drop(self.ended_sessions.send(Arc::new(ended)));
    }

    /// Returns when the process shuts down and no more events follow.
    pub async fn ended(&self) {
        self.ended.cancelled().await;
    }

    /// Number of the last event that this process published, without a query; `None` before it
    /// follows the order. Data read from the database afterwards includes every event up to it.
    #[must_use]
    pub fn told(&self) -> Option<i64> {
        Some(self.at.load(Ordering::Acquire)).filter(|seq| *seq >= 0)
    }

    /// Number of the last published event. Subscribe before the call, so that no event is missed.
    ///
    /// # Errors
    /// Database errors, if the hub does not follow the order yet.
    pub async fn cursor(&self, services: &Services) -> Result<i64, DbErr> {
        match self.at.load(Ordering::Acquire) {
            -1 => newest(services).await,
            seq => Ok(seq),
        }
    }

    /// Returns the events after `seq` for any of `topics`, oldest first. `None` if the log does not
    /// reach back that far or there are more than `limit`; the client must then refetch.
    ///
    /// # Errors
    /// Database errors.
    pub async fn since(
        &self,
        services: &Services,
        seq: i64,
        topics: &HashSet<String>,
        limit: u64,
    ) -> Result<Option<Vec<LiveEvent>>, DbErr> {
        let system = services.system("resume a live stream");
        let oldest: Vec<Option<i64>> = system
            .global::<Entity>()
            .shape(|select| select.select_only().column_as(Column::Seq.min(), "oldest"))
            .tuples()
            .await?;
        let reaches_back = oldest.first().copied().flatten().is_none_or(|oldest| oldest <= seq + 1);
        if !reaches_back || seq > newest(services).await? {
            return Ok(None);
        }
        let rows = system
            .global::<Entity>()
            .filter(Column::Seq.gt(seq).and(Column::Topic.is_in(topics.iter().map(String::as_str))))
            .shape(|select| select.order_by_asc(Column::Seq).limit(limit + 1))
            .all()
            .await?;
        let too_many = u64::try_from(rows.len()).unwrap_or(u64::MAX) > limit;
        Ok((!too_many).then(|| rows.into_iter().filter_map(told).collect()))
    }

    /// Numbers new events and publishes them to the streams, until `stop`.
    pub async fn run(self, services: Services, stop: CancellationToken) {
        let heartbeat = services.heartbeats().start(RELAY_LOOP, ROUND_MAX);
        let mut wake = services.bus().subscribe(WAKE_CHANNEL).await;
        while self.at.load(Ordering::Acquire) < 0 && !stop.is_cancelled() {
            heartbeat.beat();
            match newest(&services).await {
                Ok(seq) => self.at.store(seq, Ordering::Release),
                Err(error) => {
                    tracing::warn!(cause = %error, "failed to read event log; will retry");
                    tokio::time::sleep(LOOK_EVERY).await;
                }
            }
        }
        while !stop.is_cancelled() {
            heartbeat.beat();
            if let Err(error) = self.catch_up(&services).await {
                tracing::warn!(cause = %error, "failed to read event log; live delivery paused");
            }
            tokio::select! {
                () = stop.cancelled() => break,
                () = woken(&mut wake) => {}
                () = tokio::time::sleep(LOOK_EVERY) => {}
            }
        }
        self.ended.cancel();
    }

    async fn catch_up(&self, services: &Services) -> Result<(), DbErr> {
        while number(services).await? == BATCH {}
        loop {
            let at = self.at.load(Ordering::Acquire);
            let system = services.system("follow the event log");
            let rows = system
                .global::<Entity>()
                .filter(Column::Seq.gt(at))
                .shape(|select| select.order_by_asc(Column::Seq).limit(BATCH))
                .all()
                .await?;
            let read = u64::try_from(rows.len()).unwrap_or(u64::MAX);
            for event in rows.into_iter().filter_map(told) {
                let seq = event.seq;
                // An error only means that no stream is open.
                drop(self.sender.send(Arc::new(event)));
                self.at.store(seq, Ordering::Release);
            }
            if read < BATCH {
                return Ok(());
            }
        }
    }
}

async fn woken(wake: &mut BusReceiver) {
    wake.recv().await;
}

/// Numbers one batch of waiting events; returns their number.
async fn number(services: &Services) -> Result<u64, DbErr> {
    let mut system = services.system("number new events");
    let waiting = system.global::<Entity>().filter(Column::Seq.is_null()).exists().await?;
    if !waiting {
        return Ok(0);
    }
    let tx = system.begin().await?;
    if tx.backend() == DbBackend::Postgres {
        #[derive(sea_orm::FromQueryResult)]
        struct LockRow {}
        tx.raw(RELAY_LOCK, Vec::new()).one::<LockRow>().await?;
    }
    let numbered = tx.execute(NUMBER, Vec::new()).await?;
    tx.commit().await?;
    Ok(numbered)
}

async fn newest(services: &Services) -> Result<i64, DbErr> {
    let system = services.system("find the end of the event log");
    let newest: Vec<Option<i64>> = system
        .global::<Entity>()
        .shape(|select| select.select_only().column_as(Column::Seq.max(), "newest"))
        .tuples()
        .await?;
    Ok(newest.first().copied().flatten().unwrap_or(0))
}

fn told(row: super::row::Model) -> Option<LiveEvent> {
    Some(LiveEvent { seq: row.seq?, topic: row.topic, kind: row.kind, payload: row.payload })
}
