//! Cords of new members with the existing ones.

use super::{cord, count_activity, strength};
use crate::kit::{Browser, TestApp, uuid_of};
use serde_json::json;

async fn association(who: &Browser, other: &str) -> f64 {
    strength(&cord(who.main(), other).await.expect(200).body, "association")
}

#[tokio::test]
async fn new_member_gets_a_cord_with_as_many_members_as_configured() {
    let app = TestApp::open_with(&[("cords.join_max_members", "2")]).await;
    let ada = app.member("ada").await;
    let community = app.community(&ada, "Long spans", &[]).await;
    let join = format!("/api/communities/{community}/join");
    let mut members = vec![ada];
    for name in ["bob", "cleo", "dan"] {
        let member = app.member(name).await;
        member.post(&join, json!({})).await.expect(200);
        members.push(member);
    }
    count_activity(&app).await;
    let dan_id = app.id_of(&members[3]).await;
    let mut strengths = Vec::new();
    for member in &members[..3] {
        strengths.push(association(member, &dan_id).await);
    }
    assert_eq!(strengths, [0.0, 3.0, 3.0], "the two who joined last");
    let unfinished = "SELECT COUNT(*) AS n FROM cord_group_joins WHERE NOT done";
    assert_eq!(app.count(unfinished, vec![]).await, 0);
}

#[tokio::test]
async fn joining_again_does_not_count_again() {
    let app = TestApp::open().await;
    let (ada, bob) = (app.member("ada").await, app.member("bob").await);
    let community = app.community(&ada, "Long spans", &[]).await;
    for _ in 0..3 {
        bob.post(&format!("/api/communities/{community}/join"), json!({})).await.expect(200);
        bob.post(&format!("/api/communities/{community}/leave"), json!({})).await.expect(204);
    }
    count_activity(&app).await;
    assert_eq!(association(&ada, &app.id_of(&bob).await).await, 3.0);
}

#[tokio::test]
async fn large_join_is_written_in_chunks_and_resumes_where_it_stopped() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let community = app.community(&ada, "Long spans", &[]).await;
    app.copy_accounts(&ada, 500).await;
    let join = "INSERT INTO community_members (community_id, user_id, role, joined_at) \
        SELECT $1, id, 'member', $2 FROM users WHERE email LIKE 'crowd-%'";
    let now = app.clock.now();
    app.sql(join, vec![uuid_of(&community).into(), now.into()]).await;
    let bob = app.member("bob").await;
    bob.post(&format!("/api/communities/{community}/join"), json!({})).await.expect(200);
    app.until_delivered().await;
    tenant_runtime::cords::drain(app.services()).await.unwrap();
    // As if the process had been killed after the first chunk.
    let half = "UPDATE cord_group_joins SET after_id = (SELECT user_id FROM community_members \
        ORDER BY user_id LIMIT 1 OFFSET 449), members = 450 WHERE NOT done";
    app.sql(half, vec![]).await;
    app.work().await;
    let cords = "SELECT COUNT(*) AS n FROM cords WHERE total_strength > 0";
    assert_eq!(app.count(cords, vec![]).await, 51);
    app.work().await;
    assert_eq!(app.count(cords, vec![]).await, 51, "a finished join is not repeated");
}

#[tokio::test]
async fn joined_affiliation_counts_and_a_professional_one_adds_its_own_strand() {
    let app = TestApp::open().await;
    let oak = app.affiliation("Oak House").await;
    let professional = [("cords.professional_affiliations", oak.as_str())];
    let app = app.second_instance_with(&professional).await;
    let (ada, bob) = (app.member("ada").await, app.member("bob").await);
    app.add_to_affiliation(&ada, &oak).await;
    let staff = app.staff("sam").await;
    let answers = json!({ "answers": crate::affiliation_requests::answers() });
    let path = format!("/api/affiliations/{oak}/requests");
    let request = bob.post(&path, answers).await.expect(201).id();
    staff.post(&format!("{path}/{request}/approve"), json!({})).await.expect(200);
    count_activity(&app).await;
    let with_bob = cord(ada.main(), &app.id_of(&bob).await).await.expect(200).body;
    assert_eq!(strength(&with_bob, "association"), 3.0);
    assert_eq!(strength(&with_bob, "professional"), 3.0);
    assert_eq!(with_bob["common"]["affiliations"][0]["name"], "Oak House");
}
