//! Passkeys, with a software authenticator (security.md section 4.7).

use super::second_factor::{answer, enrol, log_in, open_session, resolver};
use super::until_refused;
use crate::kit::{Browser, MAIN_ORIGIN, Reply, SoftPasskey, TestApp, email};
use chrono::Duration;
use futures::future::join_all;
use insta::assert_snapshot;
use serde_json::{Value, json};

const KEYS: &str = "/api/me/passkeys";
const BEGIN: &str = "/api/identity/passkey/begin";
const SIGN_IN: &str = "/api/identity/passkey";

/// Adds a passkey to the signed-in account.
async fn add_passkey(browser: &Browser, name: &str) -> SoftPasskey {
    let question = browser.post(&format!("{KEYS}/begin"), json!({})).await.expect(200).body;
    let (passkey, made) = SoftPasskey::make(&question, MAIN_ORIGIN);
    let body = json!({ "name": name, "credential": made });
    let added = browser.post(KEYS, body).await.expect(201);
    assert_eq!(added.body["name"], name);
    passkey
}

async fn sign_in(browser: &Browser, assertion: Value) -> Reply {
    browser.post(SIGN_IN, json!({ "assertion": assertion, "staySignedIn": false })).await
}

async fn begin(browser: &Browser) -> Value {
    browser.post(BEGIN, json!({})).await.expect(200).body
}

#[tokio::test]
async fn passkey_signs_in_without_a_user_name() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let passkey = add_passkey(&ada, "Phone").await;
    let browser = app.browser();
    let question = begin(&browser).await;
    assert_eq!(question["publicKey"]["userVerification"], "required");
    assert_eq!(question["publicKey"]["rpId"], "localhost");
    let signed_in = sign_in(&browser, passkey.sign_challenge(&question)).await.expect(200);
    assert_eq!(signed_in.body["outcome"], "success");
    assert_eq!(signed_in.body["uid"], app.id_of(&ada).await);
    open_session(&browser, &signed_in).await;
    let strong = "SELECT COUNT(*) AS n FROM sessions WHERE aal = 2 AND amr = 'hwk user'";
    assert_eq!(app.count(strong, vec![]).await, 1);
    let listed = ada.get(KEYS).await.expect(200);
    assert!(listed.items()[0]["lastUsedAt"].is_string());
    app.work().await;
    let told = |words: &str| {
        app.mails().iter().any(|mail| mail.to == email("ada") && mail.text.contains(words))
    };
    assert!(told("The passkey “Phone” was added."));
    assert!(told("was used to sign in from a new"));
}

#[tokio::test]
async fn assertion_is_accepted_once_in_its_browser_for_its_challenge() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let passkey = add_passkey(&ada, "Phone").await;
    let browser = app.browser();
    let question = begin(&browser).await;
    let assertion = passkey.sign_challenge(&question);
    let words = "422 This passkey was not accepted. Please try again.";
    let thief = app.browser();
    assert_eq!(sign_in(&thief, assertion.clone()).await.to_string(), words);
    begin(&thief).await;
    assert_eq!(sign_in(&thief, assertion.clone()).await.to_string(), words);
    sign_in(&browser, assertion.clone()).await.expect(200);
    assert_eq!(sign_in(&browser, assertion).await.to_string(), words);

    let late = begin(&browser).await;
    app.clock.advance_by(Duration::minutes(5));
    assert_eq!(sign_in(&browser, passkey.sign_challenge(&late)).await.to_string(), words);
    let stray = passkey.at("http://evil.example");
    let question = begin(&browser).await;
    assert_eq!(sign_in(&browser, stray.sign_challenge(&question)).await.to_string(), words);
    let unrecognised = stray.at(MAIN_ORIGIN).unverified();
    let question = begin(&browser).await;
    assert_eq!(sign_in(&browser, unrecognised.sign_challenge(&question)).await.to_string(), words);
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_uses_of_one_assertion_succeed_once() {
    let app = TestApp::open().await;
    let passkey = add_passkey(&app.member("ada").await, "Phone").await;
    let browser = app.browser();
    let question = begin(&browser).await;
    let assertion = passkey.sign_challenge(&question);
    let tries = (0..40).map(|_| sign_in(&browser, assertion.clone()));
    let replies = join_all(tries).await;
    assert_eq!(replies.iter().filter(|reply| reply.status == 200).count(), 1);
}

