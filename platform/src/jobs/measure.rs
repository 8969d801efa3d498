//! Metrics of the stored jobs, read when they are requested.

use crate::services::Services;
use crate::telemetry::{JOBS, JOBS_OLDEST};
use chrono::{DateTime, Utc};
use metrics::gauge;
use sea_orm::{DbErr, FromQueryResult, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

/// The index on state and time covers the condition; done jobs, which are many, are not read.
const SQL: &str = "SELECT kind, CASE state WHEN 'ready' THEN \
       (CASE WHEN run_at <= $1 THEN 'due' ELSE 'scheduled' END) \
       WHEN 'failed' THEN 'dead' ELSE 'running' END AS status, \
     COUNT(*) AS jobs, MIN(run_at) AS oldest \
     FROM jobs WHERE state IN ('ready', 'running', 'failed') GROUP BY 1, 2";

#[derive(FromQueryResult)]
struct JobsRow {
    kind: String,
    status: String,
    jobs: i64,
    oldest: Option<DateTime<Utc>>,
}

/// Kinds of jobs that this process has shown, so that one without jobs becomes 0.
static KINDS: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Updates the metrics of the stored jobs. All processes on one database show the same.
///
/// # Errors
/// Database errors.
pub async fn measure(services: &Services) -> Result<(), DbErr> {
    let now = services.clock().now();
    let system = services.system("measure the jobs");
    let rows = system.raw(SQL, vec![Value::from(now)]).all::<JobsRow>().await?;
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
