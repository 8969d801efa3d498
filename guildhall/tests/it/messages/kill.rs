//! A process that is killed while two people send their first messages loses nothing that it
//! acknowledged and stores nothing twice.

use super::{Pair, path_of};
use crate::community_fixture::CommunityFixture;
use crate::kit::{Browser, Process, TestApp, free_address, listening, until_served};
use futures::future::join_all;
use serde_json::json;
use std::net::SocketAddr;
use std::time::Duration;
use tempfile::TempDir;
use tokio::sync::watch;
use uuid::Uuid;

/// Messages of both people together.
const MESSAGES: usize = 200;
/// Number of acknowledged messages before each kill.
const KILL_AT: [usize; 2] = [20, 70];
/// Longest time of the whole test.
const TIMEOUT: Duration = Duration::from_secs(240);

struct Instance {
    address: SocketAddr,
    folder: TempDir,
}

impl Instance {
    async fn start(&self, app: &TestApp) -> Process {
        let mut settings = listening(self.address);
        settings.push(("data_dir", self.folder.path().display().to_string()));
        settings.push(("database.max_connections", "8".to_owned()));
        let process = Process::start("up", app, &settings);
        until_served(self.address).await;
        process
    }
}

/// Sends one message with the same key until it is acknowledged. Returns its conversation and id.
async fn send_until_acknowledged(
    who: &Browser,
    other: &str,
    number: usize,
    is_up: &watch::Sender<bool>,
) -> (String, String) {
    let key = Uuid::now_v7().to_string();
    loop {
        is_up.subscribe().wait_for(|is_up| *is_up).await.unwrap();
        let body = json!({ "participantIds": [other] });
        let started = who.post("/api/conversations", body).await;
        if [200, 201].contains(&started.status) {
            let conversation = started.id();
            let body = json!({ "content": format!("Number {number}") });
            let path = path_of(&conversation, "/messages");
            let sent = who.main().post_keyed(&path, &key, body).await;
            if sent.status == 201 {
                return (conversation, sent.id());
            }
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_message_acknowledged_by_a_killed_process_is_stored_once() {
    let app = TestApp::open_for_many().await;
    let hall = CommunityFixture::open_in(app).await;
    let bob = hall.member("bob").await;
    let (ada_id, bob_id) = (hall.app.id_of(&hall.ada).await, hall.app.id_of(&bob).await);
    let pair = Pair { hall, bob, ada_id, bob_id };
    let instance = Instance { address: free_address(), folder: tempfile::tempdir().unwrap() };
    let mut process = instance.start(&pair.hall.app).await;
    let over = Browser::connected_to(instance.address);
    let (ada, bob) = (pair.ada().connected_like(&over), pair.bob.connected_like(&over));
    let (is_up, acknowledged) = (watch::channel(true).0, watch::channel(0_usize).0);
    let sending = join_all((0..MESSAGES).map(async |number| {
        let (who, other) =
            if number % 2 == 0 { (&ada, &pair.bob_id) } else { (&bob, &pair.ada_id) };
        let sent = send_until_acknowledged(who, other, number, &is_up).await;
        acknowledged.send_modify(|count| *count += 1);
        sent
    }));
    let killing = async {
        for count in KILL_AT {
            acknowledged.subscribe().wait_for(|reached| *reached >= count).await.unwrap();
            is_up.send_replace(false);
            process.kill();
            process = instance.start(&pair.hall.app).await;
            is_up.send_replace(true);
        }
        process
    };
    let both = async { tokio::join!(sending, killing) };
    let (sent, process) = tokio::time::timeout(TIMEOUT, both).await.expect("all are acknowledged");
    let (conversations, mut ids): (Vec<_>, Vec<_>) = sent.into_iter().unzip();
    assert!(conversations.iter().all(|one| *one == conversations[0]), "one conversation");
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), MESSAGES, "each acknowledged message has its own id");
    drop(process);

    let fresh = pair.hall.app.second_instance().await;
    let reader = pair.ada().connected_like(&fresh.browser());
    let mut stored = Vec::new();
    let mut cursor = String::new();
    loop {
        let path = path_of(&conversations[0], &format!("/messages?limit=100{cursor}"));
        let page = reader.get(&path).await.expect(200);
        stored.extend(page.items().iter().map(|item| item["id"].as_str().unwrap().to_owned()));
        let Some(next) = page.body["nextCursor"].as_str() else { break };
        cursor = format!("&cursor={next}");
    }
    stored.sort();
    assert_eq!(stored, ids, "nothing lost, nothing doubled");
    assert_eq!(pair.hall.app.count("SELECT COUNT(*) AS n FROM conversations", vec![]).await, 1);
}
