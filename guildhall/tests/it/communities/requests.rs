//! Join requests.

use super::house::{
    House, count_of_type, frames_so_far, membership_event_count, notice_count, open_stream,
};
use crate::community_fixture::{CommunityFixture, texts};
use crate::kit::uuid_of;
use futures::future::join_all;
use insta::assert_snapshot;
use serde_json::{Value, json};

fn decision_path(house: &House, request: &str, action: &str) -> String {
    house.path(&format!("/join-requests/{request}/{action}"))
}

#[tokio::test]
async fn eligible_user_requests_to_join_and_admin_approves() {
    let house = House::open().await;
    let before = house.bob.get(&house.path("")).await.expect(200).body["viewer"].clone();
    assert_eq!((&before["canJoin"], &before["canRequest"]), (&json!(false), &json!(true)));
    let request = house.request_to_join(&house.bob).await.expect(201).body;
    let id = request["id"].as_str().unwrap();
    assert_eq!(
        (&request["status"], &request["message"]),
        (&json!("pending"), &json!("I grow oaks"))
    );
    assert_eq!(request["communityName"], "Acorns");
    assert_snapshot!(house.request_to_join(&house.bob).await, @"409 You already have a pending join request for this community");
    let waiting = house.bob.get(&house.path("")).await.body["viewer"]["joinRequestId"].clone();
    assert_eq!(waiting, request["id"]);
    let listed = house.ada.get(&house.path("/join-requests?status=pending")).await.expect(200);
    assert_eq!(listed.items()[0]["person"]["displayName"], "Bob Tester");
    let words = json!({ "adminMessage": "Welcome" });
    let approved =
        house.ada.post(&decision_path(&house, id, "approve"), words).await.expect(200).body;
    assert_eq!(
        (&approved["status"], &approved["adminMessage"]),
        (&json!("approved"), &json!("Welcome"))
    );
    assert_eq!(approved["adminUserId"], json!(house.app.id_of(&house.ada).await));
    let inside = house.bob.get(&house.path("")).await.body;
    assert_eq!((&inside["viewer"]["isMember"], &inside["memberCount"]), (&json!(true), &json!(2)));
    assert_eq!(
        membership_event_count(&house.app, &house.community, ("joined", "approved_request")).await,
        1
    );
    assert_eq!(notice_count(&house.app, &house.bob, "join_approved").await, 1);
    let again = house.ada.post(&decision_path(&house, id, "approve"), json!({})).await;
    assert_snapshot!(again, @"409 User is already a member of this community");
    assert_snapshot!(house.request_to_join(&house.bob).await, @"409 You are already a member of this community");
    let own = house.bob.get("/api/me/join-requests").await.expect(200);
    assert_eq!(texts(&own, "adminMessage"), ["Welcome"]);
    assert!(house.ada.get(&house.path("/join-requests?status=pending")).await.items().is_empty());
}

#[tokio::test]
async fn rejected_user_may_request_again() {
    let house = House::open().await;
    let first = house.request_to_join(&house.bob).await.expect(201).id();
    let words = json!({ "adminMessage": "Not this year" });
    let rejected =
        house.ada.post(&decision_path(&house, &first, "reject"), words).await.expect(200).body;
    assert_eq!(rejected["status"], "rejected");
    assert_eq!(notice_count(&house.app, &house.bob, "join_rejected").await, 1);
    for action in ["approve", "reject"] {
        let late = house.ada.post(&decision_path(&house, &first, action), json!({})).await;
        assert_eq!(late.to_string(), "404 Join request not found");
    }
    let second = house.request_to_join(&house.bob).await.expect(201).id();
    house.ada.post(&decision_path(&house, &second, "approve"), json!({})).await.expect(200);
    let own = house.bob.get("/api/me/join-requests").await;
    assert_eq!(texts(&own, "status"), ["approved", "rejected"]);
}

#[tokio::test]
async fn repeated_idempotency_key_creates_one_join_request() {
    let house = House::open().await;
    let (path, key) = (house.path("/join-requests"), "01939d3e-8a5b-7000-8000-000000000004");
    let ask =
        async || house.bob.main().post_keyed(&path, key, json!({ "message": "I grow" })).await;
    let first = ask().await.expect(201).body;
    for _ in 0..12 {
        assert_eq!(ask().await.expect(201).body, first);
    }
    assert_eq!(notice_count(&house.app, &house.ada, "system_message").await, 1);
}

