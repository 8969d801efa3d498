//! Requests for new affiliations, and the staff queue (F-007, F-056 to F-065, gap G-055).

use super::{answers, field_errors};
use crate::kit::{Browser, Reply, TestApp, uuid_of};
use platform::db::count_queries;
use serde_json::{Value, json};

const QUEUE: &str = "/api/staff/affiliation-requests";
const GONE: &str = "404 Affiliation request not found";

/// Bob, who requests a new affiliation, and Stella of staff.
struct Desk {
    app: TestApp,
    bob: Browser,
    stella: Browser,
}

impl Desk {
    async fn open() -> Self {
        let app = TestApp::open().await;
        let (bob, stella) = (app.member("bob").await, app.staff("stella").await);
        Self { app, bob, stella }
    }

    async fn ask(&self, body: Value) -> Reply {
        self.bob.post("/api/affiliation-requests", body).await
    }

    async fn decide(&self, request: &str, how: &str, said: Value) -> Reply {
        self.stella.post(&format!("{QUEUE}/{request}/{how}"), said).await
    }

    async fn pending_count(&self) -> Value {
        let overview = self.stella.get("/api/staff/overview").await.expect(200);
        overview.body["affiliationRequestsPending"].clone()
    }
}

fn leith_request() -> Value {
    json!({ "name": " Leith Rowing Club ", "description": "Coastal rowing since 1885.",
        "isPrivate": false })
}

async fn own_requests(who: &Browser) -> Vec<Value> {
    who.get("/api/affiliation-requests?type=new").await.expect(200).items().clone()
}

#[tokio::test]
async fn request_for_new_affiliation_is_queued_and_staff_are_notified() {
    let desk = Desk::open().await;
    let mut live = desk.stella.live().await;
    let sent = desk.ask(leith_request()).await.expect(201).body;
    assert_eq!((&sent["type"], &sent["status"]), (&json!("new"), &json!("pending")));
    assert_eq!((&sent["affiliationId"], &sent["formData"]), (&Value::Null, &json!([])));
    assert_eq!(sent["affiliationName"], "Leith Rowing Club");
    assert_eq!(sent["description"], "Coastal rowing since 1885.");
    assert_eq!((&sent["isPrivate"], &sent["userEmail"]), (&json!(false), &Value::Null));
    let event = live.until("affiliation-request.changed").await;
    assert_eq!(event["affiliationRequestId"], sent["id"]);
    assert_eq!(event["affiliationId"], Value::Null);

    assert_eq!(own_requests(&desk.bob).await, vec![sent.clone()]);
    assert!(desk.bob.get("/api/affiliation-requests?type=join").await.items().is_empty());
    let queue = desk.stella.get(&format!("{QUEUE}?status=pending&type=new")).await.expect(200);
    assert_eq!(queue.items()[0]["userEmail"], "bob@people.example");
    assert_eq!(queue.items()[0]["id"], sent["id"]);
    assert_eq!(desk.pending_count().await, 1);
    assert!(desk.bob.get("/api/affiliations").await.expect(200).items().is_empty());
}

