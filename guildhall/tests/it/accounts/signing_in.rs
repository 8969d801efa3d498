//! Signing in with a password.

use super::until_refused;
use crate::kit::{Browser, PASSWORD, Reply, TestApp, email};
use chrono::Duration;
use insta::assert_snapshot;
use serde_json::json;

async fn log_in(browser: &Browser, name: &str, password: &str) -> Reply {
    let body = json!({ "email": email(name), "password": password, "staySignedIn": false });
    browser.post("/api/identity/login", body).await
}

#[tokio::test]
async fn correct_password_returns_a_proof() {
    let app = TestApp::open().await;
    let rosa = app.member("rosa").await;
    let elsewhere = app.browser();
    let body = json!({ "email": " ROSA@people.example", "password": PASSWORD });
    let answer = elsewhere.post("/api/identity/login", body).await.expect(200);
    assert_eq!(answer.body["outcome"], "success");
    assert_eq!(answer.body["uid"], app.id_of(&rosa).await);
    assert!(answer.body["idToken"].as_str().unwrap().split('.').count() == 3);
}

#[tokio::test]
async fn login_error_does_not_reveal_whether_the_account_exists_by_default() {
    let app = TestApp::open().await;
    app.member("rosa").await;
    let wrong = log_in(&app.browser(), "rosa", "Not-the-password-1").await;
    assert_snapshot!(wrong, @"401 Invalid email or password.");
    let unknown = log_in(&app.browser(), "nobody", "Not-the-password-1").await;
    assert_eq!((unknown.status, &unknown.body), (wrong.status, &wrong.body));
    assert_eq!(unknown.set_cookies(), wrong.set_cookies());
}

#[tokio::test]
async fn login_error_reveals_unknown_accounts_when_configured() {
    let app = TestApp::open_with(&[("auth.reveal_accounts", "true")]).await;
    app.member("rosa").await;
    assert_snapshot!(log_in(&app.browser(), "rosa", "Wrong-1234").await, @"401 Incorrect password.");
    assert_snapshot!(log_in(&app.browser(), "nobody", "Wrong-1234").await, @"401 No account found with this email.");
}

#[tokio::test]
async fn missing_login_fields_return_the_specified_messages() {
    let app = TestApp::open().await;
    let empty = app.browser().post("/api/identity/login", json!({})).await;
    assert_snapshot!(empty, @"422 Email is required, Password is required");
    let malformed = json!({ "email": "rosa", "password": "12345" });
    let malformed = app.browser().post("/api/identity/login", malformed).await;
    assert_snapshot!(malformed, @"422 Invalid email format, Password must be at least 6 characters");
}

#[tokio::test]
async fn password_check_failure_is_reported_as_error_not_as_wrong_password() {
    let app = TestApp::open().await;
    app.member("rosa").await;
    app.make_table_unavailable("credentials").await;
    let failed = log_in(&app.browser(), "rosa", PASSWORD).await;
    assert_snapshot!(failed, @"500 An error occurred. Please try again.");
}

#[tokio::test]
async fn unverified_or_banned_status_is_revealed_only_with_the_correct_password() {
    let app = TestApp::open().await;
    app.newcomer("rosa").await;
    assert_snapshot!(log_in(&app.browser(), "rosa", "Wrong-1234").await, @"401 Invalid email or password.");
    app.clock.advance_by(Duration::seconds(2));
    let unproven = log_in(&app.browser(), "rosa", PASSWORD).await;
    assert_snapshot!(unproven, @"403 Please verify your email address to continue. Check your inbox for a verification link.");
    assert_eq!(unproven.body["code"], "email-not-verified");
    assert!(unproven.set_cookies().is_empty());

    app.sql("UPDATE users SET email_verified = TRUE, status = 'banned'", vec![]).await;
    assert_snapshot!(log_in(&app.browser(), "rosa", PASSWORD).await, @"403 Account is suspended or banned");
}