#[tokio::test]
async fn passkey_satisfies_a_mandatory_second_factor_on_main() {
    let app = TestApp::open_with(&[("auth.second_factor_for_admins", "true")]).await;
    let stella = app.staff("stella").await;
    let passkey = add_passkey(&stella, "Key ring").await;
    let oak = app.portal("Oak House", "oak").await;
    app.add_to_affiliation(&stella, &oak.affiliation).await;
    let browser = app.browser();
    let asked = log_in(&browser, "stella").await.expect(200);
    assert_eq!(asked.body["outcome"], "mfaRequired", "{asked}");
    assert_eq!(asked.body["factors"], json!(["passkey"]));
    let waiting = asked.body["resolver"].as_str().unwrap();
    let refused = answer(&browser, waiting, "totp", "123456").await;
    assert_eq!(refused.status, 404, "there is no app: {refused}");
    let question = json!({ "resolver": waiting });
    let question = browser.post("/api/identity/mfa/passkey", question).await.expect(200).body;
    let body = json!({ "resolver": waiting, "assertion": passkey.sign_challenge(&question) });
    let answered = browser.post("/api/identity/mfa", body).await.expect(200);
    open_session(&browser, &answered).await;
    browser.get("/api/staff/overview").await.expect(200);

    // Passkeys of the main site do not work on a portal, where only an authenticator app does.
    let proof = json!({ "email": email("stella"), "password": crate::kit::PASSWORD });
    let there = app.browser().on("oak").post("/api/identity/login", proof).await.expect(200);
    assert_eq!(there.body["outcome"], "mfaEnrolmentRequired");
}

#[tokio::test]
async fn passkey_works_as_second_factor_and_for_step_up() {
    let app = TestApp::open().await;
    let ada = enrol(&app, app.member("ada").await).await;
    let passkey = add_passkey(&ada.browser, "Phone").await;
    let browser = app.browser();
    let asked = log_in(&browser, "ada").await.expect(200);
    assert_eq!(asked.body["factors"], json!(["totp", "backup-code", "passkey"]));
    let waiting = json!({ "resolver": asked.body["resolver"] });
    let question = browser.post("/api/identity/mfa/passkey", waiting).await.expect(200).body;
    let body = json!({
        "resolver": asked.body["resolver"], "factor": "passkey",
        "assertion": passkey.sign_challenge(&question),
    });
    let answered = browser.post("/api/identity/mfa", body.clone()).await.expect(200);
    assert_eq!(browser.post("/api/identity/mfa", body).await.status, 401);
    open_session(&browser, &answered).await;

    app.clock.advance_by(Duration::minutes(6));
    assert_eq!(browser.delete("/api/me/mfa/totp").await.status, 403);
    let question = browser.post("/api/identity/prove/passkey", json!({})).await.expect(200).body;
    let proof = json!({ "assertion": passkey.sign_challenge(&question) });
    browser.post("/api/identity/prove", proof).await.expect(204);
    browser.delete("/api/me/mfa/totp").await.expect(204);
}

#[tokio::test]
async fn passkey_of_another_user_is_rejected_as_second_factor() {
    let app = TestApp::open().await;
    enrol(&app, app.member("ada").await).await;
    let bobs = add_passkey(&app.member("bob").await, "Phone").await;
    let browser = app.browser();
    let waiting = resolver(&browser, "ada").await;
    let none = browser.post("/api/identity/mfa/passkey", json!({ "resolver": waiting })).await;
    assert_snapshot!(none, @"404 MFA factor not found");
    let question = begin(&app.browser()).await;
    let body = json!({
        "resolver": waiting, "factor": "passkey", "assertion": bobs.sign_challenge(&question),
    });
    assert_eq!(browser.post("/api/identity/mfa", body).await.status, 422);
    assert_eq!(answer(&browser, &waiting, "passkey", "").await.status, 422);
}

