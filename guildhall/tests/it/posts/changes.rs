//! Authors edit their own posts only (G-079).

use crate::community_fixture::CommunityFixture;
use crate::kit::{Browser, Reply};
use insta::assert_snapshot;
use serde_json::{Value, json};

async fn edit(who: &Browser, post: &str, words: &str) -> Reply {
    who.patch(&format!("/api/posts/{post}"), json!({ "content": words })).await
}

#[tokio::test]
async fn edited_post_is_marked_as_edited_for_everyone() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let mut stream = bob.live().await;
    stream.until("hello").await;
    let post = hall.write_post(&hall.ada, "Old **words**").await.expect(201).body;
    assert_eq!((&post["isEdited"], &post["editedAt"]), (&json!(false), &Value::Null));
    let id = post["id"].as_str().unwrap();
    hall.app.clock.advance_by(chrono::Duration::seconds(5));
    let changed = edit(&hall.ada, id, "New **words** <h1>here</h1>").await.expect(200).body;
    assert_eq!(changed["content"], "New **words** <h1>here</h1>");
    assert_eq!((&changed["isEdited"], &changed["created"]), (&json!(true), &post["created"]));
    assert_ne!(changed["editedAt"], Value::Null);
    assert_eq!(hall.read_posts(&bob).await, ["New **words** <h1>here</h1>"]);
    let event = stream.until("post.edited").await;
    assert_eq!(event["post"]["content"], "New **words** <h1>here</h1>");
    assert_eq!(event["post"]["editedAt"], changed["editedAt"]);
    let event = stream.until("thread.updated").await;
    assert_eq!(event["lastPost"]["excerpt"], "New words <h1>here</h1>");
    assert_eq!(event["numposts"], 1);
    let thread = bob.get(&hall.path("/threads")).await.items()[0].clone();
    assert_eq!(thread["lastPost"]["excerpt"], "New words <h1>here</h1>");
    let same = edit(&hall.ada, id, "New **words** <h1>here</h1>").await.expect(200).body;
    assert_eq!(same["editedAt"], changed["editedAt"], "nothing was changed");
}

#[tokio::test]
async fn post_edit_refusals_have_the_specified_messages() {
    let hall = CommunityFixture::open().await;
    let (bob, cleo) = (hall.member("bob").await, hall.app.member("cleo").await);
    let post = hall.write_post(&bob, "Mine").await.expect(201).id();
    let reply = hall.write_reply(&bob, &post, "And more").await.expect(201).id();
    assert_snapshot!(edit(&hall.ada, &post, "x").await, @"403 You can only change your own posts");
    assert_snapshot!(edit(&cleo, &post, "x").await, @"404 Post not found");
    assert_snapshot!(edit(&bob, &hall.community, "x").await, @"404 Post not found");
    assert_snapshot!(edit(&bob, &post, &"p".repeat(301)).await, @"422 Post exceeds maximum length of 300 characters");
    assert_snapshot!(edit(&bob, &reply, &"p".repeat(5001)).await, @"422 Message too long (max 5000 characters)");
    edit(&bob, &reply, &"p".repeat(5000)).await.expect(200);
    assert_snapshot!(edit(&bob, &post, "a; b").await, @"422 Message contains prohibited content");
    assert_snapshot!(edit(&bob, &post, " ").await, @"422 Message cannot be empty");
    let nothing = bob.patch(&format!("/api/posts/{reply}"), json!({})).await;
    assert_snapshot!(nothing, @"422 Missing required data to create reply");
    hall.time_out(&bob, 10).await;
    assert_snapshot!(edit(&bob, &post, "x").await, @"403 You are currently timed out from this community");
    let refused = bob.delete(&format!("/api/posts/{post}")).await;
    assert_snapshot!(refused, @"403 You are currently timed out from this community");
    hall.app.clock.advance_by(chrono::Duration::minutes(11));
    edit(&bob, &post, "x").await.expect(200);
    bob.post(&hall.path("/leave"), json!({})).await.expect(204);
    assert_snapshot!(edit(&bob, &post, "y").await, @"404 Post not found");
    bob.post(&hall.path("/join"), json!({})).await.expect(200);
    assert_snapshot!(edit(&bob, &post, "y").await, @"404 Post not found");
}

#[tokio::test]
async fn post_edits_are_rate_limited() {
    let hall = CommunityFixture::open().await;
    let post = hall.write_post(&hall.ada, "One").await.expect(201).id();
    for n in 0..10 {
        edit(&hall.ada, &post, &format!("Version {n}")).await.expect(200);
    }
    let soon = edit(&hall.ada, &post, "One more").await.expect(429);
    assert!(soon.to_string().starts_with("429 Rate limit exceeded. Try again at "));
}
