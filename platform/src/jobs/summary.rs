//! Length of the job queue, for staff.

use crate::scope::Scope;
use chrono::{DateTime, Utc};
use sea_orm::{DbErr, FromQueryResult};
use serde::Serialize;

/// Number of jobs by state.
#[derive(Debug, Clone, Default, FromQueryResult, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QueueSummary {
    /// Jobs that could run now.
    pub due: i64,
    /// Jobs whose time has not come.
    pub scheduled: i64,
    /// Jobs that a worker runs.
    pub running: i64,
    /// Permanently failed jobs.
    pub failed: i64,
    /// Time since which the oldest due job could run.
    pub oldest_due_at: Option<DateTime<Utc>>,
}

/// Counts the jobs. Done jobs, which are many, are not read.
///
/// # Errors
/// Database errors.
pub async fn queue_summary<V>(scope: &Scope<V>) -> Result<QueueSummary, DbErr> {
    const SQL: &str = "SELECT COUNT(CASE WHEN state = 'ready' AND run_at <= $1 THEN 1 END) AS due, \
         COUNT(CASE WHEN state = 'ready' AND run_at > $1 THEN 1 END) AS scheduled, \
         COUNT(CASE WHEN state = 'running' THEN 1 END) AS running, \
         COUNT(CASE WHEN state = 'failed' THEN 1 END) AS failed, \
         MIN(CASE WHEN state = 'ready' AND run_at <= $1 THEN run_at END) AS oldest_due_at \
         FROM jobs WHERE state IN ('ready', 'running', 'failed')";
    let row = scope.raw(SQL, vec![scope.now().into()]).one::<QueueSummary>().await?;
    Ok(row.unwrap_or_default())
}

/// Kinds of the stored jobs that are not done, by name.
///
/// # Errors
/// Database errors.
pub async fn job_kinds<V>(scope: &Scope<V>) -> Result<Vec<String>, DbErr> {
    #[derive(FromQueryResult)]
    struct KindRow {
        kind: String,
    }
    const SQL: &str = "SELECT DISTINCT kind FROM jobs \
         WHERE state IN ('ready', 'running', 'failed') ORDER BY kind";
    let rows = scope.raw(SQL, vec![]).all::<KindRow>().await?;
    Ok(rows.into_iter().map(|row| row.kind).collect())
}
