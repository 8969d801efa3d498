//! Messages: content, and what each response of the push service leads to.

use super::*;
use crate::roles::printed;
use chrono::Duration;

#[tokio::test]
async fn each_device_receives_the_encrypted_message_once() {
    let (app, service) = open().await;
    let ada = app.member("ada").await;
    subscribe(&ada, &service, "Phone").await;
    subscribe(&ada, &service, "Laptop").await;
    let id = push(&app, &ada).await;
    app.work().await;
    let accepted = service.accepted();
    assert_eq!(accepted.len(), 2);
    let expected = json!({
        "id": id, "title": "Grace replied", "body": "Grüße 🎉", "badge": 3,
        "path": format!("/notification/{id}"), "tag": format!("notification-{id}"),
    });
    assert!(accepted.iter().all(|pushed| pushed.message == expected), "{accepted:?}");
    let first = &accepted[0];
    assert_eq!((first.topic.len(), first.urgency.as_str()), (32, "normal"));
    assert_eq!(first.topic, accepted[1].topic);
    assert!(first.ttl > 23 * 3600 && first.ttl <= 24 * 3600, "{}", first.ttl);
    assert_eq!(first.contact, "mailto:no-reply@localhost");
    let used = ada.get(LIST).await.expect(200);
    assert!(used.items().iter().all(|item| !item["lastUsedAt"].is_null()));
}

#[tokio::test]
async fn repeated_job_replaces_the_message_by_its_topic() {
    let (app, service) = open().await;
    let ada = app.member("ada").await;
    subscribe(&ada, &service, "Phone").await;
    let id = notification(&app, &ada, None).await;
    // A worker that dies after sending leaves the job to be run again.
    for _ in 0..2 {
        enqueue(&app, &ada, &message(id)).await;
        app.work().await;
    }
    let accepted = service.accepted();
    assert_eq!(accepted.len(), 2);
    assert_eq!(accepted[0].topic, accepted[1].topic);
    assert_eq!(accepted[0].message["tag"], accepted[1].message["tag"]);
}

#[tokio::test]
async fn sends_nothing_if_the_notification_was_read_meanwhile() {
    let (app, service) = open().await;
    let ada = app.member("ada").await;
    subscribe(&ada, &service, "Phone").await;
    let id = notification(&app, &ada, None).await;
    enqueue(&app, &ada, &message(id)).await;
    ada.post(&format!("/api/activity/{id}/read"), json!({})).await.expect(200);
    app.work().await;
    assert_eq!(service.requests(), 0);
}

#[tokio::test]
async fn message_without_content_names_only_the_site() {
    let (app, service) = open().await;
    let ada = app.member("ada").await;
    subscribe(&ada, &service, "Phone").await;
    let id = notification(&app, &ada, None).await;
    enqueue(&app, &ada, &PushMessage { content: None, ..message(id) }).await;
    app.work().await;
    let pushed = service.accepted().remove(0).message;
    assert_eq!(
        (&pushed["title"], &pushed["body"]),
        (&json!("Guildhall"), &json!("You have a new notification."))
    );
}

#[tokio::test]
async fn long_text_is_shortened_to_fit_into_one_message() {
    let (app, service) = open().await;
    let ada = app.member("ada").await;
    subscribe(&ada, &service, "Phone").await;
    let id = notification(&app, &ada, None).await;
    let content = PushContent { title: "🎉".repeat(1000), body: "🎉".repeat(5000) };
    enqueue(&app, &ada, &PushMessage { content: Some(content), ..message(id) }).await;
    app.work().await;
    let pushed = service.accepted().remove(0).message;
    assert_eq!(pushed["body"].as_str().unwrap().chars().count(), 501);
    assert!(pushed["title"].as_str().unwrap().ends_with('…'));
}

#[tokio::test]
async fn message_that_is_too_long_for_the_service_is_sent_without_content() {
    let (app, service) = open().await;
    let ada = app.member("ada").await;
    subscribe(&ada, &service, "Phone").await;
    service.refuse_next(413, None);
    push(&app, &ada).await;
    assert_eq!(service.requests(), 2);
    assert_eq!(service.accepted()[0].message["body"], "You have a new notification.");
}

