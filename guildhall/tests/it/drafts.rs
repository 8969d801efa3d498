//! Drafts: stored for the viewer's other devices, on the site where they are written.

use crate::kit::{At, Browser, TestApp, uuid_of};
use chrono::Duration;
use insta::assert_snapshot;
use serde_json::{Value, json};
use std::io::{Cursor, Read};

const LIST: &str = "/api/me/drafts";

fn path(place: &str) -> String {
    format!("{LIST}/{place}")
}

async fn save(who: &At<'_>, place: &str, text: &str) -> Value {
    who.put(&path(place), json!({ "text": text, "replyTo": null })).await.expect(200).body
}

async fn places(who: &At<'_>) -> Vec<String> {
    crate::community_fixture::texts(&who.get(LIST).await.expect(200), "place")
}

#[tokio::test]
async fn draft_is_stored_changed_listed_and_deleted() {
    let app = TestApp::open().await;
    let (ada, bob) = (app.member("ada").await, app.member("bob").await);
    let to = json!({ "parentPostId": "0192f0c1", "name": "Bob Tester" });
    let body = json!({ "text": " An\nunsent  text ", "replyTo": to });
    let first = ada.main().put(&path("draft:1"), body).await.expect(200).body;
    assert_eq!(first["place"], "draft:1");
    assert_eq!((&first["text"], &first["replyTo"]), (&json!(" An\nunsent  text "), &to));
    app.clock.advance_by(Duration::seconds(2));
    save(&ada.main(), "draft:2", "Another").await;
    app.clock.advance_by(Duration::seconds(2));
    let changed = save(&ada.main(), "draft:1", "A longer text").await;
    assert_eq!((&changed["text"], &changed["replyTo"]), (&json!("A longer text"), &Value::Null));
    assert!(changed["updated"].as_str() > first["updated"].as_str());
    let listed = ada.get(LIST).await.expect(200);
    assert_eq!(places(&ada.main()).await, ["draft:1", "draft:2"]);
    assert_eq!(listed.items()[0], changed);
    assert_eq!(places(&bob.main()).await, [""; 0], "only the author reads it");
    bob.delete(&path("draft:1")).await.expect(204);
    ada.delete(&path("draft:1")).await.expect(204);
    ada.delete(&path("draft:1")).await.expect(204);
    assert_eq!(places(&ada.main()).await, ["draft:2"]);
}

#[tokio::test]
async fn devices_are_notified_without_the_text() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let mut stream = ada.live().await;
    stream.until("hello").await;
    let saved = save(&ada.main(), "draft:1", "A secret").await;
    let event = stream.until("draft.updated").await;
    assert_eq!((&event["place"], &event["updated"]), (&json!("draft:1"), &saved["updated"]));
    assert!(!event.to_string().contains("secret"));
    ada.delete(&path("draft:1")).await.expect(204);
    ada.delete(&path("draft:1")).await.expect(204);
    save(&ada.main(), "draft:2", "Another").await;
    assert_eq!(stream.until("draft.removed").await["place"], "draft:1");
    let next = stream.next().await.unwrap().data;
    assert_eq!(next["type"], "draft.updated", "a missing draft was not removed again");
}

#[tokio::test]
async fn draft_belongs_to_the_site_where_it_is_written() {
    let app = TestApp::open().await;
    let oak = app.portal("Oak House", "oak").await.affiliation;
    let elm = app.portal("Elm Court", "elm").await.affiliation;
    let ada = app.member("ada").await;
    for (affiliation, host) in [(&oak, "oak"), (&elm, "elm")] {
        app.add_to_affiliation(&ada, affiliation).await;
        app.transfer(&ada, host).await;
    }
    let sites = [ada.main(), ada.on("oak"), ada.on("elm")];
    let mut streams = Vec::new();
    for site in &sites {
        let mut stream = site.live(None).await;
        stream.until("hello").await;
        streams.push(stream);
    }
    for (site, text) in sites.iter().zip(["Main", "Oak", "Elm"]) {
        save(site, "draft:1", text).await;
        save(site, text, "Only here").await;
    }
    for ((site, text), mut stream) in sites.iter().zip(["Main", "Oak", "Elm"]).zip(streams) {
        let listed = site.get(LIST).await.expect(200);
        assert_eq!(places(site).await, [text, "draft:1"]);
        assert_eq!(listed.items()[1]["text"], text);
        for place in ["draft:1", text] {
            assert_eq!(stream.until("draft.updated").await["place"], place, "on {text}");
        }
    }
    ada.on("oak").delete(&path("draft:1")).await.expect(204);
    assert_eq!(places(&ada.on("elm")).await, ["Elm", "draft:1"]);
}

