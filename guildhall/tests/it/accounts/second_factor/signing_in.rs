//! The second step of a sign-in.

use super::{answer, enrol, log_in, open_session, resolver, state};
use crate::accounts::until_refused;
use crate::kit::{TestApp, email, totp};
use chrono::Duration;
use insta::assert_snapshot;
use serde_json::json;

#[tokio::test]
async fn password_alone_does_not_complete_sign_in() {
    let app = TestApp::open().await;
    let ada = enrol(&app, app.member("ada").await).await;
    let browser = app.browser();
    let asked = log_in(&browser, "ada").await.expect(200);
    assert_eq!(asked.body["outcome"], "mfaRequired");
    assert_eq!(asked.body["factors"], json!(["totp", "backup-code"]));
    let words = "Two-factor authentication is required to complete sign-in.";
    assert_eq!(asked.body["detail"], words);
    assert!(asked.body.get("idToken").is_none());
    assert!(browser.cookie("localhost", "gh-dev").is_none(), "the device is not trusted yet");

    let waiting = asked.body["resolver"].as_str().unwrap();
    let wrong = answer(&browser, waiting, "totp", "000000").await;
    assert_snapshot!(wrong, @"422 Invalid verification code");
    let code = totp(&ada.secret, app.clock.now());
    let answered = answer(&browser, waiting, "totp", &code).await.expect(200);
    assert_eq!(answered.body["outcome"], "success");
    assert_eq!(answered.body["uid"], app.id_of(&ada.browser).await);
    open_session(&browser, &answered).await;
    assert!(browser.cookie("localhost", "gh-dev").is_some());
    browser.get("/api/me").await.expect(200);
    let strong = "SELECT COUNT(*) AS n FROM sessions WHERE aal = 2 AND amr = 'pwd otp'";
    assert_eq!(app.count(strong, vec![]).await, 2);
}

#[tokio::test]
async fn totp_code_is_accepted_once_and_no_earlier_one_after_it() {
    let app = TestApp::open().await;
    let ada = enrol(&app, app.member("ada").await).await;
    let (first, second) = (app.browser(), app.browser());
    let waiting = resolver(&first, "ada").await;
    let code = totp(&ada.secret, app.clock.now());
    answer(&first, &waiting, "totp", &code).await.expect(200);
    let again = answer(&first, &waiting, "totp", &code).await;
    assert_snapshot!(again, @"401 Session expired. Please log in again.");
    let elsewhere = resolver(&second, "ada").await;
    let replayed = answer(&second, &elsewhere, "totp", &code).await;
    assert_snapshot!(replayed, @"422 Invalid verification code");
    let earlier = totp(&ada.secret, app.clock.now() - Duration::seconds(30));
    assert_eq!(
        answer(&second, &elsewhere, "totp", &earlier).await.status,
        422,
        "an earlier code is rejected too"
    );
    app.clock.advance_by(Duration::seconds(30));
    let next = totp(&ada.secret, app.clock.now());
    answer(&second, &elsewhere, "totp", &next).await.expect(200);
}

#[tokio::test]
async fn backup_code_is_accepted_once_and_sends_mail() {
    let app = TestApp::open().await;
    let ada = enrol(&app, app.member("ada").await).await;
    let browser = app.browser();
    let waiting = resolver(&browser, "ada").await;
    let wrong = answer(&browser, &waiting, "backup-code", "1234567").await;
    assert_snapshot!(wrong, @"422 Invalid backup code");
    let (one, other) = ada.codes[3].split_at(4);
    let grouped = format!("{one}-{other}");
    answer(&browser, &waiting, "backup-code", &grouped).await.expect(200);
    assert_eq!(state(&ada.browser).await["backupCodesLeft"], 9);
    let waiting = resolver(&browser, "ada").await;
    let spent = answer(&browser, &waiting, "backup-code", &ada.codes[3]).await;
    assert_snapshot!(spent, @"422 Invalid backup code");
    app.work().await;
    let mail = app.mails().into_iter().rfind(|mail| mail.to == email("ada")).unwrap();
    assert!(mail.text.contains("A backup code was used. 9 codes are left."), "{}", mail.text);
}

#[tokio::test]
async fn factor_is_inferred_from_the_submitted_field() {
    let app = TestApp::open().await;
    let ada = enrol(&app, app.member("ada").await).await;
    let browser = app.browser();
    let give = async |waiting: &str, name: &str, code: &str| {
        browser.post("/api/identity/mfa", json!({ "resolver": waiting, name: code })).await
    };
    let waiting = resolver(&browser, "ada").await;
    let wrong = give(&waiting, "backupCode", "1234567").await;
    assert_snapshot!(wrong, @"422 Invalid backup code");
    give(&waiting, "backupCode", &ada.codes[0]).await.expect(200);
    let waiting = resolver(&browser, "ada").await;
    assert_snapshot!(give(&waiting, "code", "000000").await, @"422 Invalid verification code");
    give(&waiting, "code", &totp(&ada.secret, app.clock.now())).await.expect(200);
}

#[tokio::test]
async fn unsupported_factors_are_rejected() {
    let app = TestApp::open().await;
    enrol(&app, app.member("ada").await).await;
    let browser = app.browser();
    let waiting = resolver(&browser, "ada").await;
    for factor in ["sms", "", "phone", "TOTP", "passkey"] {
        let refused = answer(&browser, &waiting, factor, "123456").await;
        assert_eq!(refused.to_string(), "422 Unsupported MFA factor", "{factor}");
    }
    let asked = json!({ "resolver": waiting });
    let none = browser.post("/api/identity/mfa/passkey", asked).await;
    assert_snapshot!(none, @"404 MFA factor not found");
}

