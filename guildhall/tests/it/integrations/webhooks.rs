//! Management of webhooks, and what they receive.

use super::{World, text};
use crate::kit::{Reply, TestApp, WebhookReceiver, uuid_of};
use chrono::{DateTime, Duration, Utc};
use serde_json::{Value, json};

const ALL_EVENTS: [&str; 3] = ["member.joined", "request.created", "ticket.opened"];

impl World {
    /// A webhook of Oak for these events. Returns the reply with the secret.
    pub async fn oak_webhook(&self, url: &str, events: &[&str]) -> Reply {
        let new = json!({ "url": url, "events": events });
        self.ada.post(&self.oak_path("/webhooks"), new).await.expect(201)
    }

    pub async fn deliveries(&self, webhook: &str) -> Vec<Value> {
        let path = self.oak_path(&format!("/webhooks/{webhook}/deliveries"));
        self.ada.get(&path).await.expect(200).items().clone()
    }
}

/// Delivers one event to a receiver, for the test of metrics.
pub async fn deliver_one_event() {
    let receiver = WebhookReceiver::open().await;
    let world = World::open_with(&receiver).await;
    let hook = world.oak_webhook(&receiver.url("/"), &ALL_EVENTS).await.id();
    let test = world.oak_path(&format!("/webhooks/{hook}/test"));
    world.ada.post(&test, json!({})).await.expect(200);
    world.app.work().await;
    assert_eq!(receiver.messages().len(), 1);
}

#[tokio::test]
async fn messages_are_signed_as_standard_webhooks_describes() {
    let receiver = WebhookReceiver::open().await;
    let world = World::open_with(&receiver).await;
    let created = world.oak_webhook(&receiver.url("/hook"), &ALL_EVENTS).await;
    let secret = text(&created, "secret");
    assert!(secret.starts_with("whsec_"), "{secret}");
    let request = world.request_to_join(&world.bob).await;
    world.app.work().await;
    let messages = receiver.messages();
    let [message] = messages.as_slice() else { panic!("{messages:?}") };
    assert!(message.is_signed_with(&secret), "{}", message.signatures);
    assert!((world.app.clock.now().timestamp() - message.timestamp).abs() < 10);
    assert_eq!(message.body["type"], "request.created");
    let data = json!({ "id": request, "affiliationId": world.oak });
    assert_eq!(message.body["data"], data, "ids only");
    let at: DateTime<Utc> = message.body["timestamp"].as_str().unwrap().parse().unwrap();
    assert!((world.app.clock.now() - at).num_minutes() < 1);
    assert_eq!(message.headers["content-type"], "application/json");
    assert!(!message.headers.contains_key("cookie"));
    let [delivery] = &world.deliveries(&created.id()).await[..] else { panic!("no log") };
    assert_eq!(message.id, format!("msg_{}", delivery["id"].as_str().unwrap()));
    assert_eq!((&delivery["status"], &delivery["statusCode"]), (&json!("delivered"), &json!(204)));
    assert!(delivery["durationMs"].is_i64() && delivery["error"].is_null());
    let listed = world.ada.get(&world.oak_path("/webhooks")).await.expect(200);
    assert_eq!(listed.items()[0]["lastDelivery"]["status"], "delivered");
    assert!(!listed.text.contains("whsec_"), "shown again");
    let sealed = "SELECT COUNT(*) AS n FROM webhooks WHERE sealed_secret LIKE $1";
    let values = vec![format!("%{}%", &secret[6..20]).into()];
    assert_eq!(world.app.count(sealed, values).await, 0, "encrypted at rest");
}

#[tokio::test]
async fn each_event_reaches_the_webhooks_of_its_owner_and_of_the_network() {
    let receiver = WebhookReceiver::open().await;
    let world = World::open_with(&receiver).await;
    world.oak_webhook(&receiver.url("/oak"), &ALL_EVENTS).await;
    let elm = format!("/api/affiliations/{}/webhooks", world.elm);
    let all = |path: &str| json!({ "url": receiver.url(path), "events": ALL_EVENTS });
    let elm_hook = world.bob.post(&elm, all("/elm")).await.expect(201).id();
    world.staff.post("/api/staff/webhooks", all("/network")).await.expect(201);

    let carl = world.app.member("carl").await;
    let request = world.request_to_join(&carl).await;
    let approve = world.oak_path(&format!("/requests/{request}/approve"));
    world.ada.post(&approve, json!({})).await.expect(200);
    let ticket = json!({ "title": "Help", "description": "With a rivet" });
    let ticket = carl.post("/api/support/tickets", ticket).await.expect(201).id();
    world.app.work().await;

    let carl = world.app.id_of(&carl).await;
    let mut received: Vec<(Value, Value, Value)> = receiver
        .messages()
        .into_iter()
        .map(|message| {
            let data = &message.body["data"];
            (message.body["type"].clone(), data["id"].clone(), data["affiliationId"].clone())
        })
        .collect();
    received.sort_by_key(|(kind, _, affiliation)| format!("{kind} {affiliation}"));
    let oak = json!(world.oak);
    let expected = [
        // Of Oak and of the network.
        (json!("member.joined"), json!(carl), oak.clone()),
        (json!("member.joined"), json!(carl), oak.clone()),
        // Of the network only.
        (json!("member.joined"), json!(carl), Value::Null),
        (json!("request.created"), json!(request), oak.clone()),
        (json!("request.created"), json!(request), oak),
        (json!("ticket.opened"), json!(ticket), Value::Null),
    ];
    assert_eq!(received, expected);
    let log = world.bob.get(&format!("{elm}/{elm_hook}/deliveries")).await.expect(200);
    assert_eq!(log.items().len(), 0, "nothing of Oak reaches Elm");
}

