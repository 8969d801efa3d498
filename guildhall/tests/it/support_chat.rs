//! Support chat (affiliations.md F-111 to F-117, gaps G-050, G-111, P-15, P-17).

use crate::kit::{Browser, Reply, TestApp, email};
use chrono::Duration;
use futures::future::join_all;
use insta::assert_snapshot;
use serde_json::{Value, json};

const CHATS: &str = "/api/support/conversations";
const DESK: &str = "/api/staff/support/conversations";
const SWITCHES: &str = "/api/staff/support/chat-switches";

/// A member and two members of staff.
struct Desk {
    app: TestApp,
    ada: Browser,
    stella: Browser,
    sam: Browser,
}

impl Desk {
    async fn open() -> Self {
        let app = TestApp::open().await;
        let ada = app.member("ada").await;
        let (stella, sam) = (app.staff("stella").await, app.staff("sam").await);
        Self { app, ada, stella, sam }
    }

    async fn chat(&self) -> String {
        start(&self.ada, "Cannot post").await.expect(201).id()
    }

    async fn as_staff(&self, chat: &str) -> Value {
        self.stella.get(&format!("{DESK}/{chat}")).await.expect(200).body
    }

    /// Changes a conversation from its current version.
    async fn change(&self, chat: &str, mut change: Value) -> Reply {
        change["version"] = self.as_staff(chat).await["version"].clone();
        self.stella.patch(&format!("{DESK}/{chat}"), change).await
    }
}

async fn start(who: &Browser, topic: &str) -> Reply {
    who.post(CHATS, json!({ "topic": topic, "message": "Hello?" })).await
}

async fn say(who: &Browser, chat: &str, text: &str) -> Reply {
    who.post(&format!("{CHATS}/{chat}/messages"), json!({ "content": text })).await
}

async fn answer(who: &Browser, chat: &str, text: &str) -> Reply {
    who.post(&format!("{DESK}/{chat}/messages"), json!({ "content": text })).await
}

