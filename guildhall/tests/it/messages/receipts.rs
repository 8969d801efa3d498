//! Receipts and typing, with the settings in both directions.

use super::{Pair, block, choose, open_stream, path_of, read, send, start, types_until};
use crate::kit::Browser;
use chrono::{DateTime, Utc};
use serde_json::{Value, json};

async fn mark_delivered(who: &Browser, conversation: &str, message: &str) {
    let body = json!({ "messageId": message });
    who.post(&path_of(conversation, "/delivered"), body).await.expect(204);
}

async fn mark_read(who: &Browser, conversation: &str) {
    who.post(&path_of(conversation, "/read"), json!({})).await.expect(200);
}

async fn receipts(who: &Browser, conversation: &str) -> Value {
    read(who, conversation).await["receipts"].clone()
}

fn time(value: &Value) -> DateTime<Utc> {
    value.as_str().unwrap().parse().unwrap()
}

#[tokio::test]
async fn sender_sees_when_messages_were_delivered_and_seen() {
    let pair = Pair::open().await;
    let conversation = pair.conversation().await;
    let sent = send(pair.ada(), &conversation, "Hello").await.expect(201);
    let written = time(&sent.body["timestamp"]);
    let mut stream = open_stream(pair.ada().main()).await;
    mark_delivered(&pair.bob, &conversation, &sent.id()).await;
    let event = stream.until("conversation.receipts").await;
    assert_eq!(event["conversationId"], conversation);
    assert_eq!(event["userId"].as_str(), Some(pair.bob_id.as_str()));
    assert!(time(&event["deliveredAt"]) >= written);
    assert_eq!(event["seenAt"], Value::Null);
    mark_read(&pair.bob, &conversation).await;
    let event = stream.until("conversation.receipts").await;
    assert!(time(&event["seenAt"]) >= written);
    let shown = receipts(pair.ada(), &conversation).await;
    assert_eq!(shown[0]["userId"].as_str(), Some(pair.bob_id.as_str()));
    assert_eq!(shown[0]["seenAt"], event["seenAt"]);
    send(pair.ada(), &conversation, "A later one").await.expect(201);
    let later = receipts(pair.ada(), &conversation).await;
    assert_eq!(later, shown, "a new message is neither delivered nor seen");
}

#[tokio::test]
async fn receipts_that_are_off_are_hidden_in_both_directions() {
    let pair = Pair::open().await;
    for off in [pair.ada(), &pair.bob] {
        let conversation = pair.conversation().await;
        choose(off, json!({ "sendsReceipts": false })).await;
        let sent = send(pair.ada(), &conversation, "Hello").await.expect(201).id();
        let mut stream = open_stream(pair.ada().main()).await;
        mark_delivered(&pair.bob, &conversation, &sent).await;
        mark_read(&pair.bob, &conversation).await;
        send(&pair.bob, &conversation, "Mark").await.expect(201);
        let types = types_until(&mut stream, "Mark").await;
        assert!(!types.contains(&"conversation.receipts".to_owned()), "{types:?}");
        for who in [pair.ada(), &pair.bob] {
            assert_eq!(receipts(who, &conversation).await, json!([]));
        }
        choose(off, json!({})).await;
    }
}

#[tokio::test]
async fn unanswered_request_and_block_share_no_receipts() {
    let pair = Pair::open().await;
    let eve = pair.hall.app.member("eve").await;
    let request = start(&eve, &[&pair.bob_id]).await.expect(201).id();
    send(&eve, &request, "Hello").await.expect(201);
    mark_read(&pair.bob, &request).await;
    assert_eq!(receipts(&eve, &request).await, json!([]));
    let conversation = pair.conversation().await;
    send(pair.ada(), &conversation, "Hello").await.expect(201);
    mark_read(&pair.bob, &conversation).await;
    assert_eq!(receipts(pair.ada(), &conversation).await.as_array().unwrap().len(), 1);
    block(&pair.bob, &pair.ada_id).await;
    assert_eq!(receipts(pair.ada(), &conversation).await, json!([]));
}

