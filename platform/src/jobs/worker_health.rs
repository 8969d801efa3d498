//! Heartbeats of the workers of all processes, in the database: staff see which workers run, and when
//! each completed a job. Readiness of this process uses [`crate::heartbeat`].

use crate::db::is_away;
use crate::scope::Scope;
use crate::services::Services;
use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::{DbErr, FromQueryResult};
use serde::Serialize;
use std::sync::{Arc, Mutex, PoisonError};

/// Interval of the heartbeats.
pub(crate) const BEAT_EVERY: std::time::Duration = std::time::Duration::from_secs(30);
/// Age of the last heartbeat up to which a worker counts as running.
const ALIVE_FOR: TimeDelta = TimeDelta::seconds(90);
/// Time after which a worker that did not stop in order is deleted.
const RETENTION: TimeDelta = TimeDelta::days(1);

/// Completed jobs of one worker. Clones share them.
#[derive(Debug, Clone, Default)]
pub(crate) struct CompletedJobs(Arc<Mutex<(i64, Option<DateTime<Utc>>)>>);

impl CompletedJobs {
    pub(crate) fn record(&self, at: DateTime<Utc>) {
        let mut completed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *completed = (completed.0 + 1, Some(at));
    }

    fn read(&self) -> (i64, Option<DateTime<Utc>>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A worker.
#[derive(Debug, Clone, FromQueryResult, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WorkerHealth {
    /// Id, new at each start.
    pub id: String,
    /// Name of its machine.
    pub host: String,
    /// Start.
    pub started_at: DateTime<Utc>,
    /// Last heartbeat.
    pub last_seen_at: DateTime<Utc>,
    /// Time at which it last completed a job.
    pub last_completed_at: Option<DateTime<Utc>>,
    /// Number of completed jobs since its start.
    pub completed_jobs: i64,
    /// The last heartbeat is recent.
    pub is_alive: bool,
}

/// Workers with a heartbeat within the last day, the most recent first.
///
/// # Errors
/// Database errors.
pub async fn list_workers<V>(scope: &Scope<V>) -> Result<Vec<WorkerHealth>, DbErr> {
    const SQL: &str = "SELECT id, host, started_at, last_seen_at, last_completed_at, \
         completed_jobs, last_seen_at > $1 AS is_alive FROM workers \
         ORDER BY last_seen_at DESC, id LIMIT 100";
    scope.raw(SQL, vec![(scope.now() - ALIVE_FOR).into()]).all().await
}

/// Records the heartbeat of a worker, and deletes old ones.
pub(crate) async fn record_beat(services: &Services, worker: &str, completed: &CompletedJobs) {
    let recorded = store_beat(services, worker, completed).await;
    match recorded {
        Err(error) if is_away(&error) || services.is_storage_full() => {
            tracing::debug!(%error, "failed to record the heartbeat of a worker");
        }
        Err(error) => tracing::warn!(%error, "failed to record the heartbeat of a worker"),
        Ok(()) => {}
    }
}

async fn store_beat(
    services: &Services,
    worker: &str,
    completed: &CompletedJobs,
) -> Result<(), DbErr> {
    const STORE: &str = "INSERT INTO workers \
         (id, host, started_at, last_seen_at, last_completed_at, completed_jobs) \
         VALUES ($1, $2, $3, $3, $4, $5) ON CONFLICT (id) DO UPDATE SET \
         last_seen_at = excluded.last_seen_at, last_completed_at = excluded.last_completed_at, \
         completed_jobs = excluded.completed_jobs";
    let (jobs, last) = completed.read();
    let mut system = services.system("record the heartbeat of a worker");
    let tx = system.begin().await?;
    let now = tx.now();
    let values = vec![worker.into(), machine_name().into(), now.into(), last.into(), jobs.into()];
    tx.execute(STORE, values).await?;
    let old = now - RETENTION;
    tx.execute("DELETE FROM workers WHERE last_seen_at < $1", vec![old.into()]).await?;
    tx.commit().await
}

/// Deletes the heartbeat of a worker that stops.
pub(crate) async fn delete_beat(services: &Services, worker: &str) {
    let deleted = async {
        let mut system = services.system("delete the heartbeat of a stopped worker");
        let tx = system.begin().await?;
        tx.execute("DELETE FROM workers WHERE id = $1", vec![worker.into()]).await?;
        tx.commit().await
    };
    if let Err(error) = deleted.await {
        tracing::debug!(%error, "failed to delete the heartbeat of a stopped worker");
    }
}

fn machine_name() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    name.trim().to_owned()
}
