//! The signed-in user: profile, onboarding, and account actions of staff.

use crate::accounts::until_refused;
use crate::kit::{TestApp, email, uuid_of};
use chrono::{DateTime, Duration, Utc};
use insta::assert_snapshot;
use serde_json::{Value, json};

const ALL: [&str; 3] = ["agreedToTerms", "agreedToGuidelines", "agreedToPrivacy"];

fn agreements(to: &[&str]) -> Value {
    json!({ ALL[0]: to.contains(&ALL[0]), ALL[1]: to.contains(&ALL[1]), ALL[2]: to.contains(&ALL[2]) })
}

#[tokio::test]
async fn me_contains_all_fields_with_their_defaults() {
    let app = TestApp::open().await;
    let rosa = app.verified("rosa").await;
    let me = rosa.get("/api/me").await.expect(200).body;
    for (field, value) in [
        ("email", json!(email("rosa"))),
        ("displayName", json!("Rosa Tester")),
        ("handle", Value::Null),
        ("language", json!("en")),
        ("theme", json!("light")),
        ("notificationsEnabled", json!(true)),
        ("singleKeyShortcuts", json!(true)),
        ("isProfilePrivate", json!(true)),
        ("profileVisibility", json!("public")),
        ("directoryVisibility", json!("public")),
        ("accountStatus", json!("active")),
        ("isStaff", json!(false)),
        ("isCommunityAdmin", json!([])),
        ("affiliations", json!([])),
        ("communitiesJoined", json!([])),
        ("subscription", json!("Basic")),
        ("hasCompletedOnboarding", json!(false)),
        ("portalMembership", Value::Null),
        (
            "onboarding",
            json!({
                "needsEmailVerification": false, "needsTerms": true, "needsGuidelines": true,
                "needsPrivacy": true, "needsReset": true, "complete": false,
            }),
        ),
    ] {
        assert_eq!(me[field], value, "{field}");
    }
    assert_snapshot!(app.browser().get("/api/me").await, @"401 User not authenticated");
}

#[tokio::test]
async fn onboarding_requires_all_three_agreements() {
    let app = TestApp::open().await;
    let rosa = app.verified("rosa").await;
    let words = "You must agree to the community guidelines, privacy policy, and terms of service to continue";
    for some in [&ALL[..0], &ALL[..2], &ALL[1..]] {
        let refused = rosa.post("/api/me/onboarding", agreements(some)).await;
        assert_eq!(refused.to_string(), format!("422 {words}"));
    }
    assert_eq!(rosa.get("/api/communities").await.to_string(), format!("403 {words}"));
    let done = rosa.post("/api/me/onboarding", agreements(&ALL)).await.expect(200);
    assert_eq!(done.body["hasCompletedOnboarding"], true);
    assert_eq!(done.body["onboarding"]["complete"], true);
    rosa.get("/api/communities").await.expect(200);
}

#[tokio::test]
async fn failed_onboarding_returns_the_specified_message() {
    let app = TestApp::open().await;
    let rosa = app.verified("rosa").await;
    app.make_table_unavailable("events").await;
    let refused = rosa.post("/api/me/onboarding", agreements(&ALL)).await;
    assert_snapshot!(refused, @"500 There was an error completing your onboarding. Please try again.");
}

#[tokio::test]
async fn repeated_onboarding_updates_only_outdated_agreements() {
    let app = TestApp::open().await;
    let rosa = app.member("rosa").await;
    let first = rosa.get("/api/me").await.expect(200).body;
    let old: DateTime<Utc> = "2025-07-11T23:59:59Z".parse().unwrap();
    app.sql("UPDATE users SET agreed_to_terms_at = $1", vec![old.into()]).await;
    let due = rosa.get("/api/me").await.expect(200).body;
    assert_eq!(due["onboarding"]["needsTerms"], true);
    assert_eq!(due["onboarding"]["needsReset"], true);
    assert_eq!(due["onboarding"]["needsGuidelines"], false);
    let done = rosa.post("/api/me/onboarding", agreements(&ALL)).await.expect(200).body;
    assert_eq!(done["agreedToGuidelinesAt"], first["agreedToGuidelinesAt"]);
    assert_eq!(done["agreedToPrivacyAt"], first["agreedToPrivacyAt"]);
    let terms: DateTime<Utc> = done["agreedToTermsAt"].as_str().unwrap().parse().unwrap();
    assert!(terms > app.clock.now() - Duration::minutes(1));
}

