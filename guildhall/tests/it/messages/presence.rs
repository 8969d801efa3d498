//! Presence: shown to people with an open conversation, with the setting in both directions.

use super::{Pair, block, choose, open_stream, read, send};
use crate::kit::Browser;
use chrono::Duration;
use serde_json::{Value, json};

async fn presence(who: &Browser, users: &[&str]) -> Value {
    let path = format!("/api/presence?userIds={}", users.join(","));
    who.get(&path).await.expect(200).body["items"].clone()
}

/// A pair with a conversation.
async fn talking() -> (Pair, String) {
    let pair = Pair::open().await;
    let conversation = pair.conversation().await;
    send(pair.ada(), &conversation, "Hello").await.expect(201);
    (pair, conversation)
}

#[tokio::test]
async fn open_stream_shows_a_person_online_for_two_minutes() {
    let (pair, conversation) = talking().await;
    assert_eq!(presence(pair.ada(), &[&pair.bob_id]).await[0]["online"], false);
    let mut stream = open_stream(pair.ada().main()).await;
    let bobs = open_stream(pair.bob.main()).await;
    let event = stream.until("presence.changed").await;
    assert_eq!(event["userId"].as_str(), Some(pair.bob_id.as_str()));
    assert_eq!(event["online"], true);
    let shown = presence(pair.ada(), &[&pair.bob_id]).await;
    assert_eq!(shown[0]["online"], true);
    assert_eq!(read(pair.ada(), &conversation).await["presence"], shown);
    drop(bobs);
    pair.hall.app.clock.advance_by(Duration::seconds(119));
    assert_eq!(presence(pair.ada(), &[&pair.bob_id]).await[0]["online"], true);
    pair.hall.app.clock.advance_by(Duration::seconds(2));
    let offline = presence(pair.ada(), &[&pair.bob_id]).await;
    assert_eq!(offline[0]["online"], false);
    assert!(offline[0]["lastActiveAt"].is_string());
}

#[tokio::test]
async fn streams_keep_their_users_online_and_report_departures() {
    let (pair, conversation) = talking().await;
    let mut adas = open_stream(pair.ada().main()).await;
    let bobs = open_stream(pair.bob.main()).await;
    adas.until("presence.changed").await;
    drop(bobs);
    // An event lets Ada's stream record who is there, at which Bob is missing.
    pair.hall.app.clock.advance_by(Duration::seconds(61));
    send(pair.ada(), &conversation, "A minute later").await.expect(201);
    adas.until("message.created").await;
    // The record and the message reach her in either order.
    pair.hall.app.clock.advance_by(Duration::seconds(61));
    send(pair.ada(), &conversation, "Two minutes later").await.expect(201);
    let event = adas.until("presence.changed").await;
    assert_eq!((&event["userId"], &event["online"]), (&json!(pair.bob_id), &json!(false)));
    let own = presence(&pair.bob, &[&pair.ada_id]).await;
    assert_eq!(own[0]["online"], true, "her stream is open");
}

#[tokio::test]
async fn presence_that_is_off_is_hidden_in_both_directions() {
    let (pair, conversation) = talking().await;
    let _streams = [open_stream(pair.ada().main()).await, open_stream(pair.bob.main()).await];
    for off in [pair.ada(), &pair.bob] {
        choose(off, json!({ "showsPresence": false })).await;
        for (who, other) in [(pair.ada(), &pair.bob_id), (&pair.bob, &pair.ada_id)] {
            assert_eq!(presence(who, &[other]).await, json!([]));
            assert_eq!(read(who, &conversation).await["presence"], json!([]));
        }
        let stored = "SELECT COUNT(*) AS n FROM user_presence";
        assert_eq!(pair.hall.app.count(stored, vec![]).await, 1, "only of the other person");
        choose(off, json!({})).await;
        let _again = open_stream(off.main()).await;
    }
    assert_eq!(presence(pair.ada(), &[&pair.bob_id]).await[0]["online"], true);
}

#[tokio::test]
async fn presence_of_strangers_and_blocked_people_is_not_listed() {
    let (pair, _) = talking().await;
    let cleo = pair.hall.member("cleo").await;
    let cleo_id = pair.hall.app.id_of(&cleo).await;
    let _stream = open_stream(cleo.main()).await;
    assert_eq!(presence(pair.ada(), &[&cleo_id]).await, json!([]));
    assert_eq!(presence(pair.ada(), &[&cleo_id, &pair.bob_id]).await.as_array().unwrap().len(), 1);
    block(pair.ada(), &pair.bob_id).await;
    assert_eq!(presence(pair.ada(), &[&pair.bob_id]).await, json!([]));
    assert_eq!(presence(&pair.bob, &[&pair.ada_id]).await, json!([]));
    let many = vec![pair.bob_id.as_str(); 51].join(",");
    let refused = pair.ada().get(&format!("/api/presence?userIds={many}")).await.expect(422);
    assert_eq!(refused.body["detail"], "Presence can be requested for at most 50 people");
}
