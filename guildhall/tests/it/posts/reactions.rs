//! Reactions to posts.

use crate::community_fixture::CommunityFixture;
use crate::kit::{Browser, Reply, uuid_of};
use chrono::Duration;
use insta::assert_snapshot;
use serde_json::{Value, json};
use uuid::Uuid;

fn path_of(post: &str) -> String {
    format!("/api/posts/{post}/reactions")
}

async fn react(who: &Browser, post: &str, emoji: &str) -> Reply {
    who.post(&path_of(post), json!({ "emoji": emoji })).await
}

/// Reactions of the last post of the thread, as the user sees them.
async fn shown(hall: &CommunityFixture, who: &Browser) -> Value {
    who.get(&hall.posts_path()).await.expect(200).items().last().unwrap()["reactions"].clone()
}

/// Emoji, count and whether the viewer has it, of each reaction.
fn summary(reactions: &Value) -> Vec<(&str, i64, bool)> {
    let reactions = reactions.as_array().unwrap().iter();
    let one = |reaction| {
        let reaction: &Value = reaction;
        let emoji = reaction["emoji"].as_str().unwrap();
        (emoji, reaction["count"].as_i64().unwrap(), reaction["mine"].as_bool().unwrap())
    };
    reactions.map(one).collect()
}

fn people(page: &Reply) -> Vec<String> {
    let one = |item: &Value| {
        let name = item["person"]["firstName"].as_str().unwrap_or_default();
        format!("{name} {}", item["emoji"].as_str().unwrap_or_default())
    };
    page.items().iter().map(one).collect()
}

async fn block(hall: &CommunityFixture, who: &Browser, other: &Browser) {
    let path = format!("/api/users/{}/block", hall.app.id_of(other).await);
    who.main().put(&path, json!({})).await.expect(200);
}

#[tokio::test]
async fn reactions_are_added_removed_counted_and_published() {
    let hall = CommunityFixture::open().await;
    let (bob, cleo) = (hall.member("bob").await, hall.member("cleo").await);
    hall.app.clock.advance_by(Duration::seconds(1));
    let post = hall.write_post(&hall.ada, "Steel").await.expect(201).body;
    assert_eq!(post["reactions"], json!([]));
    let post = post["id"].as_str().unwrap().to_owned();
    let mut stream = hall.ada.live().await;
    stream.until("hello").await;
    let reacted = react(&bob, &post, "❤️").await.expect(200).body;
    let bob_id = hall.app.id_of(&bob).await;
    let heart = json!({ "emoji": "❤️", "userIds": [bob_id], "count": 1, "mine": true });
    assert_eq!((&reacted["postId"], &reacted["reactions"]), (&json!(post), &json!([heart])));
    let event = stream.until("post.reacted").await;
    assert_eq!((&event["postId"], &event["userId"]), (&json!(post), &json!(bob_id)));
    assert_eq!(event["reactions"], json!([{ "emoji": "❤️", "count": 1 }]));
    assert_eq!((&event["emoji"], &event["added"]), (&json!("❤️"), &json!(true)));
    hall.app.clock.advance_by(Duration::seconds(1));
    react(&cleo, &post, "👍").await.expect(200);
    react(&cleo, &post, "❤️").await.expect(200);
    assert_eq!(summary(&shown(&hall, &cleo).await), [("❤️", 2, true), ("👍", 1, true)]);
    assert_eq!(summary(&shown(&hall, &hall.ada).await), [("❤️", 2, false), ("👍", 1, false)]);
    let left = react(&cleo, &post, "❤️").await.expect(200).body;
    assert_eq!(summary(&left["reactions"]), [("❤️", 1, false), ("👍", 1, true)]);
    let others = [stream.until("post.reacted").await, stream.until("post.reacted").await];
    assert!(others.iter().all(|event| event["added"] == true));
    let removed = stream.until("post.reacted").await;
    assert_eq!((&removed["added"], &removed["reactions"][0]["count"]), (&json!(false), &json!(1)));
    let unknown = react(&bob, &post, "🦀").await;
    assert_snapshot!(unknown, @"422 This reaction is not available");
    let page = hall.ada.get(&hall.posts_path()).await.expect(200);
    assert_eq!(page.items()[0]["likes"], 0, "a reaction is no like");
}

