//! Changing the password while signed in.

use super::until_refused;
use crate::kit::{Browser, PASSWORD, Reply, TestApp, email};
use chrono::Duration;
use futures::future::join_all;
use insta::assert_snapshot;
use serde_json::{Value, json};

const CHANGE: &str = "/api/identity/password/change";
const ANOTHER: &str = "Copper-Heron-77";

async fn change(browser: &Browser, current: &str, new: &str) -> Reply {
    browser.post(CHANGE, form(current, new)).await
}

fn form(current: &str, new: &str) -> Value {
    json!({ "currentPassword": current, "newPassword": new, "confirmPassword": new })
}

/// The same user signed in in another browser.
async fn elsewhere(app: &TestApp, name: &str) -> Browser {
    let browser = app.browser();
    app.sign_in(&browser, "localhost", name).await;
    browser
}

#[tokio::test]
async fn password_change_ends_other_sessions_and_sends_mail() {
    let app = TestApp::open().await;
    let rosa = app.member("rosa").await;
    let other = elsewhere(&app, "rosa").await;
    let done = change(&rosa, PASSWORD, ANOTHER).await.expect(200);
    assert_eq!(done.body["message"], "Your password has been changed.");
    rosa.get("/api/me").await.expect(200);
    assert_snapshot!(other.get("/api/me").await, @"401 User not authenticated");
    app.work().await;
    let mails = app.mails();
    let told = mails.iter().rev().find(|mail| mail.text.contains("was changed"));
    assert_eq!(told.map(|mail| mail.to.clone()), Some(email("rosa")));

    let body = json!({ "email": email("rosa"), "password": ANOTHER });
    app.browser().post("/api/identity/login", body).await.expect(200);
}

#[tokio::test]
async fn password_change_can_keep_other_sessions() {
    let app = TestApp::open().await;
    let rosa = app.member("rosa").await;
    let other = elsewhere(&app, "rosa").await;
    let mut body = form(PASSWORD, ANOTHER);
    body["signOutOthers"] = json!(false);
    rosa.post(CHANGE, body).await.expect(200);
    other.get("/api/me").await.expect(200);
}

#[tokio::test]
async fn password_change_rotates_the_session_token() {
    let app = TestApp::open().await;
    let rosa = app.member("rosa").await;
    let before = rosa.cookie("localhost", "csst").unwrap();
    change(&rosa, PASSWORD, ANOTHER).await.expect(200);
    let after = rosa.cookie("localhost", "csst").unwrap();
    assert_ne!(before, after);
    rosa.get("/api/me").await.expect(200);
}

#[tokio::test]
async fn missing_password_fields_return_the_specified_messages() {
    let app = TestApp::open().await;
    let rosa = app.member("rosa").await;
    assert_snapshot!(rosa.post(CHANGE, json!({})).await, @"422 Current password is required to change your password, Password must be at least 6 characters long");
    let unlike =
        json!({ "currentPassword": PASSWORD, "newPassword": ANOTHER, "confirmPassword": "x" });
    let unlike = rosa.post(CHANGE, unlike).await;
    assert_snapshot!(unlike, @"422 Passwords do not match");
    assert_eq!(unlike.body["errors"][0]["field"], "confirmPassword");
}

#[tokio::test]
async fn current_password_is_checked_before_the_new_one() {
    let app = TestApp::open().await;
    let rosa = app.member("rosa").await;
    let wrong = change(&rosa, "Not-the-password-1", "Password1").await;
    assert_snapshot!(wrong, @"422 Current password is incorrect");
    assert_eq!(wrong.body["errors"][0]["field"], "currentPassword");
    assert_snapshot!(change(&rosa, &"x".repeat(129), ANOTHER).await, @"422 Invalid credentials provided");
}

#[tokio::test]
async fn rejects_a_weak_new_password() {
    let app = TestApp::open().await;
    let rosa = app.member("rosa").await;
    let words = "422 Password is too weak. Please choose a stronger password.";
    for weak in ["sixsix", "Password1", "copper-heron-77", "Xrosa@people.example1"] {
        assert_eq!(change(&rosa, PASSWORD, weak).await.to_string(), words, "{weak}");
    }
    change(&rosa, PASSWORD, "kP3vT9z").await.expect(200);
}

#[tokio::test]
async fn wrong_current_passwords_block_changes_for_thirty_minutes() {
    let app = TestApp::open().await;
    let rosa = app.member("rosa").await;
    let refused = until_refused(async |_| change(&rosa, "Not-the-password-1", ANOTHER).await).await;
    assert_snapshot!(refused, @"429 Too many failed attempts. Please try again later.");
    assert_eq!(change(&rosa, PASSWORD, ANOTHER).await.status, 429);
    app.clock.advance_by(Duration::minutes(31));
    change(&rosa, PASSWORD, ANOTHER).await.expect(200);
}

