//! Support tickets (affiliations.md F-087 to F-110 and F-123, gaps G-051, G-052, G-054, G-063,
//! G-110, G-114, G-118, P-15, P-17).

use crate::kit::uploads::{plain, upload};
use crate::kit::{Browser, Reply, TestApp, email, uuid_of};
use chrono::Duration;
use futures::future::join_all;
use image::ImageFormat;
use insta::assert_snapshot;
use serde_json::{Value, json};
use uuid::Uuid;

const TICKETS: &str = "/api/support/tickets";
const DESK: &str = "/api/staff/support";

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

    async fn ticket(&self, title: &str) -> Value {
        create(&self.ada, title).await.expect(201).body
    }

    async fn as_staff(&self, ticket: &Value) -> Value {
        self.stella.get(&desk_path(ticket)).await.expect(200).body
    }

    /// Changes a ticket from its current version.
    async fn change(&self, ticket: &Value, mut change: Value) -> Reply {
        change["version"] = self.as_staff(ticket).await["version"].clone();
        self.stella.patch(&desk_path(ticket), change).await
    }
}

fn id_of(ticket: &Value) -> &str {
    ticket["id"].as_str().unwrap()
}

fn own_path(ticket: &Value) -> String {
    format!("{TICKETS}/{}", id_of(ticket))
}

fn desk_path(ticket: &Value) -> String {
    format!("{DESK}/tickets/{}", id_of(ticket))
}

async fn create(who: &Browser, title: &str) -> Reply {
    let body = json!({ "title": title, "description": "It does not work", "priority": "urgent",
        "category": "technical" });
    who.post(TICKETS, body).await
}

async fn reply(who: &Browser, ticket: &Value, text: &str) -> Reply {
    who.post(&format!("{}/messages", own_path(ticket)), json!({ "message": text })).await
}

async fn answer(who: &Browser, ticket: &Value, text: &str) -> Reply {
    who.post(&format!("{}/messages", desk_path(ticket)), json!({ "message": text })).await
}

fn texts(page: &Reply, field: &str) -> Vec<String> {
    page.items().iter().map(|item| item[field].as_str().unwrap().to_owned()).collect()
}

/// Titles that the inbox lists with these filters.
async fn listed(desk: &Desk, filters: &str) -> Vec<String> {
    texts(&desk.stella.get(&format!("{DESK}/tickets?{filters}")).await.expect(200), "title")
}

#[tokio::test]
async fn new_ticket_is_open_and_medium_and_keeps_the_requested_priority() {
    let desk = Desk::open().await;
    let mut inbox = desk.stella.live().await;
    inbox.until("hello").await;
    let ticket = desk.ticket("Cannot post").await;
    let event = inbox.until("support.ticket-changed").await;
    assert_eq!((&event["ticketId"], &event["created"]), (&ticket["id"], &json!(true)));
    assert_eq!((&ticket["status"], &ticket["priority"]), (&json!("open"), &json!("medium")));
    assert_eq!(ticket["requestedPriority"], "urgent");
    assert_eq!(ticket["userId"].as_str(), Some(desk.app.id_of(&desk.ada).await.as_str()));
    assert_eq!(
        (&ticket["userName"], &ticket["userEmail"]),
        (&json!("Ada Tester"), &json!(email("ada")))
    );
    let id = id_of(&ticket).to_uppercase();
    assert_eq!(
        (ticket["shortId"].as_str(), ticket["listId"].as_str()),
        (id.get(24..), id.get(26..))
    );
    assert_eq!(desk.as_staff(&ticket).await["siteName"], Value::Null);
    let overview = desk.ada.get("/api/support/overview").await.expect(200).body;
    assert_eq!((&overview["openTickets"], &overview["staffAvailable"]), (&json!(1), &json!(0)));
    assert_eq!(overview["recentTickets"][0]["id"], ticket["id"]);
}

