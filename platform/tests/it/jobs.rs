use crate::world::World;
use platform::jobs::row::{Entity, JobState, Model};
use platform::jobs::{Handlers, JobError, JobScope, NewJob, Worker};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

const KIND: &str = "test";

async fn enqueue(world: &World, jobs: impl IntoIterator<Item = NewJob>) {
    let mut scope = world.services.system("test");
    let tx = scope.begin().await.unwrap();
    for job in jobs {
        tx.enqueue(job).await.unwrap();
    }
    tx.commit().await.unwrap();
}

async fn rows(world: &World) -> Vec<Model> {
    world.services.system("test").global::<Entity>().all().await.unwrap()
}

fn job(number: usize) -> NewJob {
    NewJob::new(KIND, &number).unwrap()
}

/// Handlers that store the numbers from their payloads.
fn keeping() -> (Handlers, Arc<Mutex<Vec<usize>>>) {
    let done = Arc::new(Mutex::new(Vec::new()));
    let kept = done.clone();
    let handler = move |_: JobScope, number: usize| {
        let kept = kept.clone();
        async move {
            kept.lock().unwrap().push(number);
            Ok(())
        }
    };
    (Handlers::new().with_handler(KIND, handler), done)
}

fn failing(error: fn() -> JobError) -> Handlers {
    Handlers::new().with_handler(KIND, move |_: JobScope, _: usize| async move { Err(error()) })
}

#[tokio::test]
async fn four_workers_run_each_job_once() {
    let world = World::open().await;
    enqueue(&world, (0..100).map(job)).await;
    let (handlers, done) = keeping();
    let workers = (0..4).map(|_| {
        let worker = Worker::new(world.services.clone(), handlers.clone());
        async move { worker.run_until_idle().await.unwrap() }
    });
    let counts = futures::future::join_all(workers).await;
    assert_eq!(counts.iter().sum::<usize>(), 100);
    let mut done = done.lock().unwrap().clone();
    done.sort_unstable();
    assert_eq!(done, (0..100).collect::<Vec<_>>());
    assert!(
        rows(&world).await.iter().all(|row| row.state == JobState::Done && row.payload.is_null())
    );
}

#[tokio::test]
async fn rolled_back_job_does_not_exist() {
    let world = World::open().await;
    let mut scope = world.services.system("test");
    let tx = scope.begin().await.unwrap();
    tx.enqueue(job(1)).await.unwrap();
    drop(tx);
    assert!(rows(&world).await.is_empty());
}

#[tokio::test]
async fn dedupe_key_admits_one_job() {
    let world = World::open().await;
    enqueue(&world, [job(1).once_as("digest"), job(2).once_as("digest"), job(3)]).await;
    let (handlers, done) = keeping();
    Worker::new(world.services.clone(), handlers).run_until_idle().await.unwrap();
    assert_eq!(*done.lock().unwrap(), [1, 3]);
}

#[tokio::test]
async fn scheduled_job_waits_for_its_time() {
    let world = World::open().await;
    let at = world.clock.now() + chrono::TimeDelta::days(7);
    enqueue(&world, [job(1).run_at(at)]).await;
    let (handlers, done) = keeping();
    let worker = Worker::new(world.services.clone(), handlers);
    assert_eq!(worker.run_until_idle().await.unwrap(), 0);
    world.advance(7 * 24 * 3600);
    assert_eq!(worker.run_until_idle().await.unwrap(), 1);
    assert_eq!(*done.lock().unwrap(), [1]);
}

#[tokio::test]
async fn failed_job_is_retried_up_to_its_limit() {
    let world = World::open().await;
    enqueue(&world, [job(1).max_attempts(3).once_as("key")]).await;
    let worker =
        Worker::new(world.services.clone(), failing(|| JobError::retryable("the store is away")));
    for attempt in 1..=3 {
        assert_eq!(worker.run_until_idle().await.unwrap(), 1);
        let row = rows(&world).await.remove(0);
        assert_eq!((row.attempts, row.last_error.as_deref()), (attempt, Some("the store is away")));
        world.advance(60);
    }
    assert_eq!(worker.run_until_idle().await.unwrap(), 0);
    let row = rows(&world).await.remove(0);
    assert_eq!((row.state, row.dedupe_key), (JobState::Failed, None));
}

