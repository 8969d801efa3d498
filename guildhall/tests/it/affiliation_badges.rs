//! Short names of affiliations, and the badges of their members.

use crate::community_fixture::{CommunityFixture, start_thread};
use crate::kit::{Browser, TestApp};
use crate::people::set_audience;
use chrono::Duration;
use insta::assert_snapshot;
use serde_json::{Value, json};

/// Badges of the author of the thread's last post, as the user sees them.
async fn badges(hall: &CommunityFixture, who: &Browser) -> Value {
    let page = who.get(&hall.posts_path()).await.expect(200);
    page.items().last().unwrap()["author"]["affiliations"].clone()
}

async fn set_private(staff: &Browser, affiliation: &str, is_private: bool) {
    let path = format!("/api/staff/affiliations/{affiliation}");
    staff.patch(&path, json!({ "isPrivate": is_private })).await.expect(200);
}

#[tokio::test]
async fn admins_and_staff_give_a_short_name_and_others_cannot() {
    let app = TestApp::open().await;
    let oak = app.affiliation("Technische Universität Berlin").await;
    let (ada, bob) = (app.member("ada").await, app.member("bob").await);
    app.make_affiliation_admin(&ada, &oak).await;
    app.add_to_affiliation(&bob, &oak).await;
    let path = format!("/api/affiliations/{oak}");
    let shown = ada.get(&path).await.expect(200).body;
    assert_eq!((&shown["shortName"], &shown["ownShortName"]), (&json!("TUB"), &Value::Null));
    let changed = ada.patch(&path, json!({ "shortName": " TU  Berlin " })).await.expect(200).body;
    assert_eq!(changed["shortName"], "TU Berlin");
    assert_eq!(changed["ownShortName"], "TU Berlin");
    for typed in ["T", "thirteen chars"] {
        let refused = ada.patch(&path, json!({ "shortName": typed })).await;
        assert_eq!(refused.to_string(), "422 A short name has between 2 and 12 characters.");
        assert_eq!(refused.body["errors"][0]["field"], "shortName");
    }
    let harmful = ada.patch(&path, json!({ "shortName": "<script>" })).await;
    assert_eq!((harmful.status, &harmful.body["errors"][0]["field"]), (422, &json!("shortName")));
    assert_eq!(bob.patch(&path, json!({ "shortName": "Mine" })).await.status, 404);
    let staff = app.staff("stella").await;
    let by_staff = format!("/api/staff/affiliations/{oak}");
    let changed = staff.patch(&by_staff, json!({ "shortName": "" })).await.expect(200).body;
    assert_eq!((&changed["shortName"], &changed["ownShortName"]), (&json!("TUB"), &Value::Null));
    let refused = staff.patch(&by_staff, json!({ "shortName": "T" })).await;
    assert_snapshot!(refused, @"422 A short name has between 2 and 12 characters.");
    let log = staff.get("/api/staff/audit?action=affiliation.edit").await.expect(200);
    assert_eq!(log.items()[0]["before"], json!({ "shortName": "TU Berlin" }));
}

#[tokio::test]
async fn people_carry_badges_of_two_affiliations_that_they_show() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    hall.app.clock.advance_by(Duration::seconds(1));
    hall.write_post(&bob, "Steel").await.expect(201);
    assert_eq!(badges(&hall, &hall.ada).await, json!([]));
    let mut ids = Vec::new();
    for name in ["Oak House", "Elm Court", "Ash Hall"] {
        let id = hall.app.affiliation(name).await;
        hall.app.add_to_affiliation(&bob, &id).await;
        hall.app.clock.advance_by(Duration::seconds(1));
        ids.push(id);
    }
    let badge = |id: &str, short: &str| json!({ "id": id, "shortName": short });
    let both = json!([badge(&ids[0], "OH"), badge(&ids[1], "EC")]);
    assert_eq!(badges(&hall, &hall.ada).await, both);
    let members = hall.ada.get(&hall.path("/members")).await.expect(200);
    let row = members.items().iter().find(|row| row["firstName"] == "Bob").unwrap();
    assert_eq!(row["affiliations"], both);
    set_audience(&bob, "public").await;
    let directory = hall.ada.get("/api/directory").await.expect(200);
    let row = directory.items().iter().find(|row| row["firstName"] == "Bob").unwrap();
    assert_eq!(row["affiliations"], both);
    let path = format!("/api/affiliations/{}/visibility", ids[0]);
    bob.main().put(&path, json!({ "isPublic": false })).await.expect(200);
    let rest = json!([badge(&ids[1], "EC"), badge(&ids[2], "AH")]);
    assert_eq!(badges(&hall, &hall.ada).await, rest);
}

#[tokio::test]
async fn private_affiliation_is_named_to_its_members_only_and_in_no_event() {
    let hall = CommunityFixture::open().await;
    let (bob, cleo) = (hall.member("bob").await, hall.member("cleo").await);
    let secret = hall.app.affiliation("Quiet Circle").await;
    for who in [&bob, &cleo] {
        hall.app.add_to_affiliation(who, &secret).await;
    }
    let staff = hall.app.staff("sam").await;
    set_private(&staff, &secret, true).await;
    hall.app.clock.advance_by(Duration::seconds(1));
    let mut stream = hall.ada.live().await;
    stream.until("hello").await;
    hall.write_post(&bob, "Steel").await.expect(201);
    let event = stream.until("post.created").await;
    assert_eq!(event["post"]["author"]["affiliations"], json!([]));
    let own = json!([{ "id": secret, "shortName": "QC" }]);
    assert_eq!(badges(&hall, &hall.ada).await, json!([]));
    for who in [&bob, &cleo] {
        assert_eq!(badges(&hall, who).await, own);
    }
    set_private(&staff, &secret, false).await;
    assert_eq!(badges(&hall, &hall.ada).await, own);
}

#[tokio::test]
async fn portal_shows_only_badges_of_its_own_affiliation() {
    let app = TestApp::open().await;
    let oak = app.portal("Oak House", "oak").await.affiliation;
    let elm = app.affiliation("Elm Court").await;
    let (ada, bob) = (app.member("ada").await, app.member("bob").await);
    app.add_to_affiliation(&ada, &oak).await;
    app.add_to_affiliation(&bob, &elm).await;
    app.clock.advance_by(Duration::seconds(1));
    app.add_to_affiliation(&bob, &oak).await;
    app.make_everyone_premium().await;
    let community = app.community(&ada, "Acorns", &[&oak]).await;
    bob.post(&format!("/api/communities/{community}/join"), json!({})).await.expect(200);
    app.transfer(&ada, "oak").await;
    let thread = start_thread(&ada, &community, "Names").await.expect(201).id();
    let posts = format!("/api/communities/{community}/threads/{thread}/posts");
    let mut stream = ada.on("oak").live(None).await;
    stream.until("hello").await;
    bob.post(&posts, json!({ "content": "From main" })).await.expect(201);
    let own = json!([{ "id": oak, "shortName": "OH" }]);
    let event = stream.until("post.created").await;
    assert_eq!(event["post"]["author"]["affiliations"], own);
    let here = ada.on("oak").get(&posts).await.expect(200);
    assert_eq!(here.items()[0]["author"]["affiliations"], own);
    let main = ada.get(&posts).await.expect(200);
    assert_eq!(main.items()[0]["author"]["affiliations"].as_array().unwrap().len(), 2);
    let path = format!("/api/affiliations/{oak}");
    app.make_affiliation_admin(&ada, &oak).await;
    let refused = ada.on("oak").patch(&path, json!({ "shortName": "Oak" })).await;
    assert!([403, 404].contains(&refused.status), "{refused}");
}
