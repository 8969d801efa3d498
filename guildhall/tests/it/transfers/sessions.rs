//! Scope and lifetime of a portal's session.

use super::World;
use crate::kit::Browser;
use insta::assert_snapshot;
use serde_json::json;

/// Uses `browser`'s session of one host on another one.
async fn planted(browser: &Browser, from: &str, to: &str) -> crate::kit::Reply {
    let token = browser.cookie(from, "csst").unwrap();
    let thief = browser.in_network(70_000);
    let kept = thief.cookie(to, "csst");
    thief.plant_cookie(to, "csst", &token);
    let answer = thief.at_host(to).get("/api/me").await;
    if let Some(kept) = kept {
        thief.plant_cookie(to, "csst", &kept);
    }
    answer
}

#[tokio::test]
async fn session_is_invalid_on_another_host() {
    let World { app, ada, .. } = World::carried().await;
    let yew = app.portal("Yew House", "yew").await;
    app.add_to_affiliation(&ada, &yew.affiliation).await;
    let (main, oak, yew) = ("localhost", "oak.localhost", "yew.localhost");
    for (from, to) in [(main, oak), (main, yew), (oak, main), (oak, yew)] {
        let refused = planted(&ada, from, to).await;
        assert_eq!(refused.to_string(), "401 User not authenticated", "{from} at {to}");
    }
    ada.get("/api/me").await.expect(200);
    ada.on("oak").get("/api/me").await.expect(200);
}

#[tokio::test]
async fn signing_out_on_main_ends_portal_sessions_and_streams() {
    let World { app: _running, ada, .. } = World::carried().await;
    let mut stream = ada.on("oak").live(None).await;
    assert_eq!(stream.status, 200);
    stream.until("hello").await;

    ada.post("/api/usersSignout", json!({})).await.expect(204);
    assert_snapshot!(ada.on("oak").get("/api/me").await, @"401 User not authenticated");
    let last = stream.remaining_types().await;
    assert!(last.iter().all(|kind| kind == "session.ended"), "{last:?}");
    assert_eq!(ada.on("oak").live(None).await.status, 401);
}

#[tokio::test]
async fn signing_out_on_a_portal_ends_that_session_only() {
    let World { app, ada, .. } = World::carried().await;
    let yew = app.portal("Yew House", "yew").await;
    app.add_to_affiliation(&ada, &yew.affiliation).await;
    app.transfer(&ada, "yew").await;
    ada.on("oak").post("/api/usersSignout", json!({})).await.expect(204);
    assert_eq!(ada.on("oak").get("/api/me").await.status, 401);
    ada.get("/api/me").await.expect(200);
    ada.on("yew").get("/api/me").await.expect(200);
}

#[tokio::test]
async fn new_sign_in_on_main_ends_children_of_the_previous_session() {
    let World { app, ada, .. } = World::carried().await;
    app.sign_in(&ada, "localhost", "ada").await;
    ada.get("/api/me").await.expect(200);
    assert_eq!(ada.on("oak").get("/api/me").await.status, 401);
}

#[tokio::test]
async fn portal_session_expires_with_its_parent() {
    let World { app, ada, .. } = World::carried().await;
    // Used every eleven hours, so that only the absolute expiry applies.
    for _ in 0..2 {
        app.clock.advance_by(chrono::Duration::hours(11));
        ada.on("oak").get("/api/me").await.expect(200);
    }
    app.clock.advance_by(chrono::Duration::hours(3));
    assert_eq!(ada.on("oak").get("/api/me").await.status, 401);
}
