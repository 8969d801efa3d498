//! Live events and quotes reach only those who may read the message, and end with a block or a
//! departure.

use super::{Pair, block, open_stream, path_of, send, start, texts, types_until};
use serde_json::{Value, json};

#[tokio::test]
async fn live_events_of_a_conversation_reach_its_participants_only() {
    let pair = Pair::open().await;
    let conversation = pair.conversation().await;
    let eve = pair.hall.member("eve").await;
    let mut stream = open_stream(eve.main()).await;
    let message = send(pair.ada(), &conversation, "Private").await.expect(201).id();
    let path = path_of(&conversation, &format!("/messages/{message}"));
    pair.ada().patch(&path, json!({ "content": "Edited" })).await.expect(200);
    pair.bob.post(&format!("{path}/reactions"), json!({ "emoji": "👍" })).await.expect(200);
    pair.bob.post(&path_of(&conversation, "/read"), json!({})).await.expect(200);
    pair.bob.post(&path_of(&conversation, "/typing"), json!({})).await.expect(204);
    pair.ada().delete(&path).await.expect(200);
    let eve_id = pair.hall.app.id_of(&eve).await;
    let with_eve = start(pair.ada(), &[&eve_id]).await.expect(201).id();
    send(pair.ada(), &with_eve, "End").await.expect(201);
    let types = types_until(&mut stream, "End").await;
    let foreign = ["message.", "conversation.", "presence."];
    assert!(
        !types.iter().any(|kind| foreign.iter().any(|start| kind.starts_with(start))),
        "{types:?}"
    );
}

#[tokio::test]
async fn block_ends_edits_reactions_and_live_delivery_between_two_people() {
    let pair = Pair::open().await;
    let conversation = pair.conversation().await;
    let message = send(pair.ada(), &conversation, "Before").await.expect(201).id();
    let path = path_of(&conversation, &format!("/messages/{message}"));
    let mut stream = open_stream(pair.bob.main()).await;
    block(&pair.bob, &pair.ada_id).await;
    let edited = pair.ada().patch(&path, json!({ "content": "Edited" })).await.expect(403);
    assert_eq!(edited.body["detail"], "You cannot send messages to this person");
    let reaction = json!({ "emoji": "👍" });
    assert_eq!(pair.ada().post(&format!("{path}/reactions"), reaction).await.status, 403);
    pair.ada().delete(&path).await.expect(200);
    let cleo = pair.hall.member("cleo").await;
    let other = start(&cleo, &[&pair.bob_id]).await.expect(201).id();
    send(&cleo, &other, "End").await.expect(201);
    let types = types_until(&mut stream, "End").await;
    assert!(!types.iter().any(|kind| kind == "message.updated"), "{types:?}");
    assert_eq!(texts(pair.bob.main(), &conversation).await, [""], "deleted for everyone");
}

#[tokio::test]
async fn group_events_skip_readers_who_blocked_the_sender() {
    let pair = Pair::open().await;
    let cleo = pair.hall.member("cleo").await;
    let cleo_id = pair.hall.app.id_of(&cleo).await;
    let group = start(pair.ada(), &[&pair.bob_id, &cleo_id]).await.expect(201).id();
    block(&pair.bob, &cleo_id).await;
    let message = send(&cleo, &group, "From Cleo").await.expect(201).id();
    let mut stream = open_stream(pair.bob.main()).await;
    let path = path_of(&group, &format!("/messages/{message}"));
    pair.ada().post(&format!("{path}/reactions"), json!({ "emoji": "👍" })).await.expect(200);
    let reply = json!({ "content": "A reply", "replyToId": message });
    let sent = pair.ada().post(&path_of(&group, "/messages"), reply).await.expect(201);
    assert_eq!(sent.body["replyTo"]["excerpt"], "From Cleo");
    let event = stream.until("message.created").await;
    assert_eq!(event["message"]["content"], "A reply");
    assert_eq!(event["message"]["replyTo"], Value::Null, "the quoted text is hidden");
    let page = pair.bob.get(&path_of(&group, "/messages")).await.expect(200);
    assert_eq!(page.items()[0]["replyTo"], Value::Null);
    for change in [format!("{path}/reactions"), format!("{path}/report")] {
        let body = json!({ "emoji": "👍", "reason": "Rude" });
        assert_eq!(pair.bob.post(&change, body).await.status, 404, "{change}");
    }
    let quoting = json!({ "content": "Quoting", "replyToId": message });
    assert_eq!(pair.bob.post(&path_of(&group, "/messages"), quoting).await.status, 404);
}