#[tokio::test]
async fn profile_edit_is_validated_and_rejects_protected_fields() {
    let app = TestApp::open().await;
    let rosa = app.member("rosa").await;
    let change = json!({
        "firstName": " Rosa  Maria ", "bio": "Bread; butter & jam", "quote": "", "theme": "dark",
        "profileVisibility": "private", "language": "en", "notificationsEnabled": false,
        "singleKeyShortcuts": false,
    });
    let changed = rosa.patch("/api/me", change).await.expect(200).body;
    for (field, value) in [
        ("displayName", json!("Rosa Maria Tester")),
        ("bio", json!("Bread; butter & jam")),
        ("quote", Value::Null),
        ("theme", json!("dark")),
        ("isProfilePrivate", json!(true)),
        ("language", json!("en")),
        ("notificationsEnabled", json!(false)),
        ("singleKeyShortcuts", json!(false)),
    ] {
        assert_eq!(changed[field], value, "{field}");
    }
    let submit = async |change: Value| rosa.patch("/api/me", change).await;
    assert_snapshot!(submit(json!({ "firstName": "R0sa" })).await, @"422 First name contains invalid characters");
    assert_snapshot!(submit(json!({ "bio": "b".repeat(501) })).await, @"422 Content exceeds maximum length of 500 characters");
    assert_snapshot!(submit(json!({ "jobTitle": "<script>" })).await, @"422 Content contains potentially harmful code");
    for language in ["pt-BR", "english", "xx", ""] {
        let refused = submit(json!({ "language": language })).await;
        assert_eq!(refused.to_string(), "422 Language is not recognised", "{language}");
    }
    for forbidden in ["isStaff", "isVerified", "email", "accountStatus", "subscription"] {
        assert_eq!(submit(json!({ forbidden: true })).await.status, 422, "{forbidden}");
    }
}

#[tokio::test]
async fn profile_change_sends_me_changed_to_other_streams() {
    let app = TestApp::open().await;
    let rosa = app.member("rosa").await;
    let mut pages = rosa.live().await;
    pages.until("hello").await;
    rosa.patch("/api/me", json!({ "theme": "dark" })).await.expect(200);
    pages.until("me.changed").await;
}

#[tokio::test]
async fn profile_changes_are_rate_limited() {
    let app = TestApp::open().await;
    let rosa = app.member("rosa").await;
    for _ in 0..10 {
        rosa.patch("/api/me", json!({ "theme": "dark" })).await.expect(200);
    }
    let light = json!({ "theme": "light" });
    let refused = until_refused(async |_| rosa.patch("/api/me", light.clone()).await).await;
    assert!(
        refused.body["detail"].as_str().unwrap().starts_with("Rate limit exceeded. Try again at ")
    );
}

#[tokio::test]
async fn staff_pause_and_unpause_an_account_with_audit() {
    let app = TestApp::open().await;
    let (staff, rosa) = (app.staff("sam").await, app.member("rosa").await);
    let id = app.id_of(&rosa).await;
    let mut pages = rosa.live().await;
    pages.until("hello").await;
    let pause = format!("/api/staff/users/{id}/pause");
    assert_snapshot!(staff.post(&pause, json!({ "reason": " " })).await, @"422 Input is required");
    let paused =
        staff.post(&pause, json!({ "pausedUntil": null, "reason": "Spam" })).await.expect(200);
    assert_eq!(paused.body["accountStatus"], "paused");
    pages.remaining_types().await;

    let words =
        "403 Your account is paused. Communities, messaging and profile updates are unavailable.";
    for reply in [
        rosa.get("/api/communities").await,
        rosa.patch("/api/me", json!({ "theme": "dark" })).await,
        rosa.post("/api/me/legal-acknowledgements", json!({})).await,
        rosa.get("/api/live").await,
    ] {
        assert_eq!(reply.to_string(), words);
    }
    let me = rosa.get("/api/me").await.expect(200);
    assert_eq!(me.body["accountStatus"], "paused");

    let reason = json!({ "reason": "It was long enough" });
    staff.post(&format!("/api/staff/users/{id}/unpause"), reason).await.expect(200);
    rosa.get("/api/communities").await.expect(200);
    let audit = "SELECT COUNT(*) AS n FROM audit_log WHERE subject_id = $1 AND actor_id = $2";
    let actor = uuid_of(&app.id_of(&staff).await);
    assert_eq!(app.count(audit, vec![id.clone().into(), actor.into()]).await, 2);
    let reason =
        "SELECT COUNT(*) AS n FROM audit_log WHERE action = 'user_pause' AND reason = 'Spam'";
    assert_eq!(app.count(reason, vec![]).await, 1);
}

