//! Moderators remove threads: hidden at once everywhere, then erased.

use super::{ManagedThread, notices_of, open_stream};
use crate::community_fixture::texts;
use crate::posts::images::{picture, post_with_images, upload};
use serde_json::{Value, json};

#[tokio::test]
async fn only_moderators_remove_threads_with_a_reason() {
    let it = ManagedThread::open().await;
    let path = it.path("/removal");
    for who in it.others().await.iter().chain([&it.bob]) {
        let refused = who.post(&path, json!({ "reason": "Mine" })).await;
        assert_eq!(
            refused.to_string(),
            "403 Only community admins and trustees can remove threads"
        );
    }
    for reason in ["", " "] {
        assert_eq!(it.tess.post(&path, json!({ "reason": reason })).await.status, 422);
    }
    let removed = it.tess.post(&path, json!({ "reason": "Off topic" })).await.expect(200).body;
    assert_eq!(
        removed,
        json!({ "id": it.hall.thread, "communityId": it.hall.community, "removed": true })
    );
    let again = it.tess.post(&path, json!({ "reason": "Off topic" })).await;
    assert_eq!(again.to_string(), "404 Failed to load thread posts");
    for caption in ["By the admin", "By staff"] {
        it.hall.app.clock.advance_by(chrono::Duration::minutes(5));
        let body = json!({ "caption": caption });
        let id = it.bob.post(&it.hall.path("/threads"), body).await.expect(201).id();
        let who = if caption == "By staff" { &it.sam } else { &it.hall.ada };
        let path = it.hall.path(&format!("/threads/{id}/removal"));
        who.post(&path, json!({ "reason": "Off topic" })).await.expect(200);
    }
}

#[tokio::test]
async fn removed_thread_disappears_at_once_from_everywhere() {
    let it = ManagedThread::open().await;
    let hall = &it.hall;
    let cleo = hall.member("cleo").await;
    cleo.main().put("/api/me/handle", json!({ "handle": "cleo" })).await.expect(200);
    let image = upload(hall, &it.bob, &picture(200), None).await.expect(201).body;
    let url = image["url"].as_str().unwrap();
    let post = post_with_images(hall, &it.bob, &[image["id"].as_str().unwrap()]).await.id();
    hall.write_reply(&hall.ada, &post, "Quaternions for @cleo").await.expect(201);
    let report = json!({ "reason": "Rude" });
    cleo.post(&format!("/api/posts/{post}/reports"), report).await.expect(201);
    hall.app.work().await;
    let badge =
        async || cleo.get("/api/activity").await.expect(200).body["counts"]["communities"].clone();
    assert_ne!(badge().await, 0);
    assert_eq!(cleo.get(&hall.path("")).await.body["viewer"]["unread"], 2);
    it.tess.post(&it.path("/removal"), json!({ "reason": "Off topic" })).await.expect(200);

    for path in [it.path(""), it.path("/posts"), format!("/api/threads/{}", hall.thread)] {
        for who in [&hall.ada, &it.bob, &it.sam] {
            assert_eq!(who.get(&path).await.to_string(), "404 Failed to load thread posts");
        }
    }
    assert_eq!(cleo.get(url).await.status, 404);
    assert_eq!(hall.write_post(&it.bob, "Late").await.status, 404);
    let like = it.bob.post(&format!("/api/posts/{post}/like"), json!({})).await;
    assert_eq!(like.to_string(), "404 Post not found");
    let edit = it.bob.patch(&format!("/api/posts/{post}"), json!({ "content": "Late" })).await;
    assert_eq!(edit.to_string(), "404 Post not found");
    assert_eq!(texts(&cleo.get(&hall.path("/threads")).await, "caption"), ["Cables"]);
    let community = cleo.get(&hall.path("")).await.expect(200).body;
    assert_eq!((&community["totalThreads"], &community["totalPosts"]), (&json!(1), &json!(0)));
    assert_eq!(community["viewer"]["unread"], 0);
    assert_eq!(community["threadCaptions"], json!(["Cables"]));
    for path in ["/api/search?q=quaternions", "/api/feed"] {
        let found = cleo.get(path).await.expect(200).body.to_string();
        assert!(!found.contains("Quaternions"), "{path}: {found}");
    }
    assert_eq!(hall.ada.get(&hall.path("/reports")).await.expect(200).items().len(), 0);
    assert!(notices_of(&cleo).await.iter().all(|line| !line.contains("Ropes")));
    assert_eq!(badge().await, 0);
    let author = hall.app.id_of(&it.bob).await;
    let content = it.sam.get(&format!("/api/staff/users/{author}/content")).await;
    assert!(!content.body.to_string().contains("Look"), "{content}");
}

#[tokio::test]
async fn removal_is_published_recorded_and_notified() {
    let it = ManagedThread::open().await;
    it.hall.write_post(&it.hall.ada, "Secret words").await.expect(201);
    it.hall.app.until_delivered().await;
    let mut stream = open_stream(&it.bob).await;
    it.tess.post(&it.path("/removal"), json!({ "reason": "Off topic" })).await.expect(200);
    let event = stream.until("thread.removed").await;
    assert_eq!(
        (&event["communityId"], &event["threadId"]),
        (&json!(it.hall.community), &json!(it.hall.thread))
    );
    assert_eq!(it.audited("thread.remove").await, 1);
    assert_eq!(it.notices(&it.bob).await[0], "Your thread was removed | Long spans: Off topic");
    let notice = it.bob.get("/api/notifications").await.items()[0].clone();
    assert_eq!(notice["data"], json!({ "communityId": it.hall.community }));
}

#[tokio::test]
async fn job_erases_the_content_of_a_removed_thread() {
    let it = ManagedThread::open().await;
    let hall = &it.hall;
    let image = upload(hall, &it.bob, &picture(200), None).await.expect(201).body;
    let post = post_with_images(hall, &it.bob, &[image["id"].as_str().unwrap()]).await.id();
    let reply = hall.write_reply(&hall.ada, &post, "Answer").await.expect(201).id();
    let key = uuid::Uuid::now_v7().to_string();
    let body = json!({ "content": "Secret words", "parentPostId": reply });
    hall.ada.main().post_keyed(&hall.posts_path(), &key, body).await.expect(201);
    hall.ada.delete(&format!("/api/posts/{reply}")).await.expect(200);
    it.tess.post(&it.path("/removal"), json!({ "reason": "Off topic" })).await.expect(200);
    hall.app.work().await;
    for table in ["posts", "post_images", "thread_subscriptions"] {
        assert_eq!(hall.rows(table).await, 0, "{table}");
    }
    assert_eq!(hall.rows("threads").await, 1, "the other thread");
    let stored = "SELECT COUNT(*) AS n FROM idempotency_keys \
        WHERE CAST(response AS text) LIKE '%Secret words%'";
    assert_eq!(hall.app.count(stored, vec![]).await, 0);
    let events =
        "SELECT COUNT(*) AS n FROM events WHERE CAST(payload AS text) LIKE '%Secret words%'";
    assert_eq!(hall.app.count(events, vec![]).await, 0);
    let community = hall.ada.get(&hall.path("")).await.expect(200).body;
    assert_eq!((&community["totalThreads"], &community["totalPosts"]), (&json!(1), &json!(0)));
    assert_eq!(hall.ada.get(&it.path("")).await.body["posts"], Value::Null);
}
