//! Notifications of messages: one for each conversation while it is unread.

use super::{Pair, block, open_stream, path_of, send, start, types_until};
use crate::kit::{At, Browser, TestApp};
use chrono::Duration;
use serde_json::{Value, json};

async fn notices(who: At<'_>) -> Vec<Value> {
    let page = who.get("/api/activity").await.expect(200);
    page.items().iter().filter(|item| item["type"] == "direct_message").cloned().collect()
}

async fn contents(who: &Browser) -> Vec<String> {
    let all = notices(who.main()).await;
    all.iter().map(|item| item["content"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn unread_conversation_has_one_notification_that_reading_deletes() {
    let pair = Pair::open().await;
    let conversation = pair.conversation().await;
    let mut stream = open_stream(pair.bob.main()).await;
    send(pair.ada(), &conversation, "Secret").await.expect(201);
    let event = stream.until("notification.created").await;
    assert_eq!(event["notification"]["data"]["conversationId"], conversation);
    send(pair.ada(), &conversation, "Secret").await.expect(201);
    let shown = notices(pair.bob.main()).await;
    assert_eq!(shown.len(), 1);
    assert_eq!(shown[0]["title"], "New message");
    assert_eq!(shown[0]["actionUrl"], format!("/messages/{conversation}"));
    assert!(shown[0]["content"].as_str().unwrap().starts_with("2 unread messages from Ada"));
    assert!(!shown[0].to_string().contains("Secret"));
    pair.bob.post(&path_of(&conversation, "/read"), json!({})).await.expect(200);
    stream.until("activity.changed").await;
    assert_eq!(contents(&pair.bob).await, [""; 0]);
    assert_eq!(contents(pair.ada()).await, [""; 0], "the sender has none");
}

#[tokio::test]
async fn notification_that_was_read_in_the_activity_centre_is_unread_again_with_a_message() {
    let pair = Pair::open().await;
    let conversation = pair.conversation().await;
    send(pair.ada(), &conversation, "One").await.expect(201);
    let item = notices(pair.bob.main()).await[0].clone();
    let id = item["id"].as_str().unwrap();
    pair.bob.post(&format!("/api/activity/{id}/read"), json!({})).await;
    send(pair.ada(), &conversation, "Two").await.expect(201);
    let shown = notices(pair.bob.main()).await;
    assert_eq!((shown.len(), &shown[0]["read"]), (1, &json!(false)));
}

#[tokio::test]
async fn muted_conversation_and_open_conversation_send_no_notification() {
    let pair = Pair::open().await;
    let conversation = pair.conversation().await;
    send(pair.ada(), &conversation, "One").await.expect(201);
    assert_eq!(contents(&pair.bob).await.len(), 1);
    pair.bob.patch(&path_of(&conversation, ""), json!({ "muted": true })).await.expect(200);
    assert_eq!(contents(&pair.bob).await, [""; 0], "muting deletes it");
    send(pair.ada(), &conversation, "Two").await.expect(201);
    assert_eq!(contents(&pair.bob).await, [""; 0]);
    pair.bob.patch(&path_of(&conversation, ""), json!({ "muted": false })).await.expect(200);
    pair.bob.post(&path_of(&conversation, "/read"), json!({})).await.expect(200);
    send(pair.ada(), &conversation, "While it is open").await.expect(201);
    assert_eq!(contents(&pair.bob).await, [""; 0]);
    pair.bob.post(&path_of(&conversation, "/read"), json!({})).await.expect(200);
    pair.hall.app.clock.advance_by(Duration::seconds(11));
    send(pair.ada(), &conversation, "Later").await.expect(201);
    assert_eq!(contents(&pair.bob).await.len(), 1);
}

#[tokio::test]
async fn requests_groups_and_departures_change_the_notification() {
    let pair = Pair::open().await;
    let eve = pair.hall.app.member("eve").await;
    let request = start(&eve, &[&pair.bob_id]).await.expect(201).id();
    send(&eve, &request, "Hello").await.expect(201);
    assert_eq!(notices(pair.bob.main()).await[0]["title"], "New message request");
    pair.bob.post(&path_of(&request, "/decline"), json!({})).await.expect(200);
    assert_eq!(contents(&pair.bob).await, [""; 0]);
    let group = json!({ "participantIds": [pair.bob_id], "title": "Choir" });
    let group = pair.ada().post("/api/conversations", group).await.expect(201).id();
    send(pair.ada(), &group, "Tonight?").await.expect(201);
    assert!(contents(&pair.bob).await[0].ends_with("wrote in Choir."));
    pair.bob.delete(&path_of(&group, "/participants/me")).await.expect(204);
    assert_eq!(contents(&pair.bob).await, [""; 0]);
}

#[tokio::test]
async fn block_hides_the_notification() {
    let pair = Pair::open().await;
    let conversation = pair.conversation().await;
    send(pair.ada(), &conversation, "Hello").await.expect(201);
    assert_eq!(contents(&pair.bob).await.len(), 1);
    block(&pair.bob, &pair.ada_id).await;
    assert_eq!(contents(&pair.bob).await, [""; 0]);
}

#[tokio::test]
async fn portal_shows_notifications_of_its_conversations_only() {
    let app = TestApp::open().await;
    let oak = app.portal("Oak House", "oak").await.affiliation;
    let (ada, bob, cleo) =
        (app.member("ada").await, app.member("bob").await, app.member("cleo").await);
    for member in [&ada, &bob] {
        app.add_to_affiliation(member, &oak).await;
    }
    let everyone = app.community(&ada, "Everyone", &[]).await;
    cleo.post(&format!("/api/communities/{everyone}/join"), json!({})).await.expect(200);
    let ada_id = app.id_of(&ada).await;
    let inside = start(&bob, &[&ada_id]).await.expect(201).id();
    let outside = start(&cleo, &[&ada_id]).await.expect(201).id();
    app.transfer(&ada, "oak").await;
    let mut stream = open_stream(ada.on("oak")).await;
    send(&cleo, &outside, "Outside").await.expect(201);
    send(&bob, &inside, "Inside").await.expect(201);
    let event = stream.until("notification.created").await;
    assert_eq!(event["notification"]["data"]["conversationId"], inside);
    let here = notices(ada.on("oak")).await;
    assert_eq!(here.len(), 1);
    assert_eq!(here[0]["actionUrl"], format!("/messages/{inside}"));
    assert_eq!(notices(ada.main()).await.len(), 2);
    send(&bob, &inside, "End").await.expect(201);
    types_until(&mut stream, "End").await;
}