#[tokio::test]
async fn approved_new_affiliation_is_listed_and_requester_becomes_admin() {
    let desk = Desk::open().await;
    let request = desk.ask(leith_request()).await.expect(201).id();
    let mut live = desk.bob.live().await;
    let said = json!({ "notes": "Found on the register." });
    let approved = desk.decide(&request, "approve", said).await.expect(200).body;
    assert_eq!((&approved["status"], &approved["type"]), (&json!("approved"), &json!("new")));
    assert_eq!(approved["reviewedBy"]["displayName"], "Stella Tester");
    let leith = approved["affiliationId"].as_str().unwrap().to_owned();
    let event = live.until("notification.created").await;
    let listed = "Leith Rowing Club is now listed, and you manage it";
    assert_eq!(event["notification"]["title"], listed);
    assert_eq!(event["notification"]["type"], "affiliation_approved");
    let changed = live.until("affiliation-request.changed").await;
    assert_eq!(changed["affiliationId"], *leith);

    let directory = desk.bob.get("/api/affiliations").await.expect(200);
    let listed = &directory.items()[0];
    assert_eq!((&listed["id"], &listed["memberCount"]), (&json!(leith), &json!(1)));
    assert_eq!(
        (&listed["name"], &listed["isPrivate"]),
        (&json!("Leith Rowing Club"), &json!(false))
    );
    for standing in ["isMember", "isAdmin", "isCreator", "isPublic"] {
        assert_eq!(listed["viewer"][standing], true, "{standing}");
    }
    let me = desk.bob.get("/api/me").await.expect(200).body;
    assert_eq!((&me["isVerified"], &me["affiliations"][0]["id"]), (&json!(true), &json!(leith)));
    assert_eq!((desk.pending_count().await, own_requests(&desk.bob).await.len()), (json!(0), 1));
    assert_eq!(desk.decide(&request, "approve", json!({})).await.to_string(), GONE);
    let activity = desk.bob.get("/api/activity?category=admin").await.expect(200).body;
    assert_eq!(activity["items"][0]["actionUrl"], format!("/affiliation/{leith}"));
    // Its admins see join requests, but not the request that created the affiliation.
    let requests = format!("/api/affiliations/{leith}/requests");
    assert!(desk.bob.get(&requests).await.expect(200).items().is_empty());
    let audited = "SELECT COUNT(*) AS n FROM audit_log \
        WHERE action = 'affiliation-request.approve' AND subject_id = $1";
    assert_eq!(desk.app.count(audited, vec![request.into()]).await, 1);
    desk.app.work().await;
    let mails = desk.app.mails();
    let mail = mails.iter().find(|mail| mail.subject == "Leith Rowing Club is now on Guildhall");
    let page = format!("http://localhost:8080/affiliation/{leith}");
    assert!(mail.is_some_and(|mail| mail.to == "bob@people.example" && mail.text.contains(&page)));
}

#[tokio::test]
async fn approved_new_affiliation_gets_a_default_community_led_by_requester() {
    let desk = Desk::open().await;
    let request = desk.ask(leith_request()).await.expect(201).id();
    let approved = desk.decide(&request, "approve", json!({})).await.expect(200).body;
    let leith = approved["affiliationId"].as_str().unwrap();
    desk.app.work().await;
    let theirs = desk.bob.get("/api/communities?scope=mine").await.expect(200);
    let community = theirs.items()[0].clone();
    assert_eq!((theirs.items().len(), &community["name"]), (1, &json!("Leith Rowing Club")));
    assert_eq!(community["viewer"]["isAdmin"], true);
    assert_eq!(community["memberCount"], 1);

    let cleo = desk.app.member("cleo").await;
    let path = format!("/api/affiliations/{leith}/requests");
    let asks = cleo.post(&path, json!({ "answers": answers() })).await.expect(201).id();
    desk.bob.post(&format!("{path}/{asks}/approve"), json!({})).await.expect(200);
    desk.app.work().await;
    let inside = format!("/api/communities/{}", community["id"].as_str().unwrap());
    assert_eq!(cleo.get(&inside).await.expect(200).body["viewer"]["isMember"], true);
    // It does not count towards the two communities of the basic tier.
    for name in ["One", "Two"] {
        desk.app.community(&desk.bob, name, &[]).await;
    }
}