#[tokio::test]
async fn account_pause_expires() {
    let app = TestApp::open().await;
    let (staff, rosa) = (app.staff("sam").await, app.member("rosa").await);
    let id = app.id_of(&rosa).await;
    let pause = format!("/api/staff/users/{id}/pause");
    let past = json!({ "pausedUntil": app.clock.now(), "reason": "Spam" });
    assert_snapshot!(staff.post(&pause, past).await, @"422 A pause must end in the future.");
    let until = app.clock.now() + Duration::hours(1);
    staff.post(&pause, json!({ "pausedUntil": until, "reason": "Spam" })).await.expect(200);
    assert_eq!(rosa.get("/api/communities").await.status, 403);
    app.clock.advance_by(Duration::hours(1));
    rosa.get("/api/communities").await.expect(200);
    assert_eq!(rosa.get("/api/me").await.expect(200).body["accountStatus"], "active");
}

#[tokio::test]
async fn staff_endpoints_return_404_for_others_and_on_portals() {
    let app = TestApp::open().await;
    let (staff, rosa) = (app.staff("sam").await, app.member("rosa").await);
    let oak = app.portal("Oak House", "oak").await;
    app.add_to_affiliation(&staff, &oak.affiliation).await;
    let pause = format!("/api/staff/users/{}/pause", app.id_of(&rosa).await);
    let body = json!({ "pausedUntil": null, "reason": "Spam" });
    assert_snapshot!(rosa.post(&pause, body.clone()).await, @"404 Not found");
    app.sign_in(&staff, "oak.localhost", "sam").await;
    assert_snapshot!(staff.on("oak").post(&pause, body.clone()).await, @"404 Not found");
    assert_eq!(staff.on("oak").get("/api/me").await.expect(200).body["isStaff"], false);
    let nobody = format!("/api/staff/users/{}/pause", "0".repeat(32));
    assert_snapshot!(staff.post(&nobody, body).await, @"404 User not found");
}

#[tokio::test]
async fn operator_command_grants_staff() {
    let app = TestApp::open().await;
    let rosa = app.member("rosa").await;
    tenant_runtime::staff::grant(app.services(), "ROSA@people.example").await.unwrap();
    assert_eq!(rosa.get("/api/me").await.expect(200).body["isStaff"], true);
    let audit =
        "SELECT COUNT(*) AS n FROM audit_log WHERE action = 'staff.grant' AND actor_id IS NULL";
    assert_eq!(app.count(audit, vec![]).await, 1);
    let nobody = tenant_runtime::staff::grant(app.services(), "nobody@people.example").await;
    assert_eq!(nobody.unwrap_err().to_string(), "User not found");
}

#[tokio::test]
async fn portal_me_lists_only_affiliations_and_communities_of_the_portal() {
    let app = TestApp::open().await;
    let rosa = app.member("rosa").await;
    let (oak, elm) = (app.portal("Oak House", "oak").await, app.affiliation("Elm House").await);
    app.add_to_affiliation(&rosa, &elm).await;
    app.sign_in(&rosa, "oak.localhost", "rosa").await;
    let outside = rosa.on("oak").get("/api/me").await.expect(200).body;
    let membership = json!({ "affiliationId": oak.affiliation, "isMember": false });
    assert_eq!(outside["portalMembership"], membership);
    assert_eq!(outside["affiliations"], json!([]));

    app.add_to_affiliation(&rosa, &oak.affiliation).await;
    app.community(&rosa, "Elm only", &[&elm]).await;
    let shared = app.community(&rosa, "Oak too", &[&oak.affiliation]).await;
    let inside = rosa.on("oak").get("/api/me").await.expect(200).body;
    assert_eq!(inside["portalMembership"]["isMember"], true);
    assert_eq!(inside["isCommunityAdmin"], json!([shared]));
    assert_eq!(inside["affiliations"][0]["name"], "Oak House");
    let main = rosa.get("/api/me").await.expect(200).body;
    assert_eq!(main["communitiesJoined"].as_array().unwrap().len(), 2);
    assert_eq!(main["affiliations"].as_array().unwrap().len(), 2);
}