#[tokio::test]
async fn quotes_and_changes_of_earlier_messages_are_hidden_from_later_members() {
    let pair = Pair::open().await;
    let (cleo, dan) = (pair.hall.member("cleo").await, pair.hall.member("dan").await);
    let (cleo_id, dan_id) = (pair.hall.app.id_of(&cleo).await, pair.hall.app.id_of(&dan).await);
    let group = start(pair.ada(), &[&pair.bob_id, &cleo_id]).await.expect(201).id();
    let early = send(pair.ada(), &group, "Early").await.expect(201).id();
    pair.hall.app.clock.advance_by(chrono::Duration::seconds(1));
    let add = path_of(&group, "/participants");
    pair.ada().post(&add, json!({ "userIds": [dan_id] })).await.expect(200);
    let mut stream = open_stream(dan.main()).await;
    let path = path_of(&group, &format!("/messages/{early}"));
    pair.ada().patch(&path, json!({ "content": "Early, edited" })).await.expect(200);
    let reply = json!({ "content": "End", "replyToId": early });
    pair.ada().post(&path_of(&group, "/messages"), reply).await.expect(201);
    let types = types_until(&mut stream, "End").await;
    assert!(!types.iter().any(|kind| kind == "message.updated"), "{types:?}");
    let page = dan.get(&path_of(&group, "/messages")).await.expect(200);
    assert_eq!(page.items().last().unwrap()["replyTo"], Value::Null);
    assert_eq!(dan.get(&path_of(&group, &format!("/messages?around={early}"))).await.status, 404);
}

#[tokio::test]
async fn account_deletion_removes_empty_conversations_and_their_images() {
    let pair = Pair::open().await;
    let conversation = pair.conversation().await;
    send(pair.ada(), &conversation, "Hello").await.expect(201);
    for who in [pair.ada(), &pair.bob] {
        who.post("/api/me/deletion", json!({ "confirmation": "DELETE" })).await.expect(200);
    }
    pair.hall.app.clock.advance_by(chrono::Duration::days(8));
    pair.hall.app.work().await;
    for table in ["conversations", "messages", "conversation_participants", "user_presence"] {
        let sql = format!("SELECT COUNT(*) AS n FROM {table}");
        assert_eq!(pair.hall.app.count(&sql, vec![]).await, 0, "{table}");
    }
}

#[tokio::test]
async fn group_gets_another_owner_and_is_deleted_with_its_last_participant() {
    let pair = Pair::open().await;
    let cleo = pair.hall.member("cleo").await;
    let cleo_id = pair.hall.app.id_of(&cleo).await;
    let group = start(&cleo, &[&pair.ada_id, &pair.bob_id]).await.expect(201).id();
    cleo.post("/api/me/deletion", json!({ "confirmation": "DELETE" })).await.expect(200);
    pair.hall.app.clock.advance_by(chrono::Duration::days(8));
    pair.hall.app.work().await;
    for (who, name) in [(pair.ada(), "ada"), (&pair.bob, "bob")] {
        pair.hall.app.sign_in(who, "localhost", name).await;
    }
    let view = pair.bob.get(&path_of(&group, "")).await.expect(200);
    assert_ne!(view.body["ownerId"], cleo_id);
    let owner = view.body["ownerId"].as_str().unwrap().to_owned();
    let owner = if owner == pair.ada_id { pair.ada() } else { &pair.bob };
    let title = json!({ "title": "Choir" });
    owner.put(&path_of(&group, "/title"), title).await.expect(200);
    for who in [pair.ada(), &pair.bob] {
        who.delete(&path_of(&group, "/participants/me")).await.expect(204);
    }
    let left = "SELECT COUNT(*) AS n FROM conversations";
    assert_eq!(pair.hall.app.count(left, vec![]).await, 0, "the last one deletes the group");
}