#[tokio::test]
async fn account_without_password_or_email_returns_409() {
    let app = TestApp::open().await;
    let rosa = app.member("rosa").await;
    app.delete_all_rows("credentials").await;
    assert_snapshot!(change(&rosa, PASSWORD, ANOTHER).await, @"409 User credentials do not match");
    app.sql("UPDATE users SET email = ''", vec![]).await;
    assert_snapshot!(change(&rosa, PASSWORD, ANOTHER).await, @"409 User email not available for reauthentication");
}

#[tokio::test]
async fn failed_password_change_keeps_the_old_password() {
    let app = TestApp::open().await;
    let rosa = app.member("rosa").await;
    app.make_table_unavailable("email_tokens").await;
    assert_snapshot!(change(&rosa, PASSWORD, ANOTHER).await, @"500 Failed to update password");
    app.restore_table("email_tokens").await;
    change(&rosa, PASSWORD, ANOTHER).await.expect(200);
}

#[tokio::test]
async fn password_change_with_second_factor_requires_recent_authentication() {
    let app = TestApp::open().await;
    let rosa = app.member("rosa").await;
    app.sql("UPDATE sessions SET aal = 2", vec![]).await;
    app.clock.advance_by(Duration::minutes(6));
    let refused = change(&rosa, PASSWORD, ANOTHER).await;
    assert_snapshot!(refused, @"403 For security, you must sign in again before changing your password.");
    assert_eq!(refused.body["code"], "proof-required");
    let now = app.clock.now();
    app.set_auth_time_of_all_sessions(now).await;
    change(&rosa, PASSWORD, ANOTHER).await.expect(200);
}

#[tokio::test]
async fn concurrent_password_changes_succeed_once() {
    let app = TestApp::open().await;
    let rosa = app.member("rosa").await;
    let tries = (0..4).map(|n| {
        let rosa = rosa.clone();
        async move { change(&rosa, PASSWORD, &format!("{ANOTHER}-{n}")).await }
    });
    let replies = join_all(tries).await;
    assert_eq!(replies.iter().filter(|reply| reply.status == 200).count(), 1);
    let once = "SELECT COUNT(*) AS n FROM credentials WHERE version = 2";
    assert_eq!(app.count(once, vec![]).await, 1);
}

#[tokio::test]
async fn paused_account_can_change_password_and_banned_cannot() {
    let app = TestApp::open().await;
    let rosa = app.member("rosa").await;
    app.set_account_status_of_everyone("paused").await;
    change(&rosa, PASSWORD, ANOTHER).await.expect(200);
    app.set_status_of_everyone(Some("banned")).await;
    assert_eq!(change(&rosa, ANOTHER, PASSWORD).await.status, 403);
}

#[tokio::test]
async fn wrong_guesses_with_a_stolen_session_do_not_refuse_a_known_browser() {
    let app = TestApp::open().await;
    let rosa = app.member("rosa").await;
    let thief = app.browser().connected_like(&rosa);
    thief.plant_cookie("localhost", "csst", &rosa.cookie("localhost", "csst").unwrap());
    until_refused(async |_| change(&thief, "Not-the-password-1", ANOTHER).await).await;
    assert_eq!(change(&thief, PASSWORD, ANOTHER).await.status, 429);
    change(&rosa, PASSWORD, ANOTHER).await.expect(200);
}

#[tokio::test]
async fn password_made_of_address_and_names_is_too_weak() {
    let app = TestApp::open().await;
    let rosa = app.member("rosalind77").await;
    let sql = "UPDATE users SET first_name = 'Margarethe', last_name = 'Lindqvist'";
    app.sql(sql, vec![]).await;
    let words = "422 Password is too weak. Please choose a stronger password.";
    for weak in ["Rosalind77x", "Margarethe26", "LindqvistMargarethe1", "Lindqvist.1"] {
        assert_eq!(change(&rosa, PASSWORD, weak).await.to_string(), words, "{weak}");
    }
    change(&rosa, PASSWORD, "Lindqvist1 otter glass").await.expect(200);
}

#[tokio::test]
async fn configured_password_length_applies_if_longer_than_at_sign_up() {
    let app = TestApp::open_with(&[("auth.password_min_length", "12")]).await;
    let rosa = app.member("rosa").await;
    let boot = rosa.get("/api/boot").await.expect(200);
    assert_eq!(boot.body["features"]["passwordMinLength"], 12);
    let short = change(&rosa, PASSWORD, "kP3vT9zLmQ2").await;
    assert_snapshot!(short, @"422 Password must be at least 12 characters long");
    change(&rosa, PASSWORD, "kP3vT9zLmQ2x").await.expect(200);
}
