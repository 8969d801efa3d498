//! Staff actions on accounts take effect immediately on all sites.

use crate::kit::{PASSWORD, Reply, TestApp, email, uuid_of};
use chrono::Duration;
use insta::assert_snapshot;
use serde_json::{Value, json};

fn action_path(id: &str, action: &str) -> String {
    format!("/api/staff/users/{id}/{action}")
}

fn reason() -> Value {
    json!({ "reason": "It had to be" })
}

#[tokio::test]
async fn ban_ends_sessions_and_streams_and_refuses_sign_in() {
    let app = TestApp::open().await;
    let (staff, bob) = (app.staff("stella").await, app.member("bob").await);
    let id = app.id_of(&bob).await;
    let mut stream = bob.live().await;
    stream.until("hello").await;
    let banned = staff.post(&action_path(&id, "ban"), reason()).await.expect(200);
    assert_eq!((&banned.body["status"], &banned.body["sessions"]), (&json!("banned"), &json!(0)));
    stream.until("session.ended").await;
    assert_eq!(bob.get("/api/me").await.status, 401);

    let login = json!({ "email": email("bob"), "password": PASSWORD, "staySignedIn": false });
    let refused = app.browser().post("/api/identity/login", login).await;
    assert_snapshot!(refused, @"403 Account is suspended or banned");

    let lifted = staff.post(&action_path(&id, "lift"), json!({})).await.expect(200);
    assert_eq!(lifted.body["status"], Value::Null);
    app.sign_in(&bob, "localhost", "bob").await;
    bob.get("/api/communities").await.expect(200);
}

#[tokio::test]
async fn suspension_has_no_expiry_and_applies_to_all_sites() {
    let app = TestApp::open().await;
    let (staff, bob) = (app.staff("stella").await, app.member("bob").await);
    let id = app.id_of(&bob).await;
    let oak = app.portal("Oak House", "oak").await;
    app.add_to_affiliation(&bob, &oak.affiliation).await;
    app.sign_in(&bob, "oak.localhost", "bob").await;
    staff.post(&action_path(&id, "suspend"), reason()).await.expect(200);
    assert_eq!(bob.get("/api/me").await.status, 401);
    assert_eq!(bob.on("oak").get("/api/me").await.status, 401);
    app.clock.advance_by(Duration::days(400));
    let login = json!({ "email": email("bob"), "password": PASSWORD, "staySignedIn": false });
    assert_eq!(app.browser().post("/api/identity/login", login).await.status, 403);
}

#[tokio::test]
async fn each_account_action_takes_effect_and_is_audited_once() {
    let app = TestApp::open().await;
    let (staff, bob) = (app.staff("stella").await, app.member("bob").await);
    let id = app.id_of(&bob).await;
    bob.post("/api/me/legal-acknowledgements", json!({})).await.expect(200);
    assert_eq!(bob.get("/api/me").await.body["legal"]["acknowledged"], true);
    staff.post(&action_path(&id, "reset-legal"), json!({})).await.expect(200);
    assert_eq!(bob.get("/api/me").await.body["legal"]["acknowledged"], false);

    staff.post(&action_path(&id, "grant-staff"), reason()).await.expect(200);
    bob.get("/api/staff/overview").await.expect(200);
    staff.post(&action_path(&id, "revoke-staff"), reason()).await.expect(200);
    assert_eq!(bob.get("/api/staff/overview").await.status, 404);

    let marked = staff.post(&action_path(&id, "mark-unverified"), reason()).await.expect(200);
    assert_eq!(marked.body["markedUnverified"], true);
    assert_snapshot!(bob.get("/api/communities").await, @"403 Please verify your email address to continue. Check your inbox for a verification link.");

    staff.post(&action_path(&id, "sign-out"), json!({})).await.expect(200);
    assert_eq!(bob.get("/api/me").await.status, 401);

    for (action, reason) in [
        ("account.reset-legal", None),
        ("staff.grant", Some("It had to be")),
        ("staff.revoke", Some("It had to be")),
        ("account.mark-unverified", Some("It had to be")),
        ("account.sign-out", None),
    ] {
        let log = staff.get(&format!("/api/staff/audit?action={action}")).await.expect(200);
        assert_eq!(log.items().len(), 1, "{action}");
        let entry = &log.items()[0];
        assert_eq!(entry["reason"], json!(reason));
        assert_eq!(
            (&entry["subjectId"], &entry["actorName"]),
            (&json!(id), &json!("Stella Tester"))
        );
    }
    let granted = staff.get("/api/staff/audit?action=staff.grant").await;
    let change = &granted.items()[0];
    assert_eq!(
        (&change["before"]["isStaff"], &change["after"]["isStaff"]),
        (&json!(false), &json!(true))
    );
}

