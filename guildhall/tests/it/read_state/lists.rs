//! Orders of the thread list, and the next unread thread.

use super::Reading;
use crate::community_fixture::{start_thread, texts};
use crate::kit::Browser;
use serde_json::{Value, json};

/// Captions of all pages of a list, two threads per page.
async fn captions(reading: &Reading, who: &Browser, sort: &str) -> Vec<String> {
    let (mut all, mut cursor) = (Vec::new(), String::new());
    loop {
        let path = reading.hall.path(&format!("/threads?limit=2&sort={sort}{cursor}"));
        let page = who.get(&path).await.expect(200);
        all.extend(texts(&page, "caption"));
        match page.body["nextCursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => return all,
        }
    }
}

async fn next_unread(who: &Browser, query: &str) -> Value {
    let path = format!("/api/me/next-unread-thread{query}");
    who.get(&path).await.expect(200).body["thread"].clone()
}

#[tokio::test]
async fn threads_are_listed_by_activity_by_creation_or_only_unread_ones() {
    let mut reading = Reading::open().await;
    for caption in ["Decks", "Arches", "Joints"] {
        reading.wait(6);
        let thread = start_thread(&reading.hall.ada, &reading.hall.community, caption).await;
        let [cables, _] = &reading.threads;
        reading.threads = [cables.clone(), thread.expect(201).id()];
        reading.write(&reading.hall.ada, 1, caption).await;
    }
    reading.write(&reading.hall.ada, 0, "Cables").await;
    let bob = &reading.bob;
    let by_activity = ["Cables", "Joints", "Arches", "Decks", "Piers"];
    assert_eq!(captions(&reading, bob, "activity").await, by_activity);
    let by_creation = ["Joints", "Arches", "Decks", "Piers", "Cables"];
    assert_eq!(captions(&reading, bob, "newest").await, by_creation);
    assert_eq!(captions(&reading, bob, "unread").await, by_activity[..4]);
    reading.read(bob, 1, json!({})).await.expect(200);
    assert_eq!(captions(&reading, bob, "unread").await, ["Cables", "Arches", "Decks"]);
    bob.post(&reading.hall.path("/read"), json!({})).await.expect(200);
    assert!(captions(&reading, bob, "unread").await.is_empty());
    assert!(captions(&reading, &reading.hall.ada, "unread").await.is_empty());
    assert_eq!(bob.get(&reading.hall.path("/threads?sort=length")).await.status, 400);
}

#[tokio::test]
async fn next_unread_thread_is_in_the_same_community_first_then_by_latest_activity() {
    let reading = Reading::open().await;
    let (ada, bob) = (&reading.hall.ada, &reading.bob);
    assert_eq!(next_unread(bob, "").await, Value::Null);
    reading.hall.app.make_everyone_premium().await;
    let mut elsewhere = Vec::new();
    for name in ["Short spans", "Tunnels"] {
        reading.wait(61);
        let community = reading.hall.app.community(ada, name, &[]).await;
        bob.post(&format!("/api/communities/{community}/join"), json!({})).await.expect(200);
        let thread = start_thread(ada, &community, name).await.expect(201).id();
        let posts = format!("/api/communities/{community}/threads/{thread}/posts");
        ada.post(&posts, json!({ "content": name })).await.expect(201);
        elsewhere.push((community, thread));
    }
    reading.write(ada, 0, "One").await;
    reading.write(ada, 1, "Two").await;
    let [cables, piers] = &reading.threads;
    let expected = json!({
        "communityId": reading.hall.community, "threadId": piers, "caption": "Piers",
    });
    assert_eq!(next_unread(bob, "").await, expected);
    assert_eq!(next_unread(bob, &format!("?after={piers}")).await["threadId"], json!(cables));
    let (tunnels, tunnel) = &elsewhere[1];
    assert_eq!(next_unread(bob, &format!("?community={tunnels}")).await["threadId"], json!(tunnel));
    let query = format!("?community={tunnels}&after={tunnel}");
    assert_eq!(next_unread(bob, &query).await["threadId"], json!(piers), "then other communities");
    reading.read(bob, 0, json!({})).await.expect(200);
    let after_piers = next_unread(bob, &format!("?after={piers}")).await;
    assert_eq!(after_piers["threadId"], json!(tunnel), "the latest activity of the others");
    for (community, thread) in &elsewhere {
        let path = format!("/api/communities/{community}/threads/{thread}/read");
        bob.put(&path, json!({})).await.expect(200);
    }
    assert_eq!(next_unread(bob, &format!("?after={piers}")).await, Value::Null);
    assert_eq!(next_unread(bob, "").await["threadId"], json!(piers));
    let gone = uuid::Uuid::now_v7().simple();
    assert_eq!(next_unread(bob, &format!("?after={gone}")).await["threadId"], json!(piers));
    let refused = bob.get(&format!("/api/me/next-unread-thread?community={gone}")).await;
    assert_eq!(refused.to_string(), "404 Community not found");
}
