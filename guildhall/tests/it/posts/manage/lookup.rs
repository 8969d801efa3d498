//! Threads by id wherever they are, hidden history, and posts by time.

use super::ManagedThread;
use crate::community_fixture::CommunityFixture;
use chrono::Duration;
use serde_json::{Value, json};

#[tokio::test]
async fn thread_is_found_by_id_by_those_who_may_read_it() {
    let it = ManagedThread::open().await;
    let path = format!("/api/threads/{}", it.hall.thread);
    for who in [&it.hall.ada, &it.bob, &it.tess, &it.sam] {
        let found = who.get(&path).await.expect(200).body;
        assert_eq!(found["communityId"], json!(it.hall.community));
        assert_eq!(found["caption"], "Ropes");
    }
    let olaf = it.hall.app.member("olaf").await;
    assert_eq!(olaf.get(&path).await.to_string(), "404 Failed to load thread posts");
    let missing = olaf.get("/api/threads/019fffffffff7fffbfffffffffffffff").await;
    assert_eq!(missing.to_string(), "404 Failed to load thread posts");
    let oak = it.hall.app.portal("Oak House", "oak").await;
    it.hall.app.add_to_affiliation(&it.bob, &oak.affiliation).await;
    it.hall.app.sign_in(&it.bob, "oak.localhost", "bob").await;
    assert_eq!(it.bob.on("oak").get(&path).await.to_string(), "404 Failed to load thread posts");
}

#[tokio::test]
async fn thread_says_how_many_posts_are_older_than_the_membership() {
    let hall = CommunityFixture::open().await;
    for words in ["One", "Two", "Three"] {
        hall.write_post(&hall.ada, words).await.expect(201);
    }
    hall.app.clock.advance_by(Duration::seconds(1));
    let bob = hall.member("bob").await;
    hall.app.clock.advance_by(Duration::seconds(1));
    hall.write_post(&hall.ada, "Four").await.expect(201);
    let path = hall.path(&format!("/threads/{}", hall.thread));
    assert_eq!(bob.get(&path).await.expect(200).body["hiddenPosts"], 3);
    let by_id = format!("/api/threads/{}", hall.thread);
    assert_eq!(bob.get(&by_id).await.expect(200).body["hiddenPosts"], 3);
    assert_eq!(hall.ada.get(&path).await.expect(200).body["hiddenPosts"], 0);
    let listed = bob.get(&hall.path("/threads")).await.expect(200);
    assert_eq!(listed.items()[0]["hiddenPosts"], 0);
}

#[tokio::test]
async fn jump_leads_to_the_first_readable_post_at_a_time() {
    let hall = CommunityFixture::open().await;
    let (bob, olaf) = (hall.member("bob").await, hall.app.member("olaf").await);
    let path = hall.posts_path();
    let at = async |who: &crate::kit::Browser, time: &str| {
        who.get(&format!("{path}/at?time={time}")).await
    };
    let nothing = at(&bob, "2020-01-01T00:00:00Z").await.expect(200).body;
    assert_eq!(nothing, json!({ "postId": null, "created": null }));
    let mut posts = Vec::new();
    for words in ["One", "Two", "Three"] {
        hall.app.clock.advance_by(Duration::minutes(10));
        posts.push(hall.write_post(&hall.ada, words).await.expect(201).body);
    }
    let created = |post: &Value| post["created"].as_str().unwrap().to_owned();
    let found = at(&bob, "2020-01-01T00:00:00Z").await.expect(200).body;
    assert_eq!(found, json!({ "postId": posts[0]["id"], "created": posts[0]["created"] }));
    let found = at(&bob, &created(&posts[1])).await.expect(200).body;
    assert_eq!(found["postId"], posts[1]["id"]);
    let found = at(&bob, "2999-01-01T00:00:00Z").await.expect(200).body;
    assert_eq!(found["postId"], posts[2]["id"], "the last one");
    let last = posts[2]["id"].as_str().unwrap();
    hall.ada.delete(&format!("/api/posts/{last}")).await.expect(200);
    let found = bob.get(&format!("{path}/at")).await.expect(200).body;
    assert_eq!(found["postId"], posts[1]["id"], "a deleted post is skipped");
    let cleo = hall.member("cleo").await;
    let found = at(&cleo, "2020-01-01T00:00:00Z").await.expect(200).body;
    assert_eq!(found["postId"], Value::Null, "all posts are older than the membership");
    let refused = at(&olaf, "2020-01-01T00:00:00Z").await;
    assert_eq!(refused.to_string(), "403 Unable to load threads. Please check your permissions.");
    assert_eq!(at(&bob, "yesterday").await.status, 400);
}
