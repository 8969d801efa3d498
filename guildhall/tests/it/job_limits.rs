//! Limits of concurrent jobs of one kind.

use crate::kit::{FOR_MANY, TestApp, WAIT_TIMEOUT};
use platform::jobs::{Handlers, JobError, JobScope, NewJob, Worker};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

/// Counts the jobs of one kind, which wait until the test lets them end.
#[derive(Clone)]
struct Jobs {
    running: Arc<AtomicUsize>,
    most: Arc<AtomicUsize>,
    done: Arc<AtomicUsize>,
    may_end: Arc<Semaphore>,
}

impl Jobs {
    fn new(may_end: usize) -> Self {
        let counter = || Arc::new(AtomicUsize::new(0));
        let may_end = Arc::new(Semaphore::new(may_end));
        Self { running: counter(), most: counter(), done: counter(), may_end }
    }

    async fn run(self) -> Result<(), JobError> {
        let running = self.running.fetch_add(1, Ordering::SeqCst) + 1;
        self.most.fetch_max(running, Ordering::SeqCst);
        self.may_end.acquire().await.unwrap().forget();
        self.running.fetch_sub(1, Ordering::SeqCst);
        self.done.fetch_add(1, Ordering::SeqCst);
        Ok(())
    }

    async fn until_done(&self, count: usize) {
        until(|| self.done.load(Ordering::SeqCst) == count).await;
    }

    async fn until_running(&self, count: usize) {
        until(|| self.running.load(Ordering::SeqCst) == count).await;
    }
}

async fn until(is_so: impl Fn() -> bool) {
    let looking = async {
        while !is_so() {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(WAIT_TIMEOUT, looking).await.expect("the jobs run");
}

async fn enqueue(app: &TestApp, kind: &'static str, count: usize) {
    let mut system = app.services().system("enqueue the jobs of a test");
    let tx = system.begin().await.unwrap();
    for _ in 0..count {
        tx.enqueue(NewJob::new(kind, &()).unwrap()).await.unwrap();
    }
    tx.commit().await.unwrap();
}

fn handler(
    jobs: &Jobs,
) -> impl Fn(JobScope, ()) -> futures::future::BoxFuture<'static, Result<(), JobError>>
+ Send
+ Sync
+ 'static
+ use<> {
    let jobs = jobs.clone();
    move |_, ()| Box::pin(jobs.clone().run())
}

#[tokio::test]
async fn slow_jobs_of_limited_kinds_leave_places_to_the_others() {
    let app = TestApp::open_with(&[FOR_MANY]).await;
    let (slow, remote, quick) = (Jobs::new(0), Jobs::new(0), Jobs::new(1_000));
    let handlers = Handlers::new()
        .with_handler("test-slow", handler(&slow))
        .with_limit("test-slow", 2)
        .with_handler("test-remote", handler(&remote))
        .with_limit("test-remote", 2)
        .with_handler("test-quick", handler(&quick));
    let worker = Worker::new(app.services().clone(), handlers);
    // The slow jobs are due first.
    enqueue(&app, "test-slow", 12).await;
    enqueue(&app, "test-remote", 12).await;
    enqueue(&app, "test-quick", 30).await;
    let stop = CancellationToken::new();
    let stopped = stop.clone();
    let running = tokio::spawn(async move { worker.run(stopped).await });
    quick.until_done(30).await;
    slow.until_running(2).await;
    remote.until_running(1).await;
    assert_eq!(slow.done.load(Ordering::SeqCst) + remote.done.load(Ordering::SeqCst), 0);

    // Each kind continues as its jobs end.
    slow.may_end.add_permits(11);
    slow.until_done(11).await;
    remote.until_running(2).await;
    remote.may_end.add_permits(12);
    remote.until_done(12).await;
    slow.may_end.add_permits(1);
    slow.until_done(12).await;
    for jobs in [&slow, &remote] {
        assert_eq!(jobs.most.load(Ordering::SeqCst), 2);
    }
    stop.cancel();
    running.await.unwrap();
    let open = "SELECT COUNT(*) AS n FROM jobs WHERE kind LIKE 'test-%' AND state <> 'done'";
    assert_eq!(app.count(open, vec![]).await, 0);
}

#[tokio::test]
async fn one_run_works_off_more_jobs_of_a_limited_kind_than_its_limit() {
    let app = TestApp::open().await;
    let jobs = Jobs::new(1_000);
    let handlers =
        Handlers::new().with_handler("test-slow", handler(&jobs)).with_limit("test-slow", 2);
    enqueue(&app, "test-slow", 7).await;
    let worker = Worker::new(app.services().clone(), handlers);
    assert_eq!(worker.run_until_idle().await.unwrap(), 7);
    assert_eq!(jobs.most.load(Ordering::SeqCst), 1, "one after the other");
}