#[tokio::test]
async fn admins_decide_requests_while_trustees_and_staff_only_see_them() {
    let house = House::open().await;
    let id = house.request_to_join(&house.bob).await.expect(201).id();
    let (tess, mel) = (
        house.member_with_role("tess", "trustee").await,
        house.member_with_role("mel", "member").await,
    );
    let sam = house.app.staff("sam").await;
    let path = house.path("/join-requests");
    for (who, status) in
        [(&house.ada, 200), (&tess, 200), (&sam, 200), (&mel, 403), (&house.bob, 403)]
    {
        let seen = who.get(&path).await;
        assert_eq!(seen.status, status, "{seen}");
    }
    for who in [&tess, &sam, &mel, &house.bob] {
        for action in ["approve", "reject"] {
            let refused =
                who.post(&decision_path(&house, &id, action), json!({})).await.to_string();
            assert_eq!(refused, "403 Only community admins can handle join requests");
        }
    }
    let nothing = "00000000000000000000000000000000";
    let missing = house.ada.post(&decision_path(&house, nothing, "approve"), json!({})).await;
    assert_snapshot!(missing, @"404 Join request not found");
}

#[tokio::test]
async fn affiliation_requirements_are_checked_on_request_and_on_approval() {
    let house = House::open().await;
    let elm = house.app.affiliation("Elm").await;
    let sql = "INSERT INTO community_affiliations (community_id, affiliation_id) VALUES ($1, $2)";
    let ids = [&house.community, &elm].map(|id| uuid_of(id).into());
    house.app.sql(sql, ids.to_vec()).await;
    let outsider = house.app.member("otto").await;
    assert_snapshot!(house.request_to_join(&outsider).await, @"404 Community not found");
    let id = house.request_to_join(&house.bob).await.expect(201).id();
    house.update_row("require_all_affiliations = TRUE").await;
    let refused = house.ada.post(&decision_path(&house, &id, "approve"), json!({})).await;
    assert_snapshot!(refused, @"403 User cannot join this community due to affiliation requirements");
    house.bob.delete(&format!("/api/me/join-requests/{id}")).await.expect(204);
    assert_snapshot!(house.request_to_join(&house.bob).await, @"403 This community requires you to have all of its affiliations to join");
    house.update_row("require_all_affiliations = FALSE, visibility = 'public'").await;
    assert_snapshot!(house.request_to_join(&outsider).await, @"403 This community requires you to have at least one of its affiliations to join");
}

#[tokio::test]
async fn paused_or_ending_community_accepts_no_requests_or_approvals() {
    let house = House::open().await;
    let id = house.request_to_join(&house.bob).await.expect(201).id();
    let cleo = house.app.member("cleo").await;
    house.app.add_to_affiliation(&cleo, &house.oak).await;
    for (set, said) in [
        (
            "status = 'paused'",
            "403 This community is currently paused and not accepting new members",
        ),
        ("status = 'active', deletion_pending = TRUE", "403 You cannot join this community"),
    ] {
        house.update_row(set).await;
        assert_eq!(house.request_to_join(&cleo).await.to_string(), said);
        let approved = house.ada.post(&decision_path(&house, &id, "approve"), json!({})).await;
        assert_eq!(approved.to_string(), said);
        let viewer = cleo.get(&house.path("")).await.expect(200).body["viewer"].clone();
        assert_eq!(viewer["canRequest"], false);
    }
    assert!(cleo.get("/api/communities?scope=discover").await.items().is_empty());
}

#[tokio::test]
async fn join_request_to_a_public_community_is_approved_immediately() {
    let hall = CommunityFixture::open().await;
    let bob = hall.app.member("bob").await;
    let key = "01939d3e-8a5b-7000-8000-000000000002";
    let send = async || {
        let path = hall.path("/join-requests");
        bob.main().post_keyed(&path, key, json!({ "message": "Hello" })).await
    };
    let asked = send().await.expect(201);
    assert_eq!(
        (&asked.body["status"], &asked.body["adminUserId"]),
        (&json!("approved"), &Value::Null)
    );
    assert_eq!(send().await.expect(201).body, asked.body);
    assert_eq!(hall.ada.get(&hall.path("")).await.body["memberCount"], 2);
    assert_eq!(
        membership_event_count(&hall.app, &hall.community, ("joined", "voluntary")).await,
        2
    );
}

