//! Google sign-in replaces the password, not the second factor.

use super::{identity_count, open_session};
use crate::accounts::second_factor::{answer, enrol, resolver};
use crate::kit::{Issuer, TestApp, totp};
use serde_json::json;

#[tokio::test]
async fn google_sign_in_still_requires_the_second_factor() {
    let issuer = Issuer::start();
    let app = TestApp::open_with_issuer(&issuer).await;
    let rosa = app.browser();
    app.join_with_google(&rosa, &issuer, "rosa").await;
    let all = json!({ "agreedToTerms": true, "agreedToGuidelines": true, "agreedToPrivacy": true });
    rosa.post("/api/me/onboarding", all).await.expect(200);
    let rosa = enrol(&app, rosa).await;

    let browser = app.browser();
    let asked = app.through_google(&browser, &issuer, "rosa", json!({})).await.expect(200);
    assert_eq!(asked.body["outcome"], "mfaRequired");
    assert!(asked.body.get("idToken").is_none());
    let waiting = asked.body["resolver"].as_str().unwrap();
    let code = totp(&rosa.secret, app.clock.now());
    let answered = answer(&browser, waiting, "totp", &code).await.expect(200);
    open_session(&browser, &answered).await;
    browser.get("/api/me").await.expect(200);
}

#[tokio::test]
async fn account_is_linked_only_after_its_second_factor() {
    let issuer = Issuer::start();
    let app = TestApp::open_with_issuer(&issuer).await;
    let rosa = enrol(&app, app.member("rosa").await).await;
    let browser = app.browser();
    let exists = app.through_google(&browser, &issuer, "rosa", json!({})).await.expect(200);
    let ticket = json!({ "ticket": exists.body["ticket"] });
    let waiting = resolver(&browser, "rosa").await;
    let early = browser.post("/api/identity/google/link", ticket.clone()).await;
    assert_eq!(early.to_string(), "401 User not authenticated");
    let code = totp(&rosa.secret, app.clock.now());
    let answered = answer(&browser, &waiting, "totp", &code).await.expect(200);
    open_session(&browser, &answered).await;
    assert_eq!(browser.post("/api/identity/google/link", ticket).await.status, 204);
    assert_eq!(identity_count(&app, "rosa").await, 1);
}
