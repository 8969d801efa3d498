//! Background jobs: rows written in the transaction that needs them, run by a worker.
//!
//! [`crate::Tx::enqueue`] takes a [`NewJob`]. A [`Worker`] claims due jobs under a lease, runs
//! their handlers, retries failed ones, and reclaims the jobs of dead workers. A job may therefore
//! run twice; handlers are idempotent.

mod handlers;
mod measure;
mod queue;
pub mod row;
mod slots;
mod summary;
mod worker;
pub mod worker_health;

pub use handlers::{Handlers, JobError, JobScope, send_mail};
pub use measure::measure;
pub use summary::{QueueSummary, job_kinds, queue_summary};
pub use worker::{JOB_LOOP, Worker};

pub(crate) use queue::insert;

use chrono::{DateTime, Utc};
use sea_orm::DbErr;
use serde::Serialize;
use serde_json::Value;

/// Bus channel that announces new jobs.
pub const WAKE_CHANNEL: &str = "jobs";
/// Permanently failed jobs, as open work of staff.
pub(crate) const FAILED_JOBS_SQL: &str = "SELECT id, kind AS subject, \
     COALESCE(finished_at, created_at) AS since FROM jobs WHERE state = 'failed'";
/// Default maximum number of attempts.
pub const ATTEMPTS_MAX: i64 = 20;

/// A job to enqueue.
#[derive(Debug, Clone)]
pub struct NewJob {
    pub(crate) kind: &'static str,
    pub(crate) payload: Value,
    pub(crate) dedupe_key: Option<String>,
    pub(crate) run_at: Option<DateTime<Utc>>,
    pub(crate) max_attempts: i64,
}

impl NewJob {
    /// Creates a job that runs as soon as possible.
    ///
    /// # Errors
    /// The payload cannot be serialised.
    pub fn new(kind: &'static str, payload: &impl Serialize) -> Result<Self, DbErr> {
        let payload = serde_json::to_value(payload).map_err(|e| DbErr::Custom(e.to_string()))?;
        Ok(Self { kind, payload, dedupe_key: None, run_at: None, max_attempts: ATTEMPTS_MAX })
    }

    /// Earliest time to run.
    #[must_use]
    pub const fn run_at(mut self, run_at: DateTime<Utc>) -> Self {
        self.run_at = Some(run_at);
        self
    }

    /// Skips the job if one with this key is waiting, running, or done and not yet cleaned up;
    /// after a failure the key is free again.
    #[must_use]
    pub fn once_as(mut self, dedupe_key: impl Into<String>) -> Self {
        self.dedupe_key = Some(dedupe_key.into());
        self
    }

    /// Maximum number of attempts.
    #[must_use]
    pub const fn max_attempts(mut self, max_attempts: i64) -> Self {
        self.max_attempts = max_attempts;
        self
    }
}