#[tokio::test]
async fn refuses_a_ticket_without_title_or_description_or_session() {
    let desk = Desk::open().await;
    let blank = json!({ "title": " ", "description": "\n" });
    let refused = desk.ada.post(TICKETS, blank).await;
    assert_snapshot!(refused, @"422 Please fill in all required fields");
    let fields: Vec<_> =
        refused.body["errors"].as_array().unwrap().iter().map(|one| one["field"].clone()).collect();
    assert_eq!(fields, ["title", "description"]);
    let long = json!({ "title": "x".repeat(201), "description": "x" });
    assert_snapshot!(desk.ada.post(TICKETS, long).await, @"422 Title too long (max 200 characters)");
    let long = json!({ "title": "x", "description": "x".repeat(5001) });
    assert_eq!(desk.ada.post(TICKETS, long).await.status, 422);
    let forged = json!({ "title": "x", "description": "x", "userId": desk.app.id_of(&desk.sam).await,
        "status": "closed" });
    let forged = desk.ada.post(TICKETS, forged).await.expect(201).body;
    assert_eq!((&forged["userName"], &forged["status"]), (&json!("Ada Tester"), &json!("open")));
    let visitor = desk.app.browser();
    assert_snapshot!(create(&visitor, "x").await, @"401 You must be logged in to create a ticket");
}

#[tokio::test]
async fn repeated_idempotency_key_creates_one_ticket() {
    let desk = Desk::open().await;
    let key = Uuid::now_v7().to_string();
    let body = json!({ "title": "Once", "description": "Only once" });
    let main = desk.ada.main();
    let creating = (0..4).map(|_| main.post_keyed(TICKETS, &key, body.clone()));
    let mut ids: Vec<String> =
        join_all(creating).await.into_iter().map(|made| made.expect(201).id()).collect();
    ids.dedup();
    assert_eq!(ids.len(), 1);
    assert_eq!(desk.ada.get(TICKETS).await.items().len(), 1);
}

#[tokio::test]
async fn tickets_of_others_are_not_found() {
    let desk = Desk::open().await;
    let ticket = desk.ticket("Private").await;
    let eve = desk.app.member("eve").await;
    for other in [&eve, &desk.stella] {
        let path = own_path(&ticket);
        assert_eq!(other.get(&path).await.to_string(), "404 Ticket not found");
        assert_eq!(other.get(&format!("{path}/messages")).await.status, 404);
        assert_eq!(reply(other, &ticket, "Let me in").await.status, 404);
        assert_eq!(other.post(&format!("{path}/close"), json!({})).await.status, 404);
        assert_eq!(upload(other, &format!("{path}/attachments"), b"%PDF-1.7").await.status, 404);
    }
    for path in [desk_path(&ticket), format!("{DESK}/stats"), format!("{DESK}/team")] {
        assert_eq!(eve.get(&path).await.status, 404);
    }
}

#[tokio::test]
async fn reply_of_staff_reaches_the_owner_live_with_a_notification() {
    let desk = Desk::open().await;
    let ticket = desk.ticket("Cannot post").await;
    let mut page = desk.ada.live().await;
    page.until("hello").await;
    let sent = answer(&desk.stella, &ticket, "Which browser?").await.expect(201);
    assert_eq!(
        (&sent.body["isStaff"], &sent.body["senderName"]),
        (&json!(true), &json!("Stella Tester"))
    );
    assert_eq!(page.until("support.message-created").await["message"], sent.body);
    let notice = page.until("notification.created").await["notification"].clone();
    assert_eq!(
        (&notice["type"], &notice["title"]),
        (&json!("system_message"), &json!("New reply to your ticket"))
    );
    assert_eq!(
        notice["data"],
        json!({
            "ticketId": ticket["id"], "ticketTitle": "Cannot post", "ticketCategory": "technical",
            "newStatus": "open", "previousStatus": "open", "staffName": "Stella Tester",
            "actionUrl": format!("/support?ticket={}", id_of(&ticket)),
        })
    );
    let system = desk.ada.get("/api/activity?category=system").await.expect(200);
    assert_eq!(system.items().len(), 1, "category support is shown in the tab system");
    let thread = desk.ada.get(&format!("{}/messages", own_path(&ticket))).await.expect(200);
    assert_eq!(texts(&thread, "message"), ["Which browser?"]);
    assert_snapshot!(answer(&desk.stella, &ticket, " \n").await, @"422 Message cannot be empty");
}

#[tokio::test]
async fn owner_never_sees_internal_notes() {
    let desk = Desk::open().await;
    let ticket = desk.ticket("Cannot post").await;
    let mut page = desk.ada.live().await;
    page.until("hello").await;
    let path = format!("{}/messages", desk_path(&ticket));
    let note = json!({ "message": "A known fault", "internal": true });
    desk.stella.post(&path, note).await.expect(201);
    answer(&desk.stella, &ticket, "We look into it").await.expect(201);
    let first = page.until("support.message-created").await;
    assert_eq!(first["message"]["message"], "We look into it");
    let seen = desk.ada.get(&format!("{}/messages", own_path(&ticket))).await.expect(200);
    assert_eq!(texts(&seen, "message"), ["We look into it"]);
    assert_eq!(desk.ada.get(&own_path(&ticket)).await.body["messageCount"], 1);
    let all = desk.stella.get(&path).await.expect(200);
    assert_eq!(texts(&all, "message"), ["A known fault", "We look into it"]);
    desk.change(&ticket, json!({ "status": "closed" })).await.expect(200);
    let note = json!({ "message": "For later", "internal": true });
    desk.stella.post(&path, note).await.expect(201);
    assert_snapshot!(answer(&desk.stella, &ticket, "Late").await, @"409 This ticket is closed");
}