#[tokio::test]
async fn invalid_drafts_are_refused() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let put = async |place: &str, body: Value| ada.main().put(&path(place), body).await;
    let text = |chars: usize| json!({ "text": "é".repeat(chars) });
    put("draft:1", text(20_000)).await.expect(200);
    assert_snapshot!(put("draft:1", text(20_001)).await, @"422 Content exceeds maximum length of 20000 characters");
    assert_snapshot!(put("draft:1", text(0)).await, @"422 Content cannot be empty");
    assert_snapshot!(put("draft.1", text(1)).await, @"422 The place of the draft is not valid");
    assert_snapshot!(put(&"a".repeat(121), text(1)).await, @"422 The place of the draft is not valid");
    put(&"a".repeat(120), text(1)).await.expect(200);
    let reply = |id: &str, name: usize| json!({ "text": "", "replyTo": { "parentPostId": id, "name": "n".repeat(name) } });
    put("draft:1", reply("p", 200)).await.expect(200);
    assert_snapshot!(put("draft:1", reply("p", 201)).await, @"422 The post that the draft replies to is not valid");
    assert_snapshot!(put("draft:1", reply("p q", 1)).await, @"422 The post that the draft replies to is not valid");
    assert_snapshot!(ada.delete(&path("draft.1")).await, @"422 The place of the draft is not valid");
}

#[tokio::test]
async fn drafts_are_rate_limited_apart_from_posts() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    for number in 0..60 {
        save(&ada.main(), "draft:1", &format!("Text {number}")).await;
    }
    let soon = ada.main().put(&path("draft:1"), json!({ "text": "x" })).await.expect(429);
    assert!(soon.to_string().starts_with("429 Rate limit exceeded. Try again at "));
    app.clock.advance_by(Duration::seconds(61));
    save(&ada.main(), "draft:1", "Again").await;
}

#[tokio::test]
async fn oldest_draft_makes_room_for_the_two_hundred_and_first() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let other = app.member("bob").await;
    save(&other.main(), "draft:0", "Older").await;
    for number in 0..=200 {
        app.clock.advance_by(Duration::seconds(2));
        save(&ada.main(), &format!("draft:{number}"), "Text").await;
    }
    let places = places(&ada.main()).await;
    assert_eq!((places.len(), places[199].as_str()), (200, "draft:1"));
    assert_eq!(app.count("SELECT COUNT(*) AS n FROM drafts", vec![]).await, 201);
}

#[tokio::test]
async fn drafts_are_deleted_after_ninety_days_without_a_change() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    save(&ada.main(), "draft:old", "Old").await;
    let sql = "UPDATE drafts SET updated = $1";
    app.sql(sql, vec![(app.clock.now() - Duration::days(91)).into()]).await;
    save(&ada.main(), "draft:new", "New").await;
    platform::retention::schedule_sweep(app.services()).await.unwrap();
    app.clock.advance_by(Duration::hours(2));
    app.work().await;
    assert_eq!(places(&ada.main()).await, ["draft:new"]);
}

#[tokio::test]
async fn drafts_are_exported_and_deleted_with_the_account() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    save(&ada.main(), "draft:1", "An unsent text").await;
    let id = app.id_of(&ada).await;
    let asked = ada.post("/api/me/export", json!({})).await.expect(200).id();
    app.work().await;
    let key = format!("users/{id}/export-{asked}.zip").parse().unwrap();
    let stored = app.services().blob().get(&key).await.unwrap().unwrap();
    let mut zip = zip::ZipArchive::new(Cursor::new(stored.bytes)).unwrap();
    let mut text = String::new();
    zip.by_name("drafts.json").unwrap().read_to_string(&mut text).unwrap();
    let own: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&own[0]["place"], &own[0]["text"]), (&json!("draft:1"), &json!("An unsent text")));
    delete_account(&app, &ada).await;
    let left = "SELECT COUNT(*) AS n FROM drafts WHERE user_id = $1";
    assert_eq!(app.count(left, vec![uuid_of(&id).into()]).await, 0);
}

async fn delete_account(app: &TestApp, who: &Browser) {
    who.post("/api/me/deletion", json!({ "confirmation": "DELETE" })).await.expect(200);
    app.clock.advance_by(Duration::days(8));
    app.work().await;
}