#[tokio::test]
async fn declined_new_affiliation_states_reason_and_can_be_requested_again() {
    let desk = Desk::open().await;
    let request = desk.ask(leith_request()).await.expect(201).id();
    let nothing = desk.decide(&request, "reject", json!({ "rejectionReason": " " })).await;
    assert_eq!(nothing.to_string(), "422 A reason is required to reject a request");
    let said = json!({ "rejectionReason": "It rows no more.", "notes": "Asked the harbour." });
    let rejected = desk.decide(&request, "reject", said).await.expect(200).body;
    assert_eq!(
        (&rejected["status"], &rejected["notes"]),
        (&json!("rejected"), &json!("Asked the harbour."))
    );
    let shown = own_requests(&desk.bob).await.remove(0);
    assert_eq!(
        (&shown["rejectionReason"], &shown["notes"]),
        (&json!("It rows no more."), &Value::Null)
    );
    let activity = desk.bob.get("/api/activity?category=admin").await.expect(200).body;
    let item = &activity["items"][0];
    assert_eq!(item["title"], "Your request to add Leith Rowing Club was declined");
    assert_eq!(
        (&item["content"], &item["actionUrl"]),
        (&json!("It rows no more."), &json!("/affiliations/new"))
    );
    desk.app.work().await;
    let mails = desk.app.mails();
    let mail = mails
        .iter()
        .find(|mail| mail.subject == "Your request to add Leith Rowing Club was declined");
    let text = &mail.unwrap().text;
    assert!(text.contains("It rows no more.") && !text.contains("harbour"), "{text}");
    assert!(text.contains("http://localhost:8080/affiliations/new"), "{text}");
    assert_eq!(desk.app.count("SELECT COUNT(*) AS n FROM affiliations", vec![]).await, 0);
    desk.ask(leith_request()).await.expect(201);
}

#[tokio::test]
async fn invalid_request_reports_every_field_and_stores_nothing() {
    let desk = Desk::open().await;
    let nothing = desk.ask(json!({})).await;
    assert_eq!(
        (nothing.status, field_errors(&nothing)),
        (
            422,
            vec!["name: Input is required".to_owned(), "description: Input is required".to_owned(),]
        )
    );
    let long = json!({ "name": "n".repeat(201), "description": "<script>alert(1)</script>" });
    let long = desk.ask(long).await;
    assert_eq!(
        (long.status, field_errors(&long)),
        (
            422,
            vec![
                "name: Title too long (max 200 characters)".to_owned(),
                "description: Content contains potentially harmful code".to_owned(),
            ]
        )
    );
    let mut chosen = leith_request();
    chosen["affiliationId"] = json!("0192f0c1a2b37c4d8e9f0a1b2c3d4e5f");
    assert_eq!(desk.ask(chosen).await.status, 422);
    assert!(own_requests(&desk.bob).await.is_empty());
}

#[tokio::test]
async fn one_pending_request_per_name_and_requester_can_withdraw_it() {
    let desk = Desk::open().await;
    let replies = futures::future::join_all((0..6).map(|_| desk.ask(leith_request()))).await;
    let mut statuses: Vec<u16> = replies.iter().map(|reply| reply.status).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409, 409, 409, 409, 409]);
    let pending = "409 You already have a pending request for this affiliation";
    assert_eq!(desk.ask(leith_request()).await.to_string(), pending);
    let other = json!({ "name": "Leith Sailing Club", "description": "Dinghies." });
    let key = "0190d7c4-6a4e-7cc1-b1c0-8d1f3f1f0a02";
    let send = async || {
        desk.bob
            .main()
            .post_keyed("/api/affiliation-requests", key, other.clone())
            .await
            .expect(201)
    };
    assert_eq!(send().await.body, send().await.body);
    let waiting = own_requests(&desk.bob).await;
    assert_eq!(waiting.len(), 2);
    let path = format!("/api/affiliation-requests/{}", waiting[1]["id"].as_str().unwrap());
    assert_eq!(desk.stella.delete(&path).await.to_string(), GONE);
    let mut live = desk.stella.live().await;
    desk.bob.delete(&path).await.expect(204);
    live.until("affiliation-request.changed").await;
    let taken = waiting[1]["id"].as_str().unwrap();
    assert_eq!(desk.decide(taken, "approve", json!({})).await.to_string(), GONE);
    assert_eq!((desk.pending_count().await, own_requests(&desk.bob).await.len()), (json!(1), 1));
    desk.ask(leith_request()).await.expect(201);
}

