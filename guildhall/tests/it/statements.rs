//! Number of database statements of the requests that every page makes, counted on the handling task.

use crate::community_fixture::CommunityFixture;
use crate::kit::{Reply, TestApp};
use crate::posts::files::upload_file;
use platform::db::count_queries;
use serde_json::json;
use std::future::Future;

/// Sends a request once to warm up, and counts the statements of the second time.
async fn counted_after_warm_up<F: Future<Output = Reply>>(ask: impl Fn() -> F) -> (Reply, usize) {
    ask().await.expect(200);
    let (reply, statements) = count_queries(ask()).await;
    (reply.expect(200), statements)
}

#[tokio::test]
async fn session_check_and_me_need_one_statement_each() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let oak = app.portal("Oak House", "oak").await;
    app.add_to_affiliation(&ada, &oak.affiliation).await;
    app.sign_in(&ada, "oak.localhost", "ada").await;
    app.community(&ada, "Long spans", &[&oak.affiliation]).await;
    let (me, statements) = counted_after_warm_up(async || ada.get("/api/me").await).await;
    assert_eq!((me.body["displayName"].as_str(), statements), (Some("Ada Tester"), 1));
    let (me, statements) = counted_after_warm_up(async || ada.on("oak").get("/api/me").await).await;
    assert_eq!((&me.body["portalMembership"]["isMember"], statements), (&json!(true), 1));
    for host in ["localhost", "oak.localhost"] {
        let check = async || ada.at_host(host).post("/api/usersCheckAuthStatus", json!({})).await;
        assert_eq!(counted_after_warm_up(check).await.1, 1, "{host}");
    }
}

#[tokio::test]
async fn changes_and_bans_are_visible_to_the_next_request() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    ada.get("/api/me").await.expect(200);
    app.sql("UPDATE users SET bio = 'Bridges', status = NULL", vec![]).await;
    assert_eq!(ada.get("/api/me").await.expect(200).body["bio"], "Bridges");
    app.set_status_of_everyone(Some("banned")).await;
    assert_eq!(ada.get("/api/me").await.to_string(), "403 Account is suspended or banned");
}

#[tokio::test]
async fn me_lists_affiliations_and_communities_in_order() {
    let app = TestApp::open().await;
    let (ada, bob) = (app.member("ada").await, app.member("bob").await);
    let mut houses = Vec::new();
    for name in ["Zeta", "Alpha"] {
        let house = app.affiliation(name).await;
        app.add_to_affiliation(&ada, &house).await;
        houses.push(json!({ "id": house, "name": name, "isPublic": true }));
    }
    let first = app.community(&ada, "Long spans", &[]).await;
    let second = app.community(&bob, "Short \"spans\"", &[]).await;
    ada.post(&format!("/api/communities/{second}/join"), json!({})).await.expect(200);
    let me = ada.get("/api/me").await.expect(200).body;
    assert_eq!(me["affiliations"], json!(houses));
    assert_eq!(me["communitiesCreated"], json!([first]));
    assert_eq!(me["isCommunityAdmin"], json!([first]));
    let joined: Vec<_> = me["communitiesJoined"].as_array().unwrap().iter().collect();
    assert_eq!(joined.len(), 2);
    assert_eq!(joined[1]["communityName"], "Short \"spans\"");
    assert_eq!(joined[1]["communityId"], json!(second));
}

#[tokio::test]
async fn page_of_posts_needs_constant_statements_plus_one_for_each_addition() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    bob.main().put("/api/me/handle", json!({ "handle": "bob" })).await.expect(200);
    let page = async || counted_after_warm_up(async || bob.get(&hall.posts_path()).await).await;
    hall.write_post(&hall.ada, "One").await.expect(201);
    let (_, alone) = page().await;
    hall.write_post(&hall.ada, "Two").await.expect(201);
    hall.write_post(&bob, "Three").await.expect(201);
    assert_eq!(page().await.1, alone);
    for words in ["@bob", "@bob again"] {
        hall.write_post(&hall.ada, words).await.expect(201);
        let (shown, statements) = page().await;
        assert_eq!(statements, alone + 1);
        assert_eq!(shown.items().last().unwrap()["mentions"][0]["handle"], "bob");
    }
    hall.app.clock.advance_by(chrono::Duration::minutes(2));
    let reacted = hall.write_post(&hall.ada, "Reacted").await.expect(201).id();
    for emoji in ["👍", "😂"] {
        let path = format!("/api/posts/{reacted}/reactions");
        hall.ada.post(&path, serde_json::json!({ "emoji": emoji })).await.expect(200);
        assert_eq!(page().await.1, alone + 2, "one for all reactions");
    }
    for expected in [3, 3, 4, 4] {
        let mut post = json!({ "content": "Steel", "poll": { "options": ["Yes", "No"] } });
        if expected == 4 {
            let file = upload_file(&hall, &hall.ada, ("a.txt", b"Steel"), None).await;
            post["fileIds"] = json!([file.expect(201).id()]);
        }
        hall.ada.post(&hall.posts_path(), post).await.expect(201);
        assert_eq!(page().await.1, alone + expected);
    }
}
