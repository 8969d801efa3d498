//! The feed of the home page: latest posts of others in the most recently active communities.

use crate::community_fixture::{CommunityFixture, start_thread, texts};
use crate::kit::{Browser, TestApp};
use insta::assert_snapshot;
use platform::db::count_queries;
use serde_json::json;

async fn contents(who: &Browser) -> Vec<String> {
    texts(&who.get("/api/feed").await.expect(200), "content")
}

#[tokio::test]
async fn feed_has_three_posts_of_others_from_the_five_latest_communities() {
    let app = TestApp::open().await;
    let (ada, bob) = (app.member("ada").await, app.member("bob").await);
    app.make_everyone_premium().await;
    for n in 0..6 {
        app.clock.advance_by(chrono::Duration::minutes(61));
        let community = app.community(&ada, &format!("Community {n}"), &[]).await;
        let path = format!("/api/communities/{community}");
        let thread = start_thread(&ada, &community, "Thread").await.expect(201).id();
        bob.post(&format!("{path}/join"), json!({})).await.expect(200);
        let posts = format!("{path}/threads/{thread}/posts");
        for m in 0..4 {
            app.clock.advance_by(chrono::Duration::seconds(20));
            ada.post(&posts, json!({ "content": format!("Post {n} {m}") })).await.expect(201);
        }
        bob.post(&posts, json!({ "content": "My own" })).await.expect(201);
    }
    let page = bob.get("/api/feed").await.expect(200);
    let expected: Vec<String> =
        (1..6).rev().flat_map(|n| (1..4).rev().map(move |m| format!("Post {n} {m}"))).collect();
    assert_eq!(texts(&page, "content"), expected);
    let first = &page.items()[0];
    assert_eq!(
        (&first["communityName"], &first["threadCaption"]),
        (&json!("Community 5"), &json!("Thread"))
    );
    assert_eq!(first["author"]["displayName"], "Ada Tester");
    let (_, statements) = count_queries(bob.get("/api/feed")).await;
    assert_eq!(statements, 3, "the session, the feed, and who wrote it");
}

#[tokio::test]
async fn feed_truncates_posts_and_omits_those_the_viewer_may_not_read() {
    let hall = CommunityFixture::open().await;
    hall.write_post(&hall.ada, "Before bob").await.expect(201);
    let (bob, cleo) = (hall.member("bob").await, hall.member("cleo").await);
    let long = format!("**{}**", "é".repeat(250));
    hall.write_post(&hall.ada, &long).await.expect(201);
    let gone = hall.write_post(&hall.ada, "Gone").await.expect(201).id();
    hall.ada.delete(&format!("/api/posts/{gone}")).await.expect(200);
    hall.write_post(&cleo, "From Cleo").await.expect(201);
    assert_eq!(contents(&bob).await, ["From Cleo".to_owned(), format!("{}…", "é".repeat(200))]);
    let block = format!("/api/users/{}/block", hall.app.id_of(&cleo).await);
    bob.main().put(&block, json!({})).await.expect(200);
    assert_eq!(contents(&bob).await, [format!("{}…", "é".repeat(200))]);
    assert!(contents(&cleo).await.len() == 1, "own posts are omitted");
    let sam = hall.app.staff("sam").await;
    assert!(contents(&sam).await.is_empty(), "the feed covers own communities only");
    sam.post(&hall.path("/join"), json!({})).await.expect(200);
    assert_eq!(contents(&sam).await.len(), 3, "staff see what was written before they joined");
    bob.post(&hall.path("/leave"), json!({})).await.expect(204);
    assert!(contents(&bob).await.is_empty());
}

#[tokio::test]
async fn failed_feed_returns_the_specified_message() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    app.make_table_unavailable("threads").await;
    assert_snapshot!(ada.get("/api/feed").await, @"500 Failed to load community feed");
}

#[tokio::test]
async fn portal_feed_uses_its_own_communities_up_to_the_configured_number() {
    let app = TestApp::open_with(&[("feed.max_communities", "1")]).await;
    let oak = app.portal("Oak House", "oak").await;
    let (ada, bob) = (app.member("ada").await, app.member("bob").await);
    app.add_to_affiliation(&bob, &oak.affiliation).await;
    app.add_to_affiliation(&ada, &oak.affiliation).await;
    app.sign_in(&bob, "oak.localhost", "bob").await;
    let linked: &[&str] = &[&oak.affiliation];
    for (name, affiliations) in [("Inside", linked), ("Outside", &[])] {
        let community = app.community(&ada, name, affiliations).await;
        let path = format!("/api/communities/{community}");
        bob.post(&format!("{path}/join"), json!({})).await.expect(200);
        let thread = start_thread(&ada, &community, "Thread").await.expect(201).id();
        let posts = format!("{path}/threads/{thread}/posts");
        ada.post(&posts, json!({ "content": name })).await.expect(201);
        app.clock.advance_by(chrono::Duration::seconds(5));
    }
    assert_eq!(contents(&bob).await, ["Outside"]);
    let at_oak = bob.on("oak").get("/api/feed").await.expect(200);
    assert_eq!(texts(&at_oak, "content"), ["Inside"]);
}