#[tokio::test]
async fn only_the_owner_renames_and_removes_passkeys() {
    let app = TestApp::open().await;
    let (ada, bob) = (app.member("ada").await, app.member("bob").await);
    let passkey = add_passkey(&ada, "Phone").await;
    let id = ada.get(KEYS).await.expect(200).items()[0]["id"].as_str().unwrap().to_owned();
    let path = format!("{KEYS}/{id}");
    assert_snapshot!(bob.patch(&path, json!({ "name": "Mine" })).await, @"404 MFA factor not found");
    assert_snapshot!(bob.delete(&path).await, @"404 MFA factor not found");
    assert_snapshot!(ada.patch(&path, json!({ "name": " " })).await, @"422 Please enter a name for this passkey.");
    let long = ada.patch(&path, json!({ "name": "x".repeat(51) })).await;
    assert_snapshot!(long, @"422 The name must be less than 50 characters");
    let renamed = ada.patch(&path, json!({ "name": "Work phone" })).await.expect(200);
    assert_eq!(renamed.body["name"], "Work phone");

    app.clock.advance_by(Duration::minutes(6));
    assert_eq!(ada.delete(&path).await.body["code"], "proof-required");
    let proof = json!({ "password": crate::kit::PASSWORD });
    ada.post("/api/identity/prove", proof).await.expect(204);
    ada.delete(&path).await.expect(204);
    assert!(ada.get(KEYS).await.expect(200).items().is_empty());
    let browser = app.browser();
    let question = begin(&browser).await;
    assert_eq!(sign_in(&browser, passkey.sign_challenge(&question)).await.status, 422);
}

#[tokio::test]
async fn banned_account_cannot_sign_in_with_a_passkey() {
    let app = TestApp::open().await;
    let passkey = add_passkey(&app.member("ada").await, "Phone").await;
    app.set_status_of_everyone(Some("banned")).await;
    let browser = app.browser();
    let question = begin(&browser).await;
    let banned = sign_in(&browser, passkey.sign_challenge(&question)).await;
    assert_snapshot!(banned, @"403 Account is suspended or banned");
}

#[tokio::test]
async fn password_step_up_neither_lowers_nor_replaces_the_second_factor() {
    let app = TestApp::open().await;
    let stella = app.staff("stella").await;
    let passkey = add_passkey(&stella, "Phone").await;
    let browser = app.browser();
    let question = begin(&browser).await;
    let signed_in = sign_in(&browser, passkey.sign_challenge(&question)).await.expect(200);
    open_session(&browser, &signed_in).await;
    app.clock.advance_by(Duration::minutes(6));
    let proof = json!({ "password": crate::kit::PASSWORD });
    browser.post("/api/identity/prove", proof).await.expect(204);
    let kept = "SELECT COUNT(*) AS n FROM sessions WHERE aal = 2 AND amr = 'pwd'";
    assert_eq!(app.count(kept, vec![]).await, 1);
    let body = json!({ "enabled": true, "required": false, "gracePeriodDays": 30 });
    let refused = browser.main().put("/api/staff/mfa-settings", body).await;
    assert_snapshot!(refused, @"403 For security, you must confirm this with your second factor.");
}

#[tokio::test]
async fn network_flood_does_not_refuse_a_known_browser() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let passkey = add_passkey(&ada, "Phone").await;
    let begin_nearby = async || app.browser().connected_like(&ada).post(BEGIN, json!({})).await;
    for _ in 0..60 {
        begin_nearby().await;
    }
    until_refused(async |_| begin_nearby().await).await;
    let question = begin(&ada).await;
    sign_in(&ada, passkey.sign_challenge(&question)).await.expect(200);
}
