//! Sessions of an account: the list, ending them remotely, token rotation, and replayed old tokens
//! (accounts.md, security.md section 4.3).

use crate::kit::{Browser, PASSWORD, TestApp, email};
use chrono::Duration;
use futures::future::join_all;
use insta::assert_snapshot;
use serde_json::{Value, json};

const LIST: &str = "/api/me/sessions";
const CHECK: &str = "/api/usersCheckAuthStatus";
const SIGN_IN: &str = "/api/usersSignin";
const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

async fn sign_in_proof(browser: &Browser, stay: bool) -> Value {
    let body = json!({ "email": email("ada"), "password": PASSWORD, "staySignedIn": stay });
    let answer = browser.post("/api/identity/login", body).await.expect(200);
    json!({ "idToken": answer.body["idToken"] })
}

async fn sign_in_new_browser(app: &TestApp, stay: bool) -> Browser {
    let browser = app.browser();
    let body = sign_in_proof(&browser, stay).await;
    browser.post(SIGN_IN, body).await.expect(200);
    browser
}

fn token(browser: &Browser) -> String {
    browser.cookie("localhost", "csst").unwrap()
}

/// A new browser with a copy of a session token.
fn browser_with_token(app: &TestApp, token: &str) -> Browser {
    let thief = app.browser();
    thief.plant_cookie("localhost", "csst", token);
    thief
}

#[tokio::test]
async fn session_list_shows_browser_network_and_host() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    app.clock.advance_by(Duration::minutes(2));
    let other = app.browser();
    let body = sign_in_proof(&other, true).await;
    let at = other.main();
    let mut request = at.json(http::Method::POST, SIGN_IN, &body);
    request.headers_mut().insert("user-agent", FIREFOX.parse().unwrap());
    at.send(request).await.expect(200);

    let listed = ada.get(LIST).await.expect(200);
    let items = listed.items();
    assert_eq!(items.len(), 2);
    assert_eq!((&items[0]["isCurrent"], &items[1]["isCurrent"]), (&json!(true), &json!(false)));
    assert_eq!(items[1]["browser"], "Firefox on Linux");
    assert!(items[1]["network"].as_str().unwrap().ends_with("/24"));
    assert_eq!((&items[1]["host"], &items[1]["staySignedIn"]), (&json!("localhost"), &json!(true)));
    assert!(!listed.text.contains("v1."), "no token is shown");
    let stranger = app.member("bob").await;
    assert_eq!(stranger.get(LIST).await.items().len(), 1);
}

#[tokio::test]
async fn one_or_all_other_sessions_can_be_ended_remotely() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let (one, two) =
        (sign_in_new_browser(&app, false).await, sign_in_new_browser(&app, false).await);
    let id = |list: &crate::kit::Reply| list.items()[0]["id"].as_str().unwrap().to_owned();
    let of_one = id(&one.get(LIST).await.expect(200));
    let stranger = app.member("bob").await;
    assert_snapshot!(stranger.delete(&format!("{LIST}/{of_one}")).await, @"404 No session found");

    let mut stream = one.live().await;
    stream.until("hello").await;
    ada.delete(&format!("{LIST}/{of_one}")).await.expect(204);
    stream.until("session.ended").await;
    assert_eq!(one.get("/api/me").await.status, 401);
    assert_snapshot!(ada.delete(&format!("{LIST}/{of_one}")).await, @"404 No session found");

    two.get("/api/me").await.expect(200);
    ada.delete(LIST).await.expect(204);
    assert_eq!(two.get("/api/me").await.status, 401);
    ada.get("/api/me").await.expect(200);

    app.clock.advance_by(Duration::minutes(6));
    let refused = ada.delete(LIST).await;
    assert_snapshot!(refused, @"403 For security, you must sign in again before changing this.");
    assert_eq!(refused.body["code"], "proof-required");
}

#[tokio::test]
async fn twenty_first_session_ends_the_least_recently_used_one() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let mut stream = ada.live().await;
    stream.until("hello").await;
    for _ in 0..20 {
        app.clock.advance_by(Duration::seconds(1));
        sign_in_new_browser(&app, false).await;
    }
    stream.until("session.ended").await;
    assert_eq!(ada.get("/api/me").await.status, 401);
    let live = "SELECT COUNT(*) AS n FROM sessions WHERE revoked_at IS NULL";
    assert_eq!(app.count(live, vec![]).await, 20);
    let ended = "SELECT COUNT(*) AS n FROM sessions WHERE revoke_reason = 'too-many-sessions'";
    assert!(app.count(ended, vec![]).await > 0);
}

