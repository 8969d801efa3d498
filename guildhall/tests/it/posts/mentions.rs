//! Mentions notify each member who may read the post once.

use crate::community_fixture::CommunityFixture;
use crate::kit::{Browser, uuid_of};
use serde_json::{Value, json};

async fn member_with_handle(hall: &CommunityFixture, name: &str) -> Browser {
    let browser = hall.member(name).await;
    set_handle(&browser, name).await;
    browser
}

async fn set_handle(who: &Browser, handle: &str) {
    who.main().put("/api/me/handle", json!({ "handle": handle })).await.expect(200);
}

async fn notice_count(hall: &CommunityFixture, who: &Browser) -> i64 {
    let sql = "SELECT COUNT(*) AS n FROM notifications WHERE user_id = $1";
    hall.app.count(sql, vec![uuid_of(&hall.app.id_of(who).await).into()]).await
}

#[tokio::test]
async fn mentioned_members_are_notified_once_and_others_are_not() {
    let hall = CommunityFixture::open().await;
    set_handle(&hall.ada, "ada-the-admin").await;
    let (bob, cleo, dan) = (
        member_with_handle(&hall, "bob").await,
        member_with_handle(&hall, "cleo").await,
        member_with_handle(&hall, "dan").await,
    );
    let outsider = hall.app.member("olaf").await;
    set_handle(&outsider, "olaf").await;
    let block = format!("/api/users/{}/block", hall.app.id_of(&hall.ada).await);
    dan.main().put(&block, json!({})).await.expect(200);
    let mut stream = bob.live().await;
    stream.until("hello").await;
    let words = "Ask @Bob and @bob, not @dan, @olaf, @ada-the-admin or x@cleo.example";
    let post = hall.write_post(&hall.ada, words).await.expect(201).id();
    let notice = stream.until("notification.created").await["notification"].clone();
    assert_eq!(notice["type"], "community_post");
    assert_eq!(notice["title"], "Ada Tester mentioned you");
    assert_eq!(notice["message"], "Cables");
    assert_eq!(notice["data"]["postId"].as_str(), Some(post.as_str()));
    for (who, told) in [(&bob, 1), (&cleo, 0), (&dan, 0), (&outsider, 0), (&hall.ada, 0)] {
        assert_eq!(notice_count(&hall, who).await, told);
    }
    let path = format!("/api/posts/{post}");
    hall.ada.patch(&path, json!({ "content": "@bob and @cleo" })).await.expect(200);
    assert_eq!(
        (notice_count(&hall, &bob).await, notice_count(&hall, &cleo).await),
        (1, 1),
        "only the added mention notifies"
    );
    for words in ["Nobody", "@bob and @cleo again"] {
        hall.ada.patch(&path, json!({ "content": words })).await.expect(200);
    }
    assert_eq!(
        (notice_count(&hall, &bob).await, notice_count(&hall, &cleo).await),
        (1, 1),
        "a restored mention does not notify again"
    );
    let reply = hall.write_reply(&hall.ada, &post, "@cleo?").await.expect(201).id();
    assert_eq!(notice_count(&hall, &cleo).await, 2);
    assert_ne!(reply, post);
}

#[tokio::test]
async fn mention_before_a_full_stop_matches_handles_with_and_without_a_dot() {
    let hall = CommunityFixture::open().await;
    let (bob, cleo) = (hall.member("bob").await, member_with_handle(&hall, "cleo").await);
    set_handle(&bob, "bob.").await;
    let post = hall.write_post(&hall.ada, "Ask @Bob. or @cleo.").await.expect(201);
    assert_eq!(mentioned_handles(&post.body), ["bob.", "cleo"]);
    assert_eq!((notice_count(&hall, &bob).await, notice_count(&hall, &cleo).await), (1, 1));
    let post = hall.write_post(&hall.ada, "@bob is another name").await.expect(201);
    assert!(mentioned_handles(&post.body).is_empty());
}

#[tokio::test]
async fn muted_member_is_not_notified_of_mentions() {
    let hall = CommunityFixture::open().await;
    let (bob, cleo) =
        (member_with_handle(&hall, "bob").await, member_with_handle(&hall, "cleo").await);
    for (who, wish) in [(&bob, "mute"), (&cleo, "mentions")] {
        let path = hall.path("/notifications");
        who.main().put(&path, json!({ "preference": wish })).await.expect(200);
    }
    hall.write_post(&hall.ada, "@bob and @cleo").await.expect(201);
    assert_eq!((notice_count(&hall, &bob).await, notice_count(&hall, &cleo).await), (0, 1));
}

#[tokio::test]
async fn edit_does_not_notify_members_who_joined_after_the_post() {
    let hall = CommunityFixture::open().await;
    let post = hall.write_post(&hall.ada, "Hello").await.expect(201).id();
    let bob = member_with_handle(&hall, "bob").await;
    hall.ada
        .patch(&format!("/api/posts/{post}"), json!({ "content": "Hello @bob" }))
        .await
        .expect(200);
    assert_eq!(notice_count(&hall, &bob).await, 0);
}

/// Handles in the `mentions` of a post.
fn mentioned_handles(post: &Value) -> Vec<&str> {
    let named = post["mentions"].as_array().unwrap();
    named.iter().map(|one| one["handle"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn post_mentions_omit_blocked_outside_and_former_members() {
    let hall = CommunityFixture::open().await;
    let (bob, cleo) =
        (member_with_handle(&hall, "bob").await, member_with_handle(&hall, "cleo").await);
    let dan = hall.member("dan").await;
    let olaf = hall.app.member("olaf").await;
    set_handle(&olaf, "olaf").await;
    let block = format!("/api/users/{}/block", hall.app.id_of(&bob).await);
    dan.main().put(&block, json!({})).await.expect(200);
    let (mut to_cleo, mut to_dan) = (cleo.live().await, dan.live().await);
    for stream in [&mut to_cleo, &mut to_dan] {
        stream.until("hello").await;
    }
    let words = "@cleo, @Bob, @olaf and @nobody, x@cleo.example";
    let made = hall.write_post(&hall.ada, words).await.expect(201).body;
    assert_eq!(mentioned_handles(&made), ["bob", "cleo"]);
    assert_eq!(made["mentions"][0]["userId"], json!(hall.app.id_of(&bob).await));
    assert_eq!(mentioned_handles(&to_cleo.until("post.created").await["post"]), ["bob", "cleo"]);
    assert_eq!(mentioned_handles(&to_dan.until("post.created").await["post"]), ["cleo"]);
    let shown =
        async |who: &Browser| who.get(&hall.posts_path()).await.expect(200).items()[0].clone();
    assert_eq!(mentioned_handles(&shown(&cleo).await), ["bob", "cleo"]);
    assert_eq!(mentioned_handles(&shown(&dan).await), ["cleo"]);
    let path = format!("/api/posts/{}", made["id"].as_str().unwrap());
    let edited = hall.ada.patch(&path, json!({ "content": "@bob alone" })).await.expect(200).body;
    assert_eq!(mentioned_handles(&edited), ["bob"]);
    assert_eq!(mentioned_handles(&to_cleo.until("post.edited").await["post"]), ["bob"]);
    bob.post(&hall.path("/leave"), json!({})).await.expect(204);
    assert!(mentioned_handles(&shown(&cleo).await).is_empty(), "former members are not mentioned");
}
