//! The page that a notification leads to (C-014, G-082).

use super::{choose, decision, notify_user};
use crate::community_fixture::CommunityFixture;
use crate::kit::{Browser, TestApp, uuid_of};
use platform::AffiliationId;
use serde_json::{Value, json};
use tenant_runtime::activity::{Notice, NotificationType};

async fn newest_id(who: &Browser) -> String {
    let page = who.get("/api/notifications").await.expect(200);
    page.items()[0]["id"].as_str().unwrap().to_owned()
}

fn path_of(id: &str) -> String {
    format!("/api/notifications/{id}/target")
}

#[tokio::test]
async fn owner_gets_the_page_of_the_subject_and_others_get_404() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let post = hall.write_post(&bob, "How long?").await.expect(201).id();
    let reply = hall.write_reply(&hall.ada, &post, "Very").await.expect(201).id();
    let id = newest_id(&bob).await;
    let target = bob.get(&path_of(&id)).await.expect(200).body;
    let path = format!("/communities/{}/threads/{}#post-{reply}", hall.community, hall.thread);
    assert_eq!(target, json!({ "path": path, "site": "main", "url": null }));
    let other = hall.ada.get(&path_of(&id)).await;
    assert_eq!(other.to_string(), "404 Notification not found");
    let unknown = bob.get(&path_of("01890a5dac96774bbcceb302099a8057")).await;
    assert_eq!(unknown.to_string(), "404 Notification not found");
    assert_eq!(hall.app.browser().get(&path_of(&id)).await.status, 401);
}

#[tokio::test]
async fn notification_without_a_page_of_its_own_leads_to_the_activity_centre() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let user = app.id_of(&ada).await;
    notify_user(&app, &user, &decision("News")).await;
    let id = newest_id(&ada).await;
    assert_eq!(ada.get(&path_of(&id)).await.expect(200).body["path"], "/activity");
}

#[tokio::test]
async fn notification_of_a_kind_that_is_off_in_the_app_has_a_target_and_can_be_read() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let user = app.id_of(&ada).await;
    choose(&ada, "decision", "inApp", json!(true)).await;
    notify_user(&app, &user, &decision("News")).await;
    let id = newest_id(&ada).await;
    app.sql("UPDATE notifications SET in_app = FALSE", vec![]).await;
    ada.get(&path_of(&id)).await.expect(200);
    ada.post(&format!("/api/activity/{id}/read"), json!({})).await.expect(200);
    let unread = "SELECT COUNT(*) AS n FROM notifications WHERE read = FALSE";
    assert_eq!(app.count(unread, vec![]).await, 0);
}

#[tokio::test]
async fn subject_of_another_site_has_a_complete_address() {
    let app = TestApp::open().await;
    let (oak, elm) = (app.portal("Oak House", "oak").await, app.portal("Elm House", "elm").await);
    let ada = app.member("ada").await;
    let user = app.id_of(&ada).await;
    for portal in [&oak, &elm] {
        app.add_to_affiliation(&ada, &portal.affiliation).await;
        app.sign_in(&ada, &format!("{}.localhost", portal.subdomain), "ada").await;
    }
    let notice = Notice::new(NotificationType::AffiliationApproved, "Oak has you", "", json!({}))
        .of_affiliation(AffiliationId(uuid_of(&oak.affiliation)));
    notify_user(&app, &user, &notice).await;
    let path = path_of(&newest_id(&ada).await);
    let page = format!("/affiliation/{}", oak.affiliation);
    let at = |site: &'static str, url: Value| json!({ "path": page, "site": site, "url": url });
    assert_eq!(ada.get(&path).await.expect(200).body, at("main", Value::Null));
    assert_eq!(ada.on("oak").get(&path).await.expect(200).body, at("portal", Value::Null));
    let url = format!("http://localhost:8080{page}");
    assert_eq!(ada.on("elm").get(&path).await.expect(200).body, at("main", json!(url)));
}
