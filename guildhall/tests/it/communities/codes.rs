//! Private codes: creating, reading and joining with them.

use super::house::{House, insert_member};
use crate::community_fixture::{CommunityFixture, texts};
use crate::kit::{Browser, Reply, TestApp};
use insta::assert_snapshot;
use serde_json::{Value, json};

async fn join_by_code(who: &Browser, code: &str) -> Reply {
    who.post("/api/communities/join-by-code", json!({ "code": code })).await
}

async fn create_code(who: &Browser, path: &str, status: u16) -> String {
    let reply = who.post(path, json!({})).await.expect(status);
    reply.body["privateCode"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn private_code_creates_join_request_until_regenerated() {
    let house = House::open().await;
    house.update_row("visibility = 'private'").await;
    let path = house.path("/private-code");
    let none = json!({ "privateCode": null, "privateCodeCreated": null });
    assert_eq!(house.ada.get(&path).await.expect(200).body, none);
    let first = create_code(&house.ada, &path, 201).await;
    assert!(
        first.len() == 8 && first.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
    );
    let second = create_code(&house.ada, &path, 200).await;
    assert_ne!(first, second);
    assert_snapshot!(join_by_code(&house.bob, &first).await, @"404 Invalid private code - no matching community found");
    assert_eq!(house.bob.get(&house.path("")).await.status, 404);
    let request =
        join_by_code(&house.bob, &format!(" {} ", second.to_lowercase())).await.expect(201);
    assert_eq!(
        (&request.body["status"], &request.body["communityName"]),
        (&json!("pending"), &json!("Acorns"))
    );
    assert_snapshot!(join_by_code(&house.bob, &second).await, @"409 You already have a pending join request for this community");
    assert_eq!(texts(&house.ada.get(&house.path("/join-requests")).await, "id"), [request.id()]);
    assert_eq!(texts(&house.bob.get("/api/me/join-requests").await, "id"), [request.id()]);
    let approve = house.path(&format!("/join-requests/{}/approve", request.id()));
    house.ada.post(&approve, json!({})).await.expect(200);
    assert_snapshot!(join_by_code(&house.bob, &second).await, @"409 You are already a member of this community");
    assert_eq!(house.ada.delete(&path).await.status, 204);
    assert_eq!(house.ada.get(&path).await.body, none);
    let cleo = house.app.member("cleo").await;
    assert_snapshot!(join_by_code(&cleo, &second).await, @"404 Invalid private code - no matching community found");
    assert_snapshot!(join_by_code(&cleo, "  ").await, @"422 Please enter a valid private code");
}

#[tokio::test]
async fn only_admins_create_read_and_delete_the_private_code() {
    let house = House::open().await;
    let path = house.path("/private-code");
    let code = create_code(&house.ada, &path, 201).await;
    let sam = house.app.staff("sam").await;
    for who in [
        house.member_with_role("tess", "trustee").await,
        house.member_with_role("mel", "member").await,
        sam,
    ] {
        let refused = who.post(&path, json!({})).await.to_string();
        assert_eq!(refused, "403 Only community admins can generate private codes");
        for refused in [who.get(&path).await, who.delete(&path).await] {
            assert_eq!(refused.to_string(), "403 Admin privileges required");
        }
        let shown = who.get(&house.path("")).await.expect(200);
        assert!(!shown.text.contains(&code));
    }
    assert_eq!(house.bob.get(&path).await.status, 403);
    assert!(!house.ada.get("/api/communities").await.text.contains(&code));
}

#[tokio::test]
async fn private_code_does_not_bypass_affiliations_pause_or_deletion() {
    let house = House::open().await;
    house.update_row("visibility = 'private', private_code = 'TESTCODE'").await;
    let cleo = house.app.member("cleo").await;
    assert_snapshot!(join_by_code(&cleo, "TESTCODE").await, @"403 You need the following affiliation(s) to join this community: Oak");
    house.update_row("status = 'paused'").await;
    assert_snapshot!(join_by_code(&cleo, "TESTCODE").await, @"403 This community is currently paused and not accepting new members");
    house.update_row("status = 'active', deletion_pending = TRUE").await;
    assert_snapshot!(join_by_code(&house.bob, "TESTCODE").await, @"403 You cannot join this community");
}

#[tokio::test]
async fn portal_accepts_private_codes_of_its_own_communities_only() {
    let hall = CommunityFixture::open().await;
    let bob = hall.app.member("bob").await;
    hall.app.set_private_code("TESTCODE").await;
    let oak = hall.app.portal("Oak House", "oak").await;
    hall.app.add_to_affiliation(&bob, &oak.affiliation).await;
    hall.app.sign_in(&bob, "oak.localhost", "bob").await;
    let code = json!({ "code": "TESTCODE" });
    let there = bob.on("oak").post("/api/communities/join-by-code", code).await;
    assert_snapshot!(there, @"404 Invalid private code - no matching community found");
    join_by_code(&bob, "TESTCODE").await.expect(201);
}

#[tokio::test]
async fn ten_wrong_private_codes_in_fifteen_minutes_lock_the_user_out() {
    let app = TestApp::open().await;
    let (ada, bob) = (app.member("ada").await, app.member("bob").await);
    let community = app.community(&ada, "Hidden", &[]).await;
    app.set_private_code("TESTCODE").await;
    for n in 0..10 {
        assert_eq!(join_by_code(&bob, &format!("WRONG{n:03}")).await.status, 404);
    }
    let refused = join_by_code(&bob, "TESTCODE").await.expect(429);
    assert!(refused.body["detail"].as_str().unwrap().starts_with("Rate limit exceeded."));
    insert_member(&app, &community, &app.member("cleo").await, "member").await;
    app.clock.advance_by(chrono::Duration::minutes(31));
    for n in 0..9 {
        assert_eq!(join_by_code(&bob, &format!("WRONG{n:03}")).await.status, 404);
    }
    // Blanks, hyphens and width do not matter, and a valid code is not counted as a failure.
    join_by_code(&bob, "te-st ｃｏｄｅ").await.expect(201);
    assert_eq!(join_by_code(&bob, "WRONG009").await.status, 404);
    assert_eq!(join_by_code(&bob, "WRONG010").await.status, 429);
}

#[tokio::test]
async fn failed_private_code_changes_return_the_specified_messages() {
    let house = House::open().await;
    let path = house.path("/private-code");
    house.app.make_table_unavailable("events").await;
    assert_snapshot!(house.ada.post(&path, json!({})).await, @"500 Failed to generate private code");
    house.update_row("private_code = 'TESTCODE'").await;
    assert_snapshot!(house.ada.post(&path, json!({})).await, @"500 Failed to refresh private code");
    assert_snapshot!(house.ada.delete(&path).await, @"500 Failed to remove private code");
    assert_snapshot!(join_by_code(&house.bob, "TESTCODE").await, @"500 Failed to join with private code");
    assert_eq!(house.ada.get(&path).await.body["privateCodeCreated"], Value::Null);
}
