//! A worker that is killed while messages are counted for cords: each acknowledged message counts
//! once (C-111, G-086).

use crate::kit::{At, Process, TestApp, WAIT_TIMEOUT, free_address, listening};
use crate::load_fixture::LoadFixture;
use futures::future::join_all;
use serde_json::json;
use std::time::Duration;

/// Times that the worker is killed.
const KILLS: usize = 5;
/// People who write to Ada until the next kill, and messages of each: more than a flush waits for.
const WRITERS: usize = 8;
const MESSAGES: usize = 3;
/// Strength of the interaction strand after the messages of one writer (C-106).
const STRENGTH: f64 = 15.0;

async fn write(who: &At<'_>, ada: &str) {
    let started = who.post("/api/conversations", json!({ "participantIds": [ada] })).await;
    let path = format!("/api/conversations/{}/messages", started.id());
    for n in 0..MESSAGES {
        who.post(&path, json!({ "content": format!("Number {n}") })).await.expect(201);
    }
}

async fn interaction(who: &At<'_>, ada: &str) -> Option<f64> {
    let cord = who.get(&format!("/api/users/{ada}/cord")).await.expect(200).body;
    let threads = cord["threads"].as_array()?;
    threads.iter().find(|one| one["threadType"] == "interaction")?["strength"].as_f64()
}

/// Waits until a worker has counted more than this number of activities.
async fn until_counted_more(app: &TestApp, than: i64) {
    let counting = async {
        while counted(app).await <= than {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(WAIT_TIMEOUT, counting).await.expect("the worker counts");
}

async fn counted(app: &TestApp) -> i64 {
    app.count("SELECT COUNT(*) AS n FROM cord_counted_activities", vec![]).await
}

#[tokio::test]
async fn killed_worker_counts_each_message_for_cords_once() {
    let throng = LoadFixture::open(TestApp::open().await).await;
    let app = &throng.hall.app;
    let ada = app.id_of(&throng.hall.ada).await;
    let start = || Process::start("worker", app, &listening(free_address()));
    let people: Vec<At<'_>> = throng
        .people
        .iter()
        .take((KILLS + 1) * WRITERS)
        .map(|(browser, host)| browser.at_host(host))
        .collect();
    let mut worker = start();
    for (round, writers) in people.chunks(WRITERS).enumerate() {
        let before = counted(app).await;
        let writing = join_all(writers.iter().map(|who| write(who, &ada)));
        tokio::join!(writing, until_counted_more(app, before));
        if round < KILLS {
            drop(worker);
            worker = start();
        }
    }
    app.until_delivered().await;
    // It counts what waits before it leaves.
    assert!(worker.terminate().await.0.success());
    for who in &people {
        assert_eq!(interaction(who, &ada).await, Some(STRENGTH));
    }
}
