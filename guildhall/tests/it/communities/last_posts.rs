//! Last post of each community in the list of a member's communities.

use crate::community_fixture::{CommunityFixture, start_thread};
use crate::kit::Browser;
use chrono::Duration;
use platform::db::count_queries;
use serde_json::{Value, json};

/// The last post of the community in the user's list.
async fn last_of(hall: &CommunityFixture, who: &Browser) -> Value {
    let list = who.get("/api/communities").await.expect(200);
    let row = list.items().iter().find(|row| row["id"] == json!(hall.community)).unwrap();
    row["lastPost"].clone()
}

#[tokio::test]
async fn list_has_the_last_post_that_the_member_may_read() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    assert_eq!(last_of(&hall, &bob).await, Value::Null);
    let long = "Steel ".repeat(40);
    let post = hall.write_post(&hall.ada, &long).await.expect(201).body;
    let last = last_of(&hall, &bob).await;
    assert_eq!((&last["author"], &last["created"]), (&json!("Ada Tester"), &post["created"]));
    let excerpt = last["excerpt"].as_str().unwrap();
    assert!(excerpt.starts_with("Steel Steel") && excerpt.chars().count() <= 81, "{excerpt}");
    hall.app.clock.advance_by(Duration::seconds(1));
    let late = hall.member("late").await;
    assert_eq!(last_of(&hall, &late).await, Value::Null, "written before they joined");
    assert_eq!(last_of(&hall, &hall.ada).await["author"], "Ada Tester");
    let olaf = hall.app.member("olaf").await;
    let discovered = olaf.get("/api/communities?scope=discover").await.expect(200);
    assert_eq!(discovered.items()[0]["lastPost"], Value::Null, "not for outsiders");
    let page = bob.get(&hall.path("")).await.expect(200);
    assert_eq!(page.body["lastPost"], Value::Null, "only in the list");
}

#[tokio::test]
async fn removed_posts_and_those_of_blocked_people_are_skipped() {
    let hall = CommunityFixture::open().await;
    let (bob, cleo) = (hall.member("bob").await, hall.member("cleo").await);
    hall.app.clock.advance_by(Duration::seconds(1));
    hall.write_post(&hall.ada, "First").await.expect(201);
    hall.app.clock.advance_by(Duration::seconds(1));
    let second = hall.write_post(&cleo, "Second").await.expect(201).id();
    assert_eq!(last_of(&hall, &bob).await["excerpt"], "Second");
    let path = format!("/api/users/{}/block", hall.app.id_of(&cleo).await);
    bob.main().put(&path, json!({})).await.expect(200);
    assert_eq!(last_of(&hall, &bob).await["excerpt"], "First");
    assert_eq!(last_of(&hall, &hall.ada).await["excerpt"], "Second");
    hall.write_reply(&hall.ada, &second, "Reply").await.expect(201);
    let reply = last_of(&hall, &hall.ada).await;
    assert_eq!(reply["excerpt"], "Reply");
    hall.app.clock.advance_by(Duration::seconds(1));
    let other = start_thread(&hall.ada, &hall.community, "Other").await.expect(201).id();
    let posts = hall.path(&format!("/threads/{other}/posts"));
    hall.ada.post(&posts, json!({ "content": "In the other" })).await.expect(201);
    assert_eq!(last_of(&hall, &cleo).await["excerpt"], "In the other");
    let thread = hall.path(&format!("/threads/{other}"));
    let removal = json!({ "reason": "Off topic" });
    hall.ada.post(&format!("{thread}/removal"), removal).await.expect(200);
    assert_eq!(last_of(&hall, &cleo).await["excerpt"], "Reply", "a removed thread has none");
}

#[tokio::test]
async fn list_needs_the_same_statements_for_any_number_of_communities() {
    let hall = CommunityFixture::open().await;
    hall.app.make_everyone_premium().await;
    hall.write_post(&hall.ada, "First").await.expect(201);
    let statements = async || {
        hall.ada.get("/api/communities").await.expect(200);
        let (reply, statements) = count_queries(hall.ada.get("/api/communities")).await;
        (reply.expect(200).items().len(), statements)
    };
    let (_, alone) = statements().await;
    for name in ["Second", "Third"] {
        hall.app.clock.advance_by(Duration::minutes(61));
        let community = hall.app.community(&hall.ada, name, &[]).await;
        let thread = start_thread(&hall.ada, &community, "Cables").await.expect(201).id();
        let posts = format!("/api/communities/{community}/threads/{thread}/posts");
        hall.ada.post(&posts, json!({ "content": name })).await.expect(201);
    }
    assert_eq!(statements().await, (3, alone));
}
