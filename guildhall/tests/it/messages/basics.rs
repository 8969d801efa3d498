//! Sending, editing and deleting messages, requests, blocks and groups.

use super::{Pair, open_stream, read, send, start, texts, unread_badge};
use crate::kit::{Browser, TestApp};
use chrono::Duration;
use futures::future::join_all;
use serde_json::json;
use uuid::Uuid;

#[tokio::test]
async fn message_reaches_the_other_person_and_counts_as_unread_until_opened() {
    let pair = Pair::open().await;
    let created = start(pair.ada(), &[&pair.bob_id]).await.expect(201);
    let conversation = created.id();
    assert_eq!(created.body["ownerId"].as_str(), Some(pair.ada_id.as_str()));
    let mut stream = open_stream(pair.bob.main()).await;
    let sent = send(pair.ada(), &conversation, "Hello, Bob").await.expect(201);
    let event = stream.until("message.created").await;
    assert_eq!(event["message"], sent.body);
    assert_eq!(sent.body["senderId"].as_str(), Some(pair.ada_id.as_str()));

    let list = pair.bob.get("/api/conversations").await.expect(200);
    let seen = &list.items()[0];
    assert_eq!((&seen["unreadMessages"], &seen["messageCount"]), (&json!(1), &json!(1)));
    assert_eq!(seen["lastMessage"]["excerpt"], "Hello, Bob");
    assert_eq!(read(pair.ada(), &conversation).await["unreadMessages"], 0, "the sender's own");
    assert_eq!((unread_badge(&pair.bob).await, unread_badge(pair.ada()).await), (1, 0));

    let path = format!("/api/conversations/{conversation}/read");
    let opened = pair.bob.post(&path, json!({})).await.expect(200);
    assert_eq!(opened.body["unreadMessages"], 0);
    assert_eq!(unread_badge(&pair.bob).await, 0);
    let marked = json!({ "markedUnread": true });
    pair.bob.patch(&format!("/api/conversations/{conversation}"), marked).await.expect(200);
    assert_eq!(unread_badge(&pair.bob).await, 1);
}

#[tokio::test]
async fn two_hundred_first_messages_at_the_same_time_make_one_conversation() {
    let pair = Pair::open().await;
    let first_message = async |who: &Browser, other: &str, number: usize| {
        let started = start(who, &[other]).await;
        assert!([200, 201].contains(&started.status), "{}", started.status);
        send(who, &started.id(), &format!("Number {number}")).await.expect(201).id()
    };
    let mut sent = Vec::new();
    for round in 0..4 {
        let both = (0..25).flat_map(|number| {
            let number = round * 25 + number;
            [(pair.ada(), &pair.bob_id, number), (&pair.bob, &pair.ada_id, number + 100)]
        });
        let sending = both.map(|(who, other, number)| first_message(who, other, number));
        sent.extend(join_all(sending).await);
        pair.hall.app.clock.advance_by(Duration::seconds(61));
    }
    sent.sort();
    sent.dedup();
    assert_eq!(sent.len(), 200);
    let conversations = "SELECT COUNT(*) AS n FROM conversations";
    assert_eq!(pair.hall.app.count(conversations, vec![]).await, 1);
    let list = pair.bob.get("/api/conversations").await.expect(200);
    assert_eq!(list.items()[0]["messageCount"], 200);
    assert_eq!(list.items()[0]["unreadMessages"], 100);
}

#[tokio::test]
async fn repeated_idempotency_key_sends_one_message() {
    let pair = Pair::open().await;
    let conversation = pair.conversation().await;
    let path = format!("/api/conversations/{conversation}/messages");
    let (key, body) = (Uuid::now_v7().to_string(), json!({ "content": "Once" }));
    let ada = pair.ada().main();
    let sending = (0..6).map(|_| ada.post_keyed(&path, &key, body.clone()));
    let mut ids: Vec<String> =
        join_all(sending).await.into_iter().map(|reply| reply.expect(201).id()).collect();
    ids.dedup();
    assert_eq!(ids.len(), 1);
    assert_eq!(texts(pair.bob.main(), &conversation).await, ["Once"]);
}

