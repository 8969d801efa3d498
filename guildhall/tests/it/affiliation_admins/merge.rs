//! Merging one affiliation into another one.

use super::Oak;
use crate::affiliation_requests::answers;
use crate::kit::{Browser, Reply};
use serde_json::{Value, json};

async fn merge(by: &Browser, id: &str, into: &str) -> Reply {
    let path = format!("/api/staff/affiliations/{id}/merge");
    by.post(&path, json!({ "intoId": into, "reason": "The same house" })).await
}

#[tokio::test]
async fn merge_moves_everything_and_the_old_path_leads_to_the_other_one() {
    let oak = Oak::open().await;
    let app = &oak.app;
    let stella = app.staff("stella").await;
    let elm = app.affiliation("Elm").await;
    app.set_affiliation_path(&elm, "elm-house").await;
    let (dan, eve) = (app.member("dan").await, app.member("eve").await);
    for member in [&oak.bob, &dan] {
        app.add_to_affiliation(member, &elm).await;
    }
    let club = app.community(&dan, "Club", &[&elm]).await;
    let requests = format!("/api/affiliations/{elm}/requests");
    let request = eve.post(&requests, json!({ "answers": answers() })).await.expect(201).id();
    oak.cleo.post(&requests, json!({ "answers": answers() })).await.expect(201);
    let code = stella.post(&format!("/api/affiliations/{elm}/invite-codes"), json!({})).await;
    code.expect(201);

    let preview = format!("/api/staff/affiliations/{elm}/merge-preview?intoId={}", oak.id);
    let counted = stella.get(&preview).await.expect(200).body;
    let expected = |field: &str, n: i64| assert_eq!(counted[field], n, "{field}");
    for (field, n) in [
        ("members", 1),
        ("alreadyMembers", 1),
        ("communities", 1),
        ("pendingRequests", 2),
        ("inviteCodes", 1),
        ("openInvitations", 0),
    ] {
        expected(field, n);
    }
    let kept = merge(&stella, &elm, &oak.id).await.expect(200).body;
    assert_eq!((&kept["id"], &kept["memberCount"]), (&json!(oak.id), &json!(4)));
    // Cleo is a member already, so only Eve's request remains.
    assert_eq!(kept["pendingRequests"], 1);
    for old in ["elm-house", elm.as_str()] {
        let page = dan.get(&format!("/api/affiliations/{old}")).await.expect(200).body;
        assert_eq!((&page["name"], &page["viewer"]["isMember"]), (&json!("Oak"), &json!(true)));
    }
    let approve = oak.path(&format!("/requests/{request}/approve"));
    oak.ada.post(&approve, json!({})).await.expect(200);
    let page = oak.ada.get(&oak.path("")).await.expect(200).body;
    assert_eq!(page["communities"][0]["id"], json!(club));
    let directory = stella.get("/api/affiliations").await.expect(200);
    assert_eq!(directory.items().len(), 1);
    let merged = stella.get("/api/staff/affiliations?state=merged").await.expect(200);
    assert_eq!(merged.items()[0]["name"], "Elm");
    let old = stella.get(&format!("/api/staff/affiliations/{elm}")).await.expect(200).body;
    assert_eq!(old["mergedInto"]["name"], "Oak");
    let codes = stella.get(&oak.path("/invite-codes")).await.expect(200);
    assert_eq!(codes.items().len(), 1);
    let log = stella.get("/api/staff/audit?action=affiliation.merge").await.expect(200);
    assert_eq!(log.items()[0]["reason"], "The same house");
    let again = merge(&stella, &elm, &oak.id).await;
    assert_eq!(again.to_string(), "409 This affiliation was already merged into another one.");
}

#[tokio::test]
async fn merge_is_refused_while_the_affiliation_has_a_portal() {
    let oak = Oak::open().await;
    let stella = oak.app.staff("stella").await;
    let elm = oak.app.portal("Elm", "elm").await.affiliation;
    let refused = merge(&stella, &elm, &oak.id).await;
    let message = "409 Archive the portal of this affiliation before merging it.";
    assert_eq!(refused.to_string(), message);
    let itself = merge(&stella, &oak.id, &oak.id).await;
    assert_eq!(itself.to_string(), "409 An affiliation cannot be merged into itself.");
    let none: Value = json!({ "intoId": oak.id, "reason": "" });
    let path = format!("/api/staff/affiliations/{elm}/merge");
    assert_eq!(stella.post(&path, none).await.to_string(), "422 Give a reason.");
    // Members of the portal's affiliation may move in the other direction.
    merge(&stella, &oak.id, &elm).await.expect(200);
}
