//! The second factor policy that staff set.

use super::{TOTP, answer, codes_of, enrol, log_in, open_session, resolver, state};
use crate::kit::{Browser, Reply, TestApp, totp, uuid_of};
use chrono::Duration;
use insta::assert_snapshot;
use serde_json::{Value, json};

const SETTINGS: &str = "/api/staff/mfa-settings";

async fn change_policy(staff: &Browser, enabled: bool, required: bool) -> Reply {
    let body = json!({ "enabled": enabled, "required": required, "gracePeriodDays": 30 });
    staff.main().put(SETTINGS, body).await
}

#[tokio::test]
async fn changing_the_policy_requires_a_recent_second_factor() {
    let app = TestApp::open().await;
    let stella = app.staff("stella").await;
    let before = stella.get(SETTINGS).await.expect(200).body;
    assert_eq!(
        (&before["enabled"], &before["required"], &before["gracePeriodDays"]),
        (&json!(true), &json!(false), &json!(30))
    );
    assert_eq!(before["lastModifiedBy"], Value::Null);
    let refused = change_policy(&stella, true, true).await;
    assert_snapshot!(refused, @"403 For security, you must confirm this with your second factor.");
    assert_eq!(refused.body["code"], "second-factor-proof-required");

    let stella = enrol(&app, stella).await;
    let body = json!({ "enabled": false, "required": true, "gracePeriodDays": 30 });
    let wrong = stella.browser.main().put(SETTINGS, body).await;
    assert_snapshot!(wrong, @"422 Two-factor authentication must be enabled before it can be required.");
    let body = json!({ "enabled": true, "required": true, "gracePeriodDays": 366 });
    let wrong = stella.browser.main().put(SETTINGS, body).await;
    assert_snapshot!(wrong, @"422 The grace period must be between 0 and 365 days.");

    let after = change_policy(&stella.browser, true, true).await.expect(200).body;
    let id = app.id_of(&stella.browser).await;
    assert_eq!((&after["required"], &after["lastModifiedBy"]), (&json!(true), &json!(id)));
    assert!(after["requiredAt"].is_string() && after["lastModifiedAt"].is_string());
    let audited = "SELECT COUNT(*) AS n FROM audit_log WHERE action = 'mfa-settings.change'";
    assert_eq!(app.count(audited, vec![]).await, 1);
    app.clock.advance_by(Duration::minutes(6));
    assert_eq!(
        change_policy(&stella.browser, true, false).await.status,
        403,
        "the authentication is too old"
    );
}

#[tokio::test]
async fn policy_is_for_staff_only_and_failures_return_specified_messages() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    assert_eq!(ada.get(SETTINGS).await.status, 404);
    assert_eq!(change_policy(&ada, true, true).await.status, 404);
    let stella = enrol(&app, app.staff("stella").await).await;
    app.make_column_unavailable("audit_log", "action").await;
    assert_snapshot!(change_policy(&stella.browser, true, true).await, @"500 Failed to update MFA settings");
    app.delete_all_rows("system_settings").await;
    assert_snapshot!(stella.browser.get(SETTINGS).await, @"404 MFA settings not found");
    assert_snapshot!(change_policy(&stella.browser, true, true).await, @"404 MFA settings not found");
}

#[tokio::test]
async fn required_second_factor_is_set_up_at_sign_in_after_the_grace_period() {
    let app = TestApp::open().await;
    app.member("ada").await;
    let stella = enrol(&app, app.staff("stella").await).await;
    change_policy(&stella.browser, true, true).await.expect(200);
    let browser = app.browser();
    app.sign_in(&browser, "localhost", "ada").await;
    let told = state(&browser).await;
    assert_eq!((&told["isRequired"], &told["hasTotp"]), (&json!(true), &json!(false)));
    assert!(told["enforcedFrom"].is_string());

    app.clock.advance_by(Duration::days(30));
    let browser = app.browser();
    let asked = log_in(&browser, "ada").await.expect(200);
    assert_eq!(asked.body["outcome"], "mfaEnrolmentRequired");
    let words = "Two-factor authentication is now required. Set it up to complete sign-in.";
    assert_eq!(asked.body["detail"], words);
    let waiting = asked.body["resolver"].as_str().unwrap();
    let elsewhere = answer(&browser, waiting, "totp", "123456").await;
    assert_snapshot!(elsewhere, @"401 Session expired. Please log in again.");

    let resolver = json!({ "resolver": waiting });
    let begun = browser.post("/api/identity/mfa/enrol", resolver).await.expect(200);
    let secret = begun.body["secret"].as_str().unwrap();
    let confirm = async |code: &str| {
        let body = json!({ "resolver": waiting, "code": code });
        browser.post("/api/identity/mfa/enrol/confirm", body).await
    };
    assert_snapshot!(confirm("000000").await, @"422 Invalid verification code");
    let code = totp(secret, app.clock.now());
    let enrolled = confirm(&code).await.expect(200);
    assert_eq!(codes_of(&enrolled).len(), 10);
    open_session(&browser, &enrolled).await;
    assert_eq!(state(&browser).await["hasTotp"], true);
    let refused = browser.delete(TOTP).await;
    assert_snapshot!(refused, @"403 Two-factor authentication is required and cannot be turned off.");
    assert_eq!(confirm(&code).await.status, 401, "used up");
}