#[tokio::test]
async fn starting_work_assigns_the_acting_member_of_staff() {
    let desk = Desk::open().await;
    let ticket = desk.ticket("Cannot post").await;
    let stella = desk.app.id_of(&desk.stella).await;
    let started = desk.change(&ticket, json!({ "status": "in_progress" })).await.expect(200).body;
    assert_eq!(started["assignedToId"].as_str(), Some(stella.as_str()));
    assert_eq!(started["assignedToName"], "Stella Tester");
    let other = desk.ticket("Another").await;
    let sam = desk.app.id_of(&desk.sam).await;
    let assigned = desk.change(&other, json!({ "assignedToId": sam })).await.expect(200).body;
    assert_eq!(
        (&assigned["status"], assigned["assignedToId"].as_str()),
        (&json!("in_progress"), Some(sam.as_str()))
    );
    let freed = desk.change(&other, json!({ "assignedToId": null })).await.expect(200).body;
    assert_eq!((&freed["status"], &freed["assignedToId"]), (&json!("in_progress"), &Value::Null));
    let ada = desk.app.id_of(&desk.ada).await;
    let refused = desk.change(&other, json!({ "assignedToId": ada })).await;
    assert_snapshot!(refused, @"404 Staff user not found");
}

#[tokio::test]
async fn each_status_notifies_the_owner_and_stamps_the_time_of_closing() {
    let desk = Desk::open().await;
    let ticket = desk.ticket("Cannot post").await;
    for (status, title, is_stamped) in [
        ("in_progress", "Ticket in review", false),
        ("resolved", "Ticket resolved", true),
        ("closed", "Ticket closed", true),
        ("open", "Ticket reopened", false),
    ] {
        desk.app.clock.advance_by(Duration::minutes(1));
        let changed = desk.change(&ticket, json!({ "status": status })).await.expect(200).body;
        assert_eq!(changed["status"], status);
        assert_eq!(changed["closedAt"].is_string(), is_stamped, "{status}");
        assert!(changed["updatedAt"].as_str() > ticket["updatedAt"].as_str());
        let newest = desk.ada.get("/api/notifications?limit=1").await.expect(200);
        assert_eq!(newest.items()[0]["title"], title);
        assert_eq!(newest.items()[0]["data"]["newStatus"], status);
    }
    let again = desk.change(&ticket, json!({ "status": "open", "priority": "high" })).await;
    assert_eq!(again.expect(200).body["priority"], "high");
    let all = desk.ada.get("/api/notifications").await.expect(200);
    assert_eq!(all.items().len(), 4, "a priority is no news for the owner");
    let changes = desk.ada.get(&own_path(&ticket)).await.body["statusChanges"].clone();
    assert_eq!(changes.as_array().unwrap().len(), 4);
    assert_eq!(
        (&changes[0]["newStatus"], &changes[0]["staffName"]),
        (&json!("in_progress"), &json!("Stella Tester"))
    );
}

#[tokio::test]
async fn reply_of_the_owner_reopens_a_resolved_ticket_and_keeps_the_assignee() {
    let desk = Desk::open().await;
    let ticket = desk.ticket("Cannot post").await;
    let sam = desk.app.id_of(&desk.sam).await;
    desk.change(&ticket, json!({ "assignedToId": sam, "status": "resolved" })).await.expect(200);
    reply(&desk.ada, &ticket, "It is back").await.expect(201);
    let now = desk.as_staff(&ticket).await;
    assert_eq!(
        (&now["status"], now["assignedToId"].as_str()),
        (&json!("open"), Some(sam.as_str()))
    );
    assert_eq!(now["closedAt"], Value::Null);
    let closed =
        desk.ada.post(&format!("{}/close", own_path(&ticket)), json!({})).await.expect(200);
    assert_eq!(
        (&closed.body["status"], closed.body["closedAt"].is_string()),
        (&json!("closed"), true)
    );
    assert_snapshot!(reply(&desk.ada, &ticket, "Once more").await, @"409 This ticket is closed");
    let again = desk.ada.post(&format!("{}/close", own_path(&ticket)), json!({})).await;
    assert_snapshot!(again, @"409 This ticket is closed");
}

