//! Later work: rows written in the transaction that wants it, done by a worker.
//!
//! [`NewJob`] is what [`crate::Tx::enqueue`] takes. [`Worker`] claims jobs that are due under a
//! lease, runs their handlers, tries again later when one fails, and takes back what a worker that
//! died had in hand. A job may therefore run twice; handlers are idempotent.

mod handlers;
mod queue;
pub mod row;
mod worker;

pub use handlers::{Handlers, JobError, JobScope, send_mail};
pub use worker::Worker;

pub(crate) use queue::insert;

use chrono::{DateTime, Utc};
use sea_orm::DbErr;
use serde::Serialize;
use serde_json::Value;

/// Bus channel that says: there may be work.
pub const WAKE_CHANNEL: &str = "jobs";
/// How often a job is tried unless it says otherwise.
pub const ATTEMPTS_MAX: i64 = 20;

/// Work to leave for later.
#[derive(Debug, Clone)]
pub struct NewJob {
    pub(crate) kind: &'static str,
    pub(crate) payload: Value,
    pub(crate) dedupe_key: Option<String>,
    pub(crate) run_at: Option<DateTime<Utc>>,
    pub(crate) max_attempts: i64,
}

impl NewJob {
    /// Work of one kind, as soon as somebody is free.
    ///
    /// # Errors
    /// A payload that is no JSON.
    pub fn new(kind: &'static str, payload: &impl Serialize) -> Result<Self, DbErr> {
        let payload = serde_json::to_value(payload).map_err(|e| DbErr::Custom(e.to_string()))?;
        Ok(Self { kind, payload, dedupe_key: None, run_at: None, max_attempts: ATTEMPTS_MAX })
    }

    /// Not before this moment.
    #[must_use]
    pub const fn at(mut self, run_at: DateTime<Utc>) -> Self {
        self.run_at = Some(run_at);
        self
    }

    /// Not if a job with this key is there already, waiting, running or done and not yet cleaned
    /// up; after a failure the key is free again.
    #[must_use]
    pub fn once_as(mut self, dedupe_key: impl Into<String>) -> Self {
        self.dedupe_key = Some(dedupe_key.into());
        self
    }

    /// Given up after so many tries.
    #[must_use]
    pub const fn tries(mut self, max_attempts: i64) -> Self {
        self.max_attempts = max_attempts;
        self
    }
}