#[tokio::test]
async fn disabled_policy_skips_second_factors_and_keeps_them_stored() {
    let app = TestApp::open().await;
    let ada = enrol(&app, app.member("ada").await).await;
    let bob = app.member("bob").await;
    let stella = enrol(&app, app.staff("stella").await).await;
    change_policy(&stella.browser, false, false).await.expect(200);
    assert_eq!(log_in(&app.browser(), "ada").await.expect(200).body["outcome"], "success");
    let refused = bob.post(TOTP, json!({})).await;
    assert_snapshot!(refused, @"403 Two-factor authentication is not available at the moment.");
    let staff = log_in(&app.browser(), "stella").await.expect(200);
    assert_eq!(staff.body["outcome"], "mfaRequired", "staff keep theirs");

    change_policy(&stella.browser, true, false).await.expect(200);
    let browser = app.browser();
    let waiting = resolver(&browser, "ada").await;
    let code = totp(&ada.secret, app.clock.now());
    answer(&browser, &waiting, "totp", &code).await.expect(200);
}

const MANDATORY: [(&str, &str); 1] = [("auth.second_factor_for_admins", "true")];

/// Sets up a second factor during sign-in. Returns the response with the complete proof.
async fn enrol_at_sign_in(app: &TestApp, browser: &Browser, name: &str) -> Reply {
    let asked = log_in(browser, name).await.expect(200);
    assert_eq!(asked.body["outcome"], "mfaEnrolmentRequired", "{asked}");
    let waiting = asked.body["resolver"].as_str().unwrap();
    let resolver = json!({ "resolver": waiting });
    let begun = browser.post("/api/identity/mfa/enrol", resolver).await.expect(200);
    let code = totp(begun.body["secret"].as_str().unwrap(), app.clock.now());
    let body = json!({ "resolver": waiting, "code": code });
    browser.post("/api/identity/mfa/enrol/confirm", body).await.expect(200)
}

#[tokio::test]
async fn staff_without_a_mandatory_second_factor_have_no_staff_access() {
    let app = TestApp::open_with(&MANDATORY).await;
    let stella = app.staff("stella").await;
    let refused = stella.get("/api/staff/overview").await;
    assert_snapshot!(refused, @"403 Staff need two-factor authentication. Set it up in your security settings, or sign in with it.");
    assert_eq!(refused.body["code"], "second-factor-required");
    stella.get("/api/communities").await.expect(200);
    assert_eq!(app.member("ada").await.get("/api/staff/overview").await.status, 404);

    let set_up = enrol(&app, stella).await.browser;
    set_up.get("/api/staff/overview").await.expect(200);
    let refused = set_up.delete(TOTP).await;
    assert_snapshot!(refused, @"403 Two-factor authentication is required and cannot be turned off.");
}

#[tokio::test]
async fn staff_and_affiliation_admins_must_set_up_a_factor_at_sign_in() {
    let app = TestApp::open_with(&MANDATORY).await;
    app.staff("stella").await;
    let (ada, _) = (app.member("ada").await, app.member("bob").await);
    let oak = app.affiliation("Oak House").await;
    let sql = "INSERT INTO institutional_admins (affiliation_id, user_id, created_at) \
        VALUES ($1, $2, $3)";
    let ada = uuid_of(&app.id_of(&ada).await);
    app.sql(sql, vec![uuid_of(&oak).into(), ada.into(), app.clock.now().into()]).await;

    for name in ["stella", "ada"] {
        let browser = app.browser();
        let enrolled = enrol_at_sign_in(&app, &browser, name).await;
        open_session(&browser, &enrolled).await;
        assert_eq!(state(&browser).await["isRequired"], true, "{name}");
    }
    assert_eq!(log_in(&app.browser(), "bob").await.expect(200).body["outcome"], "success");
}