fn contents(page: &Reply) -> Vec<String> {
    page.items().iter().map(|item| item["content"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn messages_arrive_live_in_both_directions() {
    let desk = Desk::open().await;
    let (mut page, mut inbox) = (desk.ada.live().await, desk.stella.live().await);
    page.until("hello").await;
    inbox.until("hello").await;
    let chat = desk.chat().await;
    let first = inbox.until("support.chat-message").await;
    assert_eq!(
        (&first["supportConversationId"], &first["message"]["content"]),
        (&json!(chat), &json!("Hello?"))
    );
    let sent = answer(&desk.stella, &chat, "Hello, Ada").await.expect(201).body;
    assert_eq!((&sent["isStaff"], &sent["senderName"]), (&json!(true), &json!("Stella Tester")));
    let mut event = page.until("support.chat-message").await;
    if event["message"]["isStaff"] == false {
        event = page.until("support.chat-message").await;
    }
    assert_eq!(event["message"], sent);
    let thread = desk.ada.get(&format!("{CHATS}/{chat}/messages")).await.expect(200);
    assert_eq!(contents(&thread), ["Hello?", "Hello, Ada"]);
}

#[tokio::test]
async fn first_answer_starts_the_work_and_unread_counts_follow_the_reader() {
    let desk = Desk::open().await;
    let chat = desk.chat().await;
    say(&desk.ada, &chat, "Anyone?").await.expect(201);
    let waiting = desk.as_staff(&chat).await;
    assert_eq!(
        (&waiting["status"], &waiting["priority"], &waiting["unreadCount"]),
        (&json!("open"), &json!("medium"), &json!(2))
    );
    assert_eq!(
        (&waiting["lastMessage"], &waiting["userEmail"]),
        (&json!("Anyone?"), &json!(email("ada")))
    );
    let read = desk.stella.post(&format!("{DESK}/{chat}/read"), json!({})).await.expect(200).body;
    assert_eq!(read["unreadCount"], 0);
    answer(&desk.stella, &chat, "Yes").await.expect(201);
    let seen = desk.ada.get(&format!("{CHATS}/{chat}")).await.expect(200).body;
    assert_eq!((&seen["status"], &seen["unreadCount"]), (&json!("in-progress"), &json!(1)));
    assert_eq!(
        (&seen["assignedToName"], &seen["userEmail"]),
        (&json!("Stella Tester"), &Value::Null)
    );
    let read = desk.ada.post(&format!("{CHATS}/{chat}/read"), json!({})).await.expect(200).body;
    assert_eq!(read["unreadCount"], 0);
    let overview = desk.ada.get("/api/support/overview").await.expect(200).body;
    assert_eq!(
        (&overview["activeConversations"], &overview["chatEnabled"]),
        (&json!(1), &json!(true))
    );
    assert_eq!(overview["recentConversations"][0]["id"], json!(chat));
}

#[tokio::test]
async fn a_chat_needs_a_topic_and_messages_need_text() {
    let desk = Desk::open().await;
    for topic in ["", " \n"] {
        let refused = start(&desk.ada, topic).await.to_string();
        assert_eq!(refused, "422 Please enter a topic for your chat");
    }
    let chat = desk.chat().await;
    assert_snapshot!(say(&desk.ada, &chat, " ").await, @"422 Message cannot be empty");
    assert_snapshot!(answer(&desk.stella, &chat, "").await, @"422 Message cannot be empty");
    let silent = desk.ada.post(CHATS, json!({ "topic": "Later" })).await.expect(201).body;
    assert_eq!((&silent["lastMessage"], &silent["status"]), (&Value::Null, &json!("open")));
}

#[tokio::test]
async fn assignment_starts_the_work_and_staff_set_any_status() {
    let desk = Desk::open().await;
    let chat = desk.chat().await;
    let sam = desk.app.id_of(&desk.sam).await;
    let assigned = desk.change(&chat, json!({ "assignedTo": sam })).await.expect(200).body;
    assert_eq!(
        (&assigned["status"], &assigned["assignedToName"]),
        (&json!("in-progress"), &json!("Sam Tester"))
    );
    let ada = desk.app.id_of(&desk.ada).await;
    let refused = desk.change(&chat, json!({ "assignedTo": ada })).await;
    assert_snapshot!(refused, @"404 Staff user not found");
    for status in ["open", "waiting", "resolved", "in-progress"] {
        let changed = desk.change(&chat, json!({ "status": status })).await.expect(200).body;
        assert_eq!(changed["status"], status);
    }
    for status in ["waiting", "resolved"] {
        desk.change(&chat, json!({ "status": status })).await.expect(200);
        say(&desk.ada, &chat, "I am back").await.expect(201);
        assert_eq!(desk.as_staff(&chat).await["status"], "in-progress");
    }
    let mine =
        desk.sam.get(&format!("{DESK}?assignedTo=me&status=in-progress,waiting")).await.expect(200);
    assert_eq!(mine.items().len(), 1);
    assert_eq!(desk.stella.get(&format!("{DESK}?assignedTo=none")).await.items().len(), 0);
    for found in ["q=CANNOT", "q=ada@people", "q=ada+tester"] {
        assert_eq!(desk.stella.get(&format!("{DESK}?{found}")).await.items().len(), 1, "{found}");
    }
    let path = format!("/api/staff/support/activity?conversationId={chat}");
    assert_eq!(
        desk.stella.get(&format!("{path}&action=conversation.assign")).await.items().len(),
        1
    );
}

#[tokio::test]
async fn second_of_two_editors_of_a_chat_is_told() {
    let desk = Desk::open().await;
    let chat = desk.chat().await;
    let path = format!("{DESK}/{chat}");
    let version = desk.as_staff(&chat).await["version"].clone();
    let high = json!({ "version": version, "priority": "high" });
    let waiting = json!({ "version": version, "status": "waiting" });
    let both = join_all([desk.stella.patch(&path, high), desk.sam.patch(&path, waiting)]).await;
    let mut statuses: Vec<u16> = both.iter().map(|reply| reply.status).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    let lost = both.into_iter().find(|reply| reply.status == 409).unwrap();
    assert_snapshot!(lost, @"409 Someone else has changed this conversation. Check the changes and try again.");
}

#[tokio::test]
async fn only_the_person_and_staff_see_a_chat() {
    let desk = Desk::open().await;
    let chat = desk.chat().await;
    let eve = desk.app.member("eve").await;
    for other in [&eve, &desk.stella] {
        let refused = other.get(&format!("{CHATS}/{chat}")).await.to_string();
        assert_eq!(refused, "404 Conversation not found");
        assert_eq!(other.get(&format!("{CHATS}/{chat}/messages")).await.status, 404);
        assert_eq!(say(other, &chat, "Let me in").await.status, 404);
        assert_eq!(other.post(&format!("{CHATS}/{chat}/end"), json!({})).await.status, 404);
    }
    assert_eq!(eve.get(&format!("{DESK}/{chat}")).await.status, 404);
    assert_eq!(answer(&eve, &chat, "I am staff").await.status, 404);
    let newcomer = desk.app.verified("nora").await;
    start(&newcomer, "How do I start?").await.expect(201);
}

#[tokio::test]
async fn the_end_mails_the_transcript_and_refuses_messages() {
    let desk = Desk::open().await;
    let chat = desk.chat().await;
    answer(&desk.stella, &chat, "Use <b>").await.expect(201);
    desk.app.work().await;
    let before = desk.app.mails().len();
    let ended = desk.ada.post(&format!("{CHATS}/{chat}/end"), json!({})).await.expect(200).body;
    assert_eq!((&ended["status"], ended["endedAt"].is_string()), (&json!("closed"), true));
    desk.app.work().await;
    let mails = desk.app.mails().split_off(before);
    assert_eq!(mails.len(), 1);
    assert_eq!(
        (mails[0].to.as_str(), mails[0].subject.as_str()),
        (email("ada").as_str(), "Your support conversation: Cannot post")
    );
    for part in ["Ada Tester, ", "Hello?", "Stella Tester, ", "Use <b>"] {
        assert!(mails[0].text.contains(part), "{part}");
    }
    assert!(mails[0].html.contains("Use &lt;b&gt;"));
    assert_snapshot!(say(&desk.ada, &chat, "One more").await, @"409 This conversation has ended");
    assert_snapshot!(answer(&desk.stella, &chat, "One more").await, @"409 This conversation has ended");
    assert_eq!(desk.ada.post(&format!("{CHATS}/{chat}/end"), json!({})).await.status, 409);
    let second = desk.chat().await;
    desk.change(&second, json!({ "status": "closed" })).await.expect(200);
    desk.app.work().await;
    assert_eq!(desk.app.mails().len(), before + 2, "also when staff close it");
}

#[tokio::test]
async fn an_offline_person_gets_the_first_unread_answer_by_email() {
    let desk = Desk::open().await;
    let chat = desk.chat().await;
    answer(&desk.stella, &chat, "Are you there?").await.expect(201);
    desk.ada.post(&format!("{CHATS}/{chat}/read"), json!({})).await.expect(200);
    desk.app.work().await;
    let before = desk.app.mails().len();
    desk.app.clock.advance_by(Duration::minutes(3));
    answer(&desk.stella, &chat, "Here is the answer").await.expect(201);
    answer(&desk.stella, &chat, "And another one").await.expect(201);
    desk.app.work().await;
    let mails = desk.app.mails().split_off(before);
    assert_eq!(mails.len(), 1);
    assert!(mails[0].text.contains("Here is the answer"));
    assert_eq!(mails[0].subject, "Support has answered: Cannot post");
}

#[tokio::test]
async fn switches_turn_chat_off_for_the_network_and_for_one_portal() {
    let desk = Desk::open().await;
    let oak = desk.app.portal("Oak House", "oak").await;
    desk.app.sign_in(&desk.ada, "oak.localhost", "ada").await;
    let started =
        async |who: crate::kit::At<'_>| who.post(CHATS, json!({ "topic": "Hello" })).await.status;
    assert_eq!((started(desk.ada.main()).await, started(desk.ada.on("oak")).await), (201, 201));
    let off = json!({ "affiliationId": oak.affiliation, "enabled": false });
    let switches = desk.stella.put(SWITCHES, off).await.expect(200).body;
    assert_eq!(
        switches,
        json!({ "network": true, "portals": [
        { "affiliationId": oak.affiliation, "name": "Oak House", "enabled": false }] })
    );
    assert_eq!((started(desk.ada.main()).await, started(desk.ada.on("oak")).await), (201, 409));
    let here = desk.ada.on("oak").get("/api/support/overview").await.expect(200).body;
    assert_eq!((&here["chatEnabled"], &here["activeConversations"]), (&json!(false), &json!(1)));
    let on = json!({ "affiliationId": oak.affiliation, "enabled": true });
    desk.stella.put(SWITCHES, on).await.expect(200);
    desk.stella.put(SWITCHES, json!({ "enabled": false })).await.expect(200);
    assert_eq!((started(desk.ada.main()).await, started(desk.ada.on("oak")).await), (409, 409));
    assert_snapshot!(start(&desk.ada, "Hello").await, @"409 Support chat is coming soon");
    assert_eq!(desk.ada.get(SWITCHES).await.status, 404);
    let unknown = json!({ "affiliationId": "0".repeat(32), "enabled": false });
    assert_snapshot!(desk.stella.put(SWITCHES, unknown).await, @"404 Portal not found");
}

#[tokio::test]
async fn portal_has_its_own_chats_and_paused_accounts_none() {
    let desk = Desk::open().await;
    desk.app.portal("Oak House", "oak").await;
    desk.app.sign_in(&desk.ada, "oak.localhost", "ada").await;
    let of_main = desk.chat().await;
    let of_oak =
        desk.ada.on("oak").post(CHATS, json!({ "topic": "On the portal" })).await.expect(201).id();
    let here = desk.ada.on("oak").get(CHATS).await.expect(200);
    assert_eq!((here.items().len(), here.items()[0]["id"].as_str()), (1, Some(of_oak.as_str())));
    assert_eq!(desk.ada.on("oak").get(&format!("{CHATS}/{of_main}")).await.status, 404);
    assert_eq!(desk.ada.get(CHATS).await.items().len(), 2);
    let id = desk.app.id_of(&desk.ada).await;
    let pause =
        json!({ "pausedUntil": desk.app.clock.now() + Duration::days(1), "reason": "Spam" });
    desk.stella.post(&format!("/api/staff/users/{id}/pause"), pause).await.expect(200);
    assert_eq!(desk.ada.get(CHATS).await.status, 403);
    assert_eq!(start(&desk.ada, "Unpause me").await.status, 403);
    let overview = desk.ada.get("/api/support/overview").await.expect(200).body;
    assert_eq!(
        (&overview["chatEnabled"], &overview["activeConversations"]),
        (&json!(false), &json!(0))
    );
}