#[tokio::test]
async fn conversation_of_others_is_not_found() {
    let pair = Pair::open().await;
    let conversation = pair.conversation().await;
    let message = send(pair.ada(), &conversation, "Private").await.expect(201).id();
    let (eve, staff) = (pair.hall.member("eve").await, pair.hall.app.staff("sam").await);
    let base = format!("/api/conversations/{conversation}");
    for other in [&eve, &staff] {
        assert_eq!(other.get(&base).await.status, 404);
        assert_eq!(other.get(&format!("{base}/messages")).await.status, 404);
        assert_eq!(send(other, &conversation, "Let me in").await.status, 404);
        let change = format!("{base}/messages/{message}");
        assert_eq!(other.patch(&change, json!({ "content": "Changed" })).await.status, 404);
        assert_eq!(other.delete(&change).await.status, 404);
        assert_eq!(other.get("/api/conversations").await.items().len(), 0);
    }
}

#[tokio::test]
async fn refuses_messages_with_the_specified_texts() {
    let pair = Pair::open().await;
    let conversation = pair.conversation().await;
    let refused = async |text: &str| {
        let reply = send(pair.ada(), &conversation, text).await.expect(422);
        reply.body["detail"].as_str().unwrap().to_owned()
    };
    assert_eq!(refused("  ").await, "Message cannot be empty");
    let long = "a".repeat(5001);
    assert_eq!(refused(&long).await, "Message too long (max 5000 characters)");
    assert_eq!(refused("<script>").await, "Message contains prohibited content");
    assert_eq!(start(pair.ada(), &[]).await.status, 422);
    assert_eq!(start(pair.ada(), &[&pair.ada_id]).await.status, 422);
}

#[tokio::test]
async fn sixty_messages_a_minute_are_allowed() {
    let pair = Pair::open().await;
    let conversation = pair.conversation().await;
    for number in 0..60 {
        send(pair.ada(), &conversation, &format!("Number {number}")).await.expect(201);
    }
    assert_eq!(send(pair.ada(), &conversation, "One more").await.status, 429);
    assert_eq!(send(&pair.bob, &conversation, "My own limit").await.status, 201);
}

#[tokio::test]
async fn edits_within_fifteen_minutes_and_deletes_for_everyone() {
    let pair = Pair::open().await;
    let conversation = pair.conversation().await;
    let message = send(pair.ada(), &conversation, "Helo").await.expect(201).id();
    let path = format!("/api/conversations/{conversation}/messages/{message}");
    let mut stream = open_stream(pair.bob.main()).await;
    let edited = pair.ada().patch(&path, json!({ "content": "Hello" })).await.expect(200);
    assert!(edited.body["editedAt"].is_string());
    assert_eq!(stream.until("message.updated").await["message"]["content"], "Hello");
    assert_eq!(pair.bob.patch(&path, json!({ "content": "Mine" })).await.status, 403);
    pair.hall.app.clock.advance_by(Duration::minutes(16));
    let late = pair.ada().patch(&path, json!({ "content": "Late" })).await.expect(409);
    assert_eq!(late.body["detail"], "Messages can be edited for 15 minutes");

    assert_eq!(pair.bob.delete(&path).await.status, 403);
    pair.ada().delete(&path).await.expect(200);
    let event = stream.until("message.updated").await;
    assert_eq!(
        (&event["message"]["deleted"], &event["message"]["content"]),
        (&json!(true), &json!(""))
    );
    assert_eq!(texts(pair.bob.main(), &conversation).await, [""]);
    let kept = "SELECT COUNT(*) AS n FROM messages WHERE content LIKE '%Hello%'";
    assert_eq!(pair.hall.app.count(kept, vec![]).await, 0);
}

#[tokio::test]
async fn reply_and_reactions_are_shown_with_the_message() {
    let pair = Pair::open().await;
    let conversation = pair.conversation().await;
    let first = send(pair.ada(), &conversation, "Tea at four?").await.expect(201).id();
    let path = format!("/api/conversations/{conversation}/messages");
    let reply = json!({ "content": "With pleasure", "replyToId": first });
    let reply = pair.bob.post(&path, reply).await.expect(201);
    assert_eq!(reply.body["replyTo"]["excerpt"], "Tea at four?");
    let react = format!("{path}/{first}/reactions");
    let on = pair.bob.post(&react, json!({ "emoji": "👍" })).await.expect(200);
    assert_eq!(on.body["reactions"], json!([{ "emoji": "👍", "userIds": [pair.bob_id] }]));
    let off = pair.bob.post(&react, json!({ "emoji": "👍" })).await.expect(200);
    assert_eq!(off.body["reactions"], json!([]));
    assert_eq!(pair.bob.post(&react, json!({ "emoji": "boo" })).await.status, 422);
}

