//! Moderators close threads for new posts, and reopen them.

use super::{ManagedThread, open_stream};
use serde_json::{Value, json};

#[tokio::test]
async fn only_moderators_close_and_reopen_threads() {
    let it = ManagedThread::open().await;
    let path = it.path("/closure");
    for who in it.others().await.iter().chain([&it.bob]) {
        let refused = who.put(&path, json!({})).await;
        assert_eq!(refused.to_string(), "403 Only community admins and trustees can close threads");
        let refused = who.delete(&path).await;
        assert_eq!(refused.to_string(), "403 Only community admins and trustees can close threads");
    }
    for who in [&it.hall.ada, &it.tess, &it.sam] {
        let closed = who.put(&path, json!({ "reason": "Done" })).await.expect(200).body;
        assert_eq!(closed["closed"]["reason"], "Done");
        let reopened = who.delete(&path).await.expect(200).body;
        assert_eq!(reopened["closed"], Value::Null);
    }
    let long = it.tess.put(&path, json!({ "reason": "r".repeat(501) })).await;
    assert_eq!(long.status, 422);
}

#[tokio::test]
async fn closed_thread_accepts_changes_but_no_posts() {
    let it = ManagedThread::open().await;
    let hall = &it.hall;
    let post = hall.write_post(&it.bob, "Before").await.expect(201).id();
    it.tess.put(&it.path("/closure"), json!({})).await.expect(200);
    for who in [&hall.ada, &it.bob] {
        assert_eq!(hall.write_post(who, "After").await.to_string(), "409 This thread is closed");
        let reply = hall.write_reply(who, &post, "After").await;
        assert_eq!(reply.to_string(), "409 This thread is closed");
    }
    let path = format!("/api/posts/{post}");
    hall.ada.post(&format!("{path}/like"), json!({})).await.expect(200);
    it.bob.patch(&path, json!({ "content": "Changed" })).await.expect(200);
    it.bob.delete(&path).await.expect(200);
    it.tess.delete(&it.path("/closure")).await.expect(200);
    hall.write_post(&it.bob, "After").await.expect(201);
}

#[tokio::test]
async fn closure_is_published_recorded_and_notified_once() {
    let it = ManagedThread::open().await;
    let mut stream = open_stream(&it.bob).await;
    for _ in 0..2 {
        it.tess.put(&it.path("/closure"), json!({ "reason": "Solved" })).await.expect(200);
    }
    let event = stream.until("thread.changed").await;
    assert_eq!(event["closed"]["reason"], "Solved");
    assert_eq!(event["closed"]["by"]["displayName"], "Tess Tester");
    let listed = it.bob.get(&it.hall.path("/threads")).await.expect(200);
    let thread = listed.items().iter().find(|one| one["id"] == json!(it.hall.thread)).unwrap();
    assert_eq!(thread["closed"]["by"]["displayName"], "Tess Tester");
    it.hall.ada.put(&it.path("/closure"), json!({ "reason": "Old" })).await.expect(200);
    let again = it.bob.get(&it.path("")).await.expect(200).body;
    assert_eq!(again["closed"]["reason"], "Old");
    assert_eq!(again["closed"]["by"]["displayName"], "Tess Tester", "who closed it first");
    for _ in 0..2 {
        it.hall.ada.delete(&it.path("/closure")).await.expect(200);
    }
    assert_eq!((it.audited("thread.close").await, it.audited("thread.reopen").await), (2, 1));
    let told = it.notices(&it.bob).await;
    let about: Vec<&String> = told.iter().filter(|line| line.starts_with("Your thread")).collect();
    assert_eq!(about.len(), 3, "{told:?}");
    assert!(told.contains(&"Your thread was closed | Long spans: Solved".to_owned()));
    assert!(told.contains(&"Your thread was reopened | Long spans: Ropes".to_owned()));
}
