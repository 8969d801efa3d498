//! Asking to come in.

use super::house::{House, events, heard, listening, notices, of_type};
use crate::hall::{Hall, texts};
use crate::kit::uuid_of;
use futures::future::join_all;
use insta::assert_snapshot;
use serde_json::{Value, json};

fn answer(house: &House, request: &str, deed: &str) -> String {
    house.path(&format!("/join-requests/{request}/{deed}"))
}

#[tokio::test]
async fn whoever_is_eligible_asks_and_an_admin_lets_them_in() {
    let house = House::open().await;
    let before = house.bob.get(&house.path("")).await.expect(200).body["viewer"].clone();
    assert_eq!((&before["canJoin"], &before["canRequest"]), (&json!(false), &json!(true)));
    let request = house.ask(&house.bob).await.expect(201).body;
    let id = request["id"].as_str().unwrap();
    assert_eq!(
        (&request["status"], &request["message"]),
        (&json!("pending"), &json!("I grow oaks"))
    );
    assert_eq!(request["communityName"], "Acorns");
    assert_snapshot!(house.ask(&house.bob).await, @"409 You already have a pending join request for this community");
    let waiting = house.bob.get(&house.path("")).await.body["viewer"]["joinRequestId"].clone();
    assert_eq!(waiting, request["id"]);
    let listed = house.ada.get(&house.path("/join-requests?status=pending")).await.expect(200);
    assert_eq!(listed.items()[0]["person"]["displayName"], "Bob Tester");
    let words = json!({ "adminMessage": "Welcome" });
    let approved = house.ada.post(&answer(&house, id, "approve"), words).await.expect(200).body;
    assert_eq!(
        (&approved["status"], &approved["adminMessage"]),
        (&json!("approved"), &json!("Welcome"))
    );
    assert_eq!(approved["adminUserId"], json!(house.app.id_of(&house.ada).await));
    let inside = house.bob.get(&house.path("")).await.body;
    assert_eq!((&inside["viewer"]["isMember"], &inside["memberCount"]), (&json!(true), &json!(2)));
    assert_eq!(events(&house.app, &house.community, ("joined", "approved_request")).await, 1);
    assert_eq!(notices(&house.app, &house.bob, "join_approved").await, 1);
    let again = house.ada.post(&answer(&house, id, "approve"), json!({})).await;
    assert_snapshot!(again, @"409 User is already a member of this community");
    assert_snapshot!(house.ask(&house.bob).await, @"409 You are already a member of this community");
    let own = house.bob.get("/api/me/join-requests").await.expect(200);
    assert_eq!(texts(&own, "adminMessage"), ["Welcome"]);
    assert!(house.ada.get(&house.path("/join-requests?status=pending")).await.items().is_empty());
}

#[tokio::test]
async fn whoever_is_turned_away_may_ask_again() {
    let house = House::open().await;
    let first = house.ask(&house.bob).await.expect(201).id();
    let words = json!({ "adminMessage": "Not this year" });
    let rejected = house.ada.post(&answer(&house, &first, "reject"), words).await.expect(200).body;
    assert_eq!(rejected["status"], "rejected");
    assert_eq!(notices(&house.app, &house.bob, "join_rejected").await, 1);
    for deed in ["approve", "reject"] {
        let late = house.ada.post(&answer(&house, &first, deed), json!({})).await;
        assert_eq!(late.to_string(), "404 Join request not found");
    }
    let second = house.ask(&house.bob).await.expect(201).id();
    house.ada.post(&answer(&house, &second, "approve"), json!({})).await.expect(200);
    let own = house.bob.get("/api/me/join-requests").await;
    assert_eq!(texts(&own, "status"), ["approved", "rejected"]);
}

#[tokio::test]
async fn asking_with_one_key_is_asking_once() {
    let house = House::open().await;
    let (path, key) = (house.path("/join-requests"), "01939d3e-8a5b-7000-8000-000000000004");
    let ask =
        async || house.bob.main().post_keyed(&path, key, json!({ "message": "I grow" })).await;
    let first = ask().await.expect(201).body;
    for _ in 0..12 {
        assert_eq!(ask().await.expect(201).body, first);
    }
    assert_eq!(notices(&house.app, &house.ada, "system_message").await, 1);
}

