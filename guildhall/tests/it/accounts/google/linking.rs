//! Google sign-in with the email address of an existing account: a verified account can be linked after signing in,
//! an unverified one is replaced.

use super::{USERS, identity_count, open_session};
use crate::kit::{Browser, Issuer, PASSWORD, Reply, TestApp, email};
use chrono::Duration;
use futures::future::join_all;
use insta::assert_snapshot;
use serde_json::{Value, json};

const REFUSED: &str = "422 Google sign-in failed. Please try again.";

async fn link(browser: &Browser, ticket: &Value) -> Reply {
    browser.post("/api/identity/google/link", json!({ "ticket": ticket })).await
}

#[tokio::test]
async fn existing_account_is_linked_after_signing_in_with_its_password() {
    let issuer = Issuer::start();
    let app = TestApp::open_with_issuer(&issuer).await;
    let rosa = app.member("rosa").await;
    let browser = app.browser();
    let exists = app.through_google(&browser, &issuer, "rosa", json!({})).await.expect(200);
    assert_eq!(exists.body["outcome"], "accountExists");
    assert_eq!(exists.body["idToken"], Value::Null);
    assert_eq!(exists.body["email"], email("rosa"));
    let detail = exists.body["message"].as_str().unwrap();
    assert_snapshot!(detail, @"This email is already registered. Please use a different email or connect.");
    let ticket = &exists.body["ticket"];

    // Linking requires a newer session of the same account.
    assert_snapshot!(link(&browser, ticket).await, @"401 User not authenticated");
    app.clock.advance_by(Duration::seconds(2));
    let exists = app.through_google(&browser, &issuer, "rosa", json!({})).await.expect(200);
    let late = &exists.body["ticket"];
    assert_eq!(link(&rosa, late).await.to_string(), REFUSED);
    let bela = app.member("bela").await;
    assert_eq!(link(&bela, ticket).await.to_string(), REFUSED);
    assert_eq!(identity_count(&app, "rosa").await, 0);

    app.sign_in(&browser, "localhost", "rosa").await;
    assert_eq!(link(&browser, ticket).await.status, 204);
    assert_eq!(link(&browser, ticket).await.to_string(), REFUSED);
    assert_eq!(identity_count(&app, "rosa").await, 1);

    let again = app.browser();
    let done = app.through_google(&again, &issuer, "rosa", json!({})).await.expect(200);
    assert_eq!(done.body["uid"], rosa.get("/api/me").await.expect(200).body["id"]);
    // The password still opens the account.
    app.sign_in(&app.browser(), "localhost", "rosa").await;
}

#[tokio::test]
async fn link_ticket_works_once_and_for_ten_minutes() {
    let issuer = Issuer::start();
    let app = TestApp::open_for_many_with_issuer(&issuer).await;
    app.member("rosa").await;
    let browser = app.browser();
    let exists = app.through_google(&browser, &issuer, "rosa", json!({})).await.expect(200);
    app.sign_in(&browser, "localhost", "rosa").await;
    let ticket = &exists.body["ticket"];
    let answers = join_all((0..100).map(|_| link(&browser, ticket))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 204).count(), 1);

    app.member("bela").await;
    let browser = app.browser();
    let exists = app.through_google(&browser, &issuer, "bela", json!({})).await.expect(200);
    app.clock.advance_by(Duration::minutes(10));
    app.sign_in(&browser, "localhost", "bela").await;
    assert_eq!(link(&browser, &exists.body["ticket"]).await.to_string(), REFUSED);
}

#[tokio::test]
async fn unverified_account_is_replaced_by_the_google_account() {
    let issuer = Issuer::start();
    let app = TestApp::open_with_issuer(&issuer).await;
    let hijacker = app.newcomer("rosa").await;
    let mailed = app.mailed_token(&email("rosa")).await;
    let old = app.id_of(&hijacker).await;

    // Without an invite code, the existing account stays.
    let none = app.through_google(&app.browser(), &issuer, "rosa", json!({})).await;
    assert_eq!(none.status, 422);
    assert_eq!(app.id_of(&hijacker).await, old);

    let code = app.invite_code("REALROSA", None).await;
    let rosa = app.browser();
    let wish = json!({ "inviteCodeId": code });
    let done = app.through_google(&rosa, &issuer, "rosa", wish).await.expect(200);
    open_session(&rosa, &done).await;
    assert_ne!(app.id_of(&rosa).await, old);
    assert_eq!(app.count(USERS, vec![]).await, 1);

    // Session, password and mailed link of the replaced account are invalid.
    assert_eq!(hijacker.get("/api/me").await.status, 401);
    let confirm = json!({ "token": mailed });
    let link = app.browser().post("/api/identity/verification/confirm", confirm).await;
    assert_eq!(link.status, 422);
    let password = json!({ "email": email("rosa"), "password": PASSWORD });
    let refused = app.browser().post("/api/identity/login", password).await;
    assert_snapshot!(refused, @"401 This email is linked to a Google account. Please sign in with Google.");
}

#[tokio::test]
async fn password_sign_in_to_google_only_account_returns_hint_and_is_limited() {
    let issuer = Issuer::start();
    let app = TestApp::open_with_issuer(&issuer).await;
    app.join_with_google(&app.browser(), &issuer, "rosa").await;
    let browser = app.browser();
    let password = json!({ "email": email("rosa"), "password": PASSWORD });
    let told = browser.post("/api/identity/login", password.clone()).await;
    assert_eq!((told.status, &told.body["code"]), (401, &json!("google_account")));
    let limited = crate::accounts::until_refused(async |_| {
        browser.post("/api/identity/login", password.clone()).await
    });
    assert!(limited.await.to_string().starts_with("429 Too many login attempts."));

    // Another Google identity with the same address is refused, because there is no password to confirm.
    let other = app.through_google(&app.browser(), &issuer, "other~rosa", json!({})).await;
    assert_eq!(other.to_string(), REFUSED);
}

#[tokio::test]
async fn banned_account_is_not_linked() {
    let issuer = Issuer::start();
    let app = TestApp::open_with_issuer(&issuer).await;
    app.member("rosa").await;
    app.set_status_of_everyone(Some("suspended")).await;
    let banned = app.through_google(&app.browser(), &issuer, "rosa", json!({})).await;
    assert_snapshot!(banned, @"403 Account is suspended or banned");
}