#[tokio::test]
async fn private_new_affiliation_is_listed_for_members_only() {
    let desk = Desk::open().await;
    let mut private = leith_request();
    private["isPrivate"] = json!(true);
    let request = desk.ask(private).await.expect(201).id();
    desk.decide(&request, "approve", json!({})).await.expect(200);
    let cleo = desk.app.member("cleo").await;
    assert!(cleo.get("/api/affiliations").await.expect(200).items().is_empty());
    assert_eq!(desk.bob.get("/api/affiliations").await.expect(200).items()[0]["isPrivate"], true);
}

#[tokio::test]
async fn new_affiliation_is_requested_on_main_only_and_decided_by_staff_only() {
    let desk = Desk::open().await;
    let oak = desk.app.portal("Oak", "oak").await;
    let ada = desk.app.member("ada").await;
    for who in [&ada, &desk.stella] {
        desk.app.add_to_affiliation(who, &oak.affiliation).await;
    }
    desk.app.make_affiliation_admin(&ada, &oak.affiliation).await;
    desk.app.sign_in(&ada, "oak.localhost", "ada").await;
    desk.app.sign_in(&desk.stella, "oak.localhost", "stella").await;
    let at_portal = ada.on("oak").post("/api/affiliation-requests", leith_request()).await;
    assert_eq!(at_portal.status, 404);
    ada.post("/api/affiliation-requests", leith_request()).await.expect(201);
    // A portal knows of the requests to its own affiliation.
    assert!(ada.on("oak").get("/api/affiliation-requests").await.expect(200).items().is_empty());

    let request = desk.ask(leith_request()).await.expect(201).id();
    let approve = format!("{QUEUE}/{request}/approve");
    for who in [&ada, &desk.bob] {
        assert_eq!(who.get(QUEUE).await.status, 404);
        assert_eq!(who.post(&approve, json!({})).await.status, 404);
    }
    assert_eq!(desk.stella.on("oak").get(QUEUE).await.status, 404);
    assert_eq!(desk.stella.on("oak").post(&approve, json!({})).await.status, 404);
    // A request for a new affiliation cannot be reached through an existing affiliation.
    let crossed = format!("/api/affiliations/{}/requests/{request}/approve", oak.affiliation);
    assert_eq!(ada.post(&crossed, json!({})).await.to_string(), GONE);
    assert_eq!(desk.stella.post(&crossed, json!({})).await.to_string(), GONE);
    assert_eq!(desk.pending_count().await, 2);
}

#[tokio::test]
async fn staff_queue_contains_new_and_join_requests() {
    let desk = Desk::open().await;
    let oak = desk.app.affiliation("Oak").await;
    let path = format!("/api/affiliations/{oak}/requests");
    let asked = desk.bob.post(&path, json!({ "answers": answers() })).await.expect(201);
    desk.ask(leith_request()).await.expect(201);
    let queue = desk.stella.get(QUEUE).await.expect(200);
    let kinds: Vec<_> = queue.items().iter().map(|item| item["type"].clone()).collect();
    assert_eq!(kinds, [json!("new"), json!("join")]);
    let joins = desk.stella.get(&format!("{QUEUE}?type=join")).await.expect(200);
    assert_eq!(joins.items()[0]["formData"], asked.body["formData"]);
    let approved = desk.decide(&asked.id(), "approve", json!({})).await.expect(200).body;
    assert_eq!(
        (&approved["affiliationName"], &approved["isPrivate"]),
        (&json!("Oak"), &json!(false))
    );
    let members = "SELECT COUNT(*) AS n FROM affiliation_members WHERE affiliation_id = $1";
    assert_eq!(desk.app.count(members, vec![uuid_of(&oak).into()]).await, 1);
    assert_eq!(
        desk.decide(&asked.id(), "reject", json!({ "rejectionReason": "No." })).await.to_string(),
        GONE
    );
}

