//! Cords in the export, and after the deletion of an account.

use super::{Pair, vouch};
use chrono::Duration;
use serde_json::{Value, json};
use std::io::{Cursor, Read};

#[tokio::test]
async fn export_contains_cords_vouches_and_introductions() {
    let pair = Pair::open().await;
    let cleo = pair.hall.member("cleo").await;
    let cleo_id = pair.app().id_of(&cleo).await;
    vouch(pair.ada(), &pair.bob_id).await.expect(201);
    let body = json!({ "userIds": [pair.bob_id, cleo_id], "message": "Meet" });
    pair.ada().post("/api/introductions", body).await.expect(201);
    pair.count().await;
    let asked = pair.ada().post("/api/me/export", json!({})).await.expect(200).id();
    pair.app().work().await;
    let key = format!("users/{}/export-{asked}.zip", pair.ada_id).parse().unwrap();
    let stored = pair.app().services().blob().get(&key).await.unwrap().unwrap();
    let mut zip = zip::ZipArchive::new(Cursor::new(stored.bytes)).unwrap();
    let mut read = |name: &str| {
        let mut text = String::new();
        zip.by_name(name).unwrap().read_to_string(&mut text).unwrap();
        serde_json::from_str::<Value>(&text).unwrap()
    };
    let cords = read("cords.json");
    assert_eq!(cords["cords"].as_array().unwrap().len(), 2);
    assert_eq!(cords["vouches"][0]["userId"], json!(pair.bob_id));
    assert_eq!(read("introductions.json")[0]["message"], "Meet");
}

#[tokio::test]
async fn deleted_account_leaves_no_cords_vouches_or_introductions() {
    let pair = Pair::open().await;
    let cleo = pair.hall.member("cleo").await;
    let cleo_id = pair.app().id_of(&cleo).await;
    vouch(&pair.bob, &pair.ada_id).await.expect(201);
    let body = json!({ "userIds": [pair.bob_id, cleo_id], "message": "Meet" });
    pair.ada().post("/api/introductions", body).await.expect(201);
    pair.send_message().await;
    pair.count().await;
    pair.send_message().await;
    pair.app().until_delivered().await;
    pair.bob.post("/api/me/deletion", json!({ "confirmation": "DELETE" })).await.expect(200);
    pair.app().clock.advance_by(Duration::days(8));
    pair.app().work().await;
    let count = async |table: &str| {
        pair.app().count(&format!("SELECT COUNT(*) AS n FROM {table}"), vec![]).await
    };
    assert_eq!((count("vouches").await, count("introductions").await), (0, 0));
    assert_eq!(count("cords").await, 1, "Ada's with Cleo");
    // Activity of the deleted account that was not counted yet.
    pair.count().await;
    assert_eq!(count("cords").await, 1);
}