#[tokio::test]
async fn addresses_and_events_are_validated() {
    let world = World::open().await;
    let path = world.oak_path("/webhooks");
    let https = "422 Enter an address that begins with https://, of at most 500 characters.";
    let private = "422 The address must be reachable from the internet.";
    let long = format!("https://hooks.example/{}", "x".repeat(500));
    let cases = [
        ("", https),
        ("http://hooks.example/", https),
        (&long, https),
        (
            "https://ada:pw@hooks.example/",
            "422 The address must not contain a user name or a password.",
        ),
        ("https://127.0.0.1/", private),
        ("https://[::1]:8443/", private),
        ("https://192.168.1.9/", private),
        ("https://169.254.169.254/latest/meta-data", private),
    ];
    for (url, expected) in cases {
        let refused = world.ada.post(&path, json!({ "url": url, "events": ALL_EVENTS })).await;
        assert_eq!(refused.to_string(), expected, "{url}");
        assert_eq!(refused.body["errors"][0]["field"], "url");
    }
    let new = |events: Value| json!({ "url": "https://hooks.example/", "events": events });
    let refused = world.ada.post(&path, new(json!([]))).await;
    assert_eq!(refused.to_string(), "422 Choose at least one event.");
    assert_eq!(world.ada.post(&path, new(json!(["member.left"]))).await.status, 422);
    let created = world.ada.post(&path, new(json!(["ticket.opened"]))).await.expect(201);
    let this = format!("{path}/{}", created.id());
    let moved = world.ada.patch(&this, json!({ "url": "https://10.0.0.1/" })).await;
    assert_eq!(moved.to_string(), private);
    world.app.clock.advance_by(Duration::minutes(6));
    for (path, body) in [(&path, new(json!(["ticket.opened"]))), (&this, json!({}))] {
        let path = if *path == this { format!("{path}/rotate-secret") } else { path.clone() };
        assert_eq!(world.ada.post(&path, body).await.body["code"], "proof-required", "{path}");
    }
}

#[tokio::test]
async fn a_webhook_is_changed_deactivated_and_deleted() {
    let receiver = WebhookReceiver::open().await;
    let world = World::open_with(&receiver).await;
    let created = world.oak_webhook(&receiver.url("/a"), &["member.joined"]).await;
    let this = world.oak_path(&format!("/webhooks/{}", created.id()));
    world.request_to_join(&world.bob).await;
    world.app.work().await;
    assert_eq!(receiver.messages().len(), 0, "other events are not sent");

    let change = json!({ "url": receiver.url("/b"), "events": ["request.created"] });
    let changed = world.ada.patch(&this, change).await.expect(200).body;
    assert_eq!((&changed["url"], &changed["isActive"]), (&json!(receiver.url("/b")), &json!(true)));
    world.ada.patch(&this, json!({ "isActive": false })).await.expect(200);
    let carl = world.app.member("carl").await;
    world.request_to_join(&carl).await;
    let test = world.ada.post(&format!("{this}/test"), json!({})).await;
    assert_eq!(test.to_string(), "409 This webhook is not active.");
    world.ada.patch(&this, json!({ "isActive": true })).await.expect(200);
    world.app.work().await;
    assert_eq!(receiver.messages().len(), 0, "events of the inactive time are not sent");
    let dora = world.app.member("dora").await;
    world.request_to_join(&dora).await;
    // It becomes inactive before the delivery.
    world.ada.patch(&this, json!({ "isActive": false })).await.expect(200);
    world.app.work().await;
    let [delivery] = &world.deliveries(&created.id()).await[..] else { panic!("no log") };
    assert_eq!((&delivery["status"], &delivery["error"]), (&json!("failed"), &json!("inactive")));
    assert_eq!(receiver.messages().len(), 0);

    world.ada.delete(&this).await.expect(204);
    assert_eq!(world.ada.get(&format!("{this}/deliveries")).await.status, 404);
    let rows = "SELECT COUNT(*) AS n FROM webhook_deliveries";
    assert_eq!(world.app.count(rows, vec![]).await, 0);
    let audited = "SELECT COUNT(*) AS n FROM audit_log WHERE action LIKE 'webhook.%' \
        AND subject_kind = 'affiliation' AND subject_id = $1";
    assert_eq!(world.app.count(audited, vec![world.oak.as_str().into()]).await, 6);
}

