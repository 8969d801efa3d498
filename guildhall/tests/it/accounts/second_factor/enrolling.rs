//! Setting up and disabling a second factor, and backup codes.

use super::{TOTP, answer, codes_of, enrol, log_in, resolver, state};
use crate::kit::{PASSWORD, TestApp, email, totp};
use chrono::Duration;
use insta::assert_snapshot;
use serde_json::json;
use std::collections::BTreeSet;

const CONFIRM: &str = "/api/me/mfa/totp/confirm";
const CODES: &str = "/api/me/mfa/backup-codes";

#[tokio::test]
async fn authenticator_app_is_enabled_by_its_first_code() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    assert_eq!(state(&ada).await["hasTotp"], false);
    let begun = ada.post(TOTP, json!({})).await.expect(200);
    let secret = begun.body["secret"].as_str().unwrap();
    assert_eq!(secret.len(), 32);
    let uri =
        format!("otpauth://totp/Guildhall:ada%40people.example?secret={secret}&issuer=Guildhall");
    assert_eq!(begun.body["otpauthUri"], uri);
    let wrong = ada.post(CONFIRM, json!({ "code": "000000" })).await;
    assert_snapshot!(wrong, @"422 Invalid verification code");
    assert_eq!(state(&ada).await["hasTotp"], false);

    let code = json!({ "code": totp(secret, app.clock.now()) });
    let confirmed = ada.post(CONFIRM, code.clone()).await.expect(200);
    let codes: BTreeSet<_> = codes_of(&confirmed).into_iter().collect();
    assert_eq!(codes.len(), 10);
    assert!(codes.iter().all(|code| code.len() == 8 && code.bytes().all(|b| b.is_ascii_digit())));
    let now = state(&ada).await;
    assert_eq!((&now["hasTotp"], &now["backupCodesLeft"]), (&json!(true), &json!(10)));
    assert_eq!(ada.get("/api/me").await.expect(200).body["secondFactor"], now);
    assert_snapshot!(ada.post(CONFIRM, code).await, @"404 MFA factor not found");
    assert_snapshot!(ada.post(TOTP, json!({})).await, @"409 Two-factor authentication is already set up.");

    let strong = "SELECT COUNT(*) AS n FROM sessions WHERE aal = 2 AND amr = 'pwd otp'";
    assert_eq!(app.count(strong, vec![]).await, 1);
    app.work().await;
    let mail = app.mails().into_iter().rfind(|mail| mail.to == email("ada")).unwrap();
    assert!(mail.text.contains("Two-factor authentication was turned on."), "{}", mail.text);
}

#[tokio::test]
async fn totp_secret_is_encrypted_and_backup_codes_are_hashed() {
    let app = TestApp::open().await;
    let ada = enrol(&app, app.member("ada").await).await;
    let seed = "SELECT COUNT(*) AS n FROM user_mfa_settings WHERE totp_secret LIKE $1";
    assert_eq!(app.count(seed, vec![format!("%{}%", ada.secret).into()]).await, 0);
    assert_eq!(app.count(seed, vec!["________.%".into()]).await, 1, "named by its key");
    for code in &ada.codes {
        let kept = "SELECT COUNT(*) AS n FROM mfa_backup_codes WHERE code_hash LIKE $1";
        assert_eq!(app.count(kept, vec![format!("%{code}%").into()]).await, 0);
    }
}

#[tokio::test]
async fn second_factor_changes_require_recent_authentication() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    app.clock.advance_by(Duration::minutes(6));
    let needed = ada.post(TOTP, json!({})).await;
    assert_snapshot!(needed, @"403 For security, you must sign in again before changing this.");
    assert_eq!(needed.body["code"], "proof-required");
    ada.post("/api/identity/prove", json!({ "password": PASSWORD })).await.expect(204);
    let ada = enrol(&app, ada).await;

    app.clock.advance_by(Duration::minutes(6));
    assert_eq!(ada.browser.delete(TOTP).await.status, 403);
    assert_eq!(ada.browser.post(CODES, json!({})).await.status, 403);
    let password = json!({ "password": PASSWORD });
    let refused = ada.browser.post("/api/identity/prove", password).await;
    assert_snapshot!(refused, @"403 For security, you must confirm this with your second factor.");
    let code = json!({ "code": totp(&ada.secret, app.clock.now()) });
    ada.browser.post("/api/identity/prove", code).await.expect(204);
    ada.browser.post(CODES, json!({})).await.expect(200);
}

