//! A worker that is killed while messages are counted for cords: each acknowledged message counts
//! once (C-111, G-086).

use crate::kit::{At, Process, TestApp, free_address, listening};
use crate::load_fixture::LoadFixture;
use futures::future::join_all;
use serde_json::json;
use tokio::sync::watch;

/// People who write to Ada.
const WRITERS: usize = 40;
/// Messages of each.
const MESSAGES: usize = 3;
/// Numbers of acknowledged messages at which the worker is killed.
const KILLED_AT: [usize; 5] = [15, 40, 60, 85, 110];
/// Strength of the interaction strand after the messages of one writer (C-106).
const STRENGTH: f64 = 15.0;

async fn write(who: &At<'_>, ada: &str, sent: &watch::Sender<usize>) {
    let started = who.post("/api/conversations", json!({ "participantIds": [ada] })).await;
    let path = format!("/api/conversations/{}/messages", started.id());
    for n in 0..MESSAGES {
        who.post(&path, json!({ "content": format!("Number {n}") })).await.expect(201);
        sent.send_modify(|count| *count += 1);
    }
}

async fn interaction(who: &At<'_>, ada: &str) -> Option<f64> {
    let cord = who.get(&format!("/api/users/{ada}/cord")).await.expect(200).body;
    let threads = cord["threads"].as_array()?;
    threads.iter().find(|one| one["threadType"] == "interaction")?["strength"].as_f64()
}

#[tokio::test]
async fn killed_worker_counts_each_message_for_cords_once() {
    let throng = LoadFixture::open(TestApp::open().await).await;
    let app = &throng.hall.app;
    let ada = app.id_of(&throng.hall.ada).await;
    let start = || Process::start("worker", app, &listening(free_address()));
    let sent = watch::channel(0).0;
    let people: Vec<At<'_>> =
        throng.people.iter().take(WRITERS).map(|(browser, host)| browser.at_host(host)).collect();
    let writing = join_all(people.iter().map(|who| write(who, &ada, &sent)));
    let killing = async {
        let mut worker = start();
        for many in KILLED_AT {
            sent.subscribe().wait_for(|count| *count >= many).await.unwrap();
            drop(worker);
            worker = start();
        }
        worker
    };
    let (_, worker) = tokio::join!(writing, killing);
    app.until_delivered().await;
    // It counts what waits before it leaves.
    assert!(worker.terminate().await.0.success());
    for who in &people {
        assert_eq!(interaction(who, &ada).await, Some(STRENGTH));
    }
}
