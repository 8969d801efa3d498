//! The worker: claims due jobs, runs a few concurrently, and settles each.

use super::WAKE_CHANNEL;
use super::handlers::{Handlers, JobError};
use super::queue::{LEASE, Queue};
use super::row::Model;
use super::slots::JobSlots;
use crate::bus::BusReceiver;
use crate::clock::Clock;
use crate::db::is_away;
use crate::jobs::worker_health::{self, BEAT_EVERY, CompletedJobs};
use crate::random;
use crate::services::Services;
use crate::telemetry::{JOB_SECONDS, JOBS_RUN, spans};
use chrono::TimeDelta;
use futures::FutureExt;
use metrics::{counter, histogram};
use sea_orm::DbErr;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use tracing::{Instrument, Span};

/// Polling interval without a wake-up.
const POLL_EVERY: Duration = Duration::from_secs(1);
/// Name of the job loop, for readiness.
pub const JOB_LOOP: &str = "job-loop";
/// Maximum time of one round of the job loop: several statements at their timeout, and the interval
/// of the search for expired leases while all slots are busy.
const ROUND_MAX: Duration = Duration::from_secs(60);
/// Interval of the search for expired leases.
const LEASE_CHECK_INTERVAL: Duration = Duration::from_secs(10);
/// Interval of the deletion of old jobs.
const SWEEP_EVERY: Duration = Duration::from_secs(60 * 60);
const JOB_RETENTION: TimeDelta = TimeDelta::days(7);
/// Maximum time for which a result is retried that the database cannot store.
const SETTLE_MAX: Duration = Duration::from_secs(15 * 60);
/// A third of the lease: two renewals may fail before the job is lost.
const RENEW_EVERY: Duration = Duration::from_secs(20);
/// Maximum delay between two attempts. An email must be sent within a minute after the server is
/// available again.
const RETRY_MAX_S: f64 = 45.0;

/// Runs jobs until stopped.
#[derive(Clone)]
pub struct Worker {
    services: Services,
    handlers: Arc<Handlers>,
    queue: Queue,
    completed: CompletedJobs,
    /// Time for which running jobs may continue after a stop.
    drain_timeout: Duration,
}

impl std::fmt::Debug for Worker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Worker").field("handlers", &self.handlers).finish_non_exhaustive()
    }
}

/// Result of a job, as metric label.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum JobOutcome {
    Done,
    Retried,
    Failed,
    Lost,
    Interrupted,
}

impl JobOutcome {
    const fn name(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Retried => "retried",
            Self::Failed => "failed",
            Self::Lost => "lost",
            Self::Interrupted => "interrupted",
        }
    }
}

impl Worker {
    /// Creates a worker for these kinds of jobs.
    #[must_use]
    pub fn new(services: Services, handlers: Handlers) -> Self {
        let queue = Queue::new(services.database().clone());
        let drain_timeout = Duration::from_secs(services.config().server.drain_timeout_s);
        let completed = CompletedJobs::default();
        Self { services, handlers: Arc::new(handlers), queue, completed, drain_timeout }
    }

    /// Interrupts the jobs that still run so long after a stop, instead of `server.drain_timeout_s`.
    #[must_use]
    pub fn with_drain_timeout(mut self, drain_timeout: Duration) -> Self {
        self.drain_timeout = drain_timeout;
        self
    }

