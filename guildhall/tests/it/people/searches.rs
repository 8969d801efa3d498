//! A member's recent searches (A-193, G-070).

use crate::kit::{Browser, Reply, TestApp};
use chrono::Duration;
use insta::assert_snapshot;
use serde_json::json;

const RECENT: &str = "/api/me/recent-searches";

async fn add_search(who: &Browser, query: &str) -> Reply {
    who.post(RECENT, json!({ "query": query })).await
}

async fn recent_searches(who: &Browser) -> Vec<String> {
    crate::community_fixture::texts(&who.get(RECENT).await.expect(200), "query")
}

#[tokio::test]
async fn ten_latest_distinct_searches_are_stored() {
    let app = TestApp::open().await;
    let (ada, bob) = (app.member("ada").await, app.member("bob").await);
    assert_eq!(recent_searches(&ada).await, Vec::<String>::new());
    for n in 1..=12 {
        app.clock.advance_by(Duration::minutes(1));
        add_search(&ada, &format!("Bridge {n}")).await.expect(200);
    }
    let ten: Vec<String> = (3..=12).rev().map(|n| format!("Bridge {n}")).collect();
    assert_eq!(recent_searches(&ada).await, ten);
    let rows = "SELECT COUNT(*) AS n FROM recent_searches";
    assert_eq!(app.count(rows, vec![]).await, 10, "older searches are deleted");

    app.clock.advance_by(Duration::minutes(1));
    let again = add_search(&ada, "  bridge \t 5 ").await.expect(200);
    let shown = crate::community_fixture::texts(&again, "query");
    assert_eq!((shown.len(), shown[0].as_str()), (10, "bridge 5"));
    assert!(!shown.contains(&"Bridge 5".to_owned()));
    assert_eq!(recent_searches(&bob).await, Vec::<String>::new(), "searches are private");
}

#[tokio::test]
async fn searches_can_be_deleted_one_by_one_or_all_at_once() {
    let app = TestApp::open().await;
    let (ada, bob) = (app.member("ada").await, app.member("bob").await);
    for (who, query) in [(&ada, "weaver"), (&ada, "@kwame"), (&bob, "mason")] {
        app.clock.advance_by(Duration::minutes(1));
        add_search(who, query).await.expect(200);
    }
    let foreign = bob.get(RECENT).await.expect(200).items()[0]["id"].as_str().unwrap().to_owned();
    let refused = ada.delete(&format!("{RECENT}/{foreign}")).await;
    assert_snapshot!(refused, @"404 This search no longer exists.");
    let mine = ada.get(RECENT).await.expect(200).items()[0]["id"].as_str().unwrap().to_owned();
    ada.delete(&format!("{RECENT}/{mine}")).await.expect(204);
    assert_eq!(recent_searches(&ada).await, ["weaver"]);
    assert_eq!(ada.delete(&format!("{RECENT}/{mine}")).await.status, 404);
    ada.delete(RECENT).await.expect(204);
    assert_eq!(recent_searches(&ada).await, Vec::<String>::new());
    assert_eq!(recent_searches(&bob).await, ["mason"]);
}

#[tokio::test]
async fn blank_search_is_rejected_and_searches_are_rate_limited() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    assert_snapshot!(add_search(&ada, " \n ").await, @"422 Please enter a search text.");
    let long = add_search(&ada, &"x".repeat(300)).await.expect(200);
    assert_eq!(long.items()[0]["query"].as_str().map(str::len), Some(100));
    let refused =
        crate::accounts::until_refused(async |n| add_search(&ada, &format!("word {n}")).await)
            .await;
    assert_eq!((refused.status, refused.header("retry-after").is_empty()), (429, false));
}

#[tokio::test]
async fn searches_are_shared_across_sites_and_deleted_with_the_account() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let oak = app.portal("Oak House", "oak").await;
    app.add_to_affiliation(&ada, &oak.affiliation).await;
    app.sign_in(&ada, "oak.localhost", "ada").await;
    ada.on("oak").post(RECENT, json!({ "query": "carver" })).await.expect(200);
    assert_eq!(recent_searches(&ada).await, ["carver"]);
    let leave = json!({ "confirmation": "DELETE" });
    ada.main().post("/api/me/deletion", leave).await.expect(200);
    app.clock.advance_by(Duration::days(8));
    app.work().await;
    assert_eq!(app.count("SELECT COUNT(*) AS n FROM recent_searches", vec![]).await, 0);
}