#[tokio::test]
async fn disabled_second_factor_is_not_requested_and_its_data_is_deleted() {
    let app = TestApp::open().await;
    let ada = enrol(&app, app.member("ada").await).await;
    ada.browser.delete(TOTP).await.expect(204);
    assert_eq!(state(&ada.browser).await["hasTotp"], false);
    assert_snapshot!(ada.browser.delete(TOTP).await, @"404 MFA factor not found");
    assert_snapshot!(ada.browser.post(CODES, json!({})).await, @"404 MFA factor not found");
    assert_eq!(log_in(&app.browser(), "ada").await.expect(200).body["outcome"], "success");
    let left = "SELECT COUNT(*) AS n FROM user_mfa_settings WHERE totp_secret IS NOT NULL";
    assert_eq!(app.count(left, vec![]).await, 0);
    let codes = "SELECT COUNT(*) AS n FROM mfa_backup_codes";
    assert_eq!(app.count(codes, vec![]).await, 0);
    app.work().await;
    let mail = app.mails().into_iter().rfind(|mail| mail.to == email("ada")).unwrap();
    assert!(mail.text.contains("Two-factor authentication was turned off."), "{}", mail.text);
}

#[tokio::test]
async fn new_backup_codes_void_the_old_ones() {
    let app = TestApp::open().await;
    let ada = enrol(&app, app.member("ada").await).await;
    let renewed = ada.browser.post(CODES, json!({})).await.expect(200);
    let new = codes_of(&renewed);
    assert_eq!(new.len(), 10);
    assert!(new.iter().all(|code| !ada.codes.contains(code)));
    let browser = app.browser();
    let waiting = resolver(&browser, "ada").await;
    let old = answer(&browser, &waiting, "backup-code", &ada.codes[0]).await;
    assert_snapshot!(old, @"422 Invalid backup code");
    answer(&browser, &waiting, "backup-code", &new[0]).await.expect(200);
    assert_eq!(state(&ada.browser).await["backupCodesLeft"], 9);
}

#[tokio::test]
async fn failed_second_factor_changes_return_the_specified_messages() {
    let app = TestApp::open().await;
    let ada = enrol(&app, app.member("ada").await).await;
    let browser = app.browser();
    let waiting = resolver(&browser, "ada").await;
    let bob = app.member("bob").await;
    let begun = bob.post(TOTP, json!({})).await.expect(200);
    let secret = begun.body["secret"].as_str().unwrap().to_owned();

    app.make_column_unavailable("mfa_backup_codes", "code_hash").await;
    let code = json!({ "code": totp(&secret, app.clock.now()) });
    assert_snapshot!(bob.post(CONFIRM, code).await, @"500 Failed to enroll MFA");
    let unread = answer(&browser, &waiting, "backup-code", &ada.codes[0]).await;
    assert_snapshot!(unread, @"500 Backup code verification failed");
    assert_snapshot!(ada.browser.post(CODES, json!({})).await, @"500 Failed to regenerate backup codes");
}

#[tokio::test]
async fn failed_secret_storage_returns_no_secret() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    app.make_column_unavailable("user_mfa_settings", "pending_secret").await;
    assert_snapshot!(ada.post(TOTP, json!({})).await, @"500 Failed to generate TOTP secret");
}

#[tokio::test]
async fn visitors_and_paused_accounts_cannot_set_up_a_second_factor() {
    let app = TestApp::open().await;
    assert_snapshot!(app.browser().post(TOTP, json!({})).await, @"401 User not authenticated");
    let ada = app.member("ada").await;
    app.set_account_status_of_everyone("paused").await;
    assert_eq!(ada.post(TOTP, json!({})).await.status, 403);
}