#[tokio::test]
async fn new_affiliation_admin_needs_a_second_factor_in_their_current_session() {
    let app = TestApp::open_with(&MANDATORY).await;
    let ada = app.member("ada").await;
    let bob = app.member("bob").await;
    let oak = app.affiliation("Oak House").await;
    app.add_to_affiliation(&bob, &oak).await;
    app.hide_all_affiliation_memberships().await;
    let codes = format!("/api/affiliations/{oak}/invite-codes");
    let members = format!("/api/affiliations/{oak}/members");
    assert_snapshot!(ada.get(&codes).await, @"403 Only affiliation creators or staff can send invitations");

    let creator = uuid_of(&app.id_of(&ada).await);
    app.set_affiliation_creator(&oak, creator).await;
    let refused = ada.get(&codes).await;
    assert_snapshot!(refused, @"403 Affiliation admins need two-factor authentication. Set it up in your security settings, or sign in with it.");
    assert_eq!(refused.body["code"], "second-factor-required");
    let made = ada.post(&codes, json!({ "maxUses": 1 })).await;
    assert_eq!((made.status, &made.body["code"]), (403, &refused.body["code"]));
    assert_eq!(
        ada.get(&members).await.expect(200).items().len(),
        0,
        "hidden members are not listed either"
    );
    assert_eq!(ada.get("/api/me").await.expect(200).body["secondFactor"]["isRequired"], true);

    let ada = enrol(&app, ada).await.browser;
    ada.get(&codes).await.expect(200);
    assert_eq!(ada.get(&members).await.expect(200).items().len(), 1);
}

#[tokio::test]
async fn staff_can_require_and_waive_a_second_factor_for_one_account() {
    let app = TestApp::open().await;
    let (stella, ada) = (app.staff("stella").await, app.member("ada").await);
    app.member("bob").await;
    let id = app.id_of(&ada).await;
    let action = async |action: &str, reason: &str| {
        let path = format!("/api/staff/users/{id}/{action}");
        stella.post(&path, json!({ "reason": reason })).await
    };
    assert_eq!(action("require-mfa", " ").await.expect(422).body["errors"][0]["field"], "reason");
    app.clock.advance_by(Duration::minutes(6));
    let stale = action("require-mfa", "Holds the keys").await;
    assert_snapshot!(stale, @"403 For security, you must sign in again before changing this.");
    app.sign_in(&stella, "localhost", "stella").await;
    let obliged = action("require-mfa", "Holds the keys").await.expect(200).body;
    assert_eq!(
        (&obliged["secondFactorRequired"], &obliged["hasTotp"]),
        (&json!(true), &json!(false))
    );
    app.sign_in(&app.browser(), "localhost", "bob").await;
    assert_eq!(state(&ada).await["isRequired"], true);

    let browser = app.browser();
    let enrolled = enrol_at_sign_in(&app, &browser, "ada").await;
    open_session(&browser, &enrolled).await;
    let refused = browser.delete(TOTP).await;
    assert_snapshot!(refused, @"403 Two-factor authentication is required and cannot be turned off.");
    let shown = stella.get(&format!("/api/staff/users/{id}")).await.expect(200).body;
    assert_eq!((&shown["secondFactorRequired"], &shown["hasTotp"]), (&json!(true), &json!(true)));

    action("waive-mfa", "Holds them no more").await.expect(200);
    for (action, before, after) in
        [("account.require-mfa", false, true), ("account.waive-mfa", true, false)]
    {
        let log = stella.get(&format!("/api/staff/audit?action={action}")).await.expect(200);
        let entry = &log.items()[0];
        assert_eq!(
            (&entry["before"]["secondFactorRequired"], &entry["after"]["secondFactorRequired"]),
            (&json!(before), &json!(after)),
            "{action}"
        );
    }
    assert_eq!(
        log_in(&app.browser(), "ada").await.body["outcome"],
        "mfaRequired",
        "the factor stays enabled"
    );
    browser.delete(TOTP).await.expect(204);
    assert_eq!(log_in(&app.browser(), "ada").await.body["outcome"], "success");
}

#[tokio::test]
async fn required_account_sets_up_a_factor_even_if_disabled_for_others() {
    let app = TestApp::open().await;
    let stella = enrol(&app, app.staff("stella").await).await.browser;
    let id = app.id_of(&app.member("ada").await).await;
    change_policy(&stella, false, false).await.expect(200);
    let path = format!("/api/staff/users/{id}/require-mfa");
    stella.post(&path, json!({ "reason": "Holds the keys" })).await.expect(200);
    enrol_at_sign_in(&app, &app.browser(), "ada").await;
}