#[tokio::test]
async fn repeated_reaction_changes_nothing() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let post = hall.write_post(&bob, "Steel").await.expect(201).id();
    let (main, key) = (bob.main(), Uuid::now_v7().to_string());
    for _ in 0..2 {
        let body = json!({ "emoji": "🙏" });
        let reacted = main.post_keyed(&path_of(&post), &key, body).await.expect(200).body;
        assert_eq!(summary(&reacted["reactions"]), [("🙏", 1, true)]);
    }
}

#[tokio::test]
async fn reactions_are_listed_newest_first_in_pages_and_by_emoji() {
    let hall = CommunityFixture::open().await;
    let (bob, cleo) = (hall.member("bob").await, hall.member("cleo").await);
    hall.app.clock.advance_by(Duration::seconds(1));
    let post = hall.write_post(&hall.ada, "Steel").await.expect(201).id();
    for who in [&bob, &cleo] {
        hall.app.clock.advance_by(Duration::seconds(1));
        for emoji in ["👍", "😂"] {
            react(who, &post, emoji).await.expect(200);
        }
    }
    let (mut all, mut next) = (Vec::new(), String::new());
    loop {
        let page = hall.ada.get(&format!("{}?limit=1{next}", path_of(&post))).await.expect(200);
        all.extend(people(&page));
        let Some(cursor) = page.body["nextCursor"].as_str() else { break };
        next = format!("&cursor={cursor}");
    }
    let (newest, oldest) = all.split_at(2);
    assert!(newest.iter().all(|one| one.starts_with("Cleo")), "{all:?}");
    assert!(oldest.iter().all(|one| one.starts_with("Bob")), "{all:?}");
    let thumbs = format!("{}?emoji=%F0%9F%91%8D", path_of(&post));
    assert_eq!(people(&hall.ada.get(&thumbs).await.expect(200)), ["Cleo 👍", "Bob 👍"]);
    let unknown = hall.ada.get(&format!("{}?emoji=x", path_of(&post))).await;
    assert_snapshot!(unknown, @"422 This reaction is not available");
}

#[tokio::test]
async fn people_outside_and_late_members_cannot_react_or_read_reactions() {
    let hall = CommunityFixture::open().await;
    let (bob, olaf) = (hall.member("bob").await, hall.app.member("olaf").await);
    hall.app.community(&olaf, "Short spans", &[]).await;
    let post = hall.write_post(&bob, "Steel").await.expect(201).id();
    react(&bob, &post, "👍").await.expect(200);
    hall.app.clock.advance_by(Duration::seconds(1));
    let late = hall.member("late").await;
    for who in [&olaf, &late] {
        assert_eq!(react(who, &post, "👍").await.to_string(), "404 Post not found");
        assert_eq!(who.get(&path_of(&post)).await.to_string(), "404 Post not found");
    }
    bob.post(&hall.path("/leave"), json!({})).await.expect(204);
    assert_snapshot!(react(&bob, &post, "👍").await, @"404 Post not found");
    assert_eq!(summary(&shown(&hall, &hall.ada).await), [("👍", 1, false)]);
}

#[tokio::test]
async fn portal_of_another_affiliation_does_not_reach_the_reactions() {
    let app = crate::kit::TestApp::open().await;
    let oak = app.portal("Oak House", "oak").await;
    app.portal("Elm Court", "elm").await;
    let ada = app.member("ada").await;
    let elm = app.affiliation("Ash Hall").await;
    for affiliation in [&oak.affiliation, &elm] {
        app.add_to_affiliation(&ada, affiliation).await;
    }
    app.make_everyone_premium().await;
    let hidden = app.community(&ada, "Ash leaves", &[&elm]).await;
    let thread = crate::community_fixture::start_thread(&ada, &hidden, "Hidden").await;
    let thread = thread.expect(201).id();
    let posts = format!("/api/communities/{hidden}/threads/{thread}/posts");
    let post = ada.post(&posts, json!({ "content": "Canary" })).await.expect(201).id();
    react(&ada, &post, "👍").await.expect(200);
    app.transfer(&ada, "oak").await;
    let here = ada.on("oak");
    let refused = here.post(&path_of(&post), json!({ "emoji": "😂" })).await;
    assert_eq!(refused.to_string(), "404 Post not found");
    assert_eq!(here.get(&path_of(&post)).await.to_string(), "404 Post not found");
    let all = app.count("SELECT COUNT(*) AS n FROM post_reactions", vec![]).await;
    assert_eq!(all, 1);
}

