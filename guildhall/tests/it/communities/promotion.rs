//! Promoting members to admins.

use super::house::{count_of_type, frames_so_far, notice_count, open_stream};
use crate::community_fixture::CommunityFixture;
use futures::future::join_all;
use insta::assert_snapshot;
use serde_json::json;

async fn promotion_path(hall: &CommunityFixture, who: &crate::kit::Browser) -> String {
    hall.path(&format!("/members/{}/promote", hall.app.id_of(who).await))
}

#[tokio::test]
async fn admin_promotes_a_member_to_admin() {
    let hall = CommunityFixture::open().await;
    let (bob, cleo) = (hall.member("bob").await, hall.member("cleo").await);
    let outsider = hall.app.member("otto").await;
    let mut stream = open_stream(&bob).await;
    let to_bob = promotion_path(&hall, &bob).await;
    assert_snapshot!(cleo.post(&to_bob, json!({})).await, @"403 Only community admins can promote members");
    assert_snapshot!(hall.ada.post(&promotion_path(&hall, &outsider).await, json!({})).await, @"404 User is not a member of this community");
    let promoted = hall.ada.post(&to_bob, json!({})).await.expect(200).body;
    assert_eq!(
        (&promoted["role"], &promoted["displayName"]),
        (&json!("admin"), &json!("Bob Tester"))
    );
    assert_snapshot!(hall.ada.post(&to_bob, json!({})).await, @"409 User is already a community admin");
    assert_eq!(bob.get(&hall.path("")).await.body["viewer"]["isAdmin"], true);
    assert_eq!(notice_count(&hall.app, &bob, "system_message").await, 1);
    let frames = frames_so_far(&hall.app, &bob, &mut stream).await;
    assert_eq!(count_of_type(&frames, "membership.promoted"), 1);
    hall.ada.post(&hall.path("/leave"), json!({})).await.expect(204);
}

#[tokio::test]
async fn concurrent_promotions_of_one_member_succeed_once() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let to_bob = promotion_path(&hall, &bob).await;
    let answers = join_all((0..6).map(|_| hall.ada.post(&to_bob, json!({})))).await;
    assert_eq!(answers.iter().filter(|reply| reply.status == 200).count(), 1);
    assert!(answers.iter().all(|reply| [200, 409].contains(&reply.status)), "{answers:?}");
}

#[tokio::test]
async fn removed_member_is_notified() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let id = hall.app.id_of(&bob).await;
    hall.ada.delete(&hall.path(&format!("/members/{id}"))).await.expect(204);
    assert_eq!(notice_count(&hall.app, &bob, "system_message").await, 1);
}

#[tokio::test]
async fn failed_promotion_returns_the_specified_message() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let to_bob = promotion_path(&hall, &bob).await;
    hall.app.make_table_unavailable("events").await;
    assert_snapshot!(hall.ada.post(&to_bob, json!({})).await, @"500 Failed to promote user");
}
