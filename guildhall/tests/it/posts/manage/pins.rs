//! Admins and staff pin up to five threads, which the list shows first.

use super::{ManagedThread, open_stream};
use crate::community_fixture::texts;
use serde_json::{Value, json};

impl ManagedThread {
    /// Starts a thread without the limit on new ones.
    async fn thread(&self, caption: &str) -> String {
        self.hall.app.clock.advance_by(chrono::Duration::minutes(5));
        let body = json!({ "caption": caption });
        self.hall.ada.post(&self.hall.path("/threads"), body).await.expect(201).id()
    }

    async fn listed(&self, query: &str) -> Vec<String> {
        let path = self.hall.path(&format!("/threads{query}"));
        texts(&self.bob.get(&path).await.expect(200), "caption")
    }
}

#[tokio::test]
async fn only_admins_and_staff_pin_threads() {
    let it = ManagedThread::open().await;
    let (path, body) = (it.hall.path("/pinned-threads"), json!({ "threadIds": [it.hall.thread] }));
    for who in it.others().await.iter().chain([&it.bob, &it.tess]) {
        let refused = who.put(&path, body.clone()).await;
        assert_eq!(refused.to_string(), "403 Only community admins can pin threads");
    }
    for who in [&it.hall.ada, &it.sam] {
        let pinned = who.put(&path, body.clone()).await.expect(200);
        assert_eq!(pinned.items()[0]["pinnedPosition"], 1);
        let none = who.put(&path, json!({ "threadIds": [] })).await.expect(200);
        assert_eq!(none.items().len(), 0);
    }
    let missing = json!({ "threadIds": ["019fffffffff7fffbfffffffffffffff"] });
    let missing = it.hall.ada.put(&path, missing).await;
    assert_eq!(missing.to_string(), "404 Failed to load thread posts");
}

#[tokio::test]
async fn list_begins_with_the_pinned_threads_in_their_order() {
    let it = ManagedThread::open().await;
    let (path, ropes) = (it.hall.path("/pinned-threads"), it.hall.thread.clone());
    let mut ids = vec![ropes.clone()];
    for caption in ["One", "Two", "Three", "Four", "Five"] {
        ids.push(it.thread(caption).await);
    }
    let many = it.hall.ada.put(&path, json!({ "threadIds": ids })).await;
    assert_eq!(many.to_string(), "409 A community can have at most 5 pinned threads");
    let mut stream = open_stream(&it.bob).await;
    let pins = json!({ "threadIds": [ids[2], ropes, ids[2]] });
    let pinned = it.hall.ada.put(&path, pins).await.expect(200);
    assert_eq!(texts(&pinned, "caption"), ["Two", "Ropes"]);
    let positions: Vec<&Value> = pinned.items().iter().map(|one| &one["pinnedPosition"]).collect();
    assert_eq!(positions, [1, 2]);
    let event = stream.until("threads.pinned").await;
    assert_eq!(event["threadIds"], json!([ids[2], ropes]));
    let rest = ["Five", "Four", "Three", "One", "Cables"];
    assert_eq!(it.listed("").await, [&["Two", "Ropes"][..], &rest].concat());
    let first = it.bob.get(&it.hall.path("/threads?limit=3")).await.expect(200);
    assert_eq!(texts(&first, "caption"), ["Two", "Ropes", "Five", "Four", "Three"]);
    let cursor = first.body["nextCursor"].as_str().unwrap();
    assert_eq!(it.listed(&format!("?limit=3&cursor={cursor}")).await, ["One", "Cables"]);
    let turned = json!({ "threadIds": [ropes, ids[1]] });
    for _ in 0..2 {
        it.hall.ada.put(&path, turned.clone()).await.expect(200);
    }
    assert_eq!(it.listed("?limit=1").await, ["Ropes", "One", "Five"]);
    assert_eq!(it.audited("thread.pin").await, 2, "an unchanged list is not recorded");
    assert!(it.notices(&it.bob).await.iter().all(|line| !line.contains("Your thread")));
}

#[tokio::test]
async fn concurrent_changes_of_pins_leave_at_most_five() {
    let it = ManagedThread::open().await;
    let mut ids = vec![it.hall.thread.clone()];
    for caption in ["One", "Two", "Three", "Four", "Five"] {
        ids.push(it.thread(caption).await);
    }
    let path = it.hall.path("/pinned-threads");
    let (first, second) = (json!({ "threadIds": ids[..3] }), json!({ "threadIds": ids[3..] }));
    let both = (it.hall.ada.put(&path, first), it.sam.put(&path, second));
    let (one, other) = futures::join!(both.0, both.1);
    one.expect(200);
    other.expect(200);
    let sql = "SELECT COUNT(*) AS n FROM threads WHERE pinned_position IS NOT NULL";
    assert_eq!(it.hall.app.count(sql, vec![]).await, 3, "one list replaced the other");
}