#[tokio::test]
async fn permanent_error_is_not_retried() {
    let world = World::open().await;
    enqueue(&world, [job(1), NewJob::new(KIND, &"no number").unwrap()]).await;
    let worker = Worker::new(world.services.clone(), failing(|| JobError::permanent("gone")));
    assert_eq!(worker.run_until_idle().await.unwrap(), 2);
    assert!(rows(&world).await.iter().all(|row| row.state == JobState::Failed));
}

#[tokio::test]
async fn panic_in_a_handler_does_not_stop_the_worker() {
    let world = World::open().await;
    enqueue(&world, [job(1), job(2)]).await;
    let done = Arc::new(AtomicUsize::new(0));
    let counted = done.clone();
    let handlers = Handlers::new().with_handler(KIND, move |_: JobScope, number: usize| {
        let counted = counted.clone();
        async move {
            assert_ne!(number, 1, "a fault of ours");
            counted.fetch_add(1, Ordering::Relaxed);
            Ok(())
        }
    });
    Worker::new(world.services.clone(), handlers).run_until_idle().await.unwrap();
    assert_eq!(done.load(Ordering::Relaxed), 1);
    let states: Vec<_> = rows(&world).await.iter().map(|row| row.state).collect();
    assert!(states.contains(&JobState::Ready) && states.contains(&JobState::Done));
}

#[tokio::test]
async fn job_of_a_dead_worker_is_reclaimed_after_its_lease() {
    let world = World::open().await;
    enqueue(&world, [job(1)]).await;
    let stuck = Handlers::new().with_handler(KIND, |_: JobScope, _: usize| std::future::pending());
    let dying = Worker::new(world.services.clone(), stuck);
    let task = tokio::spawn(async move { dying.run_until_idle().await });
    while rows(&world).await[0].state != JobState::Running {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    task.abort();
    let (handlers, done) = keeping();
    let worker = Worker::new(world.services.clone(), handlers);
    world.advance(59);
    assert_eq!(worker.run_until_idle().await.unwrap(), 0);
    world.advance(2);
    assert_eq!(worker.run_until_idle().await.unwrap(), 1);
    assert_eq!(*done.lock().unwrap(), [1]);
    assert_eq!(rows(&world).await[0].attempts, 2);
}

#[tokio::test]
async fn worker_wakes_on_commit_and_stops_on_request() {
    let world = World::open().await;
    let (handlers, done) = keeping();
    let stop = CancellationToken::new();
    let worker = Worker::new(world.services.clone(), handlers);
    let running = tokio::spawn({
        let stop = stop.clone();
        async move { worker.run(stop).await }
    });
    enqueue(&world, (0..10).map(job)).await;
    let all_done = async {
        while done.lock().unwrap().len() < 10 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), all_done).await.unwrap();
    stop.cancel();
    tokio::time::timeout(Duration::from_secs(5), running).await.unwrap().unwrap();
}

#[tokio::test]
async fn job_that_outlasts_the_stop_is_interrupted_and_ready_again() {
    let world = World::open().await;
    enqueue(&world, [job(1)]).await;
    let started = Arc::new(tokio::sync::Notify::new());
    let start = started.clone();
    let endless = move |_: JobScope, _: usize| {
        start.notify_one();
        std::future::pending::<Result<(), JobError>>()
    };
    let worker = Worker::new(world.services.clone(), Handlers::new().with_handler(KIND, endless));
    let worker = worker.with_drain_timeout(Duration::from_millis(50));
    let stop = CancellationToken::new();
    let stopped = stop.clone();
    let running = tokio::spawn(async move { worker.run(stopped).await });
    started.notified().await;
    assert!(!world.services.is_worker_stopping());
    stop.cancel();
    tokio::time::timeout(Duration::from_secs(20), running).await.unwrap().unwrap();
    assert!(world.services.is_worker_stopping());
    let left = rows(&world).await.remove(0);
    assert_eq!((left.state, left.attempts, left.locked_by), (JobState::Ready, 0, None));
}
