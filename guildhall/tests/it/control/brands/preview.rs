//! The preview link.

use super::World;
use insta::assert_snapshot;
use serde_json::{Value, json};

const SHOW: &str = "/api/control/brand-preview";

async fn link(world: &World) -> Value {
    let link = world.ada.post(&world.at("preview"), json!({})).await.expect(200).body;
    let url = link["url"].as_str().unwrap();
    let token = url.strip_prefix("http://localhost:8080/brand-preview#").expect("a page of main");
    assert_eq!(token.len(), 43, "256 bits");
    json!({ "token": token })
}

#[tokio::test]
async fn preview_link_shows_only_the_draft() {
    let world = World::open().await;
    let none = world.ada.post(&world.at("preview"), json!({})).await;
    assert_eq!(none.body["code"], "brand-no-draft");
    let change = json!({ "name": "To come", "colour": "#ff6a00", "signInTitle": "Soon" });
    world.save(&world.ada, None, change).await.expect(200);
    let token = link(&world).await;
    let committee = world.app.browser();
    let shown = committee.post(SHOW, token.clone()).await.expect(200).body;
    let fields: Vec<_> = shown.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(fields, ["brand", "css", "expiresAt"]);
    assert_eq!(
        (&shown["brand"]["name"], &shown["brand"]["signInTitle"]),
        (&json!("To come"), &json!("Soon"))
    );
    assert!(shown["css"].as_str().unwrap().contains("--brand:light-dark(#ff6a00"));
    world.save(&world.ada, Some(1), json!({ "name": "Changed" })).await.expect(200);
    let later = committee.post(SHOW, token.clone()).await.expect(200).body;
    assert_eq!(later["brand"]["name"], "Changed");
    assert_eq!(committee.on("oak").post(SHOW, token.clone()).await.status, 404, "main only");
    let page = committee.get("/brand-preview").await.expect(200);
    assert_eq!(page.header("referrer-policy"), "no-referrer");
    let sql = "SELECT COUNT(*) AS n FROM brand_previews WHERE token_hash = $1";
    let plain = token["token"].as_str().unwrap();
    assert_eq!(world.app.count(sql, vec![plain.into()]).await, 0, "only its hash is kept");
}

#[tokio::test]
async fn preview_link_expires() {
    let world = World::open().await;
    let committee = world.app.browser();
    world.save(&world.ada, None, json!({})).await.expect(200);
    let first = link(&world).await;
    let second = link(&world).await;
    let refused = committee.post(SHOW, first).await;
    assert_snapshot!(refused, @"404 This preview has expired. Request a new link.");
    committee.post(SHOW, second.clone()).await.expect(200);
    for _ in 0..2 {
        world.ada.delete(&world.at("preview")).await.expect(204);
    }
    assert_eq!(committee.post(SHOW, second).await.status, 404, "taken back");

    let third = link(&world).await;
    world.ada.post(&world.at("publish"), json!({ "revision": 1 })).await.expect(200);
    assert_eq!(committee.post(SHOW, third).await.status, 404, "published");

    world.save(&world.ada, None, json!({})).await.expect(200);
    let fourth = link(&world).await;
    world.ada.delete(&world.at("draft")).await.expect(204);
    assert_eq!(committee.post(SHOW, fourth).await.status, 404, "thrown away");

    world.save(&world.ada, None, json!({})).await.expect(200);
    let fifth = link(&world).await;
    world.app.clock.advance_by(chrono::Duration::days(7) - chrono::Duration::minutes(1));
    committee.post(SHOW, fifth.clone()).await.expect(200);
    world.app.clock.advance_by(chrono::Duration::minutes(1));
    assert_eq!(committee.post(SHOW, fifth).await.status, 404, "a week old");
    let left = "SELECT COUNT(*) AS n FROM brand_previews";
    assert_eq!(world.app.count(left, vec![]).await, 1);
    platform::retention::schedule_sweep(world.app.services()).await.unwrap();
    world.app.clock.advance_by(chrono::Duration::hours(2));
    world.app.work().await;
    assert_eq!(world.app.count(left, vec![]).await, 0, "the hourly job deletes it");
    for never in ["", "x", "../..", "\u{1}"] {
        assert_eq!(committee.post(SHOW, json!({ "token": never })).await.status, 404);
    }
}