#[tokio::test]
async fn second_of_two_editors_is_told_and_no_change_is_lost() {
    let desk = Desk::open().await;
    let ticket = desk.ticket("Cannot post").await;
    let path = desk_path(&ticket);
    let based_on = desk.as_staff(&ticket).await["version"].clone();
    let high = json!({ "version": based_on, "priority": "high" });
    let low = json!({ "version": based_on, "priority": "low", "status": "resolved" });
    let both = join_all([desk.stella.patch(&path, high), desk.sam.patch(&path, low)]).await;
    let mut statuses: Vec<u16> = both.iter().map(|reply| reply.status).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    let (won, lost): (Vec<Reply>, Vec<Reply>) = both.into_iter().partition(|one| one.status == 200);
    assert_snapshot!(lost[0], @"409 Someone else has changed this ticket. Check the changes and try again.");
    let now = desk.as_staff(&ticket).await;
    for field in ["priority", "status", "version"] {
        assert_eq!(now[field], won[0].body[field]);
    }
    let messages = format!("{path}/messages");
    let stale = json!({ "message": "Based on the old state", "version": based_on });
    assert_eq!(desk.sam.post(&messages, stale).await.status, 409);
    let fresh = json!({ "message": "Based on the new state", "version": now["version"] });
    desk.sam.post(&messages, fresh).await.expect(201);
}

#[tokio::test]
async fn inbox_filters_by_sets_and_searches_four_fields() {
    let desk = Desk::open().await;
    let first = desk.ticket("Broken keyboard").await;
    desk.app.clock.advance_by(Duration::seconds(1));
    let second = desk.ticket("Lost 100% of it").await;
    desk.app.clock.advance_by(Duration::seconds(1));
    let third = desk.ticket("Quiet please").await;
    desk.change(&first, json!({ "status": "in_progress", "priority": "high" })).await.expect(200);
    desk.change(&second, json!({ "status": "closed", "category": "other" })).await.expect(200);
    let newest_first = ["Quiet please", "Lost 100% of it", "Broken keyboard"];
    assert_eq!(listed(&desk, "").await, newest_first);
    assert_eq!(listed(&desk, "status=in_progress,closed").await, newest_first[1..]);
    assert_eq!(listed(&desk, "priority=high,urgent").await, ["Broken keyboard"]);
    assert_eq!(listed(&desk, "category=other&status=closed").await, ["Lost 100% of it"]);
    assert_eq!(listed(&desk, "assignedToId=me").await, ["Broken keyboard"]);
    assert_eq!(listed(&desk, "assignedToId=none").await, newest_first[..2]);
    assert_eq!(listed(&desk, "q=100%25").await, ["Lost 100% of it"]);
    assert_eq!(listed(&desk, "q=KEYBOARD").await, ["Broken keyboard"]);
    for all in ["q=not+work", "q=ada+tester", "q=ada@people", "site=main"] {
        assert_eq!(listed(&desk, all).await.len(), 3, "{all}");
    }
    for id in [third["listId"].as_str().unwrap(), third["shortId"].as_str().unwrap()] {
        assert_eq!(listed(&desk, &format!("q=%23{}", id.to_lowercase())).await, ["Quiet please"]);
    }
    assert_eq!(listed(&desk, "q=nothing+like+it").await.len(), 0);
    for wrong in ["status=done", "assignedToId=you", "site=portal"] {
        let refused = desk.stella.get(&format!("{DESK}/tickets?{wrong}")).await;
        assert_eq!(refused.to_string(), "400 This filter is not valid");
    }
    let page = desk.stella.get(&format!("{DESK}/tickets?limit=2")).await.expect(200);
    let next = format!("limit=2&cursor={}", page.body["nextCursor"].as_str().unwrap());
    assert_eq!(
        (texts(&page, "title"), listed(&desk, &next).await),
        (
            newest_first[..2].iter().map(|&title| title.to_owned()).collect(),
            vec!["Broken keyboard".to_owned()],
        )
    );
}