#[tokio::test]
async fn sign_in_from_a_new_browser_sends_one_mail() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    app.work().await;
    let told = |app: &TestApp| {
        let mails = app.mails().into_iter();
        mails.filter(|mail| mail.text.contains("A new sign-in")).count()
    };
    app.sign_in(&ada, "localhost", "ada").await;
    app.work().await;
    assert_eq!(told(&app), 0, "the browser is known");
    let other = sign_in_new_browser(&app, false).await;
    app.work().await;
    assert_eq!(told(&app), 1);
    app.sign_in(&other, "localhost", "ada").await;
    app.work().await;
    assert_eq!(told(&app), 1, "one mail per browser");
}

#[tokio::test]
async fn session_token_is_rotated_after_a_day_and_tolerates_a_lost_response() {
    let app = TestApp::open().await;
    app.member("ada").await;
    let ada = sign_in_new_browser(&app, true).await;
    let old = token(&ada);
    app.clock.advance_by(Duration::hours(23));
    ada.get("/api/me").await.expect(200);
    assert_eq!(token(&ada), old);
    app.clock.advance_by(Duration::hours(1));
    let answer = ada.get("/api/me").await.expect(200);
    let new = token(&ada);
    assert_ne!(new, old);
    let line = answer.set_cookies().into_iter().find(|line| line.starts_with("csst=")).unwrap();
    assert!(line.contains("HttpOnly") && line.contains("Max-Age=2505"), "{line}");

    // After a lost response the old token still works and receives the same new token.
    let lost = browser_with_token(&app, &old);
    lost.get("/api/me").await.expect(200);
    assert_eq!(token(&lost), new);
    ada.get("/api/me").await.expect(200);
    app.clock.advance_by(Duration::seconds(59));
    browser_with_token(&app, &old).get("/api/me").await.expect(200);
    ada.get("/api/me").await.expect(200);
}

#[tokio::test]
async fn replayed_old_token_ends_the_session_and_raises_an_alert() {
    let app = TestApp::open().await;
    app.member("ada").await;
    let ada = sign_in_new_browser(&app, true).await;
    let old = token(&ada);
    app.clock.advance_by(Duration::hours(24));
    ada.get("/api/me").await.expect(200);
    ada.get("/api/me").await.expect(200);
    app.clock.advance_by(Duration::seconds(60));
    assert_eq!(browser_with_token(&app, &old).get("/api/me").await.status, 401);
    assert_eq!(ada.get("/api/me").await.status, 401);
    let ended = "SELECT COUNT(*) AS n FROM sessions WHERE revoke_reason = 'token-replayed'";
    assert_eq!(app.count(ended, vec![]).await, 1);
    sign_in_new_browser(&app, true).await;

    // Raises one alert only: the second replay uses a token of an ended session.
    assert_eq!(browser_with_token(&app, &old).get("/api/me").await.status, 401);
    let staff = app.staff("stella").await;
    let raised = staff.get("/api/staff/security-alerts?raisedBy=server").await.expect(200);
    let [alert] = &raised.items()[..] else { panic!("{raised}") };
    let kind = (&alert["alertType"], &alert["severity"], &alert["userEmail"]);
    assert_eq!(kind, (&json!("session-token-replayed"), &json!("high"), &json!(email("ada"))));
    assert!(alert["ipPrefix"].as_str().unwrap().ends_with("/24"), "{alert}");
    assert!(!raised.text.contains(&old));
}

#[tokio::test]
async fn live_stream_survives_token_rotation() {
    let app = TestApp::open().await;
    app.member("ada").await;
    let ada = sign_in_new_browser(&app, true).await;
    app.clock.advance_by(Duration::hours(24));
    let mut stream = ada.live().await;
    stream.until("hello").await;
    ada.get("/api/me").await.expect(200);
    ada.get("/api/me").await.expect(200);
    app.clock.advance_by(Duration::seconds(61));
    ada.patch("/api/me", json!({ "theme": "dark" })).await.expect(200);
    stream.until("me.changed").await;
    ada.get("/api/me").await.expect(200);
}

