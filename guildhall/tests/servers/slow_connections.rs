//! New connections to PostgreSQL are slow, as on a machine without processor time, while open ones
//! work.

use crate::database_address::DatabaseAddress;
use crate::kit::{FOR_MANY, TestApp};
use crate::private_postgres::PrivatePostgres;
use futures::future::join_all;
use sea_orm::FromQueryResult;
use std::time::{Duration, Instant};

/// More than the time in which a server without any answer is found unavailable.
const CONNECTION_DELAY: Duration = Duration::from_secs(3);
/// Length of the slow statement, which makes the instance suspect the server.
const SLOW_S: u64 = 4;
/// Maximum response time while the database is unavailable.
const ANSWER_MAX: Duration = Duration::from_secs(2);

#[derive(FromQueryResult)]
struct SleptRow {}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_new_connections_refuse_no_request_while_open_ones_work() {
    let postgres = PrivatePostgres::start().await;
    let address = DatabaseAddress::start(&postgres.url()).await;
    let app = TestApp::open_with(&[FOR_MANY, ("database.url", address.url())]).await;
    let ada = app.member("ada").await;
    // Opens the connections of the pool.
    join_all((0..30).map(|_| ada.get("/api/me"))).await;
    address.delay_connections(CONNECTION_DELAY);

    let system = app.services().system("a slow statement of a test");
    let sql = format!("SELECT CAST(pg_sleep({SLOW_S}) AS TEXT) AS slept");
    let slow = system.raw(&sql, vec![]).one::<SleptRow>();
    let reading = async {
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(SLOW_S) {
            let reply = ada.get("/api/me").await;
            assert_eq!(reply.status, 200, "after {:?}: {reply}", begun.elapsed());
        }
    };
    let (slept, ()) = tokio::join!(slow, reading);
    assert!(slept.is_ok());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn server_that_freezes_under_load_is_detected_within_two_seconds() {
    let postgres = PrivatePostgres::start().await;
    let app = TestApp::open_with(&[FOR_MANY, ("database.url", &postgres.url())]).await;
    let ada = app.member("ada").await;
    let begun = Instant::now();
    let requests = join_all((0..8).map(async |_| {
        while begun.elapsed() < Duration::from_secs(1) {
            ada.get("/api/me").await.expect(200);
        }
        // The next ones are in flight when the server freezes, or begin afterwards.
        let mut slowest = Duration::ZERO;
        loop {
            let sent = Instant::now();
            let reply = ada.get("/api/me").await;
            slowest = slowest.max(sent.elapsed());
            if reply.status != 200 {
                return (reply.status, slowest);
            }
        }
    }));
    let freezing = async {
        tokio::time::sleep(Duration::from_millis(1_300)).await;
        postgres.freeze();
    };
    let (results, ()) = tokio::join!(requests, freezing);
    for (status, slowest) in results {
        assert_eq!(status, 503);
        assert!(slowest < ANSWER_MAX, "{slowest:?}");
    }
}
