//! Threads move to another community with everything that belongs to their posts.

use super::{ManagedThread, open_stream};
use crate::community_fixture::{contents, texts};
use crate::kit::{Browser, Reply, uuid_of};
use crate::posts::images::{picture, post_with_images, upload};
use serde_json::{Value, json};

impl ManagedThread {
    /// A second community of the admin; the member joins it too.
    async fn second_community(&self) -> String {
        let other = self.hall.app.community(&self.hall.ada, "Short spans", &[]).await;
        self.bob.post(&format!("/api/communities/{other}/join"), json!({})).await.expect(200);
        other
    }

    async fn move_to(&self, who: &Browser, to: &str) -> Reply {
        who.post(&self.path("/move"), json!({ "communityId": to })).await
    }
}

/// Asserts that the counts of a community match its threads and posts.
async fn check_counts(it: &ManagedThread, community: &str) {
    let shown = it.hall.ada.get(&format!("/api/communities/{community}")).await.expect(200).body;
    for (table, field) in [("threads", "totalThreads"), ("posts", "totalPosts")] {
        let sql = format!(
            "SELECT COUNT(*) AS n FROM {table} WHERE community_id = $1 AND removed_at IS NULL"
        );
        let there = it.hall.app.count(&sql, vec![uuid_of(community).into()]).await;
        assert_eq!(shown[field], json!(there), "{field}");
    }
}

#[tokio::test]
async fn only_admins_of_both_communities_and_staff_move_threads() {
    let it = ManagedThread::open().await;
    let other = it.second_community().await;
    for who in it.others().await.iter().chain([&it.bob, &it.tess]) {
        let refused = it.move_to(who, &other).await;
        assert_eq!(refused.to_string(), "403 Only community admins can move threads");
    }
    let emma = it.hall.app.member("emil").await;
    let foreign = it.hall.app.community(&emma, "Wide spans", &[]).await;
    let refused = it.move_to(&it.hall.ada, &foreign).await;
    assert_eq!(refused.to_string(), "403 Only community admins can move threads");
    let missing = it.move_to(&it.hall.ada, "019fffffffff7fffbfffffffffffffff").await;
    assert_eq!(missing.to_string(), "404 Community not found");
    let same = it.move_to(&it.hall.ada, &it.hall.community).await;
    assert_eq!(same.to_string(), "409 The thread is already in this community");
    let moved = it.move_to(&it.hall.ada, &other).await.expect(200).body;
    assert_eq!(moved["communityId"], json!(other));
    let again = it.move_to(&it.hall.ada, &other).await;
    assert_eq!(again.to_string(), "409 The thread is already in this community");
    let path = format!("/api/communities/{other}/threads/{}/move", it.hall.thread);
    it.sam.post(&path, json!({ "communityId": foreign })).await.expect(200);
}

#[tokio::test]
async fn everything_about_the_posts_moves() {
    let it = ManagedThread::open().await;
    let hall = &it.hall;
    let other = it.second_community().await;
    it.bob.main().put("/api/me/handle", json!({ "handle": "bob" })).await.expect(200);
    let image = upload(hall, &hall.ada, &picture(200), None).await.expect(201).body;
    let shown = post_with_images(hall, &hall.ada, &[image["id"].as_str().unwrap()]).await;
    let shown = shown.expect(201).id();
    let words = hall.write_post(&hall.ada, "Quaternions for @bob").await.expect(201).id();
    hall.write_reply(&it.bob, &words, "Thanks").await.expect(201);
    it.bob.post(&format!("/api/posts/{shown}/like"), json!({})).await.expect(200);
    for who in [&it.bob, &it.tess] {
        who.put(&it.path("/subscription"), json!({ "level": "followed" })).await.expect(200);
    }
    let report = json!({ "reason": "Rude" });
    it.tess.post(&format!("/api/posts/{words}/reports"), report).await.expect(201);
    let pins = json!({ "threadIds": [hall.thread] });
    hall.ada.put(&hall.path("/pinned-threads"), pins).await.expect(200);
    it.move_to(&hall.ada, &other).await.expect(200);

    let there = format!("/api/communities/{other}");
    let thread = format!("{there}/threads/{}", hall.thread);
    let moved = it.bob.get(&thread).await.expect(200).body;
    assert_eq!((&moved["numposts"], &moved["participantCount"]), (&json!(3), &json!(2)));
    assert_eq!(
        (&moved["pinnedPosition"], &moved["subscription"]),
        (&Value::Null, &json!("followed"))
    );
    let posts = hall.ada.get(&format!("{thread}/posts")).await.expect(200);
    assert_eq!(contents(&posts), ["Look", "Quaternions for @bob", "Thanks"]);
    assert_eq!(
        (&posts.items()[0]["likes"], &posts.items()[1]["mentions"][0]["handle"]),
        (&json!(1), &json!("bob"))
    );
    assert!(posts.items().iter().all(|post| post["communityId"] == json!(other)));
    let url = posts.items()[0]["images"][0]["url"].as_str().unwrap();
    hall.ada.get(url).await.expect(200);
    assert_eq!(it.tess.get(url).await.status, 404, "not a member of the other community");
    let found = it.bob.get("/api/search?q=quaternions").await.expect(200).body.to_string();
    assert!(found.contains(&format!("\"communityId\":\"{other}\"")), "{found}");
    let found = it.tess.get("/api/search?q=quaternions").await.expect(200).body.to_string();
    assert!(!found.contains("Quaternions"), "{found}");
    let reports = hall.ada.get(&format!("{there}/reports")).await.expect(200);
    assert_eq!(reports.items().len(), 1);
    assert_eq!(hall.ada.get(&hall.path("/reports")).await.expect(200).items().len(), 0);
    assert_eq!(super::rows_of(hall, "thread_subscriptions", &it.tess).await, 0);
    for community in [&hall.community, &other] {
        check_counts(&it, community).await;
    }
}

