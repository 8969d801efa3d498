//! Requests that a browser queued offline: sent again under the same key, late, or by another
//! session.

use crate::community_fixture::CommunityFixture;
use crate::kit::{At, Reply};
use crate::messages::{Pair, path_of, send};
use http::Method;
use insta::assert_snapshot;
use serde_json::json;
use uuid::Uuid;

/// A post that names its author.
async fn post_as(at: &At<'_>, viewer: &str, path: &str) -> Reply {
    let mut request = at.json(Method::POST, path, &json!({ "content": "From the train" }));
    request.headers_mut().insert("x-viewer", viewer.parse().unwrap());
    at.send(request).await
}

#[tokio::test]
async fn request_of_another_viewer_than_the_session_is_refused() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let ada_id = hall.app.id_of(&hall.ada).await;
    let refused = post_as(&bob.main(), &ada_id, &hall.posts_path()).await;
    assert_snapshot!(refused, @"409 Another account is signed in now.");
    assert_eq!(refused.body["code"], "viewer-changed");
    assert_eq!(hall.rows("posts").await, 0);
    post_as(&hall.ada.main(), &ada_id, &hall.posts_path()).await.expect(201);
    let visitor = hall.app.browser();
    assert_eq!(post_as(&visitor.main(), &ada_id, &hall.posts_path()).await.status, 401);
}

#[tokio::test]
async fn repeated_key_of_a_like_changes_nothing() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let post = hall.write_post(&hall.ada, "Likeable").await.expect(201).id();
    let path = format!("/api/posts/{post}/like");
    let key = Uuid::now_v7().to_string();
    for _ in 0..3 {
        let liked = bob.main().post_keyed(&path, &key, json!({})).await.expect(200).body;
        assert_eq!((&liked["liked"], &liked["likes"]), (&json!(true), &json!(1)));
    }
    let other = Uuid::now_v7().to_string();
    let unliked = bob.main().post_keyed(&path, &other, json!({})).await.expect(200).body;
    assert_eq!((&unliked["liked"], &unliked["likes"]), (&json!(false), &json!(0)));
}

#[tokio::test]
async fn repeated_key_of_a_reaction_changes_nothing() {
    let pair = Pair::open().await;
    let conversation = pair.conversation().await;
    let message = send(pair.ada(), &conversation, "Hello").await.expect(201).id();
    let path = path_of(&conversation, &format!("/messages/{message}/reactions"));
    let key = Uuid::now_v7().to_string();
    for _ in 0..3 {
        let emoji = json!({ "emoji": "👍" });
        let reply = pair.bob.main().post_keyed(&path, &key, emoji).await.expect(200);
        assert_eq!(reply.body["reactions"].as_array().unwrap().len(), 1);
    }
}

#[tokio::test]
async fn late_read_mark_does_not_hide_newer_messages() {
    let pair = Pair::open().await;
    let conversation = pair.conversation().await;
    let seen = send(pair.ada(), &conversation, "Seen").await.expect(201).body["timestamp"].clone();
    let path = path_of(&conversation, &format!("/read?upTo={}", seen.as_str().unwrap()));
    pair.hall.app.clock.advance_by(chrono::Duration::minutes(1));
    send(pair.ada(), &conversation, "Not seen").await.expect(201);
    let late = pair.bob.post(&path, json!({})).await.expect(200).body;
    assert_eq!(late["unreadMessages"], 2);
    pair.bob.post(&path_of(&conversation, "/read"), json!({})).await.expect(200);
}

#[tokio::test]
async fn read_mark_covers_the_messages_up_to_its_time() {
    let pair = Pair::open().await;
    let conversation = pair.conversation().await;
    let seen = send(pair.ada(), &conversation, "Seen").await.expect(201).body["timestamp"].clone();
    let path = path_of(&conversation, &format!("/read?upTo={}", seen.as_str().unwrap()));
    let read = pair.bob.post(&path, json!({})).await.expect(200).body;
    assert_eq!(read["unreadMessages"], 0);
}

#[tokio::test]
async fn late_read_mark_of_a_community_leaves_newer_posts_unread() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    hall.app.clock.advance_by(chrono::Duration::minutes(1));
    let seen = hall.write_post(&hall.ada, "Seen").await.expect(201).body["created"].clone();
    hall.app.clock.advance_by(chrono::Duration::minutes(1));
    hall.write_post(&hall.ada, "Not seen").await.expect(201);
    let path = hall.path(&format!("/read?upTo={}", seen.as_str().unwrap()));
    bob.post(&path, json!({})).await.expect(200);
    let unread = async || bob.get(&hall.path("")).await.body["viewer"]["unread"].clone();
    assert_eq!(unread().await, 1);
    bob.post(&hall.path("/read"), json!({})).await.expect(200);
    assert_eq!(unread().await, 0);
    // A mark that arrives after a later one does not go back.
    bob.post(&path, json!({})).await.expect(200);
    assert_eq!(unread().await, 0);
}
