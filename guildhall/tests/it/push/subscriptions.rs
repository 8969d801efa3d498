//! Subscriptions: their list, their limits, and their end.

use super::*;
use insta::assert_snapshot;
use std::io::{Cursor, Read};

#[tokio::test]
async fn subscriptions_are_listed_newest_first_without_secrets() {
    let (app, service) = open().await;
    let ada = app.member("ada").await;
    for name in ["Phone", "Laptop"] {
        subscribe(&ada, &service, name).await;
        app.clock.advance_by(chrono::Duration::seconds(1));
    }
    let listed = ada.get(LIST).await.expect(200);
    assert_eq!(device_names(&ada).await, ["Laptop", "Phone"]);
    assert!(!listed.text.contains("127.0.0.1"), "the endpoint is a secret");
    assert_eq!(listed.items()[0]["lastUsedAt"], serde_json::Value::Null);
    let bob = app.member("bob").await;
    assert_eq!(device_names(&bob).await, [""; 0]);
    let id = listed.items()[0]["id"].as_str().unwrap().to_owned();
    assert_snapshot!(bob.delete(&format!("{LIST}/{id}")).await, @"404 No push subscription found");
    ada.delete(&format!("{LIST}/{id}")).await.expect(204);
    assert_eq!(device_names(&ada).await, ["Phone"]);
}

#[tokio::test]
async fn storing_the_same_endpoint_again_renames_the_subscription() {
    let (app, service) = open().await;
    let ada = app.member("ada").await;
    let mut body = service.subscribe(&server_key(&ada.main()).await, "Phone");
    let first = ada.post(LIST, body.clone()).await.expect(201);
    body["deviceName"] = json!("My phone");
    let second = ada.post(LIST, body.clone()).await.expect(201);
    assert_eq!(first.body["id"], second.body["id"]);
    assert_eq!(device_names(&ada).await, ["My phone"]);
    // Someone else signs in with the same browser.
    let bob = app.member("bob").await;
    bob.post(LIST, body).await.expect(201);
    assert_eq!(device_names(&ada).await, [""; 0]);
    assert_eq!(device_names(&bob).await, ["My phone"]);
}

#[tokio::test]
async fn endpoint_is_stored_encrypted() {
    let (app, service) = open().await;
    let ada = app.member("ada").await;
    subscribe(&ada, &service, "Phone").await;
    let sql = "SELECT COUNT(*) AS n FROM push_subscriptions WHERE sealed_target LIKE '%127.0.0.1%' \
         OR endpoint_hash LIKE '%127.0.0.1%'";
    assert_eq!(app.count(sql, vec![]).await, 0);
    let sql = "SELECT COUNT(*) AS n FROM push_subscriptions";
    assert_eq!(app.count(sql, vec![]).await, 1);
}

#[tokio::test]
async fn data_export_lists_subscriptions_without_their_secrets() {
    let (app, service) = open().await;
    let ada = app.member("ada").await;
    subscribe(&ada, &service, "Phone").await;
    push(&app, &ada).await;
    let asked = ada.post("/api/me/export", json!({})).await.expect(200).id();
    app.work().await;
    let key = format!("users/{}/export-{asked}.zip", app.id_of(&ada).await).parse().unwrap();
    let stored = app.services().blob().get(&key).await.unwrap().unwrap();
    let mut zip = zip::ZipArchive::new(Cursor::new(stored.bytes)).unwrap();
    let mut text = String::new();
    zip.by_name("push-subscriptions.json").unwrap().read_to_string(&mut text).unwrap();
    let listed: serde_json::Value = serde_json::from_str(&text).unwrap();
    let fields: Vec<_> = listed[0].as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(fields, ["createdAt", "deviceName", "host", "lastUsedAt"], "{text}");
    assert_eq!((&listed[0]["deviceName"], &listed[0]["host"]), (&json!("Phone"), &json!("localhost")));
    assert!(!listed[0]["lastUsedAt"].is_null() && !text.contains("127.0.0.1"), "{text}");
}