#[tokio::test]
async fn delivery_of_a_message_of_others_is_not_found() {
    let pair = Pair::open().await;
    let conversation = pair.conversation().await;
    let message = send(pair.ada(), &conversation, "Private").await.expect(201).id();
    let eve = pair.hall.member("eve").await;
    let path = path_of(&conversation, "/delivered");
    assert_eq!(eve.post(&path, json!({ "messageId": message })).await.status, 404);
    let unknown = json!({ "messageId": pair.ada_id });
    assert_eq!(pair.bob.post(&path, unknown).await.status, 404);
    assert_eq!(eve.post(&path_of(&conversation, "/typing"), json!({})).await.status, 404);
}

#[tokio::test]
async fn typing_reaches_the_other_person_once_in_three_seconds_and_is_not_stored() {
    let pair = Pair::open().await;
    let conversation = pair.conversation().await;
    send(&pair.bob, &conversation, "Hello").await.expect(201);
    let eve = pair.hall.member("eve").await;
    let mut stream = open_stream(pair.ada().main()).await;
    let mut foreign = open_stream(eve.main()).await;
    let path = path_of(&conversation, "/typing");
    for _ in 0..3 {
        pair.bob.post(&path, json!({})).await.expect(204);
    }
    send(&pair.bob, &conversation, "Mark").await.expect(201);
    let typing = stream.until("conversation.typing").await;
    assert_eq!(typing["conversationId"], conversation);
    assert_eq!(typing["userId"].as_str(), Some(pair.bob_id.as_str()));
    pair.hall.app.clock.advance_by(chrono::Duration::seconds(4));
    pair.bob.post(&path, json!({})).await.expect(204);
    stream.until("conversation.typing").await;
    let stored = "SELECT COUNT(*) AS n FROM events WHERE kind = 'conversation.typing'";
    assert_eq!(pair.hall.app.count(stored, vec![]).await, 0);
    let with_eve = start(pair.ada(), &[&pair.hall.app.id_of(&eve).await]).await.expect(201).id();
    send(pair.ada(), &with_eve, "End").await.expect(201);
    let types = types_until(&mut foreign, "End").await;
    assert!(!types.contains(&"conversation.typing".to_owned()), "{types:?}");
}

#[tokio::test]
async fn typing_that_is_off_is_hidden_in_both_directions_and_between_blocked_people() {
    let pair = Pair::open().await;
    let conversation = pair.conversation().await;
    send(pair.ada(), &conversation, "Hello").await.expect(201);
    let path = path_of(&conversation, "/typing");
    let types_type = async |text: &str| {
        let mut stream = open_stream(pair.ada().main()).await;
        pair.bob.post(&path, json!({})).await.expect(204);
        pair.hall.app.clock.advance_by(chrono::Duration::seconds(4));
        send(pair.ada(), &conversation, text).await.expect(201);
        types_until(&mut stream, text).await
    };
    let is_typing = |types: &[String]| types.contains(&"conversation.typing".to_owned());
    choose(&pair.bob, json!({ "showsTyping": false })).await;
    assert!(!is_typing(&types_type("One").await));
    choose(&pair.bob, json!({})).await;
    choose(pair.ada(), json!({ "showsTyping": false })).await;
    assert!(!is_typing(&types_type("Two").await));
    choose(pair.ada(), json!({})).await;
    let mut stream = open_stream(pair.ada().main()).await;
    pair.bob.post(&path, json!({})).await.expect(204);
    stream.until("conversation.typing").await;
    pair.hall.app.clock.advance_by(chrono::Duration::seconds(4));
    block(pair.ada(), &pair.bob_id).await;
    stream.until("resync").await;
    pair.bob.post(&path, json!({})).await.expect(204);
    let cleo = pair.hall.member("cleo").await;
    let other = start(&cleo, &[&pair.ada_id]).await.expect(201).id();
    send(&cleo, &other, "End").await.expect(201);
    assert!(!is_typing(&types_until(&mut stream, "End").await));
}
