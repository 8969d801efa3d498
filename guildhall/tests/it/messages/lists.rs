//! Lists of conversations: requests, name filter, badges, pages around a message.

use super::{Pair, path_of, read, send, start};
use crate::kit::{Browser, Reply};
use serde_json::{Value, json};

async fn list(who: &Browser, query: &str) -> Vec<String> {
    let page = who.get(&format!("/api/conversations?{query}")).await.expect(200);
    page.items().iter().map(|item| item["id"].as_str().unwrap().to_owned()).collect()
}

async fn summary(who: &Browser) -> Value {
    who.get("/api/conversations/summary").await.expect(200).body
}

fn contents(page: &Reply) -> Vec<String> {
    page.items().iter().map(|item| item["content"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn conversation_is_listed_for_the_other_person_from_its_first_message_on() {
    let pair = Pair::open().await;
    let conversation = pair.conversation().await;
    assert_eq!(list(pair.ada(), "").await, [conversation.as_str()]);
    assert_eq!(list(&pair.bob, "").await, [""; 0]);
    send(pair.ada(), &conversation, "Hello").await.expect(201);
    assert_eq!(list(&pair.bob, "").await, [conversation]);
}

#[tokio::test]
async fn opening_an_empty_conversation_of_the_other_person_lists_it() {
    let pair = Pair::open().await;
    let conversation = pair.conversation().await;
    let opened = start(&pair.bob, &[&pair.ada_id]).await.expect(200);
    assert_eq!(opened.id(), conversation);
    assert_eq!(list(&pair.bob, "").await, [conversation]);
}

#[tokio::test]
async fn requests_have_a_list_and_a_number_of_their_own() {
    let pair = Pair::open().await;
    let eve = pair.hall.app.member("eve").await;
    let request = start(&eve, &[&pair.bob_id]).await.expect(201).id();
    send(&eve, &request, "May I?").await.expect(201);
    assert_eq!(list(&pair.bob, "").await, [""; 0]);
    assert_eq!(list(&pair.bob, "requests=true").await, [request.as_str()]);
    assert_eq!(summary(&pair.bob).await, json!({ "unread": 0, "requests": 1 }));
    assert_eq!(list(&eve, "").await, [request.as_str()], "the requester sees it in the inbox");
    assert_eq!(summary(&eve).await, json!({ "unread": 0, "requests": 0 }));
    pair.bob.post(&path_of(&request, "/accept"), json!({})).await.expect(200);
    assert_eq!(list(&pair.bob, "").await, [request]);
    assert_eq!(list(&pair.bob, "requests=true").await, [""; 0]);
    assert_eq!(summary(&pair.bob).await, json!({ "unread": 1, "requests": 0 }));
}

#[tokio::test]
async fn settings_at_the_first_message_decide_whether_it_is_a_request() {
    let pair = Pair::open().await;
    let conversation = pair.conversation().await;
    super::choose(&pair.bob, json!({ "acceptsFrom": "followed" })).await;
    send(pair.ada(), &conversation, "Hello").await.expect(201);
    assert_eq!(read(&pair.bob, &conversation).await["state"], "requested");
    let other = start(&pair.bob, &[&pair.ada_id]).await.expect(200);
    assert_eq!(other.id(), conversation);
    super::choose(&pair.bob, json!({ "acceptsFrom": "nobody" })).await;
    let eve = pair.hall.member("eve").await;
    let refused = start(&eve, &[&pair.bob_id]).await.expect(403);
    assert_eq!(refused.body["detail"], "This person does not accept messages from you");
}

#[tokio::test]
async fn name_filter_finds_titles_and_other_participants() {
    let pair = Pair::open().await;
    let cleo = pair.hall.member("cleo").await;
    let cleo_id = pair.hall.app.id_of(&cleo).await;
    let direct = pair.conversation().await;
    let group = json!({ "participantIds": [cleo_id], "title": "Spring Choir" });
    let group = pair.ada().post("/api/conversations", group).await.expect(201).id();
    assert_eq!(list(pair.ada(), "q=BOB").await, [direct.as_str()]);
    assert_eq!(list(pair.ada(), "q=choir").await, [group.as_str()]);
    assert_eq!(list(pair.ada(), "q=cle").await, [group.as_str()]);
    assert_eq!(list(pair.ada(), "q=ada").await, [""; 0], "not the viewer's own name");
    assert_eq!(list(pair.ada(), "q=%25").await, [""; 0], "no wildcard");
    assert_eq!(list(pair.ada(), "q=").await.len(), 2);
}

#[tokio::test]
async fn pages_lead_from_a_message_to_older_and_newer_ones() {
    let pair = Pair::open().await;
    let conversation = pair.conversation().await;
    let mut ids = Vec::new();
    for number in 0..9 {
        ids.push(send(pair.ada(), &conversation, &number.to_string()).await.expect(201).id());
    }
    let page = async |query: &str| {
        pair.bob.get(&path_of(&conversation, &format!("/messages?{query}"))).await.expect(200)
    };
    let newest = page("limit=3").await;
    assert_eq!(
        (contents(&newest), &newest.body["previousCursor"]),
        (vec!["6".into(), "7".into(), "8".into()], &Value::Null)
    );
    let around = page(&format!("around={}&limit=4", ids[4])).await;
    assert_eq!(contents(&around), ["2", "3", "4", "5", "6"]);
    let next = around.body["nextCursor"].as_str().unwrap();
    let older = page(&format!("cursor={next}&limit=4")).await;
    assert_eq!(
        (contents(&older), &older.body["nextCursor"]),
        (vec!["0".into(), "1".into()], &Value::Null)
    );
    let back = older.body["previousCursor"].as_str().unwrap();
    assert_eq!(contents(&page(&format!("after={back}&limit=2")).await), ["2", "3"]);
    let previous = around.body["previousCursor"].as_str().unwrap();
    let newer = page(&format!("after={previous}&limit=9")).await;
    assert_eq!(
        (contents(&newer), &newer.body["previousCursor"]),
        (vec!["7".into(), "8".into()], &Value::Null)
    );
    let unknown = format!("/messages?around={}", pair.ada_id);
    assert_eq!(pair.bob.get(&path_of(&conversation, &unknown)).await.status, 404);
}

#[tokio::test]
async fn first_unread_message_is_that_after_the_last_look() {
    let pair = Pair::open().await;
    let conversation = pair.conversation().await;
    let first = send(pair.ada(), &conversation, "One").await.expect(201).id();
    send(pair.ada(), &conversation, "Two").await.expect(201);
    assert_eq!(read(&pair.bob, &conversation).await["firstUnreadId"], first);
    assert_eq!(read(pair.ada(), &conversation).await["firstUnreadId"], Value::Null);
    let opened = pair.bob.post(&path_of(&conversation, "/read"), json!({})).await.expect(200);
    assert_eq!(opened.body["firstUnreadId"], Value::Null);
    let third = send(pair.ada(), &conversation, "Three").await.expect(201).id();
    assert_eq!(read(&pair.bob, &conversation).await["firstUnreadId"], third);
}

#[tokio::test]
async fn contact_says_what_the_message_button_does() {
    let pair = Pair::open().await;
    let eve = pair.hall.app.member("eve").await;
    let contact = async |who: &Browser, user: &str| {
        who.get(&format!("/api/users/{user}/contact")).await.expect(200).body
    };
    let mode = |mode: &str| json!({ "mode": mode, "reason": null, "conversationId": null });
    assert_eq!(contact(pair.ada(), &pair.ada_id).await, mode("self"));
    assert_eq!(contact(pair.ada(), &pair.bob_id).await, mode("open"));
    assert_eq!(contact(&eve, &pair.bob_id).await, mode("request"));
    super::choose(&pair.bob, json!({ "acceptsFrom": "nobody" })).await;
    let refused = contact(pair.ada(), &pair.bob_id).await;
    assert_eq!(refused["mode"], "refused");
    assert_eq!(refused["reason"], "This person does not accept messages from you");
    super::choose(&pair.bob, json!({})).await;
    let conversation = pair.conversation().await;
    send(pair.ada(), &conversation, "Hello").await.expect(201);
    let open = json!({ "mode": "open", "reason": null, "conversationId": conversation });
    assert_eq!(contact(pair.ada(), &pair.bob_id).await, open);
    super::block(pair.ada(), &pair.bob_id).await;
    assert_eq!(contact(pair.ada(), &pair.bob_id).await["mode"], "refused");
    let hidden = pair.bob.get(&format!("/api/users/{}/contact", pair.ada_id)).await;
    assert_eq!(hidden.status, 404, "the blocker is hidden");
}

#[tokio::test]
async fn archived_conversation_returns_with_the_next_message() {
    let pair = Pair::open().await;
    let conversation = pair.conversation().await;
    send(pair.ada(), &conversation, "One").await.expect(201);
    let archived = json!({ "archived": true });
    pair.bob.patch(&path_of(&conversation, ""), archived).await.expect(200);
    assert_eq!(list(&pair.bob, "").await, [""; 0]);
    assert_eq!(list(&pair.bob, "archived=true").await, [conversation.as_str()]);
    assert_eq!(summary(&pair.bob).await["unread"], 0);
    send(pair.ada(), &conversation, "Two").await.expect(201);
    assert_eq!(list(&pair.bob, "").await, [conversation]);
}
