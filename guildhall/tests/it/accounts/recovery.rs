//! Recovering an account whose password is lost.

use super::until_refused;
use crate::kit::{Browser, FOR_MANY, PASSWORD, Reply, TestApp, email, uuid_of};
use chrono::Duration;
use futures::future::join_all;
use insta::assert_snapshot;
use platform::UserId;
use platform::jobs::NewJob;
use serde_json::json;

const ASK: &str = "/api/identity/password/forgot";
const CONFIRM: &str = "/api/identity/password/reset";
const ANOTHER: &str = "Copper-Heron-77";
const REFUSED: &str = "422 This link is no longer valid. Please request a new one.";

async fn request_reset(browser: &Browser, name: &str) -> Reply {
    browser.post(ASK, json!({ "email": email(name) })).await
}

async fn confirm(browser: &Browser, token: &str, password: &str) -> Reply {
    let body = json!({ "token": token, "password": password, "confirmPassword": password });
    browser.post(CONFIRM, body).await
}

async fn log_in(browser: &Browser, name: &str, password: &str) -> Reply {
    let body = json!({ "email": email(name), "password": password });
    browser.post("/api/identity/login", body).await
}

/// Requests a reset and returns the mailed token.
async fn token_for(app: &TestApp, name: &str) -> String {
    request_reset(&app.browser(), name).await.expect(200);
    app.mailed_token(&email(name)).await
}

#[tokio::test]
async fn mailed_reset_link_sets_a_new_password_and_ends_every_session() {
    let app = TestApp::open().await;
    let rosa = app.member("rosa").await;
    let asked = request_reset(&app.browser(), "rosa").await.expect(200);
    assert_eq!(
        asked.body["message"],
        "If an account uses this address, a link to choose a new password is on its way."
    );
    let token = app.mailed_token(&email("rosa")).await;
    let mail = app.mails().into_iter().rev().find(|mail| mail.text.contains(&token)).unwrap();
    assert!(mail.text.contains("http://localhost:8080/reset-password?token="), "{}", mail.text);

    let visitor = app.browser();
    visitor.get(CONFIRM).await.expect(405);
    visitor.get(&format!("/reset-password?token={token}")).await.expect(200);
    let done = confirm(&visitor, &token, ANOTHER).await.expect(200);
    assert_eq!(
        done.body["message"],
        "Your password has been changed. Please sign in with the new one."
    );
    let cookies = done.set_cookies();
    assert!(cookies.iter().all(|line| line.contains("Max-Age=0")), "a reset does not sign in");
    assert_snapshot!(rosa.get("/api/me").await, @"401 User not authenticated");
    assert_eq!(confirm(&visitor, &token, ANOTHER).await.to_string(), REFUSED);
    assert_eq!(log_in(&visitor, "rosa", PASSWORD).await.status, 401);
    app.clock.advance_by(Duration::seconds(2));
    sign_in_after_delay(&app, &visitor, ANOTHER).await;

    app.work().await;
    let told = app.mails().into_iter().rev().find(|mail| mail.text.contains("was changed"));
    assert!(told.is_some(), "the owner is notified");
}

/// Signs in once the delay after a wrong password has passed, which Redis measures with its own clock.
async fn sign_in_after_delay(app: &TestApp, visitor: &Browser, password: &str) {
    for _ in 0..40 {
        let answer = log_in(visitor, "rosa", password).await;
        if answer.status != 429 {
            answer.expect(200);
            return;
        }
        app.clock.advance_by(Duration::seconds(1));
    }
    panic!("the delay never ended");
}

#[tokio::test]
async fn recovery_does_not_reveal_whether_the_account_exists() {
    let app = TestApp::open().await;
    app.member("rosa").await;
    let banned = app.member("bruno").await;
    let id = uuid_of(&app.id_of(&banned).await);
    app.sql("UPDATE users SET status = 'banned' WHERE id = $1", vec![id.into()]).await;
    app.work().await;
    let before = app.mails().len();
    let known = request_reset(&app.browser(), "rosa").await.expect(200);
    let unknown = request_reset(&app.browser(), "nobody").await.expect(200);
    let closed = request_reset(&app.browser(), "bruno").await.expect(200);
    assert_eq!((&known.body, &known.body), (&unknown.body, &closed.body));
    assert_eq!(known.set_cookies().len(), unknown.set_cookies().len());
    app.work().await;
    assert_eq!(app.mails().len(), before + 1);
}

#[tokio::test]
async fn recovery_reveals_unknown_accounts_when_configured() {
    let app = TestApp::open_with(&[("auth.reveal_accounts", "true")]).await;
    app.member("rosa").await;
    request_reset(&app.browser(), "rosa").await.expect(200);
    assert_snapshot!(request_reset(&app.browser(), "nobody").await, @"404 No account found with this email address.");
}