#[tokio::test]
async fn old_addresses_end_and_the_thread_is_found_by_id() {
    let it = ManagedThread::open().await;
    let other = it.second_community().await;
    it.hall.write_post(&it.bob, "Hello").await.expect(201);
    it.move_to(&it.hall.ada, &other).await.expect(200);
    for path in [it.path(""), it.path("/posts"), it.path("/posts/at")] {
        assert_eq!(it.bob.get(&path).await.to_string(), "404 Failed to load thread posts");
    }
    assert_eq!(it.hall.write_post(&it.bob, "Late").await.status, 404);
    let by_id = format!("/api/threads/{}", it.hall.thread);
    let found = it.bob.get(&by_id).await.expect(200).body;
    assert_eq!(found["communityId"], json!(other));
    assert_eq!(it.tess.get(&by_id).await.to_string(), "404 Failed to load thread posts");
    let listed = it.bob.get(&it.hall.path("/threads")).await.expect(200);
    assert_eq!(texts(&listed, "caption"), ["Cables"]);
}

#[tokio::test]
async fn move_is_published_to_both_communities_recorded_and_notified() {
    let it = ManagedThread::open().await;
    let other = it.second_community().await;
    let emma = it.hall.app.member("emma").await;
    emma.post(&format!("/api/communities/{other}/join"), json!({})).await.expect(200);
    it.hall.write_post(&it.hall.ada, "Secret words").await.expect(201);
    it.hall.app.until_delivered().await;
    let mut streams = [open_stream(&it.tess).await, open_stream(&emma).await];
    it.move_to(&it.hall.ada, &other).await.expect(200);
    for stream in &mut streams {
        let event = stream.until("thread.moved").await;
        assert_eq!(event["communityId"], json!(it.hall.community));
        assert_eq!(event["toCommunityId"], json!(other));
        assert_eq!(event["threadId"], json!(it.hall.thread));
    }
    assert_eq!(it.audited("thread.move").await, 1);
    assert_eq!(it.notices(&it.bob).await[0], "Your thread was moved | Short spans: Ropes");
    let notice = it.bob.get("/api/notifications").await.items()[0].clone();
    assert_eq!(notice["data"], json!({ "communityId": other, "threadId": it.hall.thread }));
    let sql = "SELECT COUNT(*) AS n FROM events WHERE topic = $1 AND payload -> 'post' IS NOT NULL";
    let topic = platform::events::Topic::Community(uuid_of(&it.hall.community)).to_string();
    let left = it.hall.app.count(sql, vec![topic.into()]).await;
    assert_eq!(left, 0, "a resumed stream of the old community contains no posts");
}

#[tokio::test]
async fn starter_outside_the_other_community_is_led_to_the_old_one() {
    let it = ManagedThread::open().await;
    let other = it.hall.app.community(&it.hall.ada, "Secret spans", &[]).await;
    it.move_to(&it.hall.ada, &other).await.expect(200);
    assert_eq!(it.notices(&it.bob).await[0], "Your thread was moved | Long spans: Ropes");
    let notice = it.bob.get("/api/notifications").await.items()[0].clone();
    assert_eq!(notice["data"], json!({ "communityId": it.hall.community }));
}

#[tokio::test]
async fn pictures_stay_when_their_first_community_is_deleted() {
    let it = ManagedThread::open().await;
    let hall = &it.hall;
    let other = it.second_community().await;
    let image = upload(hall, &hall.ada, &picture(200), None).await.expect(201).body;
    post_with_images(hall, &hall.ada, &[image["id"].as_str().unwrap()]).await.expect(201);
    it.move_to(&hall.ada, &other).await.expect(200);
    for who in [&it.bob, &it.tess] {
        who.post(&hall.path("/leave"), json!({})).await.expect(204);
    }
    hall.ada.post(&hall.path("/deletion"), json!({})).await.expect(200);
    hall.app.work().await;
    assert_eq!(hall.rows("threads").await, 0);
    let posts = format!("/api/communities/{other}/threads/{}/posts", hall.thread);
    let page = it.bob.get(&posts).await.expect(200);
    let url = page.items()[0]["images"][0]["url"].as_str().unwrap();
    assert!(url.contains(&other), "{url}");
    it.bob.get(url).await.expect(200);
}