#[tokio::test]
async fn merging_moves_messages_and_closes_the_duplicates() {
    let desk = Desk::open().await;
    let (main, copy) = (desk.ticket("Cannot post").await, desk.ticket("Still cannot post").await);
    desk.app.clock.advance_by(Duration::seconds(1));
    reply(&desk.ada, &copy, "Please hurry").await.expect(201);
    let path = format!("{}/merge", desk_path(&main));
    let body = json!({ "version": 1, "duplicateIds": [copy["id"]] });
    let merged = desk.stella.post(&path, body).await.expect(200).body;
    assert_eq!(merged["messageCount"], 2);
    let thread = desk.ada.get(&format!("{}/messages", own_path(&main))).await.expect(200);
    assert_eq!(
        texts(&thread, "message"),
        ["Still cannot post\n\nIt does not work", "Please hurry"]
    );
    let closed = desk.ada.get(&own_path(&copy)).await.expect(200).body;
    assert_eq!((&closed["status"], &closed["mergedIntoId"]), (&json!("closed"), &main["id"]));
    let frozen = desk.change(&copy, json!({ "status": "open" })).await;
    assert_snapshot!(frozen, @"409 This ticket was merged into another one");
    let eve = desk.app.member("eve").await;
    let other = create(&eve, "Mine").await.expect(201).body;
    let body = json!({ "version": merged["version"], "duplicateIds": [other["id"]] });
    let refused = desk.stella.post(&path, body).await;
    assert_snapshot!(refused, @"409 Only tickets of the same person can be merged");
    let body = json!({ "version": 1, "duplicateIds": [other["id"]] });
    assert_eq!(desk.stella.post(&path, body).await.status, 409, "an old version");
}

#[tokio::test]
async fn files_are_served_to_the_owner_and_staff_only() {
    let desk = Desk::open().await;
    let ticket = desk.ticket("See the picture").await;
    let path = format!("{}/attachments", own_path(&ticket));
    let picture = plain(40, 30, [9, 90, 200], ImageFormat::Png);
    let picture = upload(&desk.ada, &path, &picture).await.expect(201).body;
    assert_eq!((&picture["contentType"], &picture["width"]), (&json!("image/jpeg"), &json!(40)));
    let pdf = upload(&desk.ada, &path, b"%PDF-1.7 a bill").await.expect(201).body;
    assert_eq!((&pdf["contentType"], &pdf["size"]), (&json!("application/pdf"), &json!(15)));
    let eve = desk.app.member("eve").await;
    for file in [&picture, &pdf] {
        let url = file["url"].as_str().unwrap();
        assert_eq!(desk.ada.get(url).await.status, 200);
        assert_eq!(desk.stella.get(url).await.status, 200);
        assert_eq!(
            (eve.get(url).await.status, desk.app.browser().get(url).await.status),
            (404, 401)
        );
    }
    let download = desk.ada.get(pdf["url"].as_str().unwrap()).await;
    assert!(download.header("content-disposition").starts_with("attachment"));
    assert_snapshot!(upload(&desk.ada, &path, b"#!/bin/sh").await, @"422 Only images and PDF files can be attached");
    let large = [b"%PDF-".as_slice(), &vec![0; 10 * 1024 * 1024]].concat();
    assert_snapshot!(upload(&desk.ada, &path, &large).await, @"413 A file may have at most 10 MB");
    let body = json!({ "message": "The bill", "attachmentIds": [pdf["id"]] });
    let sent =
        desk.ada.post(&format!("{}/messages", own_path(&ticket)), body.clone()).await.expect(201);
    assert_eq!(sent.body["attachments"][0]["id"], pdf["id"]);
    let again = desk.ada.post(&format!("{}/messages", own_path(&ticket)), body).await;
    assert_snapshot!(again, @"404 Attachment not found");
    let seen = desk.ada.get(&own_path(&ticket)).await.expect(200).body;
    assert_eq!(seen["attachments"].as_array().unwrap().len(), 1, "the picture of the description");
    let of_message = format!("{path}/{}", pdf["id"].as_str().unwrap());
    assert_eq!(desk.ada.delete(&of_message).await.status, 404);
    let unsent = format!("{path}/{}", picture["id"].as_str().unwrap());
    assert_eq!(desk.ada.delete(&unsent).await.status, 204);
    assert_eq!(desk.ada.get(picture["url"].as_str().unwrap()).await.status, 404);
}