#[tokio::test]
async fn concurrent_requests_and_approvals_succeed_once() {
    let house = House::open().await;
    let asked = join_all((0..8).map(|_| house.request_to_join(&house.bob))).await;
    let made: Vec<_> = asked.iter().filter(|reply| reply.status == 201).collect();
    assert_eq!(made.len(), 1);
    assert!(asked.iter().all(|reply| [201, 409].contains(&reply.status)), "{asked:?}");
    let path = decision_path(&house, &made[0].id(), "approve");
    let answers = join_all((0..8).map(|_| house.ada.post(&path, json!({})))).await;
    assert_eq!(answers.iter().filter(|reply| reply.status == 200).count(), 1);
    assert!(answers.iter().all(|reply| [200, 409].contains(&reply.status)), "{answers:?}");
    assert_eq!(house.ada.get(&house.path("")).await.body["memberCount"], 2);
}

#[tokio::test]
async fn joining_directly_closes_the_pending_request() {
    let house = House::open().await;
    let id = house.request_to_join(&house.bob).await.expect(201).id();
    house.update_row("visibility = 'public'").await;
    let (mut ada, mut bob) = (open_stream(&house.ada).await, open_stream(&house.bob).await);
    house.bob.post(&house.path("/join"), json!({})).await.expect(200);
    for (who, stream) in [(&house.ada, &mut ada), (&house.bob, &mut bob)] {
        let frames = frames_so_far(&house.app, who, stream).await;
        assert_eq!(count_of_type(&frames, "join-request.handled"), 1, "the request is closed");
    }
    assert!(house.ada.get(&house.path("/join-requests?status=pending")).await.items().is_empty());
    let refused = house.bob.delete(&format!("/api/me/join-requests/{id}")).await;
    assert_snapshot!(refused, @"404 Join request not found");
}

#[tokio::test]
async fn request_events_reach_moderators_and_the_applicant_only() {
    let house = House::open().await;
    let (tess, mel) = (
        house.member_with_role("tess", "trustee").await,
        house.member_with_role("mel", "member").await,
    );
    let mut streams = Vec::new();
    for who in [&house.ada, &tess, &mel, &house.bob] {
        streams.push(open_stream(who).await);
    }
    let id = house.request_to_join(&house.bob).await.expect(201).id();
    house.ada.post(&decision_path(&house, &id, "approve"), json!({})).await.expect(200);
    let [ada, tessa, mela, boba] = &mut streams[..] else { unreachable!() };
    for (who, stream) in [(&house.ada, ada), (&tess, tessa)] {
        let frames = frames_so_far(&house.app, who, stream).await;
        assert_eq!(count_of_type(&frames, "join-request.created"), 1);
        assert_eq!(count_of_type(&frames, "join-request.handled"), 1);
        assert_eq!(count_of_type(&frames, "notification.created"), 1);
    }
    let frames = frames_so_far(&house.app, &mel, mela).await;
    assert_eq!(
        count_of_type(&frames, "membership.joined"),
        1 + 1,
        "bob's, and that of the marker community"
    );
    assert_eq!(frames.len(), 2, "{frames:?}");
    let frames = frames_so_far(&house.app, &house.bob, boba).await;
    assert_eq!(count_of_type(&frames, "join-request.created"), 0);
    assert_eq!(count_of_type(&frames, "join-request.handled"), 1);
    assert_eq!(count_of_type(&frames, "membership.joined"), 1 + 1);
    let told = frames.iter().find(|frame| frame["type"] == "notification.created").unwrap();
    assert_eq!(told["notification"]["type"], "join_approved");
}

#[tokio::test]
async fn portal_lists_and_accepts_requests_to_its_own_communities_only() {
    let house = House::open().await;
    house.request_to_join(&house.bob).await.expect(201);
    let elm = house.app.portal("Elm House", "elm").await;
    house.app.add_to_affiliation(&house.bob, &elm.affiliation).await;
    house.app.sign_in(&house.bob, "elm.localhost", "bob").await;
    let there = house.bob.on("elm");
    assert!(there.get("/api/me/join-requests").await.expect(200).items().is_empty());
    let words = json!({ "message": "" });
    assert_eq!(there.post(&house.path("/join-requests"), words).await.status, 404);
    assert_eq!(house.bob.get("/api/me/join-requests").await.items().len(), 1);
}

#[tokio::test]
async fn failed_join_request_changes_return_the_specified_messages() {
    let house = House::open().await;
    let id = house.request_to_join(&house.bob).await.expect(201).id();
    house.app.make_table_unavailable("events").await;
    let approved = house.ada.post(&decision_path(&house, &id, "approve"), json!({})).await;
    assert_snapshot!(approved, @"500 Failed to process join request");
    house.app.delete_all_rows("join_requests").await;
    assert_snapshot!(house.request_to_join(&house.bob).await, @"500 Failed to send join request");
}