#[tokio::test]
async fn block_stops_messages_in_both_directions_and_keeps_the_earlier_ones() {
    let pair = Pair::open().await;
    let conversation = pair.conversation().await;
    send(pair.ada(), &conversation, "Before").await.expect(201);
    pair.bob.put(&format!("/api/users/{}/block", pair.ada_id), json!({})).await.expect(200);
    for who in [pair.ada(), &pair.bob] {
        let refused = send(who, &conversation, "After").await.expect(403);
        assert_eq!(refused.body["detail"], "You cannot send messages to this person");
        assert_eq!(texts(who.main(), &conversation).await, ["Before"]);
        let refusal = read(who, &conversation).await["refusal"].clone();
        assert_eq!(refusal, "You cannot send messages to this person");
    }
}

#[tokio::test]
async fn stranger_sends_one_request_and_the_answer_accepts_it() {
    let pair = Pair::open().await;
    let eve = pair.hall.app.member("eve").await;
    let started = start(&eve, &[&pair.bob_id]).await.expect(201);
    assert_eq!(started.body["state"], "requested");
    let conversation = started.id();
    send(&eve, &conversation, "May I ask you something?").await.expect(201);
    let again = send(&eve, &conversation, "Hello?").await.expect(409);
    assert_eq!(again.body["code"], "message-request-pending");
    send(&pair.bob, &conversation, "Of course").await.expect(201);
    assert_eq!(read(&eve, &conversation).await["state"], "open");
    send(&eve, &conversation, "Thank you").await.expect(201);
}

#[tokio::test]
async fn declined_request_stays_silent_for_the_requester() {
    let pair = Pair::open().await;
    let eve = pair.hall.app.member("eve").await;
    let conversation = start(&eve, &[&pair.bob_id]).await.expect(201).id();
    send(&eve, &conversation, "Hello").await.expect(201);
    let decline = format!("/api/conversations/{conversation}/decline");
    assert_eq!(eve.post(&decline, json!({})).await.status, 409, "only the recipient answers");
    pair.bob.post(&decline, json!({})).await.expect(200);
    assert_eq!(pair.bob.get("/api/conversations").await.items().len(), 0, "archived");
    assert_eq!(send(&eve, &conversation, "Hello?").await.status, 403);
}

#[tokio::test]
async fn people_choose_from_whom_they_accept_messages() {
    let pair = Pair::open().await;
    let choose = async |from: &str| {
        let settings = json!({ "sendsReceipts": true, "showsTyping": true,
            "showsPresence": true, "acceptsFrom": from });
        pair.bob.put("/api/me/message-settings", settings).await.expect(200);
    };
    choose("nobody").await;
    let refused = start(pair.ada(), &[&pair.bob_id]).await.expect(403);
    assert_eq!(refused.body["detail"], "This person does not accept messages from you");
    choose("followed").await;
    let path = format!("/api/users/{}/follow", pair.ada_id);
    pair.bob.put(&path, json!({})).await.expect(200);
    assert_eq!(start(pair.ada(), &[&pair.bob_id]).await.expect(201).body["state"], "open");
}

#[tokio::test]
async fn group_member_sees_messages_from_joining_until_leaving() {
    let pair = Pair::open().await;
    let (cleo, dan) = (pair.hall.member("cleo").await, pair.hall.member("dan").await);
    let cleo_id = pair.hall.app.id_of(&cleo).await;
    let dan_id = pair.hall.app.id_of(&dan).await;
    let group = json!({ "participantIds": [pair.bob_id, cleo_id], "title": "Choir" });
    let group = pair.ada().post("/api/conversations", group).await.expect(201);
    assert_eq!((&group.body["kind"], &group.body["title"]), (&json!("group"), &json!("Choir")));
    let conversation = group.id();
    send(&cleo, &conversation, "Before Dan").await.expect(201);
    pair.hall.app.clock.advance_by(Duration::seconds(1));
    let add = format!("/api/conversations/{conversation}/participants");
    let refused = cleo.post(&add, json!({ "userIds": [dan_id] })).await.expect(403);
    assert_eq!(refused.body["detail"], "Only the creator of the group can do this");
    pair.ada().post(&add, json!({ "userIds": [dan_id] })).await.expect(200);
    pair.hall.app.clock.advance_by(Duration::seconds(1));
    send(&cleo, &conversation, "With Dan").await.expect(201);
    assert_eq!(texts(dan.main(), &conversation).await, ["", "With Dan"], "added, then the message");

    let mut stream = open_stream(cleo.main()).await;
    cleo.delete(&format!("{add}/me")).await.expect(204);
    assert_eq!(cleo.get(&format!("/api/conversations/{conversation}")).await.status, 404);
    send(pair.ada(), &conversation, "Without Cleo").await.expect(201);
    let after = start(&cleo, &[&dan_id]).await.expect(201).id();
    send(&cleo, &after, "A mark").await.expect(201);
    let event = stream.until("message.created").await;
    assert_eq!(event["message"]["content"], "A mark");
}

