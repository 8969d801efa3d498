//! Members follow and mute threads.

use super::{ManagedThread, notices_of, rows_of};
use crate::community_fixture::CommunityFixture;
use crate::kit::Browser;
use serde_json::json;

async fn set_level(it: &ManagedThread, who: &Browser, level: &str) {
    let set = who.put(&it.path("/subscription"), json!({ "level": level })).await.expect(200);
    assert_eq!(set.body, json!({ "level": level }));
}

/// Titles of a user's notifications, after all jobs.
async fn titles(hall: &CommunityFixture, who: &Browser) -> Vec<String> {
    hall.app.work().await;
    let told = notices_of(who).await;
    told.iter().map(|line| line.split(" | ").next().unwrap_or_default().to_owned()).collect()
}

#[tokio::test]
async fn only_members_choose_a_level() {
    let it = ManagedThread::open().await;
    let (path, body) = (it.path("/subscription"), json!({ "level": "followed" }));
    let olaf = it.hall.app.member("olaf").await;
    for who in [&olaf, &it.sam] {
        let refused = who.put(&path, body.clone()).await;
        assert_eq!(refused.to_string(), "403 User is not a member of this community");
    }
    assert_eq!(it.bob.put(&path, json!({ "level": "loud" })).await.status, 422);
    for level in ["followed", "followed", "muted", "normal", "normal"] {
        set_level(&it, &it.bob, level).await;
        let shown = it.bob.get(&it.path("")).await.expect(200).body;
        assert_eq!(shown["subscription"], level);
    }
    assert_eq!(rows_of(&it.hall, "thread_subscriptions", &it.bob).await, 0);
    assert_eq!(it.tess.get(&it.path("")).await.expect(200).body["subscription"], "normal");
}

#[tokio::test]
async fn followers_are_notified_once_of_each_post_of_others() {
    let it = ManagedThread::open().await;
    let hall = &it.hall;
    let cleo = hall.member("cleo").await;
    cleo.main().put("/api/me/handle", json!({ "handle": "cleo" })).await.expect(200);
    for who in [&it.bob, &cleo, &hall.ada] {
        set_level(&it, who, "followed").await;
    }
    let post = hall.write_post(&it.bob, "First").await.expect(201).id();
    assert_eq!(titles(hall, &cleo).await, ["New post in Ropes"]);
    let notice = cleo.get("/api/notifications").await.items()[0].clone();
    assert_eq!(notice["type"], "community_post");
    assert_eq!(notice["data"]["postId"], json!(post));
    assert!(!titles(hall, &it.bob).await.contains(&"New post in Ropes".to_owned()), "own post");
    hall.write_reply(&hall.ada, &post, "Hello @cleo").await.expect(201);
    let told = titles(hall, &cleo).await;
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told.contains(&"Ada Tester mentioned you".to_owned()));
    let told = titles(hall, &it.bob).await;
    assert!(told.contains(&"Ada Tester replied to your post".to_owned()));
    assert!(!told.contains(&"New post in Ropes".to_owned()), "notified of the reply already");
    let block = format!("/api/users/{}/block", hall.app.id_of(&cleo).await);
    it.bob.main().put(&block, json!({})).await.expect(200);
    hall.write_post(&it.bob, "Second").await.expect(201);
    hall.app.work().await;
    assert_eq!(rows_of(hall, "notifications", &cleo).await, 2, "none from a blocked member");
}

#[tokio::test]
async fn followers_who_left_or_muted_the_community_are_not_notified() {
    let it = ManagedThread::open().await;
    let hall = &it.hall;
    let (cleo, dan) = (hall.member("cleo").await, hall.member("dan").await);
    for who in [&cleo, &dan] {
        set_level(&it, who, "followed").await;
    }
    cleo.post(&hall.path("/leave"), json!({})).await.expect(204);
    assert_eq!(rows_of(hall, "thread_subscriptions", &cleo).await, 0);
    let mute = json!({ "preference": "mute" });
    dan.main().put(&hall.path("/notifications"), mute).await.expect(200);
    hall.write_post(&hall.ada, "First").await.expect(201);
    for who in [&cleo, &dan] {
        assert!(!titles(hall, who).await.contains(&"New post in Ropes".to_owned()));
    }
}

#[tokio::test]
async fn muted_thread_notifies_of_mentions_only() {
    let it = ManagedThread::open().await;
    let hall = &it.hall;
    it.bob.main().put("/api/me/handle", json!({ "handle": "bob" })).await.expect(200);
    set_level(&it, &it.bob, "muted").await;
    let post = hall.write_post(&it.bob, "Question").await.expect(201).id();
    let before = titles(hall, &it.bob).await;
    hall.write_reply(&hall.ada, &post, "Answer").await.expect(201);
    it.tess.put(&it.path("/closure"), json!({})).await.expect(200);
    it.tess.delete(&it.path("/closure")).await.expect(200);
    assert_eq!(titles(hall, &it.bob).await, before);
    hall.write_reply(&hall.ada, &post, "Answer for @bob").await.expect(201);
    assert_eq!(titles(hall, &it.bob).await[0], "Ada Tester mentioned you");
}

#[tokio::test]
async fn choices_are_deleted_with_the_account() {
    let it = ManagedThread::open().await;
    set_level(&it, &it.bob, "followed").await;
    let user = crate::kit::uuid_of(&it.hall.app.id_of(&it.bob).await);
    it.hall.app.sql("DELETE FROM users WHERE id = $1", vec![user.into()]).await;
    let sql = "SELECT COUNT(*) AS n FROM thread_subscriptions";
    assert_eq!(it.hall.app.count(sql, vec![]).await, 0, "deleted with the account");
}