#[tokio::test]
async fn people_before_onboarding_and_outside_a_portal_get_support() {
    let desk = Desk::open().await;
    let newcomer = desk.app.verified("nora").await;
    let ticket = create(&newcomer, "How do I start?").await.expect(201).body;
    assert_eq!(newcomer.get("/api/communities").await.status, 403);
    answer(&desk.stella, &ticket, "With your profile").await.expect(201);
    let thread = newcomer.get(&format!("{}/messages", own_path(&ticket))).await.expect(200);
    assert_eq!(texts(&thread, "message"), ["With your profile"]);
    let oak = desk.app.portal("Oak House", "oak").await;
    desk.app.sign_in(&newcomer, "oak.localhost", "nora").await;
    let body = json!({ "title": "May I join?", "description": "I moved here" });
    let here = newcomer.on("oak").post(TICKETS, body).await.expect(201).body;
    let there = desk.as_staff(&here).await;
    assert_eq!(
        (&there["siteName"], there["siteAffiliationId"].as_str()),
        (&json!("Oak House"), Some(oak.affiliation.as_str()))
    );
    assert_eq!(listed(&desk, &format!("site={}", oak.affiliation)).await, ["May I join?"]);
}

#[tokio::test]
async fn portal_shows_only_its_own_tickets_and_has_no_desk() {
    let desk = Desk::open().await;
    let oak = desk.app.portal("Oak House", "oak").await;
    for who in [&desk.ada, &desk.stella] {
        desk.app.add_to_affiliation(who, &oak.affiliation).await;
    }
    desk.app.transfer(&desk.ada, "oak").await;
    desk.app.transfer(&desk.stella, "oak").await;
    let of_main = desk.ticket("On the main site").await;
    let body = json!({ "title": "On the portal", "description": "Here" });
    let of_oak = desk.ada.on("oak").post(TICKETS, body).await.expect(201).body;
    assert_eq!(texts(&desk.ada.on("oak").get(TICKETS).await, "title"), ["On the portal"]);
    assert_eq!(desk.ada.get(TICKETS).await.items().len(), 2);
    assert_eq!(desk.ada.on("oak").get(&own_path(&of_main)).await.status, 404);
    assert_eq!(desk.stella.on("oak").get(&format!("{DESK}/tickets")).await.status, 404);
    let mut page = desk.ada.on("oak").live(None).await;
    page.until("hello").await;
    answer(&desk.stella, &of_main, "For the main site").await.expect(201);
    answer(&desk.stella, &of_oak, "For the portal").await.expect(201);
    let first = page.until("support.message-created").await;
    assert_eq!(first["message"]["message"], "For the portal");
    let notices = desk.ada.on("oak").get("/api/notifications").await.expect(200);
    assert_eq!(notices.items().len(), 1);
    assert_eq!(notices.items()[0]["data"]["ticketId"], of_oak["id"]);
}

#[tokio::test]
async fn paused_account_has_one_ticket_about_the_pause() {
    let desk = Desk::open().await;
    let before = desk.ticket("Before the pause").await;
    let id = desk.app.id_of(&desk.ada).await;
    let until = desk.app.clock.now() + Duration::days(7);
    let pause = json!({ "pausedUntil": until, "reason": "Spam" });
    desk.stella.post(&format!("/api/staff/users/{id}/pause"), pause).await.expect(200);
    assert_eq!(desk.ada.get(&own_path(&before)).await.status, 404);
    let appeal = desk.ticket("Please unpause me").await;
    assert_eq!((&appeal["aboutPause"], &appeal["category"]), (&json!(true), &json!("account")));
    let second = create(&desk.ada, "And again").await;
    assert_snapshot!(second, @"409 You already have an open ticket about the pause");
    assert_eq!(texts(&desk.ada.get(TICKETS).await, "title"), ["Please unpause me"]);
    reply(&desk.ada, &appeal, "It was a mistake").await.expect(201);
    answer(&desk.stella, &appeal, "We check it").await.expect(201);
    desk.ada.post(&format!("{}/close", own_path(&appeal)), json!({})).await.expect(200);
    create(&desk.ada, "A new appeal").await.expect(201);
    desk.stella
        .post(&format!("/api/staff/users/{id}/unpause"), json!({ "reason": "A mistake" }))
        .await
        .expect(200);
    assert_eq!(desk.ada.get(TICKETS).await.items().len(), 3);
    assert_eq!(create(&desk.ada, "After").await.expect(201).body["aboutPause"], false);
}

#[tokio::test]
async fn paused_account_creates_one_of_many_concurrent_tickets() {
    let app = TestApp::open_for_many().await;
    let ada = app.member("ada").await;
    app.set_account_status_of_everyone("paused").await;
    let creating = (0..6).map(|number| {
        let ada = &ada;
        async move { create(ada, &format!("Appeal {number}")).await.status }
    });
    let mut statuses = join_all(creating).await;
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409, 409, 409, 409, 409]);
}

