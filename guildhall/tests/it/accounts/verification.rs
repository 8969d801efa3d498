//! Verifying an email address.

use super::{form, until_refused};
use crate::kit::{Browser, Reply, TestApp, email};
use chrono::Duration;
use futures::future::join_all;
use insta::assert_snapshot;
use platform::retention;
use serde_json::json;

const CONFIRM: &str = "/api/identity/verification/confirm";
const RESEND: &str = "/api/identity/verification/resend";

#[tokio::test]
async fn verification_link_verifies_the_email_once() {
    let app = TestApp::open().await;
    let rosa = app.newcomer("rosa").await;
    let before = rosa.get("/api/me").await.expect(200);
    assert_eq!(before.body["onboarding"]["needsEmailVerification"], true);

    let token = json!({ "token": app.mailed_token(&email("rosa")).await });
    rosa.get(CONFIRM).await.expect(405);
    let done = rosa.post(CONFIRM, token.clone()).await.expect(200);
    assert_eq!(
        done.body,
        json!({
            "message": "Verification complete! Your community awaits.",
            "alreadyConfirmed": false,
            "signedIn": true,
        })
    );
    let after = rosa.get("/api/me").await.expect(200);
    assert_eq!(after.body["onboarding"]["needsEmailVerification"], false);
    assert_eq!(after.body["emailVerified"], true);
    let again = app.browser().post(CONFIRM, token).await.expect(200);
    assert_eq!(
        again.body,
        json!({
            "message": "Your email address is already confirmed.",
            "alreadyConfirmed": true,
            "signedIn": false,
        })
    );
}

#[tokio::test]
async fn invalid_links_return_the_reason() {
    let app = TestApp::open().await;
    app.newcomer("rosa").await;
    let first = app.mailed_token(&email("rosa")).await;
    let visitor = app.browser();
    let submit = async |token: &str| visitor.post(CONFIRM, json!({ "token": token })).await;
    assert_snapshot!(submit("guess").await, @"422 This verification link is incomplete. Please copy the whole link from your email.");
    assert_snapshot!(submit(&first[1..]).await, @"422 This verification link is incomplete. Please copy the whole link from your email.");
    let other = if first.starts_with('A') { 'B' } else { 'A' };
    let unknown = format!("{other}{}", &first[1..]);
    assert_snapshot!(submit(&unknown).await, @"422 Verification not yet complete. Please check your inbox and click the verification link.");

    app.clock.advance_by(Duration::hours(24));
    assert_snapshot!(submit(&first).await, @"422 This verification link has expired. Please request a new one.");
    visitor.post(RESEND, json!({ "email": email("rosa") })).await.expect(200);
    let second = app.mailed_token(&email("rosa")).await;
    assert_snapshot!(submit(&first).await, @"422 This verification link was replaced by a newer one. Please use the link in our latest email.");
    submit(&second).await.expect(200);
    assert_eq!(submit(&first).await.expect(200).body["alreadyConfirmed"], true);

    app.mark_everyone_unverified(true).await;
    assert_snapshot!(submit(&second).await, @"422 This verification link was already used. Please request a new one.");
}

#[tokio::test]
async fn used_link_reports_already_confirmed_a_week_later() {
    let app = TestApp::open().await;
    app.newcomer("rosa").await;
    let token = json!({ "token": app.mailed_token(&email("rosa")).await });
    app.browser().post(CONFIRM, token.clone()).await.expect(200);
    app.clock.advance_by(Duration::days(7));
    retention::schedule_sweep(app.services()).await.unwrap();
    app.work().await;
    let later = app.browser().post(CONFIRM, token).await.expect(200);
    assert_eq!(later.body["alreadyConfirmed"], true);
}

#[tokio::test]
async fn concurrent_uses_of_one_verification_link_succeed_once() {
    let app = TestApp::open_for_many().await;
    app.newcomer("rosa").await;
    let token = app.mailed_token(&email("rosa")).await;
    let browsers: Vec<_> = (0..100).map(|_| app.browser()).collect();
    let opening = browsers.iter().map(|one| one.post(CONFIRM, json!({ "token": token })));
    let replies = join_all(opening).await;
    let first = |reply: &&Reply| reply.status == 200 && reply.body["alreadyConfirmed"] == false;
    assert_eq!(replies.iter().filter(first).count(), 1);
    assert!(
        replies.iter().all(|reply| reply.status == 200),
        "the others receive already confirmed"
    );
    let through = replies.iter().find(first).unwrap();
    assert_eq!(through.body["signedIn"], false, "other browsers are not signed in");
}

