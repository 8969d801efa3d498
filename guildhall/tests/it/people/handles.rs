//! Handles: claimed in one transaction, unique in any spelling and unlike every other.

use crate::kit::{Browser, Reply, TestApp};
use insta::assert_snapshot;
use serde_json::{Value, json};

const TAKEN: &str = "409 This handle is already taken. Please choose another one.";

pub async fn claim(who: &Browser, handle: &str) -> Reply {
    who.main().put("/api/me/handle", json!({ "handle": handle })).await
}

async fn availability(who: &Browser, handle: &str) -> Value {
    who.get(&format!("/api/handles/{handle}")).await.expect(200).body
}

#[tokio::test]
async fn handle_can_be_claimed_changed_and_released() {
    let app = TestApp::open().await;
    let (ada, bob) = (app.member("ada").await, app.member("bob").await);
    let mine = claim(&ada, " @Ada.Byron ").await.expect(200);
    assert_eq!(mine.body["handle"], "Ada.Byron");
    assert_eq!(claim(&bob, "ada.BYRON").await.to_string(), TAKEN);
    assert_eq!(claim(&ada, "ada.byron").await.expect(200).body["handle"], "ada.byron");
    assert_eq!(claim(&ada, "countess").await.expect(200).body["handle"], "countess");
    claim(&bob, "ada.byron").await.expect(200);
    assert_eq!(claim(&ada, "ada.byron").await.to_string(), TAKEN);
    let kept = ada.get("/api/me").await.expect(200);
    assert_eq!(kept.body["handle"], "countess", "a refused change keeps the old one");
    for nothing in ["", "Not set"] {
        claim(&ada, "countess").await.expect(200);
        assert_eq!(claim(&ada, nothing).await.expect(200).body["handle"], Value::Null);
    }
}

#[tokio::test]
async fn failed_handle_change_returns_the_specified_message() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    app.make_table_unavailable("events").await;
    let refused = claim(&ada, "countess").await.to_string();
    assert_snapshot!(refused, @"500 Failed to update your handle. Please try again.");
}

#[tokio::test]
async fn handle_rules_and_lookalikes_are_enforced() {
    let app = TestApp::open().await;
    let (ada, bob) = (app.member("ada").await, app.member("bob").await);
    assert_snapshot!(claim(&ada, "ab").await, @"422 A handle has 3 to 30 characters.");
    assert_snapshot!(claim(&ada, "ada byron").await, @"422 A handle is made of the letters a to z, digits, dots, hyphens and underscores.");
    assert_snapshot!(claim(&ada, "_ada").await, @"422 A handle begins with a letter or a digit.");
    assert_snapshot!(claim(&ada, "Settings").await, @"422 This handle is reserved. Please choose another one.");
    let refused = claim(&ada, "Settings").await;
    assert_eq!(refused.body["errors"][0]["field"], "handle");
    claim(&ada, "modern").await.expect(200);
    assert_eq!(claim(&bob, "modem").await.to_string(), TAKEN, "it looks like the existing one");
    assert_eq!(claim(&bob, "modern.").await.to_string(), TAKEN, "dots are ignored");
}

#[tokio::test]
async fn handle_availability_gives_a_reason() {
    let app = TestApp::open().await;
    let (ada, bob) = (app.member("ada").await, app.member("bob").await);
    claim(&ada, "ada.byron").await.expect(200);
    let free = json!({ "handle": "byron", "available": true, "reason": null });
    assert_eq!(availability(&bob, "byron").await, free);
    let taken = availability(&bob, "Ada.Byron").await;
    assert_eq!(taken["available"], false);
    assert_eq!(taken["reason"], "This handle is already taken. Please choose another one.");
    assert_eq!(availability(&ada, "ADA.byron").await["available"], true, "the user's own handle");
    let reserved = availability(&bob, "admin").await;
    assert_eq!(reserved["reason"], "This handle is reserved. Please choose another one.");
}

#[tokio::test]
async fn changed_handle_appears_everywhere_immediately() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let community = app.community(&ada, "Long spans", &[]).await;
    let threads = format!("/api/communities/{community}/threads");
    let thread = ada.post(&threads, json!({ "caption": "Cables" })).await.expect(201).id();
    let posts = format!("{threads}/{thread}/posts");
    ada.post(&posts, json!({ "content": "Hello" })).await.expect(201);
    claim(&ada, "countess").await.expect(200);
    let shown = ada.get(&posts).await.expect(200);
    assert_eq!(shown.items()[0]["authorHandle"], "countess");
    let members = ada.get(&format!("/api/communities/{community}/members")).await.expect(200);
    assert_eq!(members.items()[0]["handle"], "countess");
    let me = app.id_of(&ada).await;
    assert_eq!(ada.get("/api/users/Countess").await.expect(200).body["userId"], json!(me));
}

#[tokio::test]
async fn concurrent_claims_of_one_handle_succeed_once() {
    let app = TestApp::open_for_many().await;
    let ada = app.member("ada").await;
    let crowd = app.crowd(&ada, "localhost", 200).await;
    let spellings = ["Lighthouse", "LIGHTHOUSE", "lighthouse", "l1ghthouse"];
    let claims = crowd.iter().enumerate().map(|(n, who)| claim(who, spellings[n % 4]));
    let answers = futures::future::join_all(claims).await;
    let won = answers.iter().filter(|answer| answer.status == 200).count();
    let lost = answers.iter().filter(|answer| answer.to_string() == TAKEN).count();
    assert_eq!((won, lost), (1, 199));
    let rows = "SELECT COUNT(*) AS n FROM handles WHERE looks_like = 'llghthouse'";
    assert_eq!(app.count(rows, vec![]).await, 1);
}
