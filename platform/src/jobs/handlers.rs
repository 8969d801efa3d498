//! Job handlers by kind.

use crate::mail::{self, OutgoingMail};
use crate::scope::{Scope, System};
use futures::future::{BoxFuture, FutureExt};
use sea_orm::DbErr;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

/// Scope of a handler: the system.
pub type JobScope = Scope<System>;

type Handler =
    Arc<dyn Fn(JobScope, Value) -> BoxFuture<'static, Result<(), JobError>> + Send + Sync>;

/// Reason why a job failed. The text is stored with the job and shown to staff: it must not contain
/// addresses, tokens or content.
#[derive(Debug, thiserror::Error)]
pub enum JobError {
    /// Temporary: retry.
    #[error("{0}")]
    Later(String),
    /// Permanent: do not retry.
    #[error("{0}")]
    Never(String),
    /// The worker stops: the job continues at the next start. This attempt does not count.
    #[error("the worker stopped")]
    Interrupted,
}

impl JobError {
    /// Creates a temporary error.
    #[must_use]
    pub fn retryable(reason: impl fmt::Display) -> Self {
        Self::Later(reason.to_string())
    }

    /// Creates a permanent error.
    #[must_use]
    pub fn permanent(reason: impl fmt::Display) -> Self {
        Self::Never(reason.to_string())
    }
}

impl From<DbErr> for JobError {
    fn from(error: DbErr) -> Self {
        Self::retryable(error)
    }
}

/// One handler for each kind of job.
#[derive(Clone)]
pub struct Handlers {
    by_kind: HashMap<&'static str, Handler>,
    /// Maximum concurrent jobs of a worker, for kinds that have one.
    limits: HashMap<&'static str, usize>,
}

impl fmt::Debug for Handlers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.by_kind.keys()).finish()
    }
}

impl Default for Handlers {
    fn default() -> Self {
        Self::new()
    }
}

impl Handlers {
    /// Creates the platform's handlers: email.
    #[must_use]
    pub fn new() -> Self {
        Self { by_kind: HashMap::new(), limits: HashMap::new() }
            .with_handler(mail::JOB_KIND, send_mail)
    }

    /// Adds the handler of one kind. It may run twice for the same job.
    #[must_use]
    pub fn with_handler<P, F, Fut>(mut self, kind: &'static str, handler: F) -> Self
    where
        P: DeserializeOwned + Send + 'static,
        F: Fn(JobScope, P) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<(), JobError>> + Send + 'static,
    {
        let handler: Handler = Arc::new(move |scope, payload| {
            match serde_json::from_value::<P>(payload) {
                Ok(payload) => handler(scope, payload).boxed(),
                // serde's message may repeat the payload.
                Err(_) => {
                    futures::future::ready(Err(JobError::permanent("unreadable payload"))).boxed()
                }
            }
        });
        self.by_kind.insert(kind, handler);
        self
    }

    /// Limits the concurrent jobs of one kind in each worker: for jobs that wait for servers of others,
    /// so that slow servers delay only jobs of the same kind.
    #[must_use]
    pub fn with_limit(mut self, kind: &'static str, jobs_max: usize) -> Self {
        self.limits.insert(kind, jobs_max);
        self
    }

    pub(super) const fn limits(&self) -> &HashMap<&'static str, usize> {
        &self.limits
    }

    pub(super) fn kinds(&self) -> Vec<&'static str> {
        self.by_kind.keys().copied().collect()
    }

    pub(super) fn find(&self, kind: &str) -> Option<&Handler> {
        self.by_kind.get(kind)
    }
}

/// Sends an email.
///
/// # Errors
/// A temporary or permanent error.
pub async fn send_mail(scope: JobScope, letter: OutgoingMail) -> Result<(), JobError> {
    scope.services().mailer().send(&letter).await.map_err(|error| {
        if error.is_temporary() { JobError::retryable(error) } else { JobError::permanent(error) }
    })
}