#[tokio::test]
async fn verification_link_expires_after_a_day() {
    let app = TestApp::open().await;
    app.newcomer("rosa").await;
    let token = json!({ "token": app.mailed_token(&email("rosa")).await });
    app.clock.advance_by(Duration::hours(24));
    assert_eq!(app.browser().post(CONFIRM, token).await.status, 422);
    assert_eq!(app.browser().post(CONFIRM, json!({ "token": "guess" })).await.status, 422);
}

#[tokio::test]
async fn resending_is_limited_and_using_a_link_voids_the_others() {
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
    let used = rosa.post(CONFIRM, json!({ "token": first })).await.expect(200);
    assert_eq!(used.body["alreadyConfirmed"], true);
}

#[tokio::test]
async fn resend_does_not_reveal_whether_the_account_exists() {
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
    assert_eq!(app.mails().len(), mails + 1, "only the unverified account gets a mail");
    assert_snapshot!(app.browser().post(RESEND, json!({})).await, @"401 User not authenticated");
}

#[tokio::test]
async fn resends_from_unknown_devices_have_growing_delays() {
    let app = TestApp::open().await;
    let rosa = app.newcomer("rosa").await;
    let ask =
        async |browser: &Browser| browser.post(RESEND, json!({ "email": email("rosa") })).await;
    ask(&app.browser()).await.expect(200);
    for wait_min in [1, 5, 15, 60, 60] {
        let refused = ask(&app.browser()).await.expect(429);
        let wait: i64 = refused.header("retry-after").parse().unwrap();
        assert!((wait_min * 60 - 10..=wait_min * 60).contains(&wait), "{wait} of {wait_min} min");
        app.clock.advance_by(Duration::minutes(wait_min));
        ask(&app.browser()).await.expect(200);
    }
    rosa.post("/api/usersSignout", json!({})).await;
    for _ in 0..3 {
        ask(&rosa).await.expect(200);
    }
}

#[tokio::test]
async fn resends_are_limited_per_network() {
    let app = TestApp::open().await;
    let office = app.browser();
    let refused = until_refused(async |n| {
        let body = json!({ "email": email(&format!("gast{n}")) });
        app.browser().connected_like(&office).post(RESEND, body).await
    })
    .await;
    let wait: u64 = refused.header("retry-after").parse().unwrap();
    assert!((3_500..=3_600).contains(&wait), "{wait}");
    let body = json!({ "email": email("gast0") });
    app.clock.advance_by(Duration::minutes(2));
    app.browser().post(RESEND, body).await.expect(200);
}

#[tokio::test]
async fn suspended_account_gets_no_verification_link() {
    let app = TestApp::open().await;
    let rosa = app.newcomer("rosa").await;
    app.set_status_of_everyone(Some("suspended")).await;
    assert_snapshot!(rosa.post(RESEND, json!({})).await, @"403 This account has been disabled.");
}

#[tokio::test]
async fn failed_verification_mail_returns_the_specified_message() {
    let app = TestApp::open().await;
    let rosa = app.newcomer("rosa").await;
    app.make_table_unavailable("email_tokens").await;
    assert_snapshot!(rosa.post(RESEND, json!({})).await, @"500 Failed to resend verification email");
    let code = app.invite_code("WELCOME1", None).await;
    let newcomer = app.browser().post("/api/identity/join", form("nora", &code)).await;
    assert_snapshot!(newcomer, @"500 Failed to send verification email");
    let nobody = "SELECT COUNT(*) AS n FROM users WHERE first_name = 'Nora'";
    assert_eq!(app.count(nobody, vec![]).await, 0);

    // A request for an address only enqueues a job, so that response times reveal nothing.
    app.make_table_unavailable("jobs").await;
    let by_address = app.browser().post(RESEND, json!({ "email": email("iris") })).await;
    assert_snapshot!(by_address, @"500 Failed to send verification link. Please try again later.");
}

#[tokio::test]
async fn resend_reveals_unknown_accounts_when_configured() {
    let app = TestApp::open_with(&[("auth.reveal_accounts", "true")]).await;
    let nobody = app.browser().post(RESEND, json!({ "email": email("nobody") })).await;
    assert_snapshot!(nobody, @"404 User account not found.");
}

#[tokio::test]
async fn unverified_user_can_read_only_their_own_account() {
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
