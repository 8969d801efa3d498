//! Pushes about notifications: when they are sent, and what they contain.

use super::{change, choose, choose_for_all, decision, notify_user, work_after, work_at};
use crate::kit::{Browser, PushServer, TestApp};
use crate::messages::{send, start};
use serde_json::json;

/// An instance with a member whose browser receives pushes.
async fn subscribed() -> (TestApp, PushServer, Browser, String) {
    let app = TestApp::open_with(&[("push.allow_local_services", "true")]).await;
    let server = PushServer::open().await;
    let ada = app.member("ada").await;
    app.stay_signed_in(&ada, "ada").await;
    let key = ada.get("/api/push/key").await.expect(200).body["publicKey"].clone();
    let body = server.subscribe(key.as_str().unwrap(), "Phone");
    ada.post("/api/me/push-subscriptions", body).await.expect(201);
    let user = app.id_of(&ada).await;
    (app, server, ada, user)
}

#[tokio::test]
async fn notification_is_pushed_at_once_and_only_once() {
    let (app, service, _, user) = subscribed().await;
    notify_user(&app, &user, &decision("News")).await;
    work_after(&app, 60).await;
    let pushed = service.accepted();
    assert_eq!(pushed.len(), 1);
    let message = &pushed[0].message;
    assert_eq!((&message["title"], &message["body"]), (&json!("News"), &json!("In other words")));
    assert_eq!((&message["badge"], &message["tag"]), (&json!(1), &message["id"]));
    let path = format!("/notification/{}", message["id"].as_str().unwrap());
    assert_eq!(message["path"], path);
}

#[tokio::test]
async fn push_without_content_names_the_site_only() {
    let (app, service, ada, user) = subscribed().await;
    change(&ada, json!({ "pushShowsContent": false })).await;
    notify_user(&app, &user, &decision("Secret")).await;
    let pushed = service.accepted();
    let message = &pushed[0].message;
    let expected = (&json!("Guildhall"), &json!("You have a new notification."));
    assert_eq!((&message["title"], &message["body"]), expected);
}

#[tokio::test]
async fn each_message_is_pushed_and_replaces_the_push_of_its_conversation() {
    let (app, service, ada, _) = subscribed().await;
    let community = app.community(&ada, "Long spans", &[]).await;
    let bob = app.member("bob").await;
    bob.post(&format!("/api/communities/{community}/join"), json!({})).await.expect(200);
    let conversation = start(&bob, &[&app.id_of(&ada).await]).await.expect(201).id();
    for _ in 0..2 {
        send(&bob, &conversation, "Secret").await.expect(201);
        app.work().await;
    }
    let pushed = service.accepted();
    assert_eq!(pushed.len(), 2);
    assert_eq!(pushed[0].message["tag"], pushed[1].message["tag"]);
    assert_eq!(pushed[0].topic, pushed[1].topic);
    assert!(pushed.iter().all(|push| !push.message.to_string().contains("Secret")));
}

#[tokio::test]
async fn kind_that_is_off_for_pushes_is_not_pushed() {
    let (app, service, ada, user) = subscribed().await;
    choose(&ada, "decision", "push", json!(false)).await;
    notify_user(&app, &user, &decision("News")).await;
    assert_eq!(service.accepted().len(), 0);
    choose_for_all(&ada, "push", json!(false)).await;
    choose(&ada, "decision", "push", json!(true)).await;
    notify_user(&app, &user, &decision("News")).await;
    assert_eq!(service.accepted().len(), 1);
}

#[tokio::test]
async fn quiet_hours_over_midnight_hold_pushes_back_until_the_local_end() {
    let (app, service, ada, user) = subscribed().await;
    let quiet = json!({ "enabled": true, "from": "22:00", "to": "07:00" });
    change(&ada, json!({ "timeZone": "Pacific/Auckland", "quietHours": quiet })).await;
    let today = app.clock.now().date_naive() + chrono::Duration::days(1);
    // Auckland is thirteen hours ahead of UTC in summer.
    let at = |time: &str| format!("{today}T{time}Z");
    work_at(&app, &at("10:00:00")).await;
    notify_user(&app, &user, &decision("At 23:00")).await;
    work_at(&app, &at("17:59:00")).await;
    assert_eq!(service.accepted().len(), 0, "it is 6:59 in Auckland");
    work_at(&app, &at("18:01:00")).await;
    assert_eq!(service.accepted().len(), 1);
    notify_user(&app, &user, &decision("At 7:01")).await;
    assert_eq!(service.accepted().len(), 2);
}

#[tokio::test]
async fn notification_that_was_read_during_quiet_hours_is_not_pushed() {
    let (app, service, ada, user) = subscribed().await;
    let quiet = json!({ "enabled": true, "from": "11:00", "to": "13:00" });
    change(&ada, json!({ "timeZone": "UTC", "quietHours": quiet })).await;
    let tomorrow = app.clock.now().date_naive() + chrono::Duration::days(1);
    work_at(&app, &format!("{tomorrow}T12:00:00Z")).await;
    notify_user(&app, &user, &decision("News")).await;
    ada.post("/api/activity/read", json!({})).await.expect(204);
    work_after(&app, 24 * 60).await;
    assert_eq!(service.accepted().len(), 0);
}