#[tokio::test]
async fn admins_answer_trustees_and_staff_look_on_and_nobody_else_sees() {
    let house = House::open().await;
    let id = house.ask(&house.bob).await.expect(201).id();
    let (tess, mel) = (house.inside("tess", "trustee").await, house.inside("mel", "member").await);
    let sam = house.app.staff("sam").await;
    let path = house.path("/join-requests");
    for (who, status) in
        [(&house.ada, 200), (&tess, 200), (&sam, 200), (&mel, 403), (&house.bob, 403)]
    {
        let seen = who.get(&path).await;
        assert_eq!(seen.status, status, "{seen}");
    }
    for who in [&tess, &sam, &mel, &house.bob] {
        for deed in ["approve", "reject"] {
            let refused = who.post(&answer(&house, &id, deed), json!({})).await.to_string();
            assert_eq!(refused, "403 Only community admins can handle join requests");
        }
    }
    let nothing = "00000000000000000000000000000000";
    let missing = house.ada.post(&answer(&house, nothing, "approve"), json!({})).await;
    assert_snapshot!(missing, @"404 Join request not found");
}

#[tokio::test]
async fn affiliations_decide_when_asking_and_when_answering() {
    let house = House::open().await;
    let elm = house.app.affiliation("Elm").await;
    let sql = "INSERT INTO community_affiliations (community_id, affiliation_id) VALUES ($1, $2)";
    let ids = [&house.community, &elm].map(|id| uuid_of(id).into());
    house.app.sql(sql, ids.to_vec()).await;
    let outsider = house.app.member("otto").await;
    assert_snapshot!(house.ask(&outsider).await, @"404 Community not found");
    let id = house.ask(&house.bob).await.expect(201).id();
    house.change("require_all_affiliations = TRUE").await;
    let refused = house.ada.post(&answer(&house, &id, "approve"), json!({})).await;
    assert_snapshot!(refused, @"403 User cannot join this community due to affiliation requirements");
    house.bob.delete(&format!("/api/me/join-requests/{id}")).await.expect(204);
    assert_snapshot!(house.ask(&house.bob).await, @"403 This community requires you to have all of its affiliations to join");
    house.change("require_all_affiliations = FALSE, visibility = 'public'").await;
    assert_snapshot!(house.ask(&outsider).await, @"403 This community requires you to have at least one of its affiliations to join");
}

#[tokio::test]
async fn what_rests_or_is_about_to_go_takes_nobody() {
    let house = House::open().await;
    let id = house.ask(&house.bob).await.expect(201).id();
    let cleo = house.app.member("cleo").await;
    house.app.belongs(&cleo, &house.oak).await;
    for (set, said) in [
        (
            "status = 'paused'",
            "403 This community is currently paused and not accepting new members",
        ),
        ("status = 'active', deletion_pending = TRUE", "403 You cannot join this community"),
    ] {
        house.change(set).await;
        assert_eq!(house.ask(&cleo).await.to_string(), said);
        let approved = house.ada.post(&answer(&house, &id, "approve"), json!({})).await;
        assert_eq!(approved.to_string(), said);
        let viewer = cleo.get(&house.path("")).await.expect(200).body["viewer"].clone();
        assert_eq!(viewer["canRequest"], false);
    }
    assert!(cleo.get("/api/communities?scope=discover").await.items().is_empty());
}

#[tokio::test]
async fn a_public_community_lets_in_at_once_whoever_asks() {
    let hall = Hall::open().await;
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
    assert_eq!(events(&hall.app, &hall.community, ("joined", "voluntary")).await, 2);
}

#[tokio::test]
async fn of_many_requests_and_answers_at_once_one_counts() {
    let house = House::open().await;
    let asked = join_all((0..8).map(|_| house.ask(&house.bob))).await;
    let made: Vec<_> = asked.iter().filter(|reply| reply.status == 201).collect();
    assert_eq!(made.len(), 1);
    assert!(asked.iter().all(|reply| [201, 409].contains(&reply.status)), "{asked:?}");
    let path = answer(&house, &made[0].id(), "approve");
    let answers = join_all((0..8).map(|_| house.ada.post(&path, json!({})))).await;
    assert_eq!(answers.iter().filter(|reply| reply.status == 200).count(), 1);
    assert!(answers.iter().all(|reply| [200, 409].contains(&reply.status)), "{answers:?}");
    assert_eq!(house.ada.get(&house.path("")).await.body["memberCount"], 2);
}