#[tokio::test]
async fn invalid_recovery_input_returns_the_specified_messages() {
    let app = TestApp::open().await;
    let visitor = app.browser();
    assert_snapshot!(visitor.post(ASK, json!({})).await, @"422 Email is required");
    assert_snapshot!(visitor.post(ASK, json!({ "email": "rosa" })).await, @"422 Invalid email address format.");
    assert_snapshot!(confirm(&visitor, "guess", ANOTHER).await, @"422 This link is no longer valid. Please request a new one.");
}

#[tokio::test]
async fn invalid_new_password_does_not_consume_the_link() {
    let app = TestApp::open().await;
    app.member("rosa").await;
    let token = token_for(&app, "rosa").await;
    let visitor = app.browser();
    assert_snapshot!(confirm(&visitor, &token, "aB1").await, @"422 Password must be at least 8 characters long");
    assert_snapshot!(confirm(&visitor, &token, "Password1").await, @"422 Password is too weak. Please choose a stronger password.");
    let unlike = json!({ "token": token, "password": ANOTHER, "confirmPassword": PASSWORD });
    assert_snapshot!(visitor.post(CONFIRM, unlike).await, @"422 Passwords do not match");
    confirm(&visitor, &token, ANOTHER).await.expect(200);
}

#[tokio::test]
async fn failed_recovery_request_returns_the_specified_message() {
    let app = TestApp::open().await;
    app.member("rosa").await;
    app.make_table_unavailable("jobs").await;
    assert_snapshot!(request_reset(&app.browser(), "rosa").await, @"500 Failed to send password reset email");
}

#[tokio::test]
async fn requests_from_unknown_devices_have_growing_delays() {
    let app = TestApp::open().await;
    app.member("rosa").await;
    request_reset(&app.browser(), "rosa").await.expect(200);
    for wait_min in [1, 5, 15, 60, 60] {
        let refused = request_reset(&app.browser(), "rosa").await;
        let words = "429 Too many requests. Please wait before requesting another reset email.";
        assert_eq!(refused.to_string(), words);
        let wait: i64 = refused.header("retry-after").parse().unwrap();
        assert!((wait_min * 60 - 10..=wait_min * 60).contains(&wait), "{wait} of {wait_min} min");
        app.clock.advance_by(Duration::minutes(wait_min));
        request_reset(&app.browser(), "rosa").await.expect(200);
    }
    let nobody = until_refused(async |_| request_reset(&app.browser(), "nobody").await).await;
    assert_eq!(nobody.header("retry-after"), "60", "as for an account");
}

#[tokio::test]
async fn known_device_is_never_refused_but_gets_one_mail_per_minute() {
    let app = TestApp::open().await;
    let rosa = app.member("rosa").await;
    app.work().await;
    for _ in 0..4 {
        request_reset(&app.browser(), "rosa").await;
    }
    app.work().await;
    let mails = app.mails().len();
    for round in 1..=6 {
        request_reset(&rosa, "rosa").await.expect(200);
        request_reset(&rosa, "rosa").await.expect(200);
        app.work().await;
        assert_eq!(app.mails().len(), mails + round, "one mail a minute");
        app.clock.advance_by(Duration::seconds(61));
    }
}

#[tokio::test]
async fn device_is_blocked_for_a_day_after_three_requests_per_hour() {
    let app = TestApp::open().await;
    let visitor = app.browser();
    for name in ["ada", "bela", "cleo"] {
        request_reset(&visitor, name).await.expect(200);
    }
    let refused = until_refused(async |n| request_reset(&visitor, &format!("dora{n}")).await).await;
    let wait: u64 = refused.header("retry-after").parse().unwrap();
    assert!((86_000..=86_400).contains(&wait), "{wait}");
    let neighbour = app.browser().connected_like(&visitor);
    request_reset(&neighbour, "eva").await.expect(200);
    let room = until_refused(async |n| {
        request_reset(&app.browser().connected_like(&visitor), &format!("gast{n}")).await
    })
    .await;
    let wait: u64 = room.header("retry-after").parse().unwrap();
    assert!(wait <= 3600, "a network waits for an hour at most");
    request_reset(&app.browser(), "dora0").await.expect(200);
}

#[tokio::test]
async fn new_password_made_of_the_email_is_too_weak() {
    let app = TestApp::open().await;
    app.member("rosalind77").await;
    let token = token_for(&app, "rosalind77").await;
    let weak = confirm(&app.browser(), &token, "Rosalind77x").await;
    assert_snapshot!(weak, @"422 Password is too weak. Please choose a stronger password.");
}