#[tokio::test]
async fn offline_owner_gets_an_email_in_the_brand_of_the_site() {
    let desk = Desk::open().await;
    desk.app.portal("Oak House", "oak").await;
    desk.app.sign_in(&desk.ada, "oak.localhost", "ada").await;
    let body = json!({ "title": "On the portal", "description": "Here" });
    let ticket = desk.ada.on("oak").post(TICKETS, body).await.expect(201).body;
    desk.app.work().await;
    let before = desk.app.mails().len();
    answer(&desk.stella, &ticket, "While you are here").await.expect(201);
    desk.app.work().await;
    assert_eq!(desk.app.mails().len(), before, "the owner is online");
    desk.app.clock.advance_by(Duration::minutes(3));
    answer(&desk.stella, &ticket, "While you are <away>").await.expect(201);
    desk.change(&ticket, json!({ "status": "resolved" })).await.expect(200);
    desk.app.work().await;
    let mails = desk.app.mails().split_off(before);
    let subjects: Vec<&str> = mails.iter().map(|mail| mail.subject.as_str()).collect();
    let id = ticket["shortId"].as_str().unwrap();
    assert_eq!(
        subjects,
        [format!("New reply to your ticket (#{id})"), format!("Ticket resolved (#{id})"),]
    );
    assert_eq!(mails[0].to, email("ada"));
    assert!(mails[0].text.contains("While you are <away>") && mails[0].text.contains("Oak House"));
    assert!(mails[0].html.contains("While you are &lt;away&gt;"));
    let link = format!("http://oak.localhost:8080/support?ticket={}", id_of(&ticket));
    assert!(mails.iter().all(|mail| mail.text.contains(&link)), "{}", mails[0].text);
}

#[tokio::test]
async fn statistics_count_by_status_priority_and_category() {
    let desk = Desk::open().await;
    let (first, second) = (desk.ticket("One").await, desk.ticket("Two").await);
    desk.app.clock.advance_by(Duration::minutes(93));
    answer(&desk.stella, &first, "Hello").await.expect(201);
    desk.change(&first, json!({ "status": "resolved", "priority": "high" })).await.expect(200);
    desk.change(&second, json!({ "category": "groups" })).await.expect(200);
    let stats = desk.stella.get(&format!("{DESK}/stats")).await.expect(200).body;
    let counts =
        ["total", "open", "inProgress", "resolved", "closed"].map(|name| stats[name].clone());
    assert_eq!(counts, [2, 1, 0, 1, 0]);
    assert_eq!(
        (&stats["averageResolutionTime"], &stats["averageFirstAnswerTime"]),
        (&json!(1.6), &json!(1.6))
    );
    assert_eq!(stats["byPriority"], json!({ "low": 0, "medium": 1, "high": 1, "urgent": 0 }));
    assert_eq!(
        stats["byCategory"],
        json!({ "general": 0, "account": 0, "groups": 1, "content": 0,
        "technical": 1, "other": 0 })
    );
    assert_eq!(stats["days"].as_array().unwrap().len(), 30);
    let sum = |field: &str| -> i64 {
        stats["days"].as_array().unwrap().iter().map(|day| day[field].as_i64().unwrap()).sum()
    };
    assert_eq!((sum("created"), sum("closed")), (2, 1));
    let csv = desk.stella.get(&format!("{DESK}/stats.csv")).await;
    assert_eq!((csv.status, csv.header("content-type")), (200, "text/csv; charset=utf-8"));
}

#[tokio::test]
async fn presence_counts_staff_and_shows_others_on_the_same_ticket() {
    let desk = Desk::open().await;
    let ticket = desk.ticket("Cannot post").await;
    let path = format!("{DESK}/presence");
    let viewing = json!({ "ticketId": ticket["id"] });
    let mut page = desk.stella.live().await;
    page.until("hello").await;
    let alone = desk.stella.post(&path, viewing.clone()).await.expect(200).body;
    assert_eq!((&alone["staffAvailable"], &alone["viewers"]), (&json!(1), &json!([])));
    let both = desk.sam.post(&path, viewing).await.expect(200).body;
    assert_eq!(
        (&both["staffAvailable"], &both["viewers"][0]["displayName"]),
        (&json!(2), &json!("Stella Tester"))
    );
    let mut event = page.until("support.viewing-changed").await;
    if event["displayName"] == "Stella Tester" {
        event = page.until("support.viewing-changed").await;
    }
    assert_eq!((&event["displayName"], &event["ticketId"]), (&json!("Sam Tester"), &ticket["id"]));
    let available = |body: Value| body["staffAvailable"].as_i64();
    let overview = desk.ada.get("/api/support/overview").await.expect(200).body;
    assert_eq!(available(overview), Some(2));
    let left = desk.sam.post(&path, json!({})).await.expect(200).body;
    assert_eq!(left["viewers"], json!([]));
    desk.app.clock.advance_by(Duration::minutes(2));
    let overview = desk.ada.get("/api/support/overview").await.expect(200).body;
    assert_eq!(available(overview), Some(0));
}