#[tokio::test]
async fn restrictive_actions_require_a_reason() {
    let app = TestApp::open().await;
    let (staff, bob) = (app.staff("stella").await, app.member("bob").await);
    let id = app.id_of(&bob).await;
    let actions = [
        "ban",
        "suspend",
        "mark-unverified",
        "require-mfa",
        "waive-mfa",
        "grant-staff",
        "revoke-staff",
    ];
    for action in actions {
        let refused =
            staff.post(&action_path(&id, action), json!({ "reason": " " })).await.expect(422);
        assert_eq!(refused.body["errors"][0]["field"], "reason", "{action}");
    }
    assert_eq!(staff.post(&action_path(&id, "promote"), reason()).await.status, 404);
    assert_snapshot!(staff.post(&action_path(&"0".repeat(32), "ban"), reason()).await, @"404 User not found");
}

#[tokio::test]
async fn only_staff_can_grant_staff_status() {
    let app = TestApp::open().await;
    let oak = app.portal("Oak House", "oak").await;
    let (ada, bob, staff) =
        (app.member("ada").await, app.member("bob").await, app.staff("stella").await);
    let id = app.id_of(&bob).await;
    assert_snapshot!(ada.post(&action_path(&id, "grant-staff"), reason()).await, @"403 Only staff members can grant staff status");
    let nameless = json!({ "nothing": "known" });
    assert_snapshot!(ada.post(&action_path(&id, "grant-staff"), nameless).await, @"403 Only staff members can grant staff status");
    assert_eq!(ada.post(&action_path(&id, "revoke-staff"), reason()).await.status, 404);
    assert_eq!(app.browser().post(&action_path(&id, "grant-staff"), reason()).await.status, 401);
    // A user whose staff status has just been revoked receives the same message.
    let stella = app.id_of(&staff).await;
    app.sql("UPDATE users SET is_staff = FALSE", vec![]).await;
    app.sign_in(&staff, "localhost", "stella").await;
    assert_snapshot!(staff.post(&action_path(&id, "grant-staff"), reason()).await, @"403 Only staff members can grant staff status");
    assert_eq!(app.count("SELECT COUNT(*) AS n FROM users WHERE is_staff", vec![]).await, 0);
    // A portal has no staff endpoints (P-15), even for staff.
    app.sql("UPDATE users SET is_staff = TRUE WHERE id = $1", vec![uuid_of(&stella).into()]).await;
    app.add_to_affiliation(&staff, &oak.affiliation).await;
    app.add_to_affiliation(&ada, &oak.affiliation).await;
    for (who, name) in [(&staff, "stella"), (&ada, "ada")] {
        app.sign_in(who, "oak.localhost", name).await;
        let refused = who.on("oak").post(&action_path(&id, "grant-staff"), reason()).await;
        assert_eq!(refused.status, 404, "{name}");
    }
}

#[tokio::test]
async fn staff_cannot_act_on_their_own_account() {
    let app = TestApp::open().await;
    let staff = app.staff("stella").await;
    let id = app.id_of(&staff).await;
    for action in [
        "ban",
        "suspend",
        "lift",
        "mark-unverified",
        "sign-out",
        "grant-staff",
        "revoke-staff",
        "pause",
    ] {
        let refused = staff.post(&action_path(&id, action), reason()).await;
        assert_eq!(refused.to_string(), "403 You cannot do this to your own account.", "{action}");
    }
    let tier = json!({ "subscription": "Premium" });
    let refused = staff.main().put(&action_path(&id, "subscription"), tier).await;
    assert_snapshot!(refused, @"403 You cannot do this to your own account.");
}

#[tokio::test]
async fn two_staff_who_remove_each_other_keep_one() {
    let app = TestApp::open().await;
    let (ada, bob) = (app.staff("ada").await, app.staff("bob").await);
    let (ada_id, bob_id) = (app.id_of(&ada).await, app.id_of(&bob).await);
    for action in ["revoke-staff", "ban", "suspend"] {
        let (at_bob, at_ada) = (action_path(&bob_id, action), action_path(&ada_id, action));
        let both = futures::future::join(ada.post(&at_bob, reason()), bob.post(&at_ada, reason()));
        let replies: [Reply; 2] = both.await.into();
        let done = replies.iter().filter(|reply| reply.status == 200).count();
        assert_eq!(done, 1, "{action}: {} and {}", replies[0], replies[1]);
        app.sql("UPDATE users SET is_staff = TRUE, status = NULL", vec![]).await;
        app.sign_in(&ada, "localhost", "ada").await;
        app.sign_in(&bob, "localhost", "bob").await;
    }
}

