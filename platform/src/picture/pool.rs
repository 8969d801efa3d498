//! Worker pool for decoding pictures: one worker per core, because each may need
//! [`super::MEMORY_BYTES_MAX`], and a short queue; further requests are refused.

use super::PictureError;
use crate::telemetry::IMAGE_SECONDS;
use metrics::histogram;
use std::sync::{Arc, LazyLock};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;
use tokio::time::timeout;

/// Maximum number of workers.
const WORKERS_MAX: usize = 4;
/// Queued pictures per worker.
const QUEUED_PER_WORKER: usize = 4;
/// Maximum wait for a worker: twice the time that the whole queue takes.
const QUEUE_TIMEOUT: Duration = Duration::from_secs(15);

static POOL: LazyLock<WorkerPool> = LazyLock::new(|| {
    let cores = available_parallelism().map_or(1, usize::from);
    let workers = cores.clamp(1, WORKERS_MAX);
    WorkerPool::new(workers, workers * QUEUED_PER_WORKER, QUEUE_TIMEOUT)
});

/// Runs blocking work on pictures in the process's pool.
///
/// # Errors
/// The error of the work, or [`PictureError::Busy`]. A panic of a decoder counts as an unreadable
/// file.
pub async fn in_pool<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, PictureError> + Send + 'static,
) -> Result<T, PictureError> {
    let begun = Instant::now();
    let outcome = POOL.run(work).await;
    let label = match &outcome {
        Ok(_) => "ok",
        Err(PictureError::Busy) => "busy",
        Err(_) => "refused",
    };
    histogram!(IMAGE_SECONDS, "outcome" => label).record(begun.elapsed().as_secs_f64());
    outcome
}

struct WorkerPool {
    workers: Arc<Semaphore>,
    /// One permit for each running or queued picture.
    admitted: Arc<Semaphore>,
    queue_timeout: Duration,
}

impl WorkerPool {
    fn new(workers: usize, queued: usize, queue_timeout: Duration) -> Self {
        Self {
            workers: Arc::new(Semaphore::new(workers)),
            admitted: Arc::new(Semaphore::new(workers + queued)),
            queue_timeout,
        }
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, PictureError> + Send + 'static,
    ) -> Result<T, PictureError> {
        let admitted = Arc::clone(&self.admitted).try_acquire_owned();
        let admitted = admitted.map_err(|_| PictureError::Busy)?;
        let worker = timeout(self.queue_timeout, Arc::clone(&self.workers).acquire_owned()).await;
        let worker = worker.ok().and_then(Result::ok).ok_or(PictureError::Busy)?;
        // The permits move into the task, which continues if the request is cancelled.
        let done = tokio::task::spawn_blocking(move || {
            let outcome = work();
            drop((worker, admitted));
            outcome
        });
        done.await.unwrap_or(Err(PictureError::Unreadable))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;
    use tokio::task::yield_now;

    #[tokio::test]
    async fn rejects_on_a_full_queue_or_timeout_and_keeps_cancelled_work_running() {
        let pool = Arc::new(WorkerPool::new(1, 1, Duration::from_millis(50)));
        let (finish, finished) = mpsc::channel::<()>();
        let busy = Arc::clone(&pool);
        let first = tokio::spawn(async move {
            busy.run(move || finished.recv().map_err(|_| PictureError::Unreadable)).await
        });
        while pool.workers.available_permits() > 0 {
            yield_now().await;
        }
        first.abort();
        assert!(first.await.is_err_and(|error| error.is_cancelled()));
        let waiting = Arc::clone(&pool);
        let second = tokio::spawn(async move { waiting.run(|| Ok(2)).await });
        while pool.admitted.available_permits() > 0 {
            yield_now().await;
        }
        assert_eq!(pool.run(|| Ok(3)).await, Err(PictureError::Busy), "the queue is full");
        assert_eq!(second.await.ok(), Some(Err(PictureError::Busy)), "the wait timed out");
        drop(finish);
        while pool.admitted.available_permits() < 2 {
            yield_now().await;
        }
        assert_eq!(pool.run(|| Ok(4)).await, Ok(4));
    }

    #[tokio::test]
    async fn decoder_panic_is_an_error_and_frees_the_worker() {
        let pool = WorkerPool::new(1, 0, Duration::from_secs(5));
        let broken = pool.run(|| -> Result<(), _> { std::panic::panic_any("decoder") }).await;
        assert_eq!(broken, Err(PictureError::Unreadable));
        assert_eq!(pool.run(|| Ok(1)).await, Ok(1));
    }
}