#[tokio::test]
async fn activity_log_and_team_show_the_work_of_each_member_of_staff() {
    let desk = Desk::open().await;
    let ticket = desk.ticket("Cannot post").await;
    desk.change(&ticket, json!({ "status": "in_progress", "priority": "low" })).await.expect(200);
    answer(&desk.stella, &ticket, "Hello").await.expect(201);
    let path = format!("{DESK}/activity?ticketId={}", id_of(&ticket));
    let mut actions = texts(&desk.sam.get(&path).await.expect(200), "action");
    actions.sort();
    assert_eq!(actions, ["ticket.assign", "ticket.priority", "ticket.reply", "ticket.status"]);
    let status = desk.sam.get(&format!("{path}&action=ticket.status")).await.expect(200);
    assert_eq!(status.items()[0]["metadata"], json!({ "from": "open", "to": "in_progress" }));
    assert_eq!(status.items()[0]["staffName"], "Stella Tester");
    let team = desk.sam.get(&format!("{DESK}/team")).await.expect(200);
    let stella = team.items().iter().find(|one| one["displayName"] == "Stella Tester").unwrap();
    assert_eq!((&stella["openTickets"], &stella["ticketsAnswered"]), (&json!(1), &json!(1)));
    assert_eq!(team.items().len(), 2);
    let person = desk.sam.get(&format!("{}/requester", desk_path(&ticket))).await.expect(200).body;
    assert_eq!(
        (&person["accountStatus"], &person["email"]),
        (&json!("active"), &json!(email("ada")))
    );
}

#[tokio::test]
async fn canned_answers_fill_their_placeholders() {
    let desk = Desk::open().await;
    let ticket = desk.ticket("Cannot post").await;
    let path = format!("{DESK}/canned-answers");
    let body = json!({ "title": "Hello", "body": "Hi {firstName}, #{ticketId} {siteName} {x} {staffName}" });
    let id = desk.stella.post(&path, body).await.expect(201).id();
    let filled =
        desk.sam.get(&format!("{path}/{id}/filled?ticketId={}", id_of(&ticket))).await.expect(200);
    let expected =
        format!("Hi Ada, #{} Guildhall {{x}} Sam Tester", ticket["shortId"].as_str().unwrap());
    assert_eq!(filled.body["message"].as_str(), Some(expected.as_str()));
    let change = json!({ "title": "Hello", "body": "Hi" });
    desk.sam.patch(&format!("{path}/{id}"), change).await.expect(200);
    assert_eq!(desk.stella.get(&path).await.items()[0]["body"], "Hi");
    assert_eq!(desk.sam.delete(&format!("{path}/{id}")).await.status, 204);
    assert_snapshot!(desk.sam.delete(&format!("{path}/{id}")).await, @"404 Canned answer not found");
}

#[tokio::test]
async fn deleted_account_leaves_no_ticket_and_no_file() {
    let desk = Desk::open().await;
    let ticket = desk.ticket("See the bill").await;
    let path = format!("{}/attachments", own_path(&ticket));
    upload(&desk.ada, &path, b"%PDF-1.7 a bill").await.expect(201);
    answer(&desk.stella, &ticket, "Thank you").await.expect(201);
    let user = uuid_of(&desk.app.id_of(&desk.ada).await);
    let confirmed = json!({ "confirmation": "DELETE" });
    desk.ada.post("/api/me/deletion", confirmed).await.expect(200);
    desk.app.clock.advance_by(Duration::days(40));
    desk.app.work().await;
    let left = "SELECT COUNT(*) AS n FROM users WHERE id = $1";
    assert_eq!(desk.app.count(left, vec![user.into()]).await, 0, "the account was deleted");
    for table in ["support_tickets", "support_ticket_messages", "support_attachments"] {
        let left = format!("SELECT COUNT(*) AS n FROM {table}");
        assert_eq!(desk.app.count(&left, vec![]).await, 0, "{table}");
    }
}