#[tokio::test]
async fn reset_link_check_returns_the_email_and_keeps_the_link_valid() {
    let app = TestApp::open().await;
    app.member("rosa").await;
    let token = token_for(&app, "rosa").await;
    let visitor = app.browser();
    let look = async |token: &str| {
        visitor.post("/api/identity/password/reset-link", json!({ "token": token })).await
    };
    for _ in 0..2 {
        assert_eq!(look(&token).await.expect(200).body, json!({ "email": email("rosa") }));
    }
    assert_snapshot!(look("x").await, @"422 This link is no longer valid. Please request a new one.");
    confirm(&visitor, &token, "Another-Secret-9").await.expect(200);
    assert_snapshot!(look(&token).await, @"422 This link is no longer valid. Please request a new one.");
}

#[tokio::test]
async fn reset_link_expires_after_thirty_minutes_or_a_password_change() {
    let app = TestApp::open().await;
    let rosa = app.member("rosa").await;
    let late = token_for(&app, "rosa").await;
    app.clock.advance_by(Duration::minutes(30));
    assert_eq!(confirm(&app.browser(), &late, ANOTHER).await.to_string(), REFUSED);

    let stale = token_for(&app, "rosa").await;
    let change = json!({
        "currentPassword": PASSWORD, "newPassword": ANOTHER, "confirmPassword": ANOTHER,
    });
    rosa.post("/api/identity/password/change", change).await.expect(200);
    assert_eq!(confirm(&app.browser(), &stale, PASSWORD).await.to_string(), REFUSED);
}

#[tokio::test]
async fn reset_link_of_a_banned_account_is_refused() {
    let app = TestApp::open().await;
    app.member("rosa").await;
    let token = token_for(&app, "rosa").await;
    app.set_status_of_everyone(Some("banned")).await;
    assert_snapshot!(confirm(&app.browser(), &token, ANOTHER).await, @"403 This account has been disabled.");
    app.set_status_of_everyone(None).await;
    confirm(&app.browser(), &token, ANOTHER).await.expect(200);
}

#[tokio::test]
async fn concurrent_uses_of_one_reset_link_succeed_once() {
    let app = TestApp::open_with(&[FOR_MANY, ("security.argon2.queue_max", "200")]).await;
    app.member("rosa").await;
    let token = token_for(&app, "rosa").await;
    let browsers: Vec<_> = (0..100).map(|_| app.browser()).collect();
    let replies = join_all(browsers.iter().map(|one| confirm(one, &token, ANOTHER))).await;
    let through = replies.iter().filter(|reply| reply.status == 200).count();
    assert_eq!(through, 1, "{:?}", replies.iter().map(Reply::to_string).collect::<Vec<_>>());
    let changed = "SELECT COUNT(*) AS n FROM credentials WHERE version = 2";
    assert_eq!(app.count(changed, vec![]).await, 1);
}

#[tokio::test]
async fn repeated_recovery_job_sends_one_mail() {
    let app = TestApp::open().await;
    app.member("rosa").await;
    app.work().await;
    let mails = app.mails().len();
    let wanted = json!({
        "id": "0192f0c1-a2b3-7c4d-8e9f-0a1b2c3d4e5f", "email": email("rosa"),
        "brand": { "name": "Guildhall", "color": "", "origin": "http://localhost:8080" },
    });
    for _ in 0..3 {
        let mut system = app.services().system("run a job again");
        let tx = system.begin().await.unwrap();
        let job = NewJob::new(tenant_runtime::accounts::RECOVERY_JOB, &wanted).unwrap();
        tx.enqueue(job).await.unwrap();
        tx.commit().await.unwrap();
        app.work().await;
    }
    assert_eq!(app.mails().len(), mails + 1);
}

#[tokio::test]
async fn required_reset_forces_a_new_password_at_sign_in() {
    let app = TestApp::open().await;
    let rosa = app.member("rosa").await;
    let user: UserId = app.id_of(&rosa).await.parse().unwrap();
    let mut system = app.services().system("oblige somebody to choose a new password");
    let tx = system.begin().await.unwrap();
    tenant_runtime::accounts::require_reset(&tx, user).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(rosa.get("/api/me").await.status, 401, "all sessions have ended");

    let visitor = app.browser();
    let led = log_in(&visitor, "rosa", PASSWORD).await.expect(200);
    assert_eq!(led.body["outcome"], "passwordResetRequired");
    assert!(led.body["idToken"].is_null() && led.set_cookies().is_empty());
    let token = led.body["resetToken"].as_str().unwrap();
    confirm(&visitor, token, ANOTHER).await.expect(200);
    let through = log_in(&visitor, "rosa", ANOTHER).await.expect(200);
    assert_eq!(through.body["outcome"], "success");
}
