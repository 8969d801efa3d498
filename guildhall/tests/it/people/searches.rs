//! What a member looked for last: ten searches, theirs alone, to be forgotten one by one or at once
//! (A-193, G-070).

use crate::kit::{Browser, Reply, TestApp};
use chrono::Duration;
use insta::assert_snapshot;
use serde_json::json;

const RECENT: &str = "/api/me/recent-searches";

async fn look_for(who: &Browser, query: &str) -> Reply {
    who.post(RECENT, json!({ "query": query })).await
}

async fn kept(who: &Browser) -> Vec<String> {
    crate::hall::texts(&who.get(RECENT).await.expect(200), "query")
}

#[tokio::test]
async fn the_last_ten_are_kept_and_the_same_one_once() {
    let app = TestApp::open().await;
    let (ada, bob) = (app.member("ada").await, app.member("bob").await);
    assert_eq!(kept(&ada).await, Vec::<String>::new());
    for n in 1..=12 {
        app.clock.advance(Duration::minutes(1));
        look_for(&ada, &format!("Bridge {n}")).await.expect(200);
    }
    let ten: Vec<String> = (3..=12).rev().map(|n| format!("Bridge {n}")).collect();
    assert_eq!(kept(&ada).await, ten);
    let rows = "SELECT COUNT(*) AS n FROM recent_searches";
    assert_eq!(app.count(rows, vec![]).await, 10, "what is not kept is gone");

    app.clock.advance(Duration::minutes(1));
    let again = look_for(&ada, "  bridge \t 5 ").await.expect(200);
    let shown = crate::hall::texts(&again, "query");
    assert_eq!((shown.len(), shown[0].as_str()), (10, "bridge 5"));
    assert!(!shown.contains(&"Bridge 5".to_owned()));
    assert_eq!(kept(&bob).await, Vec::<String>::new(), "they are hers alone");
}

#[tokio::test]
async fn one_is_forgotten_or_all() {
    let app = TestApp::open().await;
    let (ada, bob) = (app.member("ada").await, app.member("bob").await);
    for (who, query) in [(&ada, "weaver"), (&ada, "@kwame"), (&bob, "mason")] {
        app.clock.advance(Duration::minutes(1));
        look_for(who, query).await.expect(200);
    }
    let foreign = bob.get(RECENT).await.expect(200).items()[0]["id"].as_str().unwrap().to_owned();
    let refused = ada.delete(&format!("{RECENT}/{foreign}")).await;
    assert_snapshot!(refused, @"404 This search no longer exists.");
    let mine = ada.get(RECENT).await.expect(200).items()[0]["id"].as_str().unwrap().to_owned();
    ada.delete(&format!("{RECENT}/{mine}")).await.expect(204);
    assert_eq!(kept(&ada).await, ["weaver"]);
    assert_eq!(ada.delete(&format!("{RECENT}/{mine}")).await.status, 404);
    ada.delete(RECENT).await.expect(204);
    assert_eq!(kept(&ada).await, Vec::<String>::new());
    assert_eq!(kept(&bob).await, ["mason"]);
}

#[tokio::test]
async fn nothing_is_no_search_and_too_many_are_too_many() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    assert_snapshot!(look_for(&ada, " \n ").await, @"422 Please enter a search text.");
    let long = look_for(&ada, &"x".repeat(300)).await.expect(200);
    assert_eq!(long.items()[0]["query"].as_str().map(str::len), Some(100));
    let refused =
        crate::accounts::until_refused(async |n| look_for(&ada, &format!("word {n}")).await).await;
    assert_eq!((refused.status, refused.header("retry-after").is_empty()), (429, false));
}

#[tokio::test]
async fn a_portal_shows_the_same_and_whoever_leaves_leaves_none() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let oak = app.portal("Oak House", "oak").await;
    app.belongs(&ada, &oak.affiliation).await;
    app.sign_in(&ada, "oak.localhost", "ada").await;
    ada.on("oak").post(RECENT, json!({ "query": "carver" })).await.expect(200);
    assert_eq!(kept(&ada).await, ["carver"]);
    let leave = json!({ "confirmation": "DELETE" });
    ada.main().post("/api/me/deletion", leave).await.expect(200);
    app.clock.advance(Duration::days(8));
    app.work().await;
    assert_eq!(app.count("SELECT COUNT(*) AS n FROM recent_searches", vec![]).await, 0);
}