#[tokio::test]
async fn concurrent_tabs_rotate_to_one_token_without_false_replay_alarm() {
    let app = TestApp::open_for_many().await;
    app.member("ada").await;
    let ada = sign_in_new_browser(&app, true).await;
    for _ in 0..2 {
        app.clock.advance_by(Duration::hours(24));
        let tabs = join_all((0..100).map(|_| ada.get("/api/me"))).await;
        assert!(tabs.iter().all(|reply| reply.status == 200));
        let given: std::collections::BTreeSet<_> = tabs
            .iter()
            .flat_map(|reply| reply.set_cookies())
            .filter_map(|line| line.strip_prefix("csst="))
            .map(|line| line.split(';').next().unwrap().to_owned())
            .collect();
        assert_eq!(given.len(), 1, "one next token for all");
        app.clock.advance_by(Duration::minutes(5));
        join_all((0..20).map(|_| ada.get("/api/me"))).await.into_iter().for_each(|reply| {
            reply.expect(200);
        });
    }
    let ended = "SELECT COUNT(*) AS n FROM sessions WHERE revoked_at IS NOT NULL";
    assert_eq!(app.count(ended, vec![]).await, 0);
}

#[tokio::test]
async fn proof_from_before_a_sign_out_opens_no_session() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let body = sign_in_proof(&ada, false).await;
    let pre = ada.cookie("localhost", "gh-pre").unwrap();
    ada.post("/api/usersSignout", json!({})).await.expect(204);
    ada.plant_cookie("localhost", "gh-pre", &pre);
    assert_snapshot!(ada.post(SIGN_IN, body).await, @"409 Logout in progress");
    app.clock.advance_by(Duration::milliseconds(1));
    app.sign_in(&ada, "localhost", "ada").await;
    ada.get("/api/me").await.expect(200);
}

#[tokio::test]
async fn concurrent_uses_of_one_proof_open_one_session() {
    let app = TestApp::open_for_many().await;
    app.member("ada").await;
    let browser = app.browser();
    let body = sign_in_proof(&browser, false).await;
    let before = "SELECT COUNT(*) AS n FROM sessions";
    let sessions = app.count(before, vec![]).await;
    let replies = join_all((0..100).map(|_| browser.post(SIGN_IN, body.clone()))).await;
    assert_eq!(replies.iter().filter(|reply| reply.status == 200).count(), 1);
    assert_eq!(app.count(before, vec![]).await, sessions + 1);
}

#[tokio::test]
async fn custom_token_is_exchanged_once_and_only_by_its_session() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let exchange = "/api/identity/exchange";
    let checked = ada.post(CHECK, json!({})).await.expect(200);
    let body = json!({ "customToken": checked.body["customToken"] });
    assert_snapshot!(app.browser().post(exchange, body.clone()).await, @"401 No valid session");
    let other = sign_in_new_browser(&app, false).await;
    assert_snapshot!(other.post(exchange, body.clone()).await, @"401 Failed to create session");

    let exchanged = ada.post(exchange, body.clone()).await.expect(200);
    assert_snapshot!(ada.post(exchange, body).await, @"401 Failed to create session");
    let proof = json!({ "idToken": exchanged.body["idToken"] });
    ada.post(SIGN_IN, proof).await.expect(200);

    let late = ada.post(CHECK, json!({})).await.expect(200);
    app.clock.advance_by(Duration::seconds(91));
    let late = json!({ "customToken": late.body["customToken"] });
    assert_eq!(ada.post(exchange, late).await.status, 401);
}

#[tokio::test]
async fn public_signing_keys_are_served_without_private_parts() {
    let app = TestApp::open().await;
    let keys = app.browser().get("/.well-known/guildhall-jwks.json").await.expect(200);
    let key = &keys.body["keys"][0];
    assert_eq!(
        (&key["kty"], &key["crv"], &key["alg"]),
        (&json!("OKP"), &json!("Ed25519"), &json!("EdDSA"))
    );
    assert!(key["d"].is_null(), "no private part");
    let ada = app.member("ada").await;
    let answer = sign_in_proof(&ada, false).await;
    let header = answer["idToken"].as_str().unwrap().split('.').next().unwrap();
    let header = data_encoding::BASE64URL_NOPAD.decode(header.as_bytes()).unwrap();
    let header: Value = serde_json::from_slice(&header).unwrap();
    assert_eq!(header["kid"], key["kid"]);
}
