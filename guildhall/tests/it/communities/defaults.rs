//! The communities that one is in by belonging.

use crate::kit::{Browser, TestApp, uuid_of};
use serde_json::json;
use tenant_runtime::communities::defaults::follow_belonging;

async fn make_default(app: &TestApp, community: &str) {
    let sql = "UPDATE communities SET is_default_community = TRUE WHERE id = $1";
    app.sql(sql, vec![uuid_of(community).into()]).await;
}

async fn onboard(app: &TestApp, who: &Browser) {
    let all = json!({ "agreedToTerms": true, "agreedToGuidelines": true, "agreedToPrivacy": true });
    who.post("/api/me/onboarding", all).await.expect(200);
    app.work().await;
}

/// What whoever changes where somebody belongs does.
async fn follow(app: &TestApp, who: &Browser) {
    let user = uuid_of(&app.id_of(who).await).into();
    let mut system = app.services().system("change where somebody belongs");
    let tx = system.begin().await.unwrap();
    follow_belonging(&tx, user).await.unwrap();
    tx.commit().await.unwrap();
    app.work().await;
}

async fn is_in(who: &Browser, community: &str) -> bool {
    let shown = who.get(&format!("/api/communities/{community}")).await;
    shown.body["viewer"]["isMember"] == true
}

#[tokio::test]
async fn whoever_is_new_is_in_what_is_for_everybody_and_for_those_who_belong() {
    let app = TestApp::open().await;
    let (oak, elm) = (app.affiliation("Oak").await, app.affiliation("Elm").await);
    let ada = app.member("ada").await;
    for affiliation in [&oak, &elm] {
        app.belongs(&ada, affiliation).await;
    }
    app.sql("UPDATE users SET subscription = 'Premium'", vec![]).await;
    let hall = app.community(&ada, "The Hall", &[]).await;
    let other = app.community(&ada, "Another", &[]).await;
    app.clock.advance(chrono::Duration::minutes(61));
    let acorns = app.community(&ada, "Oak General", &[&oak]).await;
    let elms = app.community(&ada, "Elm General", &[&elm]).await;
    for community in [&hall, &acorns, &elms] {
        make_default(&app, community).await;
    }
    let bob = app.verified("bob").await;
    app.belongs(&bob, &oak).await;
    onboard(&app, &bob).await;
    for (community, expected) in [(&hall, true), (&acorns, true), (&elms, false), (&other, false)] {
        assert_eq!(is_in(&bob, community).await, expected);
    }
    let sql = "SELECT COUNT(*) AS n FROM membership_events WHERE user_id = $1 \
        AND event_type = 'joined' AND added_by_default = TRUE";
    let bob_id = uuid_of(&app.id_of(&bob).await);
    assert_eq!(app.count(sql, vec![bob_id.into()]).await, 2);
    let shown = bob.get(&format!("/api/communities/{hall}")).await.body;
    assert_eq!((&shown["memberCount"], &shown["isDefaultCommunity"]), (&json!(2), &json!(true)));
}

#[tokio::test]
async fn whoever_ceases_to_belong_leaves_what_they_were_in_by_belonging() {
    let app = TestApp::open().await;
    let oak = app.affiliation("Oak").await;
    let ada = app.member("ada").await;
    app.belongs(&ada, &oak).await;
    let general = app.community(&ada, "Oak General", &[&oak]).await;
    make_default(&app, &general).await;
    let (bob, cleo) = (app.member("bob").await, app.member("cleo").await);
    for who in [&bob, &cleo] {
        app.belongs(who, &oak).await;
    }
    cleo.post(&format!("/api/communities/{general}/join"), json!({})).await.expect(200);
    follow(&app, &bob).await;
    assert!(is_in(&bob, &general).await);
    app.sql("DELETE FROM affiliation_members", vec![]).await;
    for who in [&ada, &bob, &cleo] {
        follow(&app, who).await;
    }
    assert!(!is_in(&bob, &general).await);
    assert!(is_in(&cleo, &general).await, "who came by their own doing stays");
    assert!(is_in(&ada, &general).await);
    app.belongs(&bob, &oak).await;
    follow(&app, &bob).await;
    assert!(is_in(&bob, &general).await, "who belongs again is in again");
    bob.post(&format!("/api/communities/{general}/leave"), json!({})).await.expect(204);
    follow(&app, &bob).await;
    assert!(!is_in(&bob, &general).await, "who left by their own will stays out");
}
