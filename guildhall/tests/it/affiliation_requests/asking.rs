//! The applicant's side.

use super::{House, answers, field_errors};
use crate::kit::uuid_of;
use serde_json::{Value, json};

#[tokio::test]
async fn affiliation_without_questionnaire_uses_default_questions() {
    let house = House::open().await;
    let form = house.bob.get(&house.path("/questionnaire")).await.expect(200).body;
    assert_eq!(form["title"], "Apply to Join Oak");
    assert_eq!(form["estimatedTimeMinutes"], 3);
    let questions = form["questions"].as_array().unwrap();
    let ids: Vec<_> = questions.iter().map(|question| question["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["motivation", "background", "contribution", "availability"]);
    assert!(questions.iter().all(|question| question["required"] == true));
    let limits: Vec<_> = questions.iter().map(|question| question["validation"].clone()).collect();
    assert_eq!(limits[0], json!({ "minLength": 50, "maxLength": 500 }));
    assert_eq!(limits[1], json!({ "minLength": 30, "maxLength": 400 }));
    assert_eq!(limits[2], json!({ "minLength": 30, "maxLength": 300 }));
    let options = json!([
        "Very active - Daily participation",
        "Active - Several times per week",
        "Moderate - Weekly participation",
        "Light - Monthly participation",
    ]);
    assert_eq!(questions[3]["options"], options);
}

#[tokio::test]
async fn new_request_is_pending_and_notifies_admins() {
    let house = House::open().await;
    assert_eq!(house.viewer_field(&house.bob, "mayApply").await, true);
    let mut live = house.ada.live().await;
    let sent = house.ask(&house.bob).await.expect(201).body;
    assert_eq!((&sent["type"], &sent["status"]), (&json!("join"), &json!("pending")));
    assert_eq!(
        (&sent["affiliationName"], &sent["userName"]),
        (&json!("Oak"), &json!("Bob Tester"))
    );
    assert_eq!((&sent["userEmail"], &sent["notes"]), (&Value::Null, &Value::Null));
    let first = json!({ "questionId": "motivation", "question": "Motivation",
        "answer": answers()["motivation"] });
    assert_eq!(sent["formData"][0], first);
    assert_eq!(sent["formData"].as_array().unwrap().len(), 4);
    let event = live.until("notification.created").await;
    assert_eq!(event["notification"]["title"], "Bob Tester asks to join Oak");
    assert_eq!(live.until("affiliation-request.changed").await["affiliationRequestId"], sent["id"]);

    assert_eq!(house.viewer_field(&house.bob, "requestPending").await, true);
    assert_eq!(house.viewer_field(&house.bob, "mayApply").await, false);
    assert_eq!(house.viewer_field(&house.ada, "mayApply").await, false);
    let own = house.bob.get("/api/affiliation-requests").await.expect(200);
    assert_eq!(own.items(), &vec![sent.clone()]);
    let seen = house.ada.get(&house.path("/requests?status=pending")).await.expect(200);
    assert_eq!(seen.items()[0]["userEmail"], "bob@people.example");
    assert_eq!(seen.items()[0]["formData"], sent["formData"]);
    assert!(house.ada.get(&house.path("/requests?status=approved")).await.items().is_empty());
    assert!(house.ada.get("/api/affiliation-requests").await.items().is_empty());
}

#[tokio::test]
async fn invalid_answers_are_reported_in_question_order() {
    let house = House::open().await;
    let nothing = house.bob.post(&house.path("/requests"), json!({ "answers": {} })).await;
    assert_eq!(nothing.to_string(), "422 Motivation is required");
    assert_eq!(nothing.body["errors"].as_array().unwrap().len(), 4);
    let bad = json!({
        "motivation": "Because.",
        "background": "b".repeat(401),
        "contribution": "  ",
        "availability": "Never",
        "shoeSize": "42",
    });
    let refused = house.bob.post(&house.path("/requests"), json!({ "answers": bad })).await;
    let expected = [
        "answers.motivation: Minimum 50 characters required",
        "answers.background: Maximum 400 characters allowed",
        "answers.contribution: Contribution is required",
        "answers.availability: Invalid format",
        "answers.shoeSize: This question no longer exists. Please reload the form.",
    ];
    assert_eq!(
        (refused.status, field_errors(&refused)),
        (422, expected.map(str::to_owned).to_vec())
    );
    let mut harmful = answers();
    harmful["motivation"] = json!(format!("<script>alert(1)</script> {}", "b".repeat(60)));
    let refused = house.bob.post(&house.path("/requests"), json!({ "answers": harmful })).await;
    assert_eq!(refused.status, 422, "{refused}");
    assert!(house.bob.get("/api/affiliation-requests").await.items().is_empty());
}

#[tokio::test]
async fn user_has_at_most_one_pending_request_per_affiliation() {
    let house = House::open().await;
    let asking = (0..8).map(|_| house.ask(&house.bob));
    let replies = futures::future::join_all(asking).await;
    let mut statuses: Vec<u16> = replies.iter().map(|reply| reply.status).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409, 409, 409, 409, 409, 409, 409]);
    let again = house.ask(&house.bob).await;
    let pending = "409 You already have a pending request for this affiliation";
    assert_eq!(again.to_string(), pending);
    let member = house.ask(&house.ada).await;
    assert_eq!(member.to_string(), "409 User is already a member of this affiliation");
    let requests = "SELECT COUNT(*) AS n FROM affiliation_requests";
    assert_eq!(house.app.count(requests, vec![]).await, 1);
}