#[tokio::test]
async fn blocked_people_are_counted_but_not_named() {
    let hall = CommunityFixture::open().await;
    let (bob, cleo) = (hall.member("bob").await, hall.member("cleo").await);
    hall.app.clock.advance_by(Duration::seconds(1));
    let by_bob = hall.write_post(&bob, "By Bob").await.expect(201).id();
    let post = hall.write_post(&hall.ada, "By Ada").await.expect(201).id();
    react(&bob, &post, "👍").await.expect(200);
    react(&cleo, &post, "👍").await.expect(200);
    block(&hall, &bob, &cleo).await;
    for (who, name) in [(&bob, "Bob 👍"), (&cleo, "Cleo 👍")] {
        let reactions = shown(&hall, who).await;
        assert_eq!(summary(&reactions), [("👍", 2, true)]);
        assert_eq!(reactions[0]["userIds"], json!([hall.app.id_of(who).await]));
        assert_eq!(people(&who.get(&path_of(&post)).await.expect(200)), [name]);
    }
    assert_eq!(shown(&hall, &hall.ada).await[0]["userIds"].as_array().unwrap().len(), 2);
    assert_snapshot!(react(&cleo, &by_bob, "👍").await, @"404 Post not found");
    let mut stream = cleo.live().await;
    stream.until("hello").await;
    react(&bob, &post, "😮").await.expect(200);
    react(&hall.ada, &post, "🙏").await.expect(200);
    let event = stream.until("post.reacted").await;
    assert_eq!(event["emoji"], "🙏", "no event names a blocked person");
}

#[tokio::test]
async fn timed_out_members_react_and_like_with_one_limit() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    hall.app.clock.advance_by(Duration::seconds(1));
    let post = hall.write_post(&hall.ada, "Steel").await.expect(201).id();
    hall.time_out(&bob, 60).await;
    assert_eq!(hall.write_post(&bob, "No").await.status, 403);
    let like = format!("/api/posts/{post}/like");
    bob.post(&like, json!({})).await.expect(200);
    react(&bob, &post, "👍").await.expect(200);
    let mut refused = 0;
    for _ in 0..200 {
        let (status, other) = if refused == 0 {
            (react(&bob, &post, "👍").await.status, 200)
        } else {
            (bob.post(&like, json!({})).await.status, 429)
        };
        if status == 429 {
            refused += 1;
        } else {
            assert_eq!(status, other);
        }
        if refused == 2 {
            return;
        }
    }
    panic!("reactions are not limited like likes");
}

#[tokio::test]
async fn reactions_are_deleted_with_the_post_and_with_the_account() {
    let hall = CommunityFixture::open().await;
    let (bob, cleo) = (hall.member("bob").await, hall.member("cleo").await);
    hall.app.clock.advance_by(Duration::seconds(1));
    let removed = hall.write_post(&cleo, "Gone").await.expect(201).id();
    let post = hall.write_post(&hall.ada, "Stays").await.expect(201).id();
    hall.write_reply(&bob, &removed, "An answer keeps a tombstone").await.expect(201);
    for id in [&removed, &post] {
        react(&bob, id, "👍").await.expect(200);
    }
    react(&bob, &post, "😂").await.expect(200);
    react(&cleo, &post, "👍").await.expect(200);
    cleo.delete(&format!("/api/posts/{removed}")).await.expect(200);
    let rows = "SELECT COUNT(*) AS n FROM post_reactions WHERE post_id = $1";
    assert_eq!(hall.app.count(rows, vec![uuid_of(&removed).into()]).await, 0);
    assert_snapshot!(react(&bob, &removed, "👍").await, @"404 Post not found");
    bob.post("/api/me/deletion", json!({ "confirmation": "DELETE" })).await.expect(200);
    hall.app.clock.advance_by(Duration::days(8));
    hall.app.sign_in(&hall.ada, "localhost", "ada").await;
    let mut stream = hall.ada.live().await;
    stream.until("hello").await;
    hall.app.work().await;
    let event = stream.until("post.reacted").await;
    assert_eq!((&event["postId"], &event["userId"]), (&json!(post), &Value::Null));
    assert_eq!(event["reactions"], json!([{ "emoji": "👍", "count": 1 }]));
    let page = hall.ada.get(&hall.posts_path()).await.expect(200);
    let stays = page.items().iter().find(|item| item["id"] == json!(post)).unwrap();
    assert_eq!(summary(&stays["reactions"]), [("👍", 1, false)]);
    assert_eq!(stays["reactions"][0]["userIds"].as_array().unwrap().len(), 1);
}