#[tokio::test]
async fn pending_sign_in_is_bound_to_its_browser_and_host_and_expires() {
    let app = TestApp::open().await;
    let ada = enrol(&app, app.member("ada").await).await;
    app.portal("Oak House", "oak").await;
    let (browser, thief) = (app.browser(), app.browser());
    let waiting = resolver(&browser, "ada").await;
    let code = totp(&ada.secret, app.clock.now());
    let stolen = answer(&thief, &waiting, "totp", &code).await;
    assert_snapshot!(stolen, @"401 Session expired. Please log in again.");
    let pre = browser.cookie("localhost", "gh-pre").unwrap();
    browser.plant_cookie("oak.localhost", "gh-pre", &pre);
    let body = json!({ "resolver": waiting, "factor": "totp", "code": code });
    let carried = browser.on("oak").post(super::MFA, body).await;
    assert_eq!(carried.status, 401);
    app.clock.advance_by(Duration::minutes(5));
    let code = totp(&ada.secret, app.clock.now());
    let late = answer(&browser, &waiting, "totp", &code).await;
    assert_snapshot!(late, @"401 Session expired. Please log in again.");
}

#[tokio::test]
async fn five_wrong_codes_block_all_sign_ins_for_fifteen_minutes() {
    let app = TestApp::open().await;
    let ada = enrol(&app, app.member("ada").await).await;
    let browser = app.browser();
    let mut waiting = resolver(&browser, "ada").await;
    for n in 0..4 {
        if n == 2 {
            waiting = resolver(&browser, "ada").await;
        }
        answer(&browser, &waiting, "totp", "000000").await.expect(422);
    }
    let refused = until_refused(async |_| {
        let waiting = resolver(&browser, "ada").await;
        answer(&browser, &waiting, "totp", "000000").await
    })
    .await;
    assert_snapshot!(refused, @"429 Too many login attempts. Please try again in 15 minute(s).");
    let waiting = resolver(&browser, "ada").await;
    let code = totp(&ada.secret, app.clock.now());
    assert_eq!(answer(&browser, &waiting, "totp", &code).await.status, 429);
    app.clock.advance_by(Duration::minutes(15));
    let waiting = resolver(&browser, "ada").await;
    let code = totp(&ada.secret, app.clock.now());
    answer(&browser, &waiting, "totp", &code).await.expect(200);
}

#[tokio::test]
async fn account_status_is_checked_again_at_the_second_factor() {
    let app = TestApp::open().await;
    let ada = enrol(&app, app.member("ada").await).await;
    let browser = app.browser();
    let waiting = resolver(&browser, "ada").await;
    app.set_status_of_everyone(Some("banned")).await;
    let code = totp(&ada.secret, app.clock.now());
    let banned = answer(&browser, &waiting, "totp", &code).await;
    assert_snapshot!(banned, @"403 Account is suspended or banned");
    app.sql("UPDATE users SET status = NULL, email_verified = FALSE", vec![]).await;
    let unproven = answer(&browser, &waiting, "totp", &code).await;
    assert_eq!(unproven.body["code"], "email-not-verified");
    app.sql("UPDATE users SET email_verified = TRUE, account_status = 'paused'", vec![]).await;
    let paused = answer(&browser, &waiting, "totp", &code).await.expect(200);
    open_session(&browser, &paused).await;
    assert_eq!(browser.get("/api/me").await.expect(200).body["accountStatus"], "paused");
}

#[tokio::test]
async fn portal_sign_in_requires_the_second_factor() {
    let app = TestApp::open().await;
    let ada = enrol(&app, app.member("ada").await).await;
    app.portal("Oak House", "oak").await;
    let browser = app.browser();
    let oak = browser.on("oak");
    let body = json!({ "email": email("ada"), "password": crate::kit::PASSWORD });
    let asked = oak.post(super::LOGIN, body).await.expect(200);
    assert_eq!(asked.body["factors"], json!(["totp", "backup-code"]));
    let code = totp(&ada.secret, app.clock.now());
    let body = json!({ "resolver": asked.body["resolver"], "factor": "totp", "code": code });
    let answered = oak.post(super::MFA, body).await.expect(200);
    let token = json!({ "idToken": answered.body["idToken"] });
    oak.post("/api/usersSignin", token).await.expect(200);
    assert_eq!(oak.post("/api/identity/passkey/begin", json!({})).await.status, 404);
}

#[tokio::test]
async fn wrong_codes_in_unknown_browsers_do_not_refuse_a_known_one() {
    let app = TestApp::open().await;
    let ada = enrol(&app, app.member("ada").await).await;
    let thief = app.browser();
    let guess = async |_| {
        let waiting = resolver(&thief, "ada").await;
        answer(&thief, &waiting, "totp", "000000").await
    };
    let refused = until_refused(guess).await;
    assert_eq!(refused.body["code"], "rate-limited");
    let other = app.browser();
    let waiting = resolver(&other, "ada").await;
    let code = totp(&ada.secret, app.clock.now());
    assert_eq!(answer(&other, &waiting, "totp", &code).await.status, 429, "unknown browsers share");

    let known = ada.browser.connected_like(&thief);
    let waiting = resolver(&known, "ada").await;
    answer(&known, &waiting, "totp", &code).await.expect(200);
    let waiting = resolver(&known, "ada").await;
    answer(&known, &waiting, "backup-code", &ada.codes[0]).await.expect(200);
}
