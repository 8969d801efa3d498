//! Notifications of replies.

use crate::community_fixture::CommunityFixture;
use crate::kit::{Browser, uuid_of};
use serde_json::json;

async fn notice_count(hall: &CommunityFixture, who: &Browser) -> i64 {
    let sql = "SELECT COUNT(*) AS n FROM notifications WHERE user_id = $1 \
        AND type = 'community_reply'";
    hall.app.count(sql, vec![uuid_of(&hall.app.id_of(who).await).into()]).await
}

#[tokio::test]
async fn reply_notifies_the_author_of_the_parent_once() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    bob.main().put("/api/me/handle", json!({ "handle": "bob" })).await.expect(200);
    let mut stream = bob.live().await;
    stream.until("hello").await;
    let post = hall.write_post(&bob, "How long?").await.expect(201).id();
    let reply = hall.write_reply(&hall.ada, &post, "Very").await.expect(201).id();
    let notice = stream.until("notification.created").await["notification"].clone();
    assert_eq!(
        (&notice["type"], &notice["message"]),
        (&json!("community_reply"), &json!("Cables"))
    );
    assert_eq!(notice["title"], "Ada Tester replied to your post");
    assert_eq!(
        (&notice["data"]["postId"], &notice["data"]["parentPostId"]),
        (&json!(reply), &json!(post))
    );
    hall.write_reply(&bob, &post, "I see").await.expect(201);
    assert_eq!(notice_count(&hall, &bob).await, 1, "own replies do not notify");
    hall.write_reply(&hall.ada, &post, "Is it, @bob?").await.expect(201);
    assert_eq!(notice_count(&hall, &bob).await, 2, "a mention and a reply are one notification");
    hall.write_reply(&bob, &reply, "It is").await.expect(201);
    assert_eq!(notice_count(&hall, &hall.ada).await, 1, "replies to replies notify too");
}

#[tokio::test]
async fn muted_former_and_blocking_authors_are_not_notified() {
    let hall = CommunityFixture::open().await;
    let (bob, cleo, dan) =
        (hall.member("bob").await, hall.member("cleo").await, hall.member("dan").await);
    let mut posts = Vec::new();
    for who in [&bob, &cleo, &dan] {
        posts.push(hall.write_post(who, "Hello").await.expect(201).id());
    }
    let mute = json!({ "preference": "mute" });
    bob.main().put(&hall.path("/notifications"), mute).await.expect(200);
    cleo.post(&hall.path("/leave"), json!({})).await.expect(204);
    let block = format!("/api/users/{}/block", hall.app.id_of(&hall.ada).await);
    dan.main().put(&block, json!({})).await.expect(200);
    for post in &posts {
        hall.write_reply(&hall.ada, post, "Hello to you").await.expect(201);
    }
    for who in [&bob, &cleo, &dan] {
        assert_eq!(notice_count(&hall, who).await, 0);
    }
}