    /// Works until `stop`, then finishes the running jobs. A job that takes longer than the drain
    /// timeout is interrupted at an await point, and continues at the next start.
    pub async fn run(&self, stop: CancellationToken) {
        self.services.set_worker_stopping(false);
        let heartbeat = self.services.heartbeats().start(JOB_LOOP, ROUND_MAX);
        let mut wake = self.services.bus().subscribe(WAKE_CHANNEL).await;
        let (mut running, mut slots) = (JoinSet::new(), JobSlots::default());
        let mut take_back = tokio::time::interval(LEASE_CHECK_INTERVAL);
        let mut sweep = tokio::time::interval(SWEEP_EVERY);
        let mut beat = tokio::time::interval(BEAT_EVERY);
        loop {
            heartbeat.beat();
            tokio::select! {
                () = stop.cancelled() => break,
                _ = take_back.tick() => self.reclaim_expired().await,
                _ = sweep.tick() => self.sweep().await,
                _ = beat.tick() => self.record_beat().await,
                Some(ended) = running.join_next_with_id(), if !running.is_empty() => {
                    slots.finish_task(ended.map_or_else(|error| error.id(), |(id, ())| id));
                }
                () = wait_for_work(&mut wake), if slots.has_free() => {}
            }
            if let Err(error) = self.start(&mut running, &mut slots, &stop).await {
                tracing::error!(%error, "failed to claim jobs");
                tokio::time::sleep(POLL_EVERY).await;
            }
        }
        self.services.set_worker_stopping(true);
        while running.join_next().await.is_some() {}
        worker_health::delete_beat(&self.services, self.queue.worker()).await;
    }

    async fn record_beat(&self) {
        worker_health::record_beat(&self.services, self.queue.worker(), &self.completed).await;
    }

    /// Runs everything that is due, including new jobs, until nothing is; returns the number of
    /// runs. For tests and commands.
    ///
    /// # Errors
    /// Database errors.
    pub async fn run_until_idle(&self) -> Result<usize, DbErr> {
        let mut count = 0;
        loop {
            self.queue.reclaim_expired(self.clock().now()).await?;
            // They run one after the other.
            let now = self.clock().now();
            let jobs = JobSlots::default().claim(&self.queue, &self.handlers, now).await?;
            if jobs.is_empty() {
                return Ok(count);
            }
            count += jobs.len();
            for job in jobs {
                self.run_job(job, &CancellationToken::new()).await;
            }
        }
    }

    async fn start(
        &self,
        running: &mut JoinSet<()>,
        slots: &mut JobSlots,
        stop: &CancellationToken,
    ) -> Result<(), DbErr> {
        let jobs = slots.claim(&self.queue, &self.handlers, self.clock().now()).await?;
        for job in jobs {
            let (worker, stop, kind) = (self.clone(), stop.clone(), job.kind.clone());
            let task = running.spawn(async move { worker.run_job(job, &stop).await });
            slots.record_task(task.id(), kind);
        }
        Ok(())
    }

    #[tracing::instrument(name = "job", skip_all, fields(job.id = %job.id, job.kind = %job.kind))]
    async fn run_job(&self, job: Model, stop: &CancellationToken) {
        let span = spans::job(&job.kind, job.attempts);
        self.perform(job, stop).instrument(span).await;
    }

    async fn perform(&self, job: Model, stop: &CancellationToken) {
        let start = Instant::now();
        let ended = tokio::select! {
            ended = self.run_handler(&job) => Some(ended),
            () = self.keep_renewing(&job) => None,
            () = self.out_of_time(stop) => Some(Err(JobError::Interrupted)),
        };
        let settled = match ended {
            Some(ended) => self.record_outcome_in_time(&job, &ended, stop).await,
            None => Ok(JobOutcome::Lost),
        };
        let outcome = settled.unwrap_or_else(|error| {
            // The lease expires, and the job is reclaimed.
            tracing::error!(%error, "failed to store the result of job {}", job.id);
            JobOutcome::Lost
        });
        let span = Span::current();
        span.record("guildhall.job.outcome", outcome.name());
        if outcome != JobOutcome::Done {
            spans::fail(&span);
        }
        counter!(JOBS_RUN, "kind" => job.kind.clone(), "outcome" => outcome.name()).increment(1);
        histogram!(JOB_SECONDS, "kind" => job.kind).record(start.elapsed().as_secs_f64());
    }

    async fn run_handler(&self, job: &Model) -> Result<(), JobError> {
        let Some(handler) = self.handlers.find(&job.kind) else {
            return Err(JobError::retryable("no handler for this kind"));
        };
        let done = handler(self.services.system("job"), job.payload.clone());
        // A panic in a handler must not end the worker.
        AssertUnwindSafe(done)
            .catch_unwind()
            .await
            .unwrap_or_else(|_| Err(JobError::retryable("the handler panicked")))
    }

