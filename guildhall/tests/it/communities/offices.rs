//! Roles that staff grant and revoke.

use crate::community_fixture::CommunityFixture;
use crate::kit::{Browser, Reply};
use chrono::Duration;
use insta::assert_snapshot;
use serde_json::json;

async fn change_role(hall: &CommunityFixture, who: &Browser, user: &str, action: &str) -> Reply {
    let path = format!("/api/staff/communities/{}/members/{user}/{action}", hall.community);
    who.post(&path, json!({ "reason": "For a test" })).await
}

async fn is_admin(hall: &CommunityFixture, who: &Browser) -> bool {
    who.get(&hall.path("")).await.expect(200).body["viewer"]["isAdmin"] == true
}

#[tokio::test]
async fn staff_grant_and_revoke_roles_with_an_audited_reason() {
    let hall = CommunityFixture::open().await;
    let (bob, sam) = (hall.member("bob").await, hall.app.staff("sam").await);
    let (ada_id, bob_id) = (hall.app.id_of(&hall.ada).await, hall.app.id_of(&bob).await);
    let mut stream = bob.live().await;
    stream.until("hello").await;
    let made = change_role(&hall, &sam, &bob_id, "grant-trustee").await.expect(200).body;
    assert_eq!((&made["role"], &made["userId"]), (&json!("trustee"), &json!(bob_id)));
    assert_eq!(stream.until("membership.promoted").await["userId"], json!(bob_id));
    let notice = stream.until("notification.created").await["notification"].clone();
    assert_eq!(notice["title"], "You are now a trustee of Long spans");
    assert_snapshot!(change_role(&hall, &sam, &bob_id, "grant-trustee").await, @"409 User is already a trustee of this community");
    assert_snapshot!(change_role(&hall, &sam, &bob_id, "revoke-admin").await, @"409 User is not an admin of this community");
    assert_snapshot!(change_role(&hall, &sam, &ada_id, "revoke-admin").await, @"409 This is the last admin of the community. Grant another member first.");
    assert_snapshot!(change_role(&hall, &sam, &ada_id, "grant-trustee").await, @"409 User is already a community admin");
    assert!(is_admin(&hall, &hall.ada).await, "what was refused changed nothing");
    change_role(&hall, &sam, &bob_id, "grant-admin").await.expect(200);
    change_role(&hall, &sam, &ada_id, "revoke-admin").await.expect(200);
    assert!(is_admin(&hall, &bob).await && !is_admin(&hall, &hall.ada).await);
    assert_snapshot!(change_role(&hall, &sam, &ada_id, "revoke-trustee").await, @"409 User is not a trustee of this community");
    let sql = "SELECT COUNT(*) AS n FROM audit_log WHERE subject_kind = 'community' \
        AND reason = 'For a test' AND action LIKE 'community.%'";
    assert_eq!(hall.app.count(sql, vec![]).await, 3);
}

#[tokio::test]
async fn only_staff_grant_roles_and_not_to_non_members_or_themselves() {
    let hall = CommunityFixture::open().await;
    let (bob, sam) = (hall.member("bob").await, hall.app.staff("sam").await);
    let olaf = hall.app.id_of(&hall.app.member("olaf").await).await;
    let (bob_id, sam_id) = (hall.app.id_of(&bob).await, hall.app.id_of(&sam).await);
    assert_eq!(change_role(&hall, &hall.ada, &bob_id, "grant-admin").await.status, 404);
    assert_snapshot!(change_role(&hall, &sam, &olaf, "grant-admin").await, @"404 User is not a member of this community");
    sam.post(&hall.path("/join"), json!({})).await.expect(200);
    assert_snapshot!(change_role(&hall, &sam, &sam_id, "grant-admin").await, @"403 You cannot do this to your own account.");
    let path = format!("/api/staff/communities/{}/members/{bob_id}/grant-admin", hall.community);
    assert_snapshot!(sam.post(&path, json!({ "reason": " " })).await, @"422 Input is required");
    let nowhere = format!("/api/staff/communities/{bob_id}/members/{bob_id}/grant-admin");
    assert_snapshot!(sam.post(&nowhere, json!({ "reason": "x" })).await, @"404 Community not found");
    hall.app.clock.advance_by(Duration::minutes(16));
    let stale = change_role(&hall, &sam, &bob_id, "grant-admin").await;
    assert_eq!((stale.status, &stale.body["code"]), (403, &json!("proof-required")));
}
