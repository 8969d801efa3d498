//! Proving an address.

use super::{form, until_refused};
use crate::kit::{TestApp, email};
use chrono::Duration;
use futures::future::join_all;
use insta::assert_snapshot;
use serde_json::json;

const CONFIRM: &str = "/api/identity/verification/confirm";
const RESEND: &str = "/api/identity/verification/resend";

#[tokio::test]
async fn a_link_proves_the_address_once() {
    let app = TestApp::open().await;
    let rosa = app.newcomer("rosa").await;
    let before = rosa.get("/api/me").await.expect(200);
    assert_eq!(before.body["onboarding"]["needsEmailVerification"], true);

    let token = json!({ "token": app.mailed_token(&email("rosa")).await });
    rosa.get(CONFIRM).await.expect(405);
    let done = rosa.post(CONFIRM, token.clone()).await.expect(200);
    assert_eq!(
        done.body,
        json!({ "message": "Verification complete! Your community awaits.", "signedIn": true })
    );
    let after = rosa.get("/api/me").await.expect(200);
    assert_eq!(after.body["onboarding"]["needsEmailVerification"], false);
    assert_eq!(after.body["emailVerified"], true);
    assert_snapshot!(rosa.post(CONFIRM, token).await, @"422 Verification not yet complete. Please check your inbox and click the verification link.");
}

#[tokio::test]
async fn of_a_hundred_who_open_a_link_at_once_one_gets_through() {
    let app = TestApp::open_for_many().await;
    app.newcomer("rosa").await;
    let token = app.mailed_token(&email("rosa")).await;
    let browsers: Vec<_> = (0..100).map(|_| app.browser()).collect();
    let opening = browsers.iter().map(|one| one.post(CONFIRM, json!({ "token": token })));
    let replies = join_all(opening).await;
    assert_eq!(replies.iter().filter(|reply| reply.status == 200).count(), 1);
    let through = replies.iter().find(|reply| reply.status == 200).unwrap();
    assert_eq!(through.body["signedIn"], false, "they are not signed in as the newcomer");
}

#[tokio::test]
async fn a_link_works_for_a_day() {
    let app = TestApp::open().await;
    app.newcomer("rosa").await;
    let token = json!({ "token": app.mailed_token(&email("rosa")).await });
    app.clock.advance(Duration::hours(24));
    assert_eq!(app.browser().post(CONFIRM, token).await.status, 422);
    assert_eq!(app.browser().post(CONFIRM, json!({ "token": "guess" })).await.status, 422);
}

#[tokio::test]
async fn another_link_is_sent_after_a_minute_and_the_used_one_voids_the_rest() {
    let app = TestApp::open().await;
    let rosa = app.newcomer("rosa").await;
    let first = app.mailed_token(&email("rosa")).await;
    let sent = rosa.post(RESEND, json!({})).await.expect(200);
    assert_eq!(
        sent.body["message"],
        "Verification link sent! Please check your inbox and spam folder."
    );
    let soon = until_refused(async |_| rosa.post(RESEND, json!({})).await).await;
    assert_snapshot!(soon, @"429 Too many requests. Please wait before requesting another verification email.");
    let second = app.mailed_token(&email("rosa")).await;
    assert_ne!(first, second);

    rosa.post(CONFIRM, json!({ "token": second })).await.expect(200);
    assert_eq!(rosa.post(CONFIRM, json!({ "token": first })).await.status, 422);
}

#[tokio::test]
async fn a_visitor_hears_the_same_whoever_they_ask_for() {
    let app = TestApp::open().await;
    app.newcomer("rosa").await;
    app.member("done").await;
    app.work().await;
    let mails = app.mails().len();
    let known = app.browser().post(RESEND, json!({ "email": email("rosa") })).await.expect(200);
    let unknown = app.browser().post(RESEND, json!({ "email": email("nobody") })).await.expect(200);
    let proven = app.browser().post(RESEND, json!({ "email": email("done") })).await.expect(200);
    assert_eq!((&known.body, &known.body), (&unknown.body, &proven.body));
    app.work().await;
    assert_eq!(app.mails().len(), mails + 1, "only who has something to prove gets a mail");
    assert_snapshot!(app.browser().post(RESEND, json!({})).await, @"401 User not authenticated");
}

#[tokio::test]
async fn who_is_suspended_gets_no_link() {
    let app = TestApp::open().await;
    let rosa = app.newcomer("rosa").await;
    app.sql("UPDATE users SET status = 'suspended'", vec![]).await;
    assert_snapshot!(rosa.post(RESEND, json!({})).await, @"403 This account has been disabled.");
}

#[tokio::test]
async fn a_link_that_cannot_be_promised_is_said_to_be_none() {
    let app = TestApp::open().await;
    let rosa = app.newcomer("rosa").await;
    app.sql("ALTER TABLE email_tokens RENAME TO email_tokens_elsewhere", vec![]).await;
    assert_snapshot!(rosa.post(RESEND, json!({})).await, @"500 Failed to resend verification email");
    let code = app.invite_code("WELCOME1", None).await;
    let newcomer = app.browser().post("/api/identity/join", form("nora", &code)).await;
    assert_snapshot!(newcomer, @"500 Failed to send verification email");
    let nobody = "SELECT COUNT(*) AS n FROM users WHERE first_name = 'Nora'";
    assert_eq!(app.count(nobody, vec![]).await, 0);

    // To a named address nothing but the wish is written down while whoever asked waits.
    app.sql("ALTER TABLE jobs RENAME TO jobs_elsewhere", vec![]).await;
    let by_address = app.browser().post(RESEND, json!({ "email": email("iris") })).await;
    assert_snapshot!(by_address, @"500 Failed to send verification link. Please try again later.");
}

#[tokio::test]
async fn an_operator_may_let_messages_tell() {
    let app = TestApp::open_with(&[("auth.reveal_accounts", "true")]).await;
    let nobody = app.browser().post(RESEND, json!({ "email": email("nobody") })).await;
    assert_snapshot!(nobody, @"404 User account not found.");
}

#[tokio::test]
async fn the_unproven_may_look_at_themselves_and_at_nothing_else() {
    let app = TestApp::open().await;
    let code = app.invite_code("WELCOME1", None).await;
    let rosa = app.browser();
    let joined = rosa.post("/api/identity/join", form("rosa", &code)).await.expect(201);
    let proof = json!({ "idToken": joined.body["idToken"] });
    rosa.post("/api/usersSignin", proof).await.expect(200);
    rosa.get("/api/me").await.expect(200);
    let words = "403 Please verify your email address to continue. Check your inbox for a verification link.";
    assert_eq!(rosa.get("/api/communities").await.to_string(), words);
    let all = json!({ "agreedToTerms": true, "agreedToGuidelines": true, "agreedToPrivacy": true });
    assert_eq!(rosa.post("/api/me/onboarding", all).await.to_string(), words);
}