    /// Returns when a stopping worker waits no longer for its jobs.
    async fn out_of_time(&self, stop: &CancellationToken) {
        stop.cancelled().await;
        tokio::time::sleep(self.drain_timeout).await;
    }

    /// Returns only when the lease is lost.
    async fn keep_renewing(&self, job: &Model) {
        loop {
            tokio::time::sleep(RENEW_EVERY).await;
            match self.queue.renew(job, self.clock().now()).await {
                Ok(true) => {}
                Ok(false) => return,
                Err(error) => tracing::warn!(%error, "failed to renew the lease of job {}", job.id),
            }
        }
    }

    /// Settles a job. While the database cannot store the result, the attempt is held, because the
    /// job's effect would be repeated after its lease expires.
    async fn record_outcome_in_time(
        &self,
        job: &Model,
        ended: &Result<(), JobError>,
        stop: &CancellationToken,
    ) -> Result<JobOutcome, DbErr> {
        let begun = Instant::now();
        loop {
            let settled = self.record_outcome(job, ended).await;
            let can_wait = settled.as_ref().is_err_and(is_away);
            if !can_wait || begun.elapsed() > SETTLE_MAX || stop.is_cancelled() {
                return settled;
            }
            tracing::warn!("failed to store the result of job {}; will retry", job.id);
            stop.run_until_cancelled(tokio::time::sleep(POLL_EVERY)).await;
        }
    }

    async fn record_outcome(
        &self,
        job: &Model,
        ended: &Result<(), JobError>,
    ) -> Result<JobOutcome, DbErr> {
        let now = self.clock().now();
        let (kept, outcome) = match ended {
            Ok(()) => {
                self.completed.record(now);
                (self.queue.complete(job, now).await?, JobOutcome::Done)
            }
            Err(JobError::Interrupted) => {
                tracing::info!("job {} interrupted; it continues at the next start", job.id);
                (self.queue.put_back(job, now).await?, JobOutcome::Interrupted)
            }
            Err(JobError::Later(error)) if job.attempts < job.max_attempts => {
                tracing::warn!(error, "job {} failed; will retry", job.id);
                let run_at = now + pause_after(job.attempts);
                (self.queue.reschedule(job, error, run_at).await?, JobOutcome::Retried)
            }
            Err(JobError::Later(error) | JobError::Never(error)) => {
                tracing::error!(error, "job {} failed permanently", job.id);
                (self.queue.release(job, error, now).await?, JobOutcome::Failed)
            }
        };
        Ok(if kept { outcome } else { JobOutcome::Lost })
    }

    async fn reclaim_expired(&self) {
        match self.queue.reclaim_expired(self.clock().now()).await {
            Ok(0) => {}
            Ok(count) => tracing::warn!("{count} jobs reclaimed: their leases expired"),
            Err(error) => tracing::error!(%error, "failed to reclaim jobs with expired leases"),
        }
    }

    async fn sweep(&self) {
        if let Err(error) = self.queue.sweep(self.clock().now() - JOB_RETENTION).await {
            tracing::error!(%error, "failed to delete old jobs");
        }
    }

    fn clock(&self) -> &Clock {
        self.services.clock()
    }
}

/// Waits for a wake-up or the polling interval.
async fn wait_for_work(wake: &mut BusReceiver) {
    // A message and a gap both mean: look for jobs.
    let _ = tokio::time::timeout(POLL_EVERY, wake.receive_message()).await;
}

/// Delay after the `attempts`th attempt: exponential, with jitter, so that simultaneous failures
/// are not retried simultaneously.
fn pause_after(attempts: i64) -> TimeDelta {
    let doublings = i32::try_from(attempts - 1).unwrap_or(i32::MAX).clamp(0, 16);
    let pause_s = 2f64.powi(doublings).min(RETRY_MAX_S) * random::random_between(0.5..1.0);
    TimeDelta::from_std(Duration::from_secs_f64(pause_s)).unwrap_or(LEASE)
}
