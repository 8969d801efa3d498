//! The desk at which an affiliation answers the first-line tickets of its portal.

use crate::kit::{Browser, Reply, TestApp};
use chrono::Duration;
use insta::assert_snapshot;
use serde_json::{Value, json};

const TICKETS: &str = "/api/support/tickets";
const STAFF_DESK: &str = "/api/staff/support";

/// A portal with a member who asks, and a person with the role support, who answers.
struct AffiliationDesk {
    app: TestApp,
    affiliation: String,
    ada: Browser,
    olga: Browser,
    stella: Browser,
}

impl AffiliationDesk {
    async fn open() -> Self {
        let app = TestApp::open().await;
        let (ada, olga) = (app.member("ada").await, app.member("olga").await);
        let stella = app.staff("stella").await;
        let affiliation = app.portal("Oak House", "oak").await.affiliation;
        for who in [&ada, &olga] {
            app.add_to_affiliation(who, &affiliation).await;
            app.transfer(who, "oak").await;
        }
        let desk = Self { app, affiliation, ada, olga, stella };
        desk.appoint(&desk.olga, "support").await;
        desk.turn(true).await;
        desk
    }

    async fn appoint(&self, who: &Browser, role: &str) {
        let user = self.app.id_of(who).await;
        let path = format!("/api/affiliations/{}/admins/{user}", self.affiliation);
        self.stella.post(&path, json!({ "role": role })).await.expect(200);
    }

    async fn turn(&self, enabled: bool) {
        let body = json!({ "affiliationId": self.affiliation, "enabled": enabled });
        let path = format!("{STAFF_DESK}/affiliation-desks");
        let reply = self.stella.put(&path, body).await.expect(200);
        assert_eq!(reply.items()[0]["enabled"], enabled);
    }

    async fn ask_on_portal(&self, title: &str) -> Value {
        ask(&self.ada.on("oak").post(TICKETS, question(title)).await.expect(201))
    }

    fn path(&self, rest: &str) -> String {
        format!("/api/affiliations/{}/support{rest}", self.affiliation)
    }

    fn path_of(&self, ticket: &Value, rest: &str) -> String {
        self.path(&format!("/tickets/{}{rest}", id_of(ticket)))
    }

    async fn desk_of(&self, ticket: &Value) -> Value {
        let path = format!("{STAFF_DESK}/tickets/{}", id_of(ticket));
        self.stella.get(&path).await.expect(200).body["desk"].clone()
    }

    async fn titles(&self, who: &Browser) -> Vec<String> {
        titles(&who.get(&self.path("/tickets")).await.expect(200))
    }
}

fn question(title: &str) -> Value {
    json!({ "title": title, "description": "It does not work" })
}

fn ask(reply: &Reply) -> Value {
    reply.body.clone()
}

fn id_of(ticket: &Value) -> &str {
    ticket["id"].as_str().unwrap()
}