#[tokio::test]
async fn only_its_owner_reaches_a_webhook() {
    let receiver = WebhookReceiver::open().await;
    let world = World::open_with(&receiver).await;
    let id = world.oak_webhook(&receiver.url("/"), &ALL_EVENTS).await.id();
    let test = world.oak_path(&format!("/webhooks/{id}/test"));
    let delivery = world.ada.post(&test, json!({})).await.expect(200).id();
    let bases = [
        (&world.bob, world.oak_path("/webhooks")),
        (&world.bob, format!("/api/affiliations/{}/webhooks", world.elm)),
        (&world.staff, "/api/staff/webhooks".to_owned()),
        (&world.ada, "/api/staff/webhooks".to_owned()),
    ];
    for (who, base) in bases {
        let this = format!("{base}/{id}");
        assert_eq!(who.get(&format!("{this}/deliveries")).await.status, 404, "{base}");
        assert_eq!(who.patch(&this, json!({})).await.status, 404, "{base}");
        assert_eq!(who.delete(&this).await.status, 404, "{base}");
        for part in ["test", "rotate-secret", &format!("deliveries/{delivery}/retry")] {
            assert_eq!(who.post(&format!("{this}/{part}"), json!({})).await.status, 404, "{base}");
        }
    }
    let other = world.oak_webhook(&receiver.url("/other"), &ALL_EVENTS).await.id();
    let crossed = world.oak_path(&format!("/webhooks/{other}/deliveries/{delivery}/retry"));
    assert_eq!(world.ada.post(&crossed, json!({})).await.status, 404);
}

#[tokio::test]
async fn a_new_secret_signs_together_with_the_previous_one_for_a_day() {
    let receiver = WebhookReceiver::open().await;
    let world = World::open_with(&receiver).await;
    let created = world.oak_webhook(&receiver.url("/"), &ALL_EVENTS).await;
    let this = world.oak_path(&format!("/webhooks/{}", created.id()));
    let rotated = world.ada.post(&format!("{this}/rotate-secret"), json!({})).await.expect(200);
    let (old, new) = (text(&created, "secret"), text(&rotated, "secret"));
    assert_ne!(old, new);
    let send = async || {
        world.ada.post(&format!("{this}/test"), json!({})).await.expect(200);
        world.app.work().await;
        receiver.messages().pop().unwrap()
    };
    let both = send().await;
    assert!(both.is_signed_with(&old) && both.is_signed_with(&new));
    assert_eq!(
        (&both.body["type"], &both.body["data"]["id"]),
        (&json!("webhook.test"), &json!(created.id()))
    );
    world.app.clock.advance_by(Duration::hours(24));
    world.app.sign_in(&world.ada, "localhost", "ada").await;
    let later = send().await;
    assert!(!later.is_signed_with(&old) && later.is_signed_with(&new));
    platform::retention::schedule_sweep(world.app.services()).await.unwrap();
    world.app.clock.advance_by(Duration::hours(1));
    world.app.work().await;
    let left = "SELECT COUNT(*) AS n FROM webhooks WHERE previous_sealed_secret IS NOT NULL";
    assert_eq!(world.app.count(left, vec![]).await, 0);
}

#[tokio::test]
async fn tickets_reach_an_affiliation_only_if_its_desk_answers_them() {
    let receiver = WebhookReceiver::open().await;
    let world = World::open_with(&receiver).await;
    world.app.portal_of(&world.oak, "Oak House", "oak").await;
    world.oak_webhook(&receiver.url("/"), &["ticket.opened"]).await;
    world.app.sign_in(&world.ada, "oak.localhost", "ada").await;
    let ticket = json!({ "title": "Help", "description": "With a rivet" });
    world.ada.on("oak").post("/api/support/tickets", ticket.clone()).await.expect(201);
    world.app.work().await;
    assert_eq!(receiver.messages().len(), 0, "platform staff answer it");
    enable_desk(&world.app, &world.oak).await;
    world.ada.on("oak").post("/api/support/tickets", ticket).await.expect(201);
    world.app.work().await;
    assert_eq!(receiver.messages().len(), 1);
}

async fn enable_desk(app: &TestApp, affiliation: &str) {
    let sql = "INSERT INTO support_affiliation_desks (affiliation_id, created_at) VALUES ($1, $2)";
    app.sql(sql, vec![uuid_of(affiliation).into(), app.clock.now().into()]).await;
}