#[tokio::test]
async fn subscription_is_deleted_when_the_service_no_longer_knows_it() {
    let (app, service) = open().await;
    let ada = app.member("ada").await;
    for status in [404, 410] {
        subscribe(&ada, &service, "Phone").await;
        service.refuse_next(status, None);
        push(&app, &ada).await;
        assert_eq!(device_names(&ada).await, [""; 0], "{status}");
    }
}

#[tokio::test]
async fn retries_at_the_time_that_the_service_names() {
    let (app, service) = open().await;
    let ada = app.member("ada").await;
    subscribe(&ada, &service, "Phone").await;
    service.refuse_next(429, Some("120"));
    push(&app, &ada).await;
    app.clock.advance_by(Duration::seconds(115));
    app.work().await;
    assert_eq!((service.requests(), service.accepted().len()), (1, 0));
    app.clock.advance_by(Duration::seconds(10));
    app.work().await;
    assert_eq!((service.requests(), service.accepted().len()), (2, 1));
}

#[tokio::test]
async fn retries_after_a_server_error_and_drops_the_message_after_a_day() {
    let (app, service) = open().await;
    let ada = app.member("ada").await;
    subscribe(&ada, &service, "Phone").await;
    service.refuse_next(503, None);
    push(&app, &ada).await;
    app.clock.advance_by(Duration::minutes(2));
    app.work().await;
    assert_eq!((service.requests(), service.accepted().len()), (2, 1));
    service.refuse_next(500, None);
    push(&app, &ada).await;
    app.clock.advance_by(Duration::hours(25));
    app.work().await;
    assert_eq!((service.requests(), service.accepted().len()), (3, 1), "no attempt after a day");
}

#[tokio::test]
async fn subscription_is_deleted_when_the_service_refuses_the_key() {
    let (app, service) = open().await;
    let ada = app.member("ada").await;
    // The browser subscribed for another instance's key.
    let other = service.subscribe("other-key", "Phone");
    ada.post(LIST, other).await.expect(201);
    push(&app, &ada).await;
    assert_eq!(service.requests(), 1);
    assert_eq!(device_names(&ada).await, [""; 0]);
}

#[tokio::test]
async fn rotated_key_signs_for_new_subscriptions_only() {
    let (app, service) = open().await;
    let ada = app.member("ada").await;
    subscribe(&ada, &service, "Phone").await;
    let before = server_key(&ada.main()).await;
    let (is_done, out, err) = printed(&["keys", "rotate-push"], &app).await;
    assert!(is_done, "{err}");
    let key = server_key(&ada.main()).await;
    assert_ne!(key, before);
    assert!(out.contains(&format!("new push key {key}")), "{out}");
    subscribe(&ada, &service, "Laptop").await;
    push(&app, &ada).await;
    let mut browsers: Vec<_> = service.accepted().iter().map(|pushed| pushed.browser).collect();
    browsers.sort_unstable();
    assert_eq!(browsers, [0, 1], "each service verified the key of its subscription");
    let (_, listed, _) = printed(&["keys", "list"], &app).await;
    let purpose_of = |key: &str| listed.lines().find(|line| line.contains(key)).unwrap_or_default();
    assert!(purpose_of(&key).contains("new subscriptions"), "{listed}");
    assert!(purpose_of(&before).contains("older subscriptions"), "{listed}");
}

#[tokio::test]
async fn local_push_services_are_refused_unless_the_operator_allows_them() {
    let app = TestApp::open().await;
    let service = PushServer::open().await;
    let ada = app.member("ada").await;
    let mut body = service.subscribe(&server_key(&ada.main()).await, "Phone");
    let refused = ada.post(LIST, body.clone()).await;
    insta::assert_snapshot!(refused, @"422 The address of the push service is not valid.");
    // A name that leads into the network is only found out when it is resolved.
    body["endpoint"] = json!("https://localhost:9/send/0");
    ada.post(LIST, body).await.expect(201);
    push(&app, &ada).await;
    assert_eq!(device_names(&ada).await, [""; 0]);
    assert_eq!(service.requests(), 0);
}
