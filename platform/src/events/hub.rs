//! Following the order of events in one process.

use super::WAKE_CHANNEL;
use super::row::{Column, Entity};
use crate::bus::BusReceiver;
use crate::services::Services;
use sea_orm::{ColumnTrait, DbBackend, DbErr, ExprTrait, QueryOrder, QuerySelect};
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;

/// Events a slow stream may fall behind before it is told to refetch.
const BACKLOG: usize = 4_096;
/// Events numbered or read in one statement.
const BATCH: u64 = 500;
/// How often to look without being woken.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// One key for every relay of one database.
const RELAY_LOCK: &str = "SELECT CAST(pg_advisory_xact_lock(7261742002) AS TEXT) AS locked";
/// Numbers the committed events that have none, oldest first.
const NUMBER: &str = "UPDATE events SET seq = n.seq FROM ( \
       SELECT w.id, (SELECT COALESCE(MAX(seq), 0) FROM events) + ROW_NUMBER() OVER (ORDER BY w.id) AS seq \
       FROM (SELECT id FROM events WHERE seq IS NULL ORDER BY id LIMIT 500) AS w) AS n \
     WHERE events.id = n.id";

/// An event on its way to the streams.
#[derive(Debug, Clone)]
pub struct LiveEvent {
    /// Its place in the order: what `Last-Event-ID` names.
    pub seq: i64,
    /// Whom it is for, as text.
    pub topic: String,
    /// What happened.
    pub kind: String,
    /// The ids and the changed object.
    pub payload: serde_json::Value,
}

/// The process's place in the order, and its streams.
#[derive(Debug, Clone)]
pub struct Hub {
    sender: broadcast::Sender<Arc<LiveEvent>>,
    at: Arc<AtomicI64>,
    ended: CancellationToken,
}

impl Default for Hub {
    fn default() -> Self {
        Self::new()
    }
}

impl Hub {
    /// A hub that follows nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            sender: broadcast::channel(BACKLOG).0,
            at: Arc::new(AtomicI64::new(-1)),
            ended: CancellationToken::new(),
        }
    }

    /// Everything that is told from now on; the caller keeps what its viewer may know.
    #[must_use]
    pub fn subscribe(&self) -> broadcast::Receiver<Arc<LiveEvent>> {
        self.sender.subscribe()
    }

    /// Returns once the process leaves and nothing will be told any more.
    pub async fn ended(&self) {
        self.ended.cancelled().await;
    }

    /// The number of the last event that this process told, asking nobody; `None` before it follows
    /// the order. What is read from the database afterwards has seen every event up to it.
    #[must_use]
    pub fn told(&self) -> Option<i64> {
        Some(self.at.load(Ordering::Acquire)).filter(|seq| *seq >= 0)
    }

    /// The number of the last event told. Subscribe first, then ask: nothing falls between.
    ///
    /// # Errors
    /// The database's, when the hub has not followed anything yet.
    pub async fn cursor(&self, services: &Services) -> Result<i64, DbErr> {
        match self.at.load(Ordering::Acquire) {
            -1 => newest(services).await,
            seq => Ok(seq),
        }
    }

    /// The events after `seq` for any of `topics`, oldest first; `None` when the log no longer
    /// reaches back that far or there are more than `limit`, so that the client must refetch.
    ///
    /// # Errors
    /// The database's.
    pub async fn since(
        &self,
        services: &Services,
        seq: i64,
        topics: &HashSet<String>,
        limit: u64,
    ) -> Result<Option<Vec<LiveEvent>>, DbErr> {
        let system = services.system("resume a live stream");
        let oldest: Vec<Option<i64>> = system
            .doorless::<Entity>()
            .shape(|select| select.select_only().column_as(Column::Seq.min(), "oldest"))
            .tuples()
            .await?;
        let reaches_back = oldest.first().copied().flatten().is_none_or(|oldest| oldest <= seq + 1);
        if !reaches_back || seq > newest(services).await? {
            return Ok(None);
        }
        let rows = system
            .doorless::<Entity>()
            .filter(Column::Seq.gt(seq).and(Column::Topic.is_in(topics.iter().map(String::as_str))))
            .shape(|select| select.order_by_asc(Column::Seq).limit(limit + 1))
            .all()
            .await?;
        let too_many = u64::try_from(rows.len()).unwrap_or(u64::MAX) > limit;
        Ok((!too_many).then(|| rows.into_iter().filter_map(told).collect()))
    }

    /// Numbers new events and tells them to the streams, until `stop`.
    pub async fn run(self, services: Services, stop: CancellationToken) {
        let mut wake = services.bus().subscribe(WAKE_CHANNEL).await;
        while self.at.load(Ordering::Acquire) < 0 && !stop.is_cancelled() {
            match newest(&services).await {
                Ok(seq) => self.at.store(seq, Ordering::Release),
                Err(error) => {
                    tracing::warn!(cause = %error, "the event log cannot be read; trying again");
                    tokio::time::sleep(LOOK_EVERY).await;
                }
            }
        }
        while !stop.is_cancelled() {
            if let Err(error) = self.catch_up(&services).await {
                tracing::warn!(cause = %error, "events wait: the log cannot be read");
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
                .doorless::<Entity>()
                .filter(Column::Seq.gt(at))
                .shape(|select| select.order_by_asc(Column::Seq).limit(BATCH))
                .all()
                .await?;
            let read = u64::try_from(rows.len()).unwrap_or(u64::MAX);
            for event in rows.into_iter().filter_map(told) {
                let seq = event.seq;
                // An error only says that no stream is open.
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

/// Numbers up to one batch of waiting events; how many.
async fn number(services: &Services) -> Result<u64, DbErr> {
    let mut system = services.system("number the waiting events");
    let waiting = system.doorless::<Entity>().filter(Column::Seq.is_null()).exists().await?;
    if !waiting {
        return Ok(0);
    }
    let tx = system.begin().await?;
    if tx.backend() == DbBackend::Postgres {
        #[derive(sea_orm::FromQueryResult)]
        struct Locked {}
        tx.raw(RELAY_LOCK, Vec::new()).one::<Locked>().await?;
    }
    let numbered = tx.execute(NUMBER, Vec::new()).await?;
    tx.commit().await?;
    Ok(numbered)
}

async fn newest(services: &Services) -> Result<i64, DbErr> {
    let system = services.system("find the end of the event log");
    let newest: Vec<Option<i64>> = system
        .doorless::<Entity>()
        .shape(|select| select.select_only().column_as(Column::Seq.max(), "newest"))
        .tuples()
        .await?;
    Ok(newest.first().copied().flatten().unwrap_or(0))
}

fn told(row: super::row::Model) -> Option<LiveEvent> {
    Some(LiveEvent { seq: row.seq?, topic: row.topic, kind: row.kind, payload: row.payload })
}