#[tokio::test]
async fn subscription_change_raises_community_limit_and_is_audited() {
    let app = TestApp::open().await;
    let (staff, bob) = (app.staff("stella").await, app.member("bob").await);
    let id = app.id_of(&bob).await;
    for n in 0..2 {
        app.community(&bob, &format!("Number {n}"), &[]).await;
    }
    app.clock.advance_by(Duration::minutes(61));
    let third = json!({
        "name": "Third", "description": "One more.", "groupType": "community",
        "visibility": "public", "affiliations": [], "requireAllAffiliations": false,
    });
    assert_ne!(bob.post("/api/communities", third.clone()).await.status, 201);
    let tier = json!({
        "subscription": "Premium", "subscriptionStartDate": "2026-01-01T00:00:00Z",
        "subscriptionEndDate": "2027-01-01T00:00:00Z", "reason": "Paid for a year",
    });
    let set = staff.main().put(&action_path(&id, "subscription"), tier).await.expect(200);
    assert_eq!(set.body["subscription"], "Premium");
    assert!(set.body["subscriptionEndDate"].as_str().unwrap().starts_with("2027-01-01T00:00:00"));
    assert_eq!(bob.get("/api/me").await.body["subscription"], "Premium");
    bob.post("/api/communities", third).await.expect(201);

    let early = json!({
        "subscription": "Premium", "subscriptionStartDate": "2026-01-02T00:00:00Z",
        "subscriptionEndDate": "2026-01-01T00:00:00Z",
    });
    let refused = staff.main().put(&action_path(&id, "subscription"), early).await;
    assert_snapshot!(refused, @"422 A subscription must end after it starts.");
    let unknown = json!({ "subscription": "Gold" });
    assert_eq!(staff.main().put(&action_path(&id, "subscription"), unknown).await.status, 422);
    let log = staff.get("/api/staff/audit?action=account.subscription").await.expect(200);
    assert_eq!(log.items()[0]["before"]["subscription"], "Basic");
}

#[tokio::test]
async fn granting_staff_requires_recent_authentication() {
    let app = TestApp::open().await;
    let (staff, bob) = (app.staff("stella").await, app.member("bob").await);
    let id = app.id_of(&bob).await;
    app.clock.advance_by(Duration::minutes(6));
    for action in ["grant-staff", "revoke-staff"] {
        let refused = staff.post(&action_path(&id, action), reason()).await;
        assert_eq!(refused.body["code"], "proof-required", "{action}: {refused}");
    }
    staff.post("/api/identity/prove", json!({ "password": PASSWORD })).await.expect(204);
    staff.post(&action_path(&id, "grant-staff"), reason()).await.expect(200);
}

#[tokio::test]
async fn required_password_reset_signs_out_and_forces_a_new_password() {
    let app = TestApp::open().await;
    let (staff, bob) = (app.staff("stella").await, app.member("bob").await);
    let id = app.id_of(&bob).await;
    let mut stream = bob.live().await;
    stream.until("hello").await;
    let refused = staff.post(&action_path(&id, "require-reset"), json!({ "reason": "" })).await;
    assert_eq!(refused.body["errors"][0]["field"], "reason", "{refused}");
    let done = staff.post(&action_path(&id, "require-reset"), reason()).await.expect(200);
    assert_eq!(
        (&done.body["passwordResetRequired"], &done.body["sessions"]),
        (&json!(true), &json!(0))
    );
    stream.until("session.ended").await;
    assert_eq!(bob.get("/api/me").await.status, 401);

    let login = json!({ "email": email("bob"), "password": PASSWORD, "staySignedIn": false });
    let led = app.browser().post("/api/identity/login", login).await.expect(200);
    assert_eq!(led.body["outcome"], "passwordResetRequired");
    let chosen = json!({
        "token": led.body["resetToken"],
        "password": "Quay-Compass-77", "confirmPassword": "Quay-Compass-77",
    });
    app.browser().post("/api/identity/password/reset", chosen).await.expect(200);
    let after = staff.get(&format!("/api/staff/users/{id}")).await.expect(200);
    assert_eq!(after.body["passwordResetRequired"], false);

    let log = staff.get("/api/staff/audit?action=account.require-reset").await.expect(200);
    let [entry] = &log.items()[..] else { panic!("{log}") };
    assert_eq!((&entry["subjectId"], &entry["reason"]), (&json!(id), &json!("It had to be")));
    let change = |when: &str| entry[when]["passwordResetRequired"].clone();
    assert_eq!((change("before"), change("after")), (json!(false), json!(true)));
    assert_eq!(bob.post(&action_path(&id, "require-reset"), reason()).await.status, 401);
}
