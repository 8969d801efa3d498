//! Default communities, which users join through their affiliations.

use crate::kit::{Browser, Reply, TestApp, uuid_of};
use serde_json::json;
use tenant_runtime::communities::defaults::update_default_memberships;

async fn make_default(app: &TestApp, community: &str) {
    app.make_default_community(community).await;
}

async fn onboard(app: &TestApp, who: &Browser) {
    let all = json!({ "agreedToTerms": true, "agreedToGuidelines": true, "agreedToPrivacy": true });
    who.post("/api/me/onboarding", all).await.expect(200);
    app.work().await;
}

/// Updates the default memberships as after a change of affiliations.
async fn sync_default_memberships(app: &TestApp, who: &Browser) {
    let user = uuid_of(&app.id_of(who).await).into();
    let mut system = app.services().system("change where somebody belongs");
    let tx = system.begin().await.unwrap();
    update_default_memberships(&tx, user).await.unwrap();
    tx.commit().await.unwrap();
    app.work().await;
}

async fn is_in(who: &Browser, community: &str) -> bool {
    let shown = who.get(&format!("/api/communities/{community}")).await;
    shown.body["viewer"]["isMember"] == true
}

#[tokio::test]
async fn onboarding_joins_general_and_affiliation_default_communities() {
    let app = TestApp::open().await;
    let (oak, elm) = (app.affiliation("Oak").await, app.affiliation("Elm").await);
    let ada = app.member("ada").await;
    for affiliation in [&oak, &elm] {
        app.add_to_affiliation(&ada, affiliation).await;
    }
    app.make_everyone_premium().await;
    let hall = app.community(&ada, "The CommunityFixture", &[]).await;
    let other = app.community(&ada, "Another", &[]).await;
    app.clock.advance_by(chrono::Duration::minutes(61));
    let acorns = app.community(&ada, "Oak General", &[&oak]).await;
    let elms = app.community(&ada, "Elm General", &[&elm]).await;
    for community in [&hall, &acorns, &elms] {
        make_default(&app, community).await;
    }
    let bob = app.verified("bob").await;
    app.add_to_affiliation(&bob, &oak).await;
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
async fn losing_an_affiliation_removes_default_memberships_only() {
    let app = TestApp::open().await;
    let oak = app.affiliation("Oak").await;
    let ada = app.member("ada").await;
    app.add_to_affiliation(&ada, &oak).await;
    let general = app.community(&ada, "Oak General", &[&oak]).await;
    make_default(&app, &general).await;
    let (bob, cleo) = (app.member("bob").await, app.member("cleo").await);
    for who in [&bob, &cleo] {
        app.add_to_affiliation(who, &oak).await;
    }
    cleo.post(&format!("/api/communities/{general}/join"), json!({})).await.expect(200);
    sync_default_memberships(&app, &bob).await;
    assert!(is_in(&bob, &general).await);
    app.delete_all_rows("affiliation_members").await;
    for who in [&ada, &bob, &cleo] {
        sync_default_memberships(&app, who).await;
    }
    assert!(!is_in(&bob, &general).await);
    assert!(is_in(&cleo, &general).await, "a voluntary member stays");
    assert!(is_in(&ada, &general).await);
    app.add_to_affiliation(&bob, &oak).await;
    sync_default_memberships(&app, &bob).await;
    assert!(is_in(&bob, &general).await, "a returning affiliation member is added again");
    bob.post(&format!("/api/communities/{general}/leave"), json!({})).await.expect(204);
    sync_default_memberships(&app, &bob).await;
    assert!(!is_in(&bob, &general).await, "a voluntary leave is respected");
}

async fn set_default(who: &Browser, community: &str, to: bool) -> Reply {
    let path = format!("/api/staff/communities/{community}/default");
    who.main().put(&path, json!({ "isDefaultCommunity": to })).await
}

#[tokio::test]
async fn making_a_community_default_adds_existing_affiliation_members() {
    let app = TestApp::open().await;
    let oak = app.affiliation("Oak").await;
    let (ada, sam) = (app.member("ada").await, app.staff("sam").await);
    app.add_to_affiliation(&ada, &oak).await;
    let general = app.community(&ada, "Oak General", &[&oak]).await;
    let (bob, cleo, dan) =
        (app.member("bob").await, app.member("cleo").await, app.member("dan").await);
    for who in [&bob, &dan] {
        app.add_to_affiliation(who, &oak).await;
    }
    let fresh = app.verified("eve").await;
    app.add_to_affiliation(&fresh, &oak).await;
    let path = format!("/api/communities/{general}");
    dan.post(&format!("{path}/join"), json!({})).await.expect(200);
    dan.post(&format!("{path}/leave"), json!({})).await.expect(204);
    assert_eq!(set_default(&ada, &general, true).await.status, 404, "not allowed for its admin");
    let made = set_default(&sam, &general, true).await.expect(200).body;
    assert_eq!(made, json!({ "communityId": general, "isDefaultCommunity": true }));
    app.work().await;
    assert!(is_in(&bob, &general).await, "an existing affiliation member is added");
    for (who, why) in [(&cleo, "does not belong"), (&dan, "left voluntarily")] {
        assert!(!is_in(who, &general).await, "{why}");
    }
    onboard(&app, &fresh).await;
    assert!(is_in(&fresh, &general).await, "a new user is added");
    let shown = ada.get(&path).await.expect(200).body;
    assert_eq!((&shown["memberCount"], &shown["isDefaultCommunity"]), (&json!(3), &json!(true)));
    set_default(&sam, &general, true).await.expect(200);
    set_default(&sam, &general, false).await.expect(200);
    app.work().await;
    assert!(is_in(&bob, &general).await, "existing members stay");
    let late = app.member("fay").await;
    app.add_to_affiliation(&late, &oak).await;
    sync_default_memberships(&app, &late).await;
    assert!(!is_in(&late, &general).await);
    let audited = "SELECT COUNT(*) AS n FROM audit_log WHERE action = 'community.default'";
    assert_eq!(app.count(audited, vec![]).await, 2);
}
