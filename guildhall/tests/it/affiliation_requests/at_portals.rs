//! On a portal, a non-member sees only the affiliation's page and its application form (P-05).

use super::answers;
use crate::kit::TestApp;
use serde_json::json;

#[tokio::test]
async fn portal_accepts_requests_of_non_members() {
    let app = TestApp::open().await;
    let (oak, elm) = (app.portal("Oak", "oak").await, app.portal("Elm", "elm").await);
    let (ada, bob) = (app.member("ada").await, app.member("bob").await);
    app.add_to_affiliation(&ada, &oak.affiliation).await;
    app.make_affiliation_admin(&ada, &oak.affiliation).await;
    for who in ["ada", "bob"] {
        let browser = if who == "ada" { &ada } else { &bob };
        app.sign_in(browser, "oak.localhost", who).await;
    }
    let members = "403 This portal is for members of its affiliation only.";
    assert_eq!(bob.on("oak").get("/api/communities").await.to_string(), members);
    let of = |affiliation: &str, rest: &str| format!("/api/affiliations/{affiliation}{rest}");
    let own = of(&oak.affiliation, "");
    let page = bob.on("oak").get(&own).await.expect(200);
    assert_eq!(page.body["viewer"]["mayApply"], true);
    bob.on("oak").get(&of(&oak.affiliation, "/questionnaire")).await.expect(200);
    assert_eq!(bob.on("oak").get(&of(&elm.affiliation, "/questionnaire")).await.status, 404);

    let body = json!({ "answers": answers() });
    let elsewhere = of(&elm.affiliation, "/requests");
    assert_eq!(bob.on("oak").post(&elsewhere, body.clone()).await.status, 404);
    bob.post(&elsewhere, body.clone()).await.expect(201);
    let path = of(&oak.affiliation, "/requests");
    let request = bob.on("oak").post(&path, body).await.expect(201).id();
    // Each portal knows of the requests to its own affiliation.
    let here = bob.on("oak").get("/api/affiliation-requests").await.expect(200);
    assert_eq!((here.items().len(), here.items()[0]["id"].as_str()), (1, Some(request.as_str())));
    assert_eq!(bob.get("/api/affiliation-requests").await.items().len(), 2);
    assert_eq!(bob.on("oak").get(&path).await.to_string(), members);

    let approve = format!("{path}/{request}/approve");
    ada.on("oak").post(&approve, json!({})).await.expect(200);
    bob.on("oak").get("/api/communities").await.expect(200);
    let me = bob.on("oak").get("/api/me").await.expect(200);
    assert_eq!(me.body["portalMembership"]["isMember"], true);
}

#[tokio::test]
async fn staff_decide_requests_on_main_but_not_on_a_portal() {
    let app = TestApp::open().await;
    let oak = app.portal("Oak", "oak").await;
    let (bob, stella) = (app.member("bob").await, app.staff("stella").await);
    app.add_to_affiliation(&stella, &oak.affiliation).await;
    app.sign_in(&stella, "oak.localhost", "stella").await;
    let path = format!("/api/affiliations/{}/requests", oak.affiliation);
    let request = bob.post(&path, json!({ "answers": answers() })).await.expect(201).id();
    assert_eq!(stella.on("oak").get(&path).await.status, 404);
    let approve = format!("{path}/{request}/approve");
    assert_eq!(stella.on("oak").post(&approve, json!({})).await.status, 404);
    let approved =
        stella.post(&approve, json!({ "notes": "Known to the desk." })).await.expect(200);
    assert_eq!(approved.body["status"], "approved");
}
