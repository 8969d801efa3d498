//! Pausing an affiliation (P-21), and making it private (G-109).

use crate::affiliation_requests::answers;
use crate::kit::{TestApp, uuid_of};
use serde_json::json;

#[tokio::test]
async fn pausing_hides_the_affiliation_and_closes_its_portal_in_open_tabs() {
    let app = TestApp::open().await;
    let oak = app.portal("Oak", "oak").await;
    let (ada, stella) = (app.member("ada").await, app.staff("stella").await);
    app.add_to_affiliation(&ada, &oak.affiliation).await;
    app.set_affiliation_creator(&oak.affiliation, uuid_of(&app.id_of(&ada).await)).await;
    app.sign_in(&ada, "oak.localhost", "ada").await;
    let mut live = ada.on("oak").live(None).await;
    let mut main = ada.live().await;
    let path = format!("/api/staff/affiliations/{}", oak.affiliation);
    let refused = stella.patch(&path, json!({ "isPaused": true })).await;
    assert_eq!(refused.to_string(), "422 Give a reason.");
    let pause = json!({ "isPaused": true, "reason": "The contract ended" });
    let paused = stella.patch(&path, pause).await.expect(200).body;
    assert_eq!(
        (&paused["state"], &paused["pauseReason"]),
        (&json!("paused"), &json!("The contract ended"))
    );
    let ended = live.until("session.ended").await;
    assert_eq!(ended["reason"], "affiliation-paused");
    main.until("me.changed").await;
    app.until_answered("oak.localhost", 503).await;
    let notice = ada.on("oak").get("/").await;
    assert!(notice.text.contains("Oak"), "the notice has the portal's brand");
    let directory = app.browser().get("/api/affiliations").await.expect(200);
    assert!(directory.items().is_empty());
    let told = ada.get("/api/notifications").await.expect(200).items()[0].clone();
    assert_eq!(
        (&told["title"], &told["message"]),
        (&json!("Oak was paused"), &json!("The contract ended"))
    );

    let resumed = stella.patch(&path, json!({ "isPaused": false })).await.expect(200).body;
    assert_eq!((&resumed["state"], &resumed["pauseReason"]), (&json!("listed"), &json!(null)));
    app.until_served("oak.localhost").await;
    assert_eq!(app.browser().get("/api/affiliations").await.items().len(), 1);
    assert_eq!(ada.on("oak").get("/api/me").await.status, 401, "the session has ended");
    app.sign_in(&ada, "oak.localhost", "ada").await;
    ada.on("oak").get("/api/communities").await.expect(200);
    for action in ["affiliation.pause", "affiliation.unpause"] {
        let log = stella.get(&format!("/api/staff/audit?action={action}")).await.expect(200);
        assert_eq!(log.items().len(), 1, "{action}");
    }
}

#[tokio::test]
async fn making_an_affiliation_private_keeps_members_and_pending_requests() {
    let oak = super::Oak::open().await;
    let dan = oak.app.member("dan").await;
    let requests = oak.path("/requests");
    let request = dan.post(&requests, json!({ "answers": answers() })).await.expect(201).id();
    oak.appoint(&oak.bob, "admin").await.expect(200);
    let private = oak.bob.patch(&oak.path(""), json!({ "isPrivate": true })).await.expect(200).body;
    assert_eq!((&private["isPrivate"], &private["memberCount"]), (&json!(true), &json!(3)));
    assert_eq!(oak.app.browser().get(&oak.path("")).await.status, 403);
    assert_eq!(oak.viewer(&oak.cleo).await["isMember"], true);
    let approve = oak.path(&format!("/requests/{request}/approve"));
    oak.bob.post(&approve, json!({})).await.expect(200);
    assert_eq!(oak.viewer(&dan).await["isMember"], true);
    let eve = oak.app.member("eve").await;
    let refused = eve.post(&requests, json!({ "answers": answers() })).await;
    assert_eq!(refused.status, 403);
    assert_eq!(oak.audit_count("affiliation.edit").await, 1);
}
