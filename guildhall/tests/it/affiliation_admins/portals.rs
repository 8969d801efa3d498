//! The server refuses to edit an affiliation on its portal (P-16).

use super::delete_with;
use crate::kit::{TestApp, uuid_of};
use serde_json::json;

#[tokio::test]
async fn portal_refuses_every_edit_of_its_affiliation() {
    let app = TestApp::open().await;
    let oak = app.portal("Oak", "oak").await;
    let (ada, bob) = (app.member("ada").await, app.member("bob").await);
    for member in [&ada, &bob] {
        app.add_to_affiliation(member, &oak.affiliation).await;
    }
    let owner = uuid_of(&app.id_of(&ada).await);
    app.set_affiliation_creator(&oak.affiliation, owner).await;
    app.sign_in(&ada, "oak.localhost", "ada").await;
    let there = ada.on("oak");
    let path = |part: &str| format!("/api/affiliations/{}{part}", oak.affiliation);
    let bob = app.id_of(&bob).await;
    let refused = [
        there.patch(&path(""), json!({ "tagline": "Here" })).await,
        there.get(&path("/url-paths/oak")).await,
        there.delete(&path("/logo")).await,
        there.put(&path("/questionnaire"), json!({ "questionnaire": null })).await,
        there.get(&path("/questionnaire/settings")).await,
        there.get(&path("/admins")).await,
        there.post(&path(&format!("/admins/{bob}")), json!({ "role": "admin" })).await,
        there.delete(&path(&format!("/admins/{bob}"))).await,
        there.post(&path("/handover"), json!({ "userId": bob })).await,
        there.get(&path("/joining")).await,
        there.get(&path("/invitations")).await,
        there.get(&path("/overview")).await,
    ];
    for reply in refused {
        assert_eq!(reply.to_string(), "404 Affiliations are managed on the main site only.");
    }
    // The queue of requests is a part of the portal.
    there.get(&path("/requests")).await.expect(200);
    let viewer = there.get(&path("")).await.expect(200).body["viewer"].clone();
    assert_eq!(viewer["permissions"], json!(["review-requests", "invite"]));
    ada.patch(&path(""), json!({ "tagline": "Here" })).await.expect(200);
    let removal = path(&format!("/members/{bob}"));
    delete_with(&ada, &removal, &json!({ "reason": "Asked to leave" })).await.expect(204);
}