#[tokio::test]
async fn staff_delete_requests_in_any_status() {
    let desk = Desk::open().await;
    let oak = desk.app.affiliation("Oak").await;
    let path = format!("/api/affiliations/{oak}/requests");
    let joins = desk.bob.post(&path, json!({ "answers": answers() })).await.expect(201).id();
    let declined = desk.ask(leith_request()).await.expect(201).id();
    let body = json!({ "rejectionReason": "It rows no more." });
    desk.decide(&declined, "reject", body).await.expect(200);
    let of = |request: &str| format!("{QUEUE}/{request}");
    assert_eq!(desk.bob.delete(&of(&joins)).await.status, 404);
    assert_eq!(desk.stella.get(QUEUE).await.expect(200).items().len(), 2);

    let mut live = desk.bob.live().await;
    desk.stella.delete(&of(&joins)).await.expect(204);
    let event = live.until("affiliation-request.changed").await;
    assert_eq!(event["affiliationRequestId"], joins);
    assert_eq!((desk.pending_count().await, own_requests(&desk.bob).await.len()), (json!(0), 1));
    assert_eq!(desk.decide(&joins, "approve", json!({})).await.to_string(), GONE);
    let members = "SELECT COUNT(*) AS n FROM affiliation_members WHERE affiliation_id = $1";
    assert_eq!(desk.app.count(members, vec![uuid_of(&oak).into()]).await, 0);
    desk.stella.delete(&of(&declined)).await.expect(204);
    assert!(desk.stella.get(QUEUE).await.expect(200).items().is_empty());
    assert!(own_requests(&desk.bob).await.is_empty());
    for gone in [&joins, &declined] {
        assert_eq!(desk.stella.delete(&of(gone)).await.to_string(), GONE);
    }

    let log = "/api/staff/audit?action=affiliation-request.delete";
    let log = desk.stella.get(log).await.expect(200);
    let befores: Vec<_> = log.items().iter().map(|entry| &entry["before"]["status"]).collect();
    assert_eq!(befores, [&json!("rejected"), &json!("pending")]);
    // The applicant may apply again.
    desk.bob.post(&path, json!({ "answers": answers() })).await.expect(201);
}

#[tokio::test]
async fn concurrent_approvals_create_one_affiliation() {
    let desk = Desk::open().await;
    let request = desk.ask(leith_request()).await.expect(201).id();
    let (one, two) = tokio::join!(
        desk.decide(&request, "approve", json!({})),
        desk.decide(&request, "approve", json!({})),
    );
    let mut statuses = [one.status, two.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 404]);
    assert_eq!(desk.app.count("SELECT COUNT(*) AS n FROM affiliations", vec![]).await, 1);
}

#[tokio::test]
async fn listing_the_queue_needs_constant_number_of_statements() {
    let desk = Desk::open().await;
    let path = format!("{QUEUE}?limit=2");
    desk.ask(leith_request()).await.expect(201);
    desk.stella.get(&path).await.expect(200);
    let (one, alone) = count_queries(desk.stella.get(&path)).await;
    assert_eq!(one.items().len(), 1);
    for name in ["Elm", "Oak"] {
        desk.ask(json!({ "name": name, "description": "Trees." })).await.expect(201);
    }
    let (two, many) = count_queries(desk.stella.get(&path)).await;
    assert_eq!((two.items().len(), many), (2, alone));
    let cursor = two.body["nextCursor"].as_str().unwrap();
    let rest = desk.stella.get(&format!("{path}&cursor={cursor}")).await.expect(200);
    assert_eq!((rest.items().len(), &rest.body["nextCursor"]), (1, &Value::Null));
}