#[tokio::test]
async fn group_hides_messages_between_people_who_blocked_each_other() {
    let pair = Pair::open().await;
    let cleo = pair.hall.member("cleo").await;
    let cleo_id = pair.hall.app.id_of(&cleo).await;
    let conversation = start(pair.ada(), &[&pair.bob_id, &cleo_id]).await.expect(201).id();
    pair.bob.put(&format!("/api/users/{cleo_id}/block"), json!({})).await.expect(200);
    send(&cleo, &conversation, "From Cleo").await.expect(201);
    assert_eq!(texts(pair.ada().main(), &conversation).await, ["From Cleo"]);
    assert_eq!(texts(pair.bob.main(), &conversation).await, Vec::<String>::new());
    assert_eq!(read(&pair.bob, &conversation).await["unreadMessages"], 0);
}

#[tokio::test]
async fn portal_shows_only_conversations_among_its_members() {
    let app = TestApp::open().await;
    let oak = app.portal("Oak House", "oak").await.affiliation;
    let (ada, bob, cleo) =
        (app.member("ada").await, app.member("bob").await, app.member("cleo").await);
    for member in [&ada, &bob] {
        app.add_to_affiliation(member, &oak).await;
    }
    let everyone = app.community(&ada, "Everyone", &[]).await;
    cleo.post(&format!("/api/communities/{everyone}/join"), json!({})).await.expect(200);
    let (bob_id, cleo_id) = (app.id_of(&bob).await, app.id_of(&cleo).await);
    let inside = start(&ada, &[&bob_id]).await.expect(201).id();
    let outside = start(&ada, &[&cleo_id]).await.expect(201).id();
    app.transfer(&ada, "oak").await;
    let here = ada.on("oak");
    let list = here.get("/api/conversations").await.expect(200);
    let ids: Vec<_> = list.items().iter().map(|item| item["id"].as_str().unwrap()).collect();
    assert_eq!(ids, [inside.as_str()]);
    assert_eq!(here.get(&format!("/api/conversations/{outside}")).await.status, 404);
    let mut stream = open_stream(ada.on("oak")).await;
    send(&cleo, &outside, "Not for the portal").await.expect(201);
    send(&bob, &inside, "For the portal").await.expect(201);
    let event = stream.until("message.created").await;
    assert_eq!(event["message"]["content"], "For the portal");
    let started = here.post("/api/conversations", json!({ "participantIds": [cleo_id] })).await;
    assert_eq!(started.status, 404, "people outside the affiliation are not found");
}

#[tokio::test]
async fn deleted_account_is_shown_as_former_member() {
    let pair = Pair::open().await;
    let conversation = pair.conversation().await;
    send(&pair.bob, &conversation, "Goodbye").await.expect(201);
    pair.bob.post("/api/me/deletion", json!({ "confirmation": "DELETE" })).await.expect(200);
    pair.hall.app.clock.advance_by(Duration::days(8));
    pair.hall.app.work().await;
    pair.hall.app.sign_in(pair.ada(), "localhost", "ada").await;
    let path = format!("/api/conversations/{conversation}/messages");
    let page = pair.ada().get(&path).await.expect(200);
    assert_eq!(page.items()[0]["sender"]["displayName"], "Former member");
    assert_eq!(page.items()[0]["content"], "Goodbye");
    let refused = send(pair.ada(), &conversation, "Are you there?").await.expect(409);
    assert_eq!(refused.body["detail"], "This person is no longer a member");
}

#[tokio::test]
async fn storage_failures_are_reported_with_the_specified_texts() {
    let pair = Pair::open().await;
    let conversation = pair.conversation().await;
    let eve = pair.hall.member("eve").await;
    let eve_id = pair.hall.app.id_of(&eve).await;
    pair.hall.app.make_table_unavailable("conversation_participants").await;
    let list = pair.ada().get("/api/conversations").await;
    assert_eq!(list.to_string(), "500 Failed to load conversations");
    let created = start(pair.ada(), &[&eve_id]).await;
    assert_eq!(created.to_string(), "500 Failed to create conversation");
    let page = pair.ada().get(&format!("/api/conversations/{conversation}/messages")).await;
    assert_eq!(page.to_string(), "500 Failed to load messages");
    let sent = send(pair.ada(), &conversation, "Hello").await;
    assert_eq!(sent.to_string(), "500 Failed to send message");
}
