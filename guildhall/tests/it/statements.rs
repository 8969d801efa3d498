//! What the calls that every page makes cost: statements of the database, counted on the task that
//! answers.

use crate::hall::Hall;
use crate::kit::{Reply, TestApp};
use platform::db::counted;
use serde_json::json;
use std::future::Future;

/// Asks once to warm up, and counts the second time.
async fn warm<F: Future<Output = Reply>>(ask: impl Fn() -> F) -> (Reply, usize) {
    ask().await.expect(200);
    let (reply, statements) = counted(ask()).await;
    (reply.expect(200), statements)
}

#[tokio::test]
async fn the_session_check_and_the_viewer_take_one_statement_each() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let oak = app.portal("Oak House", "oak").await;
    app.belongs(&ada, &oak.affiliation).await;
    app.sign_in(&ada, "oak.localhost", "ada").await;
    app.community(&ada, "Long spans", &[&oak.affiliation]).await;
    let (me, statements) = warm(async || ada.get("/api/me").await).await;
    assert_eq!((me.body["displayName"].as_str(), statements), (Some("Ada Tester"), 1));
    let (me, statements) = warm(async || ada.on("oak").get("/api/me").await).await;
    assert_eq!((&me.body["portalMembership"]["isMember"], statements), (&json!(true), 1));
    for host in ["localhost", "oak.localhost"] {
        let check = async || ada.at_host(host).post("/api/usersCheckAuthStatus", json!({})).await;
        assert_eq!(warm(check).await.1, 1, "{host}");
    }
}

#[tokio::test]
async fn a_change_is_shown_by_the_next_look_and_a_ban_ends_it() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    ada.get("/api/me").await.expect(200);
    app.sql("UPDATE users SET bio = 'Bridges', status = NULL", vec![]).await;
    assert_eq!(ada.get("/api/me").await.expect(200).body["bio"], "Bridges");
    app.sql("UPDATE users SET status = 'banned'", vec![]).await;
    assert_eq!(ada.get("/api/me").await.to_string(), "403 Account is suspended or banned");
}

#[tokio::test]
async fn what_the_viewer_belongs_to_is_shown_whole_and_in_order() {
    let app = TestApp::open().await;
    let (ada, bob) = (app.member("ada").await, app.member("bob").await);
    let mut houses = Vec::new();
    for name in ["Zeta", "Alpha"] {
        let house = app.affiliation(name).await;
        app.belongs(&ada, &house).await;
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
async fn a_page_of_posts_costs_the_same_however_many_there_are_and_one_more_with_names() {
    let hall = Hall::open().await;
    let bob = hall.member("bob").await;
    bob.main().put("/api/me/handle", json!({ "handle": "bob" })).await.expect(200);
    let page = async || warm(async || bob.get(&hall.posts()).await).await;
    hall.say(&hall.ada, "One").await.expect(201);
    let (_, alone) = page().await;
    hall.say(&hall.ada, "Two").await.expect(201);
    hall.say(&bob, "Three").await.expect(201);
    assert_eq!(page().await.1, alone);
    for words in ["@bob", "@bob again"] {
        hall.say(&hall.ada, words).await.expect(201);
        let (shown, statements) = page().await;
        assert_eq!(statements, alone + 1);
        assert_eq!(shown.items().last().unwrap()["mentions"][0]["handle"], "bob");
    }
}
