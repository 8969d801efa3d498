//! Permissions for a transfer, and their check at the arrival.

use super::World;
use crate::kit::uuid_of;
use insta::assert_snapshot;
use serde_json::json;

#[tokio::test]
async fn transfer_requires_membership_and_reveals_no_portals() {
    let World { app: _running, ada, .. } = World::open().await;
    let not_hers = json!({ "subdomain": "elm", "redirectPath": "/" });
    let refused = ada.post("/api/transfer", not_hers).await;
    assert_snapshot!(refused, @"404 Failed to create session for transfer");
    let unknown = ada.post("/api/transfer", json!({ "subdomain": "nobody" })).await;
    assert_eq!(unknown.body, refused.body);
}

#[tokio::test]
async fn transfer_requires_a_subdomain() {
    let World { app: _running, ada, .. } = World::open().await;
    for asked in [json!({}), json!({ "subdomain": " " }), json!({ "target": "elsewhere" })] {
        let refused = ada.post("/api/transfer", asked).await;
        let words = "422 Subdomain is required for whitelabel app transfers";
        assert_eq!(refused.to_string(), words);
    }
    let strange = json!({ "subdomain": "oak", "isStaff": true });
    assert_eq!(ada.post("/api/transfer", strange).await.status, 422);
}

#[tokio::test]
async fn transfer_between_portals_goes_through_main() {
    let World { app, ada, .. } = World::carried().await;
    let yew = app.portal("Yew House", "yew").await;
    app.add_to_affiliation(&ada, &yew.affiliation).await;
    let across = ada.on("oak").post("/api/transfer", json!({ "subdomain": "yew" })).await;
    assert_snapshot!(across, @"404 Failed to create session for transfer");
    app.transfer(&ada, "yew").await;
    ada.on("yew").get("/api/me").await.expect(200);
}

#[tokio::test]
async fn losing_membership_stops_the_transfer() {
    let World { app, ada, oak } = World::open().await;
    let start = ada.main().begin_transfer(json!({ "subdomain": "oak" })).await;
    let arrival = ada.arrive("oak").await;
    let gone = "DELETE FROM affiliation_members WHERE affiliation_id = $1";
    app.sql(gone, vec![uuid_of(&oak.affiliation).into()]).await;
    assert_snapshot!(ada.on("oak").redeem(&arrival).await, @"403 Transfer failed");
    assert!(ada.hop(&start).await.is_none());
}

#[tokio::test]
async fn closing_the_portal_stops_the_transfer() {
    let World { app, ada, .. } = World::open().await;
    let (start, arrival) =
        (ada.main().begin_transfer(json!({ "subdomain": "oak" })).await, ada.arrive("oak").await);
    // The edges have not received the change yet: the control plane checks the database.
    app.sql("UPDATE tenants SET state = 'suspended' WHERE subdomain = 'oak'", vec![]).await;
    assert_snapshot!(ada.on("oak").redeem(&arrival).await, @"403 Transfer failed");
    assert!(ada.hop(&start).await.is_none());

    app.suspend_portal("oak").await;
    assert_eq!(ada.on("oak").redeem(&arrival).await.status, 503);
    let closed = ada.post("/api/transfer", json!({ "subdomain": "oak" })).await;
    assert_snapshot!(closed, @"404 Failed to create session for transfer");
}

#[tokio::test]
async fn ending_the_session_stops_the_transfer() {
    let World { app: _running, ada, .. } = World::open().await;
    let arrival = ada.arrive("oak").await;
    ada.post("/api/usersSignout", json!({})).await.expect(204);
    assert_snapshot!(ada.on("oak").redeem(&arrival).await, @"401 No valid session found");
}

#[tokio::test]
async fn suspended_or_paused_member_is_not_transferred() {
    for (change, words) in [
        (
            "account_status = 'paused'",
            "403 Your account is paused. Communities, messaging and profile updates are unavailable.",
        ),
        ("status = 'banned'", "403 Account is suspended or banned"),
        (
            "email_verified = FALSE",
            "403 Please verify your email address to continue. Check your inbox for a verification link.",
        ),
        (
            "has_completed_onboarding = FALSE",
            "403 You must agree to the community guidelines, privacy policy, and terms of service to continue",
        ),
    ] {
        let World { app, ada, .. } = World::open().await;
        let start = ada.main().begin_transfer(json!({ "subdomain": "oak" })).await;
        let arrival = ada.arrive("oak").await;
        app.sql(&format!("UPDATE users SET {change}"), vec![]).await;
        let again = ada.post("/api/transfer", json!({ "subdomain": "oak" })).await;
        assert_eq!(again.to_string(), words);
        assert!(ada.hop(&start).await.is_none(), "{change}");
        assert_eq!(ada.on("oak").redeem(&arrival).await.status, 403, "{change}");
    }
}
