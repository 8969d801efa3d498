//! The communities that one is in by belonging.

use crate::kit::{Browser, Reply, TestApp, uuid_of};
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

async fn set_default(who: &Browser, community: &str, to: bool) -> Reply {
    let path = format!("/api/staff/communities/{community}/default");
    who.main().put(&path, json!({ "isDefaultCommunity": to })).await
}

#[tokio::test]
async fn staff_make_a_community_a_default_one_and_whoever_belongs_comes_in() {
    let app = TestApp::open().await;
    let oak = app.affiliation("Oak").await;
    let (ada, sam) = (app.member("ada").await, app.staff("sam").await);
    app.belongs(&ada, &oak).await;
    let general = app.community(&ada, "Oak General", &[&oak]).await;
    let (bob, cleo, dan) =
        (app.member("bob").await, app.member("cleo").await, app.member("dan").await);
    for who in [&bob, &dan] {
        app.belongs(who, &oak).await;
    }
    let fresh = app.verified("eve").await;
    app.belongs(&fresh, &oak).await;
    let path = format!("/api/communities/{general}");
    dan.post(&format!("{path}/join"), json!({})).await.expect(200);
    dan.post(&format!("{path}/leave"), json!({})).await.expect(204);
    assert_eq!(set_default(&ada, &general, true).await.status, 404, "not for its admin");
    let made = set_default(&sam, &general, true).await.expect(200).body;
    assert_eq!(made, json!({ "communityId": general, "isDefaultCommunity": true }));
    app.work().await;
    assert!(is_in(&bob, &general).await, "who belonged before is in");
    for (who, why) in [(&cleo, "does not belong"), (&dan, "left by their own will")] {
        assert!(!is_in(who, &general).await, "{why}");
    }
    onboard(&app, &fresh).await;
    assert!(is_in(&fresh, &general).await, "who is new is in");
    let shown = ada.get(&path).await.expect(200).body;
    assert_eq!((&shown["memberCount"], &shown["isDefaultCommunity"]), (&json!(3), &json!(true)));
    set_default(&sam, &general, true).await.expect(200);
    set_default(&sam, &general, false).await.expect(200);
    app.work().await;
    assert!(is_in(&bob, &general).await, "nobody is taken out");
    let late = app.member("fay").await;
    app.belongs(&late, &oak).await;
    follow(&app, &late).await;
    assert!(!is_in(&late, &general).await);
    let noted = "SELECT COUNT(*) AS n FROM audit_log WHERE action = 'community.default'";
    assert_eq!(app.count(noted, vec![]).await, 2);
}
