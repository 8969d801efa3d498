//! Posts with pictures need no text.

use super::images::{picture, upload};
use crate::community_fixture::CommunityFixture;
use crate::kit::{Browser, Reply};
use chrono::Duration;
use insta::assert_snapshot;
use serde_json::{Value, json};

async fn uploaded(hall: &CommunityFixture, who: &Browser) -> String {
    upload(hall, who, &picture(200), None).await.expect(201).id()
}

async fn send(hall: &CommunityFixture, who: &Browser, body: Value) -> Reply {
    who.post(&hall.posts_path(), body).await
}

#[tokio::test]
async fn text_may_be_empty_or_missing_if_pictures_are_attached() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let mut stream = bob.live().await;
    stream.until("hello").await;
    let image = uploaded(&hall, &hall.ada).await;
    let post = send(&hall, &hall.ada, json!({ "imageIds": [image] })).await.expect(201).body;
    assert_eq!((&post["content"], &post["images"][0]["id"]), (&json!(""), &json!(image)));
    let event = stream.until("post.created").await;
    assert_eq!(
        (&event["post"]["content"], &event["post"]["images"]),
        (&json!(""), &post["images"])
    );
    assert_eq!(stream.until("thread.updated").await["lastPost"]["excerpt"], "");
    let thread = bob.get(&hall.path("/threads")).await.items()[0].clone();
    assert_eq!(thread["lastPost"]["excerpt"], "");
    assert_eq!(bob.get("/api/feed").await.expect(200).items()[0]["content"], "");

    let image = uploaded(&hall, &hall.ada).await;
    let body = json!({ "content": " \u{200b}\n", "imageIds": [image], "parentPostId": post["id"] });
    let reply = send(&hall, &hall.ada, body).await.expect(201).body;
    assert_eq!(reply["content"], "");

    let image = uploaded(&hall, &hall.ada).await;
    let body = json!({ "content": "<script>", "imageIds": [image] });
    assert_snapshot!(send(&hall, &hall.ada, body).await, @"422 Message contains prohibited content");
    let body = json!({ "imageIds": [] });
    assert_snapshot!(send(&hall, &hall.ada, body).await, @"422 Missing required data to create post");
    let body = json!({ "content": "", "imageIds": [] });
    assert_snapshot!(send(&hall, &hall.ada, body).await, @"422 Message cannot be empty");
    let body = json!({ "imageIds": [hall.community] });
    assert_snapshot!(send(&hall, &hall.ada, body).await, @"422 This picture is no longer available. Please choose it again.");
}

#[tokio::test]
async fn edit_removes_the_text_of_a_post_with_pictures_only() {
    let hall = CommunityFixture::open().await;
    let image = uploaded(&hall, &hall.ada).await;
    let body = json!({ "content": "Look", "imageIds": [image] });
    let shown = send(&hall, &hall.ada, body).await.expect(201).id();
    let plain = hall.write_post(&hall.ada, "Look").await.expect(201).id();
    let edit =
        async |post: &str, body: Value| hall.ada.patch(&format!("/api/posts/{post}"), body).await;
    let changed = edit(&shown, json!({ "content": "" })).await.expect(200).body;
    assert_eq!((&changed["content"], &changed["isEdited"]), (&json!(""), &json!(true)));
    assert_snapshot!(edit(&shown, json!({})).await, @"422 Missing required data to create post");
    assert_snapshot!(edit(&plain, json!({ "content": "" })).await, @"422 Message cannot be empty");
}

#[tokio::test]
async fn notices_and_mails_about_a_post_without_text_are_complete() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let post = hall.write_post(&bob, "Where is it?").await.expect(201).id();
    hall.app.clock.advance_by(Duration::minutes(2));
    let image = uploaded(&hall, &hall.ada).await;
    let body = json!({ "imageIds": [image], "parentPostId": post });
    send(&hall, &hall.ada, body).await.expect(201);
    hall.app.work().await;
    let notices = bob.get("/api/notifications").await.expect(200);
    let notice = &notices.items()[0];
    assert_eq!(notice["title"], "Ada Tester replied to your post");
    assert_eq!(notice["message"], "Cables");
    let activity = bob.get("/api/activity").await.expect(200);
    assert_eq!(activity.items()[0]["excerpt"], Value::Null);
    assert_eq!(activity.items()[0]["content"], "Cables");
}