#[tokio::test]
async fn subscriptions_are_deleted_with_the_account_and_get_no_more_messages() {
    let (app, service) = open().await;
    let ada = app.member("ada").await;
    subscribe(&ada, &service, "Phone").await;
    let id = notification(&app, &ada, None).await;
    enqueue(&app, &ada, &message(id)).await;
    ada.post("/api/me/deletion", json!({ "confirmation": "DELETE" })).await.expect(200);
    app.clock.advance_by(chrono::Duration::days(8));
    app.work().await;
    assert_eq!(app.count("SELECT COUNT(*) AS n FROM push_subscriptions", vec![]).await, 0);
    assert_eq!(service.requests(), 0);
}

#[tokio::test]
async fn oldest_subscription_makes_room_for_the_twenty_first() {
    let (app, service) = open().await;
    let ada = app.member("ada").await;
    for number in 1..=21 {
        // Writes are limited to ten a minute.
        app.clock.advance_by(chrono::Duration::seconds(30));
        subscribe(&ada, &service, &format!("Device {number}")).await;
    }
    let names = device_names(&ada).await;
    assert_eq!((names.len(), names[0].as_str(), names[19].as_str()), (20, "Device 21", "Device 2"));
}

#[tokio::test]
async fn invalid_subscriptions_are_refused() {
    let (app, service) = open().await;
    let ada = app.member("ada").await;
    let valid = service.subscribe(&server_key(&ada.main()).await, "Phone");
    let mut body = valid.clone();
    body["keys"]["auth"] = json!("short");
    assert_snapshot!(ada.post(LIST, body).await, @"422 The keys of the push subscription are not valid.");
    let mut body = valid.clone();
    body["endpoint"] = json!("ftp://push.example.net/a");
    assert_snapshot!(ada.post(LIST, body).await, @"422 The address of the push service is not valid.");
    let mut body = valid;
    body["deviceName"] = json!("x".repeat(101));
    assert_snapshot!(ada.post(LIST, body).await, @"422 The name of a device can have at most 100 characters.");
}

#[tokio::test]
async fn no_message_after_signing_out() {
    let (app, service) = open().await;
    let ada = app.member("ada").await;
    subscribe(&ada, &service, "Phone").await;
    let id = notification(&app, &ada, None).await;
    enqueue(&app, &ada, &message(id)).await;
    ada.post("/api/usersSignout", json!({})).await;
    app.work().await;
    assert_eq!(service.requests(), 0);
    let sql = "SELECT COUNT(*) AS n FROM push_subscriptions";
    assert_eq!(app.count(sql, vec![]).await, 0);
}

#[tokio::test]
async fn message_has_no_content_after_the_session_was_idle_too_long() {
    let (app, service) = open().await;
    let ada = app.member("ada").await;
    subscribe(&ada, &service, "Phone").await;
    let id = notification(&app, &ada, None).await;
    let user = app.id_of(&ada).await;
    app.clock.advance_by(chrono::Duration::hours(13));
    let user_id = UserId(uuid_of(&user));
    let mut system = app.services().system("push in a test");
    let tx = system.begin().await.unwrap();
    enqueue_push(&tx, user_id, &message(id)).await.unwrap();
    tx.commit().await.unwrap();
    app.work().await;
    assert_eq!(service.accepted()[0].message["body"], "You have a new notification.");
}

#[tokio::test]
async fn no_message_to_a_banned_account() {
    let (app, service) = open().await;
    let ada = app.member("ada").await;
    subscribe(&ada, &service, "Phone").await;
    let id = notification(&app, &ada, None).await;
    enqueue(&app, &ada, &message(id)).await;
    let user = uuid_of(&app.id_of(&ada).await);
    app.sql("UPDATE users SET status = 'banned' WHERE id = $1", vec![user.into()]).await;
    app.work().await;
    assert_eq!(service.requests(), 0);
}