fn titles(page: &Reply) -> Vec<String> {
    page.items().iter().map(|item| item["title"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn tickets_of_a_portal_go_to_its_affiliation_while_the_desk_is_on() {
    let desk = AffiliationDesk::open().await;
    let first = desk.ask_on_portal("While it is on").await;
    let on_main = ask(&desk.ada.post(TICKETS, question("On the main site")).await.expect(201));
    assert_eq!(desk.titles(&desk.olga).await, ["While it is on"]);
    assert_eq!(desk.olga.get(&desk.path("")).await.expect(200).body["openTickets"], 1);
    assert_eq!(desk.olga.on("oak").get(&desk.path("/tickets")).await.expect(200).items().len(), 1);
    assert_eq!(desk.desk_of(&first).await, "affiliation");
    assert_eq!(desk.desk_of(&on_main).await, "platform");
    let of_staff = format!("{STAFF_DESK}/tickets?desk=platform");
    assert_eq!(titles(&desk.stella.get(&of_staff).await), ["On the main site"]);
    let notices = desk.olga.get("/api/notifications").await.expect(200);
    let told = notices.items().iter().find(|item| item["title"] == "New support ticket").unwrap();
    assert_eq!(told["data"]["ticketId"], first["id"]);
    desk.turn(false).await;
    assert_eq!(desk.desk_of(&desk.ask_on_portal("While it is off").await).await, "platform");
}

#[tokio::test]
async fn turning_the_desk_off_moves_open_tickets_to_staff() {
    let desk = AffiliationDesk::open().await;
    let open = desk.ask_on_portal("Open").await;
    let closed = desk.ask_on_portal("Closed").await;
    let path = format!("{TICKETS}/{}/close", id_of(&closed));
    desk.ada.on("oak").post(&path, json!({})).await.expect(200);
    desk.turn(false).await;
    assert_eq!(desk.desk_of(&open).await, "platform");
    assert_eq!(desk.titles(&desk.olga).await, ["Closed"]);
}

#[tokio::test]
async fn affiliation_answers_without_seeing_address_or_notes() {
    let desk = AffiliationDesk::open().await;
    let ticket = desk.ask_on_portal("May I come?").await;
    let note = json!({ "message": "Known to us", "internal": true });
    let of_staff = format!("{STAFF_DESK}/tickets/{}/messages", id_of(&ticket));
    desk.stella.post(&of_staff, note).await.expect(201);
    let seen = desk.olga.get(&desk.path_of(&ticket, "")).await.expect(200).body;
    assert_eq!((&seen["userName"], &seen["userEmail"]), (&json!("Ada Tester"), &json!("")));
    assert!(seen["memberSince"].is_string());
    let mut page = desk.ada.on("oak").live(None).await;
    page.until("hello").await;
    let messages = desk.path_of(&ticket, "/messages");
    desk.olga.post(&messages, json!({ "message": "Of course" })).await.expect(201);
    let told = page.until("support.message-created").await;
    assert_eq!(told["message"]["message"], "Of course");
    assert_eq!(desk.olga.get(&messages).await.expect(200).items().len(), 1);
    let version = desk.olga.get(&desk.path_of(&ticket, "")).await.body["version"].clone();
    let resolved = json!({ "version": version, "status": "resolved" });
    let reply = desk.olga.patch(&desk.path_of(&ticket, ""), resolved.clone()).await.expect(200);
    assert_eq!(reply.body["status"], "resolved");
    let late = desk.olga.patch(&desk.path_of(&ticket, ""), resolved).await;
    assert_snapshot!(late, @"409 Someone else has changed this ticket. Check the changes and try again.");
    let log = desk.stella.get(&format!("{STAFF_DESK}/activity")).await.expect(200);
    let actions: Vec<&str> =
        log.items().iter().map(|item| item["action"].as_str().unwrap()).collect();
    assert_eq!(
        actions,
        ["ticket.status", "ticket.reply", "ticket.note", "affiliation-desk.switch"]
    );
}

#[tokio::test]
async fn people_without_the_right_find_no_desk() {
    let desk = AffiliationDesk::open().await;
    let ticket = desk.ask_on_portal("Private").await;
    let other = desk.app.affiliation("Elm House").await;
    let eve = desk.app.member("eve").await;
    for affiliation in [&desk.affiliation, &other] {
        desk.app.add_to_affiliation(&eve, affiliation).await;
    }
    desk.appoint(&eve, "reviewer").await;
    for who in [&eve, &desk.ada, &desk.stella] {
        for path in [desk.path(""), desk.path("/tickets"), desk.path_of(&ticket, "")] {
            assert_eq!(who.get(&path).await.status, 404);
        }
        let answer = json!({ "message": "I am not asked" });
        assert_eq!(who.post(&desk.path_of(&ticket, "/messages"), answer).await.status, 404);
    }
    let main = ask(&desk.ada.post(TICKETS, question("On the main site")).await.expect(201));
    assert_eq!(desk.olga.get(&desk.path_of(&main, "")).await.status, 404);
    let change = json!({ "version": 1, "status": "closed" });
    assert_eq!(desk.olga.patch(&desk.path_of(&main, ""), change).await.status, 404);
    desk.appoint(&eve, "admin").await;
    assert_eq!(desk.titles(&eve).await, ["Private"]);
}

#[tokio::test]
async fn escalated_ticket_moves_to_staff_with_its_reason() {
    let desk = AffiliationDesk::open().await;
    let ticket = desk.ask_on_portal("My account is broken").await;
    let escalation = desk.path_of(&ticket, "/escalation");
    let blank = json!({ "version": ticket["version"], "reason": " " });
    assert_eq!(desk.olga.post(&escalation, blank).await.status, 422);
    let body = json!({ "version": ticket["version"], "reason": "Only you can see accounts" });
    desk.olga.post(&escalation, body.clone()).await.expect(204);
    assert_eq!(desk.olga.post(&escalation, body).await.status, 404);
    assert_eq!(desk.titles(&desk.olga).await, Vec::<String>::new());
    let path = format!("{STAFF_DESK}/tickets/{}", id_of(&ticket));
    let seen = desk.stella.get(&path).await.expect(200).body;
    assert_eq!((&seen["desk"], seen["escalatedAt"].is_string()), (&json!("platform"), true));
    let notes = desk.stella.get(&format!("{path}/messages")).await.expect(200);
    assert_eq!(notes.items()[0]["message"], "Only you can see accounts");
    assert_eq!(notes.items()[0]["internal"], true);
    let own = format!("{TICKETS}/{}/messages", id_of(&ticket));
    assert_eq!(desk.ada.on("oak").get(&own).await.expect(200).items().len(), 0);
}

#[tokio::test]
async fn ticket_about_a_pause_goes_to_staff() {
    let desk = AffiliationDesk::open().await;
    let user = desk.app.id_of(&desk.ada).await;
    let until = desk.app.clock.now() + Duration::days(7);
    let pause = json!({ "pausedUntil": until, "reason": "Spam" });
    desk.stella.post(&format!("/api/staff/users/{user}/pause"), pause).await.expect(200);
    let appeal = ask(&desk.ada.post(TICKETS, question("Please unpause me")).await.expect(201));
    assert_eq!(desk.desk_of(&appeal).await, "platform");
    assert_eq!(desk.titles(&desk.olga).await, Vec::<String>::new());
}
