//! Making members admins, and what trustees may.

use super::house::{heard, listening, notices, of_type};
use crate::hall::Hall;
use futures::future::join_all;
use insta::assert_snapshot;
use serde_json::json;

async fn path(hall: &Hall, who: &crate::kit::Browser) -> String {
    hall.path(&format!("/members/{}/promote", hall.app.id_of(who).await))
}

#[tokio::test]
async fn an_admin_makes_a_member_an_admin() {
    let hall = Hall::open().await;
    let (bob, cleo) = (hall.member("bob").await, hall.member("cleo").await);
    let outsider = hall.app.member("otto").await;
    let mut stream = listening(&bob).await;
    let to_bob = path(&hall, &bob).await;
    assert_snapshot!(cleo.post(&to_bob, json!({})).await, @"403 Only community admins can promote members");
    assert_snapshot!(hall.ada.post(&path(&hall, &outsider).await, json!({})).await, @"404 User is not a member of this community");
    let promoted = hall.ada.post(&to_bob, json!({})).await.expect(200).body;
    assert_eq!(
        (&promoted["role"], &promoted["displayName"]),
        (&json!("admin"), &json!("Bob Tester"))
    );
    assert_snapshot!(hall.ada.post(&to_bob, json!({})).await, @"409 User is already a community admin");
    assert_eq!(bob.get(&hall.path("")).await.body["viewer"]["isAdmin"], true);
    assert_eq!(notices(&hall.app, &bob, "system_message").await, 1);
    let frames = heard(&hall.app, &bob, &mut stream).await;
    assert_eq!(of_type(&frames, "membership.promoted"), 1);
    hall.ada.post(&hall.path("/leave"), json!({})).await.expect(204);
}

#[tokio::test]
async fn two_admins_made_at_once_are_one() {
    let hall = Hall::open().await;
    let bob = hall.member("bob").await;
    let to_bob = path(&hall, &bob).await;
    let answers = join_all((0..6).map(|_| hall.ada.post(&to_bob, json!({})))).await;
    assert_eq!(answers.iter().filter(|reply| reply.status == 200).count(), 1);
    assert!(answers.iter().all(|reply| [200, 409].contains(&reply.status)), "{answers:?}");
}

#[tokio::test]
async fn whoever_is_removed_is_told() {
    let hall = Hall::open().await;
    let bob = hall.member("bob").await;
    let id = hall.app.id_of(&bob).await;
    hall.ada.delete(&hall.path(&format!("/members/{id}"))).await.expect(204);
    assert_eq!(notices(&hall.app, &bob, "system_message").await, 1);
}

#[tokio::test]
async fn a_promotion_that_cannot_be_kept_is_said_not_to_be() {
    let hall = Hall::open().await;
    let bob = hall.member("bob").await;
    let to_bob = path(&hall, &bob).await;
    hall.app.sql("ALTER TABLE events RENAME TO events_elsewhere", vec![]).await;
    assert_snapshot!(hall.ada.post(&to_bob, json!({})).await, @"500 Failed to promote user");
}