#[tokio::test]
async fn a_request_is_answered_by_coming_in_another_way() {
    let house = House::open().await;
    let id = house.ask(&house.bob).await.expect(201).id();
    house.change("visibility = 'public'").await;
    let (mut ada, mut bob) = (listening(&house.ada).await, listening(&house.bob).await);
    house.bob.post(&house.path("/join"), json!({})).await.expect(200);
    for (who, stream) in [(&house.ada, &mut ada), (&house.bob, &mut bob)] {
        let frames = heard(&house.app, who, stream).await;
        assert_eq!(of_type(&frames, "join-request.handled"), 1, "no list shows it any more");
    }
    assert!(house.ada.get(&house.path("/join-requests?status=pending")).await.items().is_empty());
    let gone = house.bob.delete(&format!("/api/me/join-requests/{id}")).await;
    assert_snapshot!(gone, @"404 Join request not found");
}

#[tokio::test]
async fn those_concerned_hear_of_a_request_and_nobody_else() {
    let house = House::open().await;
    let (tess, mel) = (house.inside("tess", "trustee").await, house.inside("mel", "member").await);
    let mut streams = Vec::new();
    for who in [&house.ada, &tess, &mel, &house.bob] {
        streams.push(listening(who).await);
    }
    let id = house.ask(&house.bob).await.expect(201).id();
    house.ada.post(&answer(&house, &id, "approve"), json!({})).await.expect(200);
    let [ada, tessa, mela, boba] = &mut streams[..] else { unreachable!() };
    for (who, stream) in [(&house.ada, ada), (&tess, tessa)] {
        let frames = heard(&house.app, who, stream).await;
        assert_eq!(of_type(&frames, "join-request.created"), 1);
        assert_eq!(of_type(&frames, "join-request.handled"), 1);
        assert_eq!(of_type(&frames, "notification.created"), 1);
    }
    let frames = heard(&house.app, &mel, mela).await;
    assert_eq!(of_type(&frames, "membership.joined"), 1 + 1, "bob's, and the mark's own");
    assert_eq!(frames.len(), 2, "{frames:?}");
    let frames = heard(&house.app, &house.bob, boba).await;
    assert_eq!(of_type(&frames, "join-request.created"), 0);
    assert_eq!(of_type(&frames, "join-request.handled"), 1);
    assert_eq!(of_type(&frames, "membership.joined"), 1 + 1);
    let told = frames.iter().find(|frame| frame["type"] == "notification.created").unwrap();
    assert_eq!(told["notification"]["type"], "join_approved");
}

#[tokio::test]
async fn a_portal_knows_only_requests_to_its_own_communities() {
    let house = House::open().await;
    house.ask(&house.bob).await.expect(201);
    let elm = house.app.portal("Elm House", "elm").await;
    house.app.belongs(&house.bob, &elm.affiliation).await;
    house.app.sign_in(&house.bob, "elm.localhost", "bob").await;
    let there = house.bob.on("elm");
    assert!(there.get("/api/me/join-requests").await.expect(200).items().is_empty());
    let words = json!({ "message": "" });
    assert_eq!(there.post(&house.path("/join-requests"), words).await.status, 404);
    assert_eq!(house.bob.get("/api/me/join-requests").await.items().len(), 1);
}

#[tokio::test]
async fn a_request_that_cannot_be_kept_is_said_not_to_be() {
    let house = House::open().await;
    let id = house.ask(&house.bob).await.expect(201).id();
    house.app.sql("ALTER TABLE events RENAME TO events_elsewhere", vec![]).await;
    let approved = house.ada.post(&answer(&house, &id, "approve"), json!({})).await;
    assert_snapshot!(approved, @"500 Failed to process join request");
    house.app.sql("DELETE FROM join_requests", vec![]).await;
    assert_snapshot!(house.ask(&house.bob).await, @"500 Failed to send join request");
}
