//! Step-up: confirming the password again (security.md section 4.3).

use super::second_factor::enrol;
use super::until_refused;
use crate::kit::{Browser, PASSWORD, Reply, TestApp, totp};
use chrono::Duration;
use futures::future::join_all;
use insta::assert_snapshot;
use serde_json::json;

const PROVE: &str = "/api/identity/prove";

async fn prove(browser: &Browser, password: &str) -> Reply {
    browser.post(PROVE, json!({ "password": password })).await
}

fn session_token(browser: &Browser) -> String {
    browser.cookie("localhost", "csst").unwrap()
}

#[tokio::test]
async fn password_step_up_refreshes_auth_time_and_rotates_the_token() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let old = session_token(&ada);
    app.clock.advance_by(Duration::minutes(6));
    let before = app.clock.now();
    prove(&ada, PASSWORD).await.expect(204);
    assert_ne!(session_token(&ada), old);
    let fresh = "SELECT COUNT(*) AS n FROM sessions WHERE auth_time >= $1";
    assert_eq!(app.count(fresh, vec![before.into()]).await, 1);
    ada.get("/api/me").await.expect(200);
    app.clock.advance_by(Duration::seconds(61));
    let thief = app.browser();
    thief.plant_cookie("localhost", "csst", &old);
    assert_snapshot!(thief.get("/api/me").await, @"401 User not authenticated");
    assert_eq!(ada.get("/api/me").await.status, 401, "a copy ends the session for both");
}

#[tokio::test]
async fn old_token_works_for_one_minute_after_rotation() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let (old, other_tab) = (session_token(&ada), app.browser());
    prove(&ada, PASSWORD).await.expect(204);
    other_tab.plant_cookie("localhost", "csst", &old);
    other_tab.get("/api/me").await.expect(200);
    let new = session_token(&ada);
    let seen = join_all((0..10).map(|_| ada.get("/api/me"))).await;
    assert!(seen.iter().all(|reply| reply.status == 200));
    assert_eq!(session_token(&ada), new);
    other_tab.get("/api/me").await.expect(200);
    app.clock.advance_by(Duration::seconds(61));
    assert_eq!(other_tab.get("/api/me").await.status, 401);
}

#[tokio::test]
async fn wrong_step_up_password_is_rejected_and_rate_limited() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    assert_snapshot!(ada.post(PROVE, json!({})).await, @"422 Please enter your password.");
    assert_snapshot!(prove(&ada, "Wrong-1234").await, @"422 Current password is incorrect");
    let soon = prove(&ada, PASSWORD).await;
    assert_snapshot!(soon, @"429 Too many login attempts. Please try again in 1 minute(s).");
    app.clock.advance_by(Duration::seconds(2));
    prove(&ada, PASSWORD).await.expect(204);
    assert_snapshot!(prove(&app.browser(), PASSWORD).await, @"401 User not authenticated");
}

/// A browser that is not known for the account, with a session that was stolen from one that is.
fn thief(app: &TestApp, owner: &Browser) -> Browser {
    let thief = app.browser().connected_like(owner);
    thief.plant_cookie("localhost", "csst", &session_token(owner));
    thief
}

#[tokio::test]
async fn wrong_passwords_with_a_stolen_session_do_not_refuse_a_known_browser() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let thief = thief(&app, &ada);
    for wait in [1, 2, 4, 8, 0] {
        assert_eq!(prove(&thief, "Wrong-1234").await.status, 422);
        app.clock.advance_by(Duration::seconds(wait));
    }
    assert_eq!(prove(&thief, PASSWORD).await.status, 429);
    prove(&ada, PASSWORD).await.expect(204);
}

#[tokio::test]
async fn wrong_codes_with_a_stolen_session_do_not_refuse_a_known_browser() {
    let app = TestApp::open().await;
    let ada = enrol(&app, app.member("ada").await).await;
    let thief = thief(&app, &ada.browser);
    let code =
        async |browser: &Browser, code: &str| browser.post(PROVE, json!({ "code": code })).await;
    until_refused(async |_| code(&thief, "000000").await).await;
    code(&ada.browser, &totp(&ada.secret, app.clock.now())).await.expect(204);
}