#[tokio::test]
async fn wrong_passwords_double_the_delay_and_the_fifth_blocks_for_thirty_minutes() {
    let app = TestApp::open().await;
    app.member("rosa").await;
    app.clock.advance_by(Duration::hours(1));
    for wait in [1, 2, 4, 8] {
        let visitor = app.browser();
        assert_eq!(log_in(&visitor, "rosa", "Wrong-1234").await.status, 401);
        let soon = log_in(&visitor, "rosa", PASSWORD).await;
        let words = "429 Too many login attempts. Please try again in 1 minute(s).";
        assert_eq!(soon.to_string(), words);
        assert_eq!(soon.header("retry-after"), wait.to_string());
        app.clock.advance_by(Duration::seconds(wait));
    }
    log_in(&app.browser(), "rosa", "Wrong-1234").await.expect(401);
    let shut = log_in(&app.browser(), "rosa", PASSWORD).await;
    assert_snapshot!(shut, @"429 Too many login attempts. Please try again in 30 minute(s).");
    app.clock.advance_by(Duration::minutes(30));
    log_in(&app.browser(), "rosa", PASSWORD).await.expect(200);
}

#[tokio::test]
async fn successful_sign_in_resets_earlier_failures() {
    let app = TestApp::open().await;
    app.member("rosa").await;
    for _ in 0..3 {
        for wait in [1, 2, 4] {
            log_in(&app.browser(), "rosa", "Wrong-1234").await.expect(401);
            app.clock.advance_by(Duration::seconds(wait));
        }
        log_in(&app.browser(), "rosa", PASSWORD).await.expect(200);
    }
}

#[tokio::test]
async fn guessing_from_unknown_devices_does_not_block_a_known_device() {
    let app = TestApp::open().await;
    let rosa = app.member("rosa").await;
    log_in(&rosa, "rosa", PASSWORD).await.expect(200);
    for wait in [1, 2, 4, 8, 0] {
        log_in(&app.browser(), "rosa", "Wrong-1234").await.expect(401);
        app.clock.advance_by(Duration::seconds(wait));
    }
    assert_eq!(log_in(&app.browser(), "rosa", PASSWORD).await.status, 429);
    log_in(&rosa, "rosa", PASSWORD).await.expect(200);

    let forged = app.browser();
    forged.plant_cookie("localhost", "gh-dev", "AAAAAAAAAAAAAAAAAAAAAA.0000");
    assert_eq!(log_in(&forged, "rosa", PASSWORD).await.status, 429);
}

#[tokio::test]
async fn portal_shares_the_login_limit_with_main() {
    let app = TestApp::open().await;
    app.member("rosa").await;
    app.portal("Oak House", "oak").await;
    log_in(&app.browser(), "rosa", "Wrong-1234").await.expect(401);
    let body = json!({ "email": email("rosa"), "password": PASSWORD });
    let on_portal = app.browser().on("oak").post("/api/identity/login", body).await;
    assert_eq!(on_portal.status, 429);
}

#[tokio::test]
async fn network_is_blocked_after_fifty_failures() {
    let app = TestApp::open().await;
    app.member("rosa").await;
    let visitor = app.browser();
    for n in 0..50 {
        log_in(&visitor, &format!("nobody{n}"), "Wrong-1234").await.expect(401);
    }
    until_refused(async |_| log_in(&visitor, "rosa", PASSWORD).await).await;
    log_in(&app.browser(), "rosa", PASSWORD).await.expect(200);
}

#[tokio::test]
async fn password_hash_is_upgraded_at_the_next_sign_in() {
    let app = TestApp::open_with(&[("security.argon2.iterations", "3")]).await;
    app.member("rosa").await;
    let now = app.second_instance().await;
    let dear = "SELECT COUNT(*) AS n FROM credentials WHERE password_hash LIKE '%t=3,%'";
    assert_eq!(app.count(dear, vec![]).await, 1);
    log_in(&now.browser(), "rosa", PASSWORD).await.expect(200);
    assert_eq!(app.count(dear, vec![]).await, 0);
    log_in(&now.browser(), "rosa", PASSWORD).await.expect(200);
}

#[tokio::test]
async fn one_hundred_wrong_passwords_require_a_password_reset() {
    let app = TestApp::open().await;
    app.member("rosa").await;
    let mut failed = 0;
    let blocked = loop {
        // From a new network each time, and after the longest block.
        let reply = log_in(&app.browser(), "rosa", "Wrong-1234").await;
        match reply.status {
            401 => failed += 1,
            _ if reply.to_string().contains("unsuccessful") => break reply,
            _ => app.clock.advance_by(Duration::minutes(31)),
        }
        assert!(failed <= 100, "{failed}");
    };
    assert_snapshot!(blocked, @"429 Too many unsuccessful login attempts. Please try again later or reset your password.");
    assert_eq!(failed, 100);
}
