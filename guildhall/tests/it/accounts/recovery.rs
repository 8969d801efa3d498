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

async fn ask(browser: &Browser, name: &str) -> Reply {
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

/// A token that was mailed to somebody who asked for it.
async fn token_for(app: &TestApp, name: &str) -> String {
    ask(&app.browser(), name).await.expect(200);
    app.mailed_token(&email(name)).await
}

#[tokio::test]
async fn a_mailed_link_leads_to_a_new_password_and_ends_every_session() {
    let app = TestApp::open().await;
    let rosa = app.member("rosa").await;
    let asked = ask(&app.browser(), "rosa").await.expect(200);
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
    assert!(cookies.iter().all(|line| line.contains("Max-Age=0")), "nobody is signed in by it");
    assert_snapshot!(rosa.get("/api/me").await, @"401 User not authenticated");
    assert_eq!(confirm(&visitor, &token, ANOTHER).await.to_string(), REFUSED);
    assert_eq!(log_in(&visitor, "rosa", PASSWORD).await.status, 401);
    app.clock.advance(Duration::seconds(2));
    until_let_in(&app, &visitor, ANOTHER).await;

    app.work().await;
    let told = app.mails().into_iter().rev().find(|mail| mail.text.contains("was changed"));
    assert!(told.is_some(), "the owner hears of it");
}

/// Redis has a clock of its own, and a wrong password its wait.
async fn until_let_in(app: &TestApp, visitor: &Browser, password: &str) {
    for _ in 0..40 {
        let answer = log_in(visitor, "rosa", password).await;
        if answer.status != 429 {
            answer.expect(200);
            return;
        }
        app.clock.advance(Duration::seconds(1));
    }
    panic!("never let in");
}

#[tokio::test]
async fn nobody_learns_whether_an_address_has_an_account() {
    let app = TestApp::open().await;
    app.member("rosa").await;
    let banned = app.member("bruno").await;
    let id = uuid_of(&app.id_of(&banned).await);
    app.sql("UPDATE users SET status = 'banned' WHERE id = $1", vec![id.into()]).await;
    app.work().await;
    let before = app.mails().len();
    let known = ask(&app.browser(), "rosa").await.expect(200);
    let unknown = ask(&app.browser(), "nobody").await.expect(200);
    let closed = ask(&app.browser(), "bruno").await.expect(200);
    assert_eq!((&known.body, &known.body), (&unknown.body, &closed.body));
    assert_eq!(known.set_cookies().len(), unknown.set_cookies().len());
    app.work().await;
    assert_eq!(app.mails().len(), before + 1);
}

#[tokio::test]
async fn an_operator_may_let_messages_tell() {
    let app = TestApp::open_with(&[("auth.reveal_accounts", "true")]).await;
    app.member("rosa").await;
    ask(&app.browser(), "rosa").await.expect(200);
    assert_snapshot!(ask(&app.browser(), "nobody").await, @"404 No account found with this email address.");
}

#[tokio::test]
async fn the_form_says_what_is_wrong() {
    let app = TestApp::open().await;
    let visitor = app.browser();
    assert_snapshot!(visitor.post(ASK, json!({})).await, @"422 Email is required");
    assert_snapshot!(visitor.post(ASK, json!({ "email": "rosa" })).await, @"422 Invalid email address format.");
    assert_snapshot!(confirm(&visitor, "guess", ANOTHER).await, @"422 This link is no longer valid. Please request a new one.");
}

#[tokio::test]
async fn a_typing_mistake_costs_no_link() {
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
async fn a_link_that_cannot_be_promised_is_said_to_be_none() {
    let app = TestApp::open().await;
    app.member("rosa").await;
    app.sql("ALTER TABLE jobs RENAME TO jobs_elsewhere", vec![]).await;
    assert_snapshot!(ask(&app.browser(), "rosa").await, @"500 Failed to send password reset email");
}

#[tokio::test]
async fn requests_of_strangers_only_slow_each_other_down() {
    let app = TestApp::open().await;
    app.member("rosa").await;
    ask(&app.browser(), "rosa").await.expect(200);
    for wait_min in [1, 5, 15, 60, 60] {
        let refused = ask(&app.browser(), "rosa").await;
        let words = "429 Too many requests. Please wait before requesting another reset email.";
        assert_eq!(refused.to_string(), words);
        let wait: i64 = refused.header("retry-after").parse().unwrap();
        assert!((wait_min * 60 - 10..=wait_min * 60).contains(&wait), "{wait} of {wait_min} min");
        app.clock.advance(Duration::minutes(wait_min));
        ask(&app.browser(), "rosa").await.expect(200);
    }
    let nobody = until_refused(async |_| ask(&app.browser(), "nobody").await).await;
    assert_eq!(nobody.header("retry-after"), "60", "as for an account");
}

#[tokio::test]
async fn a_device_that_the_account_has_used_is_never_refused() {
    let app = TestApp::open().await;
    let rosa = app.member("rosa").await;
    app.work().await;
    for _ in 0..4 {
        ask(&app.browser(), "rosa").await;
    }
    app.work().await;
    let mails = app.mails().len();
    for round in 1..=6 {
        ask(&rosa, "rosa").await.expect(200);
        ask(&rosa, "rosa").await.expect(200);
        app.work().await;
        assert_eq!(app.mails().len(), mails + round, "one mail a minute");
        app.clock.advance(Duration::seconds(61));
    }
}

#[tokio::test]
async fn one_device_asks_three_times_an_hour_and_then_waits_a_day() {
    let app = TestApp::open().await;
    let visitor = app.browser();
    for name in ["ada", "bela", "cleo"] {
        ask(&visitor, name).await.expect(200);
    }
    let refused = until_refused(async |n| ask(&visitor, &format!("dora{n}")).await).await;
    let wait: u64 = refused.header("retry-after").parse().unwrap();
    assert!((86_000..=86_400).contains(&wait), "{wait}");
    let neighbour = app.browser().by_way_of(&visitor);
    ask(&neighbour, "eva").await.expect(200);
    let room =
        until_refused(async |n| ask(&app.browser().by_way_of(&visitor), &format!("gast{n}")).await)
            .await;
    let wait: u64 = room.header("retry-after").parse().unwrap();
    assert!(wait <= 3600, "a network waits for an hour at most");
    ask(&app.browser(), "dora0").await.expect(200);
}

#[tokio::test]
async fn a_new_password_made_of_the_address_is_too_weak() {
    let app = TestApp::open().await;
    app.member("rosalind77").await;
    let token = token_for(&app, "rosalind77").await;
    let weak = confirm(&app.browser(), &token, "Rosalind77x").await;
    assert_snapshot!(weak, @"422 Password is too weak. Please choose a stronger password.");
}

#[tokio::test]
async fn a_reset_link_names_its_account_and_stays_usable() {
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
async fn a_link_works_for_half_an_hour_and_not_after_the_password_was_changed() {
    let app = TestApp::open().await;
    let rosa = app.member("rosa").await;
    let late = token_for(&app, "rosa").await;
    app.clock.advance(Duration::minutes(30));
    assert_eq!(confirm(&app.browser(), &late, ANOTHER).await.to_string(), REFUSED);

    let stale = token_for(&app, "rosa").await;
    let change = json!({
        "currentPassword": PASSWORD, "newPassword": ANOTHER, "confirmPassword": ANOTHER,
    });
    rosa.post("/api/identity/password/change", change).await.expect(200);
    assert_eq!(confirm(&app.browser(), &stale, PASSWORD).await.to_string(), REFUSED);
}

#[tokio::test]
async fn an_account_that_was_closed_meanwhile_stays_closed() {
    let app = TestApp::open().await;
    app.member("rosa").await;
    let token = token_for(&app, "rosa").await;
    app.sql("UPDATE users SET status = 'banned'", vec![]).await;
    assert_snapshot!(confirm(&app.browser(), &token, ANOTHER).await, @"403 This account has been disabled.");
    app.sql("UPDATE users SET status = NULL", vec![]).await;
    confirm(&app.browser(), &token, ANOTHER).await.expect(200);
}

#[tokio::test]
async fn of_a_hundred_who_open_a_link_at_once_one_gets_through() {
    let app = TestApp::open_with(&[FOR_MANY, ("security.argon2.waiting_max", "200")]).await;
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
async fn a_request_is_answered_with_one_mail_however_often_its_job_runs() {
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
async fn who_must_choose_a_new_password_is_led_to_that_and_nowhere_else() {
    let app = TestApp::open().await;
    let rosa = app.member("rosa").await;
    let user: UserId = app.id_of(&rosa).await.parse().unwrap();
    let mut system = app.services().system("oblige somebody to choose a new password");
    let tx = system.begin().await.unwrap();
    tenant_runtime::accounts::require_reset(&tx, user).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(rosa.get("/api/me").await.status, 401, "their sessions have ended");

    let visitor = app.browser();
    let led = log_in(&visitor, "rosa", PASSWORD).await.expect(200);
    assert_eq!(led.body["outcome"], "passwordResetRequired");
    assert!(led.body["idToken"].is_null() && led.set_cookies().is_empty());
    let token = led.body["resetToken"].as_str().unwrap();
    confirm(&visitor, token, ANOTHER).await.expect(200);
    let through = log_in(&visitor, "rosa", ANOTHER).await.expect(200);
    assert_eq!(through.body["outcome"], "success");
}
