//! Transactions whose start is cancelled, as by a client disconnect.

use crate::world::{World, address, connected};
use platform::jobs::row::{Entity, JobState};
use platform::jobs::{Handlers, JobScope, NewJob, Worker};
use sea_orm::DbErr;
use std::collections::BTreeSet;
use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;

const KIND: &str = "test";
/// Number of cancelled starts: in each round from the first await to after the end.
const TIMES: usize = 10 * WAITS;
const WAITS: usize = 6;

/// Two processes on one database. The first has a single connection, so that each of its statements
/// uses the one of the cancelled call.
async fn two_processes(folder: &tempfile::TempDir) -> (World, World) {
    let url = address(folder.path()).await;
    let other = connected(&url, 2).await;
    other.migrate().await.unwrap();
    let process = |database| World::of(database, tempfile::tempdir().unwrap());
    (process(connected(&url, 1).await), process(other))
}

/// Polls `act` until it has been pending `waits` times, then drops it. Returns whether it had
/// completed before.
async fn given_up<T>(act: impl Future<Output = Result<T, DbErr>>, waits: usize) -> bool {
    let mut act = pin!(act);
    let mut waited = 0;
    poll_fn(|cx| match act.as_mut().poll(cx) {
        Poll::Ready(outcome) => Poll::Ready(outcome.map(|_| true).unwrap()),
        Poll::Pending if waited == waits => Poll::Ready(false),
        Poll::Pending => {
            waited += 1;
            Poll::Pending
        }
    })
    .await
}

/// One process writes, the other reads.
async fn writes_are_seen(one: &World, other: &World, number: usize) {
    let mut scope = other.services.system("test");
    let tx = scope.begin().await.unwrap();
    tx.enqueue(NewJob::new(KIND, &number).unwrap()).await.unwrap();
    tx.commit().await.unwrap();
    let handlers = Handlers::new().with_handler(KIND, |_: JobScope, _: usize| async { Ok(()) });
    let worker = Worker::new(one.services.clone(), handlers);
    assert_eq!(worker.run_until_idle().await.unwrap(), 1, "job {number}");
    let rows = other.services.system("test").global::<Entity>().all().await.unwrap();
    assert_eq!(rows.len(), number + 1);
    assert!(rows.iter().all(|row| row.state == JobState::Done), "{number}: {rows:?}");
}

#[tokio::test]
async fn writes_after_a_cancelled_begin_are_stored() {
    let folder = tempfile::tempdir().unwrap();
    let (one, other) = two_processes(&folder).await;
    let mut ended = BTreeSet::new();
    for time in 0..TIMES {
        let mut scope = one.services.system("test");
        ended.insert(given_up(scope.begin(), time % WAITS).await);
        drop(scope);
        writes_are_seen(&one, &other, time).await;
    }
    assert_eq!(ended.len(), 2, "some were cancelled, some were not");
}

#[tokio::test]
async fn writes_after_a_cancelled_read_are_stored() {
    let folder = tempfile::tempdir().unwrap();
    let (one, other) = two_processes(&folder).await;
    let mut ended = BTreeSet::new();
    for time in 0..TIMES {
        let scope = one.services.system("test");
        ended.insert(given_up(scope.on_one_connection(), time % WAITS).await);
        writes_are_seen(&one, &other, time).await;
    }
    assert_eq!(ended.len(), 2, "some were cancelled, some were not");
}
