//! Web push against a real push service: subscriptions, messages, and responses of the service.

mod delivery;
mod sites;
mod subscriptions;

use crate::kit::{At, Browser, PushServer, Reply, TestApp, uuid_of};
use platform::{AffiliationId, UserId};
use serde_json::json;
use tenant_runtime::activity::NotificationId;
use tenant_runtime::push::{PushContent, PushMessage, enqueue_push};
use uuid::Uuid;

const LIST: &str = "/api/me/push-subscriptions";

async fn open() -> (TestApp, PushServer) {
    (TestApp::open_with(&[("push.allow_local_services", "true")]).await, PushServer::open().await)
}

async fn server_key(at: &At<'_>) -> String {
    at.get("/api/push/key").await.expect(200).body["publicKey"].as_str().unwrap().to_owned()
}

/// Subscribes a new device on a site; returns its body and the id of the subscription.
async fn subscribe_at(at: &At<'_>, service: &PushServer, device: &str) -> Reply {
    let body = service.subscribe(&server_key(at).await, device);
    at.post(LIST, body).await.expect(201)
}

async fn subscribe(browser: &Browser, service: &PushServer, device: &str) -> String {
    let reply = subscribe_at(&browser.main(), service, device).await;
    reply.body["id"].as_str().unwrap().to_owned()
}

/// Stores a notification of a user, for the affiliation of a portal if given.
async fn notification(app: &TestApp, who: &Browser, affiliation: Option<&str>) -> NotificationId {
    notification_of(app, uuid_of(&app.id_of(who).await), affiliation).await
}

async fn notification_of(app: &TestApp, user: Uuid, affiliation: Option<&str>) -> NotificationId {
    let id = NotificationId::new();
    let sql = "INSERT INTO notifications (id, user_id, source_id, type, title, message, data, \
         affiliation_id, read, created_at, category, priority, action_required) \
         VALUES ($1, $2, $3, 'system_message', 'Title', 'Text', $4, $5, FALSE, $6, 'system', 2, \
         FALSE)";
    let values = vec![
        id.uuid().into(),
        user.into(),
        Uuid::now_v7().into(),
        json!({}).into(),
        affiliation.map(uuid_of).into(),
        app.clock.now().into(),
    ];
    app.sql(sql, values).await;
    id
}

fn message(id: NotificationId) -> PushMessage {
    PushMessage {
        notification_id: id,
        affiliation: None,
        content: Some(PushContent {
            title: "Grace replied".to_owned(),
            body: "Grüße 🎉".to_owned(),
        }),
        path: format!("/notification/{id}"),
        tag: format!("notification-{id}"),
        language: platform::Language::En,
        badge: Some(3),
    }
}

async fn enqueue(app: &TestApp, who: &Browser, message: &PushMessage) {
    enqueue_for(app, UserId(uuid_of(&app.id_of(who).await)), message).await;
}

async fn enqueue_for(app: &TestApp, user: UserId, message: &PushMessage) {
    let mut system = app.services().system("push in a test");
    let tx = system.begin().await.unwrap();
    enqueue_push(&tx, user, message).await.unwrap();
    tx.commit().await.unwrap();
}

/// Pushes a new notification, and runs the jobs.
async fn push(app: &TestApp, who: &Browser) -> NotificationId {
    let id = notification(app, who, None).await;
    enqueue(app, who, &message(id)).await;
    app.work().await;
    id
}

async fn device_names(browser: &Browser) -> Vec<String> {
    let listed = browser.get(LIST).await.expect(200);
    let names = listed.items().iter().map(|item| item["deviceName"].as_str().unwrap().to_owned());
    names.collect()
}

/// Pushes one message to one device, for the metrics of pushes.
pub async fn push_one_message() {
    let (app, service) = open().await;
    let ada = app.member("ada").await;
    subscribe(&ada, &service, "Phone").await;
    push(&app, &ada).await;
    assert_eq!(service.accepted().len(), 1);
}