#[tokio::test]
async fn repeated_idempotency_key_creates_one_request() {
    let house = House::open().await;
    let key = "0190d7c4-6a4e-7cc1-b1c0-8d1f3f1f0a01";
    let send = async || {
        let body = json!({ "answers": answers() });
        house.bob.main().post_keyed(&house.path("/requests"), key, body).await.expect(201)
    };
    assert_eq!(send().await.body, send().await.body);
    assert_eq!(house.bob.get("/api/affiliation-requests").await.items().len(), 1);
}

#[tokio::test]
async fn only_the_applicant_can_withdraw_a_request() {
    let house = House::open().await;
    let request = house.ask(&house.bob).await.expect(201).id();
    let path = format!("/api/affiliation-requests/{request}");
    let gone = "404 Affiliation request not found";
    assert_eq!(house.ada.delete(&path).await.to_string(), gone);
    house.bob.delete(&path).await.expect(204);
    assert_eq!(house.bob.delete(&path).await.to_string(), gone);
    assert_eq!(house.viewer_field(&house.bob, "mayApply").await, true);
    house.ask(&house.bob).await.expect(201);
}

#[tokio::test]
async fn private_affiliation_accepts_requests_of_invited_users_only() {
    let house = House::open().await;
    house.update_row("is_private = TRUE").await;
    let closed = "403 This affiliation is invite-only. Ask a member to invite you.";
    assert_eq!(house.ask(&house.bob).await.to_string(), closed);
    assert_eq!(house.bob.get(&house.path("/questionnaire")).await.to_string(), closed);
    assert_eq!(house.viewer_field(&house.bob, "mayApply").await, false);
    house.invite(&house.bob).await;
    assert_eq!(house.viewer_field(&house.bob, "mayApply").await, true);
    house.bob.get(&house.path("/questionnaire")).await.expect(200);
    house.ask(&house.bob).await.expect(201);
    let accepted = "SELECT COUNT(*) AS n FROM affiliation_invitations \
        WHERE status = 'accepted' AND accepted_at IS NOT NULL AND user_id = $1";
    let bob = uuid_of(&house.app.id_of(&house.bob).await);
    assert_eq!(house.app.count(accepted, vec![bob.into()]).await, 1);
}

#[tokio::test]
async fn paused_or_unapproved_affiliation_accepts_no_requests() {
    let house = House::open().await;
    let gone = "404 Affiliation not found or you don't have permission to view it.";
    for closed in ["is_paused = TRUE", "is_paused = FALSE, is_approved = FALSE"] {
        house.update_row(closed).await;
        assert_eq!(house.ask(&house.bob).await.to_string(), gone, "{closed}");
        assert_eq!(house.bob.get(&house.path("/questionnaire")).await.to_string(), gone);
    }
    assert_eq!(house.app.browser().get(&house.path("/questionnaire")).await.status, 401);
}
