//! Metrics that are read when they are requested: the connection pool, the outbox and the jobs.
//! All processes on one database show the same outbox and jobs.

use super::{DB_CONNECTIONS, DB_CONNECTIONS_MAX, JOBS, JOBS_OLDEST, OUTBOX_AGE, OUTBOX_WAITING};
use crate::services::Services;
use chrono::{DateTime, Utc};
use metrics::gauge;
use sea_orm::{DbErr, FromQueryResult, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::time::timeout;

/// Timeout of the statements, so that metrics stay available while the database is not.
const STATEMENTS_TIMEOUT: Duration = Duration::from_secs(2);

const OUTBOX_SQL: &str =
    "SELECT COUNT(*) AS waiting, MIN(created_at) AS oldest FROM events WHERE seq IS NULL";
/// The index on state and time covers the condition; done jobs, which are many, are not read.
const JOBS_SQL: &str = "SELECT kind, CASE state WHEN 'ready' THEN \
       (CASE WHEN run_at <= $1 THEN 'due' ELSE 'scheduled' END) \
       WHEN 'failed' THEN 'dead' ELSE 'running' END AS status, \
     COUNT(*) AS jobs, MIN(run_at) AS oldest \
     FROM jobs WHERE state IN ('ready', 'running', 'failed') GROUP BY 1, 2";

#[derive(FromQueryResult)]
struct OutboxRow {
    waiting: i64,
    oldest: Option<DateTime<Utc>>,
}

#[derive(FromQueryResult)]
struct JobsRow {
    kind: String,
    status: String,
    jobs: i64,
    oldest: Option<DateTime<Utc>>,
}

/// Kinds of jobs that this process has shown, so that one without jobs becomes 0.
static KINDS: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Updates the metrics from the pool and the database.
pub async fn sample(services: &Services) {
    sample_pool(services);
    let reading = async {
        sample_outbox(services).await?;
        sample_jobs(services).await
    };
    match timeout(STATEMENTS_TIMEOUT, reading).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => {
            tracing::debug!(cause = %error, "failed to read the metrics of outbox and jobs");
        }
        Err(_) => tracing::debug!("reading the metrics of outbox and jobs timed out"),
    }
}

fn sample_pool(services: &Services) {
    let (size, idle) = services.database().conn().size();
    gauge!(DB_CONNECTIONS, "state" => "idle").set(f64::from(idle));
    gauge!(DB_CONNECTIONS, "state" => "in_use").set(f64::from(size.saturating_sub(idle)));
    gauge!(DB_CONNECTIONS_MAX).set(f64::from(services.config().database.max_connections));
}

async fn sample_outbox(services: &Services) -> Result<(), DbErr> {
    let system = services.system("measure the outbox");
    if let Some(row) = system.raw(OUTBOX_SQL, Vec::new()).one::<OutboxRow>().await? {
        gauge!(OUTBOX_WAITING).set(number(row.waiting));
        gauge!(OUTBOX_AGE).set(age(row.oldest, services.clock().now()));
    }
    Ok(())
}

async fn sample_jobs(services: &Services) -> Result<(), DbErr> {
    let now = services.clock().now();
    let system = services.system("measure the jobs");
    let rows = system.raw(JOBS_SQL, vec![Value::from(now)]).all::<JobsRow>().await?;
    let mut counts: BTreeMap<(&str, &str), i64> = BTreeMap::new();
    let mut oldest: BTreeMap<&str, Option<DateTime<Utc>>> = BTreeMap::new();
    for row in &rows {
        counts.insert((&row.kind, &row.status), row.jobs);
        if row.status == "due" {
            oldest.insert(&row.kind, row.oldest);
        }
    }
    let mut kinds = KINDS.lock().unwrap_or_else(PoisonError::into_inner);
    kinds.extend(rows.iter().map(|row| row.kind.clone()));
    for kind in kinds.iter() {
        for state in ["due", "scheduled", "running", "dead"] {
            let jobs = counts.get(&(kind.as_str(), state)).copied().unwrap_or(0);
            gauge!(JOBS, "kind" => kind.clone(), "state" => state).set(number(jobs));
        }
        let due_since = oldest.get(kind.as_str()).copied().flatten();
        gauge!(JOBS_OLDEST, "kind" => kind.clone()).set(age(due_since, now));
    }
    Ok(())
}

fn age(since: Option<DateTime<Utc>>, now: DateTime<Utc>) -> f64 {
    since.and_then(|since| (now - since).to_std().ok()).map_or(0.0, |age| age.as_secs_f64())
}

#[expect(clippy::cast_precision_loss, reason = "a number of rows is far below 2^52")]
const fn number(rows: i64) -> f64 {
    rows as f64
}
