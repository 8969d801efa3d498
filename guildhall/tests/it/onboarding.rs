//! The onboarding wizard: its stored position, and the acknowledgements that its end records
//! (accounts.md, gap G-126).

use crate::kit::{Browser, TestApp};
use chrono::Duration;
use insta::assert_snapshot;
use serde_json::{Value, json};

const PROGRESS: &str = "/api/me/onboarding/progress";
const COMPLETE: &str = "/api/me/onboarding";

fn all_agreements() -> Value {
    json!({ "agreedToTerms": true, "agreedToGuidelines": true, "agreedToPrivacy": true })
}

fn document(key: &str, position: f64, read_to_end: bool, agreed: bool) -> Value {
    json!({
        "key": key, "version": 1, "position": position, "readToEnd": read_to_end, "agreed": agreed,
    })
}

/// The terms are agreed to, the guidelines are read half.
fn half_way() -> Value {
    json!({ "step": 2, "documents": [
        document("terms-of-service", 1.0, true, true),
        document("community-guidelines", 0.5, false, false),
        document("privacy-policy", 0.0, false, false),
    ]})
}

async fn legal_of(browser: &Browser, subdomain: Option<&str>) -> Value {
    let me = match subdomain {
        Some(subdomain) => browser.on(subdomain).get("/api/me").await,
        None => browser.get("/api/me").await,
    };
    me.expect(200).body["legal"].clone()
}

#[tokio::test]
async fn progress_is_shared_across_devices_and_deleted_on_completion() {
    let app = TestApp::open().await;
    let rosa = app.verified("rosa").await;
    let fresh = rosa.get(PROGRESS).await.expect(200).body;
    assert_eq!(fresh["step"], 0);
    assert_eq!(fresh["documents"][0], document("terms-of-service", 0.0, false, false));

    assert_eq!(rosa.put(PROGRESS, half_way()).await.expect(200).body, half_way());
    let phone = app.browser();
    app.sign_in(&phone, "localhost", "rosa").await;
    assert_eq!(phone.get(PROGRESS).await.expect(200).body, half_way());

    rosa.post(COMPLETE, all_agreements()).await.expect(200);
    assert_eq!(app.count("SELECT COUNT(*) AS n FROM onboarding_progress", vec![]).await, 0);
    let late = phone.put(PROGRESS, half_way()).await.expect(200);
    assert_eq!(late.body["step"], 0);
    assert_eq!(app.count("SELECT COUNT(*) AS n FROM onboarding_progress", vec![]).await, 0);
}

#[tokio::test]
async fn changed_document_must_be_read_again() {
    let app = TestApp::open().await;
    let rosa = app.verified("rosa").await;
    rosa.put(PROGRESS, half_way()).await.expect(200);
    app.set_document_version("terms-of-service", 2).await;
    let read = rosa.get(PROGRESS).await.expect(200).body;
    assert_eq!((&read["step"], &read["documents"][0]["agreed"]), (&json!(1), &json!(false)));
    assert_eq!(read["documents"][0]["version"], 2);
    assert_eq!(read["documents"][1]["position"], 0.5, "the others keep their position");
}

#[tokio::test]
async fn unreachable_progress_is_rejected() {
    let app = TestApp::open().await;
    let rosa = app.verified("rosa").await;
    let put = async |progress: Value| rosa.put(PROGRESS, progress).await;
    let terms = |version: i64, position: f64, read_to_end: bool| {
        json!({ "step": 1, "documents": [{
            "key": "terms-of-service", "version": version, "position": position,
            "readToEnd": read_to_end, "agreed": true,
        }]})
    };
    assert_snapshot!(put(json!({ "step": 2, "documents": [] })).await, @"422 Agree to the earlier documents first");
    for step in [-1, 4] {
        let refused = put(json!({ "step": step, "documents": [] })).await;
        assert_eq!(refused.to_string(), "422 Step must be between 0 and 3", "{step}");
    }
    assert_snapshot!(put(terms(1, 1.5, true)).await, @"422 Position must be between 0 and 1");
    assert_snapshot!(put(terms(0, 1.0, true)).await, @"422 Version must be at least 1");
    assert_snapshot!(put(terms(1, 1.0, false)).await, @"422 A document must be read to its end first");
    let twice = document("terms-of-service", 0.0, false, false);
    let twice = put(json!({ "step": 0, "documents": [twice, twice] })).await;
    assert_snapshot!(twice, @"422 Each document can appear once");
    let unknown = document("imprint", 0.0, false, false);
    assert_eq!(put(json!({ "step": 0, "documents": [unknown] })).await.status, 422);
    assert_eq!(rosa.get(PROGRESS).await.expect(200).body["step"], 0, "nothing was stored");
}

#[tokio::test]
async fn progress_is_stored_for_verified_users_only() {
    let app = TestApp::open().await;
    assert_snapshot!(app.browser().get(PROGRESS).await, @"401 User not authenticated");
    let ada = app.verified("ada").await;
    ada.put(PROGRESS, half_way()).await.expect(200);
    let rosa = app.verified("rosa").await;
    assert_eq!(rosa.get(PROGRESS).await.expect(200).body["step"], 0, "another member's position");
    app.mark_everyone_unverified(true).await;
    assert_eq!(ada.put(PROGRESS, half_way()).await.status, 403);
}

#[tokio::test]
async fn completing_the_wizard_acknowledges_the_documents_of_its_site_only() {
    let app = TestApp::open().await;
    let rosa = app.verified("rosa").await;
    let oak = app.portal("Oak House", "oak").await;
    app.set_document_version("privacy-policy", 3).await;
    app.add_to_affiliation(&rosa, &oak.affiliation).await;
    let done = rosa.post(COMPLETE, all_agreements()).await.expect(200).body;
    assert_eq!(done["legal"], json!({ "acknowledged": true, "changed": [] }));
    assert_eq!(done["lastLegalDocumentVersion"]["privacyPolicy"], 3);

    app.sign_in(&rosa, "oak.localhost", "rosa").await;
    assert_eq!(
        legal_of(&rosa, Some("oak")).await["acknowledged"],
        false,
        "a first visit elsewhere"
    );

    app.clock.advance_by(Duration::minutes(1));
    app.set_document_version("privacy-policy", 4).await;
    let raised = json!({ "acknowledged": true, "changed": ["privacy-policy"] });
    assert_eq!(legal_of(&rosa, None).await, raised);
}

#[tokio::test]
async fn completing_the_wizard_on_a_portal_acknowledges_the_portal() {
    let app = TestApp::open().await;
    let rosa = app.verified("rosa").await;
    let oak = app.portal("Oak House", "oak").await;
    app.add_to_affiliation(&rosa, &oak.affiliation).await;
    app.sign_in(&rosa, "oak.localhost", "rosa").await;
    rosa.on("oak").post(COMPLETE, all_agreements()).await.expect(200);
    assert_eq!(legal_of(&rosa, Some("oak")).await["acknowledged"], true);
    assert_eq!(legal_of(&rosa, None).await["acknowledged"], false);
}
