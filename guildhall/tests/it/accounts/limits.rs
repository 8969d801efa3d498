//! Sign-in limits, shared by all instances and sites and kept across restarts (accounts.md, G-021).
//! `tests/servers` tests them with two processes.

use crate::kit::{Browser, PASSWORD, Reply, TestApp, email};
use chrono::Duration;
use serde_json::json;

const BLOCKED: &str = "429 Too many login attempts. Please try again in 30 minute(s).";

async fn log_in(browser: &Browser, password: &str) -> Reply {
    let body = json!({ "email": email("rosa"), "password": password });
    browser.post("/api/identity/login", body).await
}

/// Five wrong passwords, each after the delay of the previous one.
async fn fail_five_times(apps: [&TestApp; 2]) {
    for (n, wait) in [1, 2, 4, 8, 0].into_iter().enumerate() {
        let app = apps[n % 2];
        assert_eq!(log_in(&app.browser(), "Wrong-1234").await.status, 401, "attempt {n}");
        app.clock.advance_by(Duration::seconds(wait));
    }
}

#[track_caller]
fn assert_blocked(reply: &Reply) {
    assert_eq!(reply.to_string(), BLOCKED);
    let wait: u64 = reply.header("retry-after").parse().unwrap();
    assert!((1790..=1800).contains(&wait), "{wait}");
    assert_eq!(reply.body["retryAfter"], wait);
    assert_eq!(reply.body["code"], "rate-limited");
}

#[tokio::test]
async fn five_wrong_passwords_across_two_instances_block_both() {
    let app = TestApp::open().await;
    app.member("rosa").await;
    let other = app.second_instance().await;
    fail_five_times([&app, &other]).await;
    assert_blocked(&log_in(&app.browser(), PASSWORD).await);
    assert_blocked(&log_in(&other.browser(), PASSWORD).await);
}

#[tokio::test]
async fn restart_does_not_lift_a_block() {
    let app = TestApp::open().await;
    app.member("rosa").await;
    fail_five_times([&app, &app]).await;
    app.stop().await;
    let again = app.second_instance().await;
    assert_blocked(&log_in(&again.browser(), PASSWORD).await);
    again.clock.advance_by(Duration::minutes(30));
    log_in(&again.browser(), PASSWORD).await.expect(200);
}

#[tokio::test]
async fn successful_sign_in_does_not_consume_the_network_limit() {
    let app = TestApp::open().await;
    app.member("rosa").await;
    let visitor = app.browser();
    for n in 0..49 {
        let body = json!({ "email": email(&format!("nobody{n}")), "password": "Wrong-1234" });
        visitor.post("/api/identity/login", body).await.expect(401);
    }
    for _ in 0..3 {
        let member = app.browser().connected_like(&visitor);
        log_in(&member, PASSWORD).await.expect(200);
    }
    let known = app.browser().connected_like(&visitor);
    log_in(&known, PASSWORD).await.expect(200);
    let refused = super::until_refused(async |n| {
        let body = json!({ "email": email(&format!("other{n}")), "password": "Wrong-1234" });
        app.browser().connected_like(&visitor).post("/api/identity/login", body).await
    })
    .await;
    assert!(refused.to_string().starts_with("429 Too many login attempts."));
    log_in(&known, PASSWORD).await.expect(200);
    log_in(&app.browser(), PASSWORD).await.expect(200);
}

#[tokio::test]
async fn wrong_password_returns_attempts_left_and_finally_retry_after() {
    let app = TestApp::open().await;
    app.member("rosa").await;
    for (n, wait) in [1, 2, 4, 8, 0].into_iter().enumerate() {
        let wrong = log_in(&app.browser(), "Wrong-1234").await.expect(401);
        assert_eq!(wrong.body["attemptsRemaining"], 4 - n);
        assert_eq!(wrong.body["retryAfter"].is_null(), n < 4, "attempt {n}");
        app.clock.advance_by(Duration::seconds(wait));
    }
}

#[tokio::test]
async fn block_applies_on_portals_too() {
    let app = TestApp::open().await;
    app.member("rosa").await;
    app.portal("Oak House", "oak").await;
    fail_five_times([&app, &app]).await;
    let body = json!({ "email": email("rosa"), "password": PASSWORD });
    assert_blocked(&app.browser().on("oak").post("/api/identity/login", body).await);
}
