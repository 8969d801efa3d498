//! Google sign-up with an invite code, repeated sign-in, and rate limits.

use super::{IDENTITIES, REQUESTS, USERS, code_usage_count, identity_count, open_session};
use crate::accounts::until_refused;
use crate::kit::{Issuer, TestApp, email, uuid_of};
use axum::body::Body;
use chrono::Duration;
use futures::future::join_all;
use http::Method;
use insta::assert_snapshot;
use serde_json::json;
use std::collections::BTreeMap;

#[tokio::test]
async fn new_user_signs_up_with_code_and_is_recognised_afterwards() {
    let issuer = Issuer::start();
    let app = TestApp::open_with_issuer(&issuer).await;
    let oak = app.affiliation("Oak House").await;
    let code = app.invite_code("OAKHOUSE", Some(1)).await;
    app.make_codes_invite_to(&oak).await;

    let rosa = app.browser();
    let wish = json!({ "inviteCodeId": code, "staySignedIn": true });
    let done = app.through_google(&rosa, &issuer, "rosa", wish).await.expect(200);
    assert_eq!(done.body["outcome"], "success");
    assert_eq!(done.body["staySignedIn"], true);
    open_session(&rosa, &done).await;

    let me = rosa.get("/api/me").await.expect(200).body;
    assert_eq!((&me["email"], &me["firstName"]), (&json!(email("rosa")), &json!("Rosa")));
    assert_eq!((&me["emailVerified"], &me["isProfilePrivate"]), (&json!(true), &json!(false)));
    assert_eq!(me["onboarding"]["needsEmailVerification"], false);
    assert_eq!(me["onboarding"]["needsTerms"], true);
    let invited = "SELECT COUNT(*) AS n FROM affiliation_invitations WHERE status = 'pending'";
    assert_eq!((code_usage_count(&app, &code).await, app.count(invited, vec![]).await), (1, 1));
    assert_eq!(app.count(REQUESTS, vec![]).await, 0);

    // Recognised by the issuer's subject, although the email address has changed there.
    let elsewhere = app.browser();
    let again =
        app.through_google(&elsewhere, &issuer, "rosa~married", json!({})).await.expect(200);
    assert_eq!(again.body["uid"], me["id"]);
    open_session(&elsewhere, &again).await;
    assert_eq!(elsewhere.get("/api/me").await.expect(200).body["email"], email("rosa"));
    assert_eq!((app.count(USERS, vec![]).await, app.count(IDENTITIES, vec![]).await), (1, 1));
}

#[tokio::test]
async fn accepts_string_claims_and_several_audiences() {
    let issuer = Issuer::start();
    let app = TestApp::open_with_issuer(&issuer).await;
    for person in ["odd-strings", "odd-audiences", "odd-audience"] {
        let browser = app.browser();
        app.join_with_google(&browser, &issuer, person).await;
        let me = browser.get("/api/me").await.expect(200).body;
        assert_eq!(me["emailVerified"], true, "{person}");
    }
}

#[tokio::test]
async fn page_redirect_to_the_issuer_requires_same_site_navigation() {
    let issuer = Issuer::start();
    let app = TestApp::open_with_issuer(&issuer).await;
    let code = app.invite_code("WELCOME1", None).await;
    let rosa = app.browser();
    let at = rosa.main();
    let path = format!("/api/identity/google/start?inviteCodeId={code}&staySignedIn=true");
    let go = async |site: &str, mode: &str| {
        let mut request = at.request(Method::GET, &path).body(Body::empty()).unwrap();
        request.headers_mut().insert("sec-fetch-site", site.parse().unwrap());
        request.headers_mut().insert("sec-fetch-mode", mode.parse().unwrap());
        at.send(request).await
    };
    for (site, mode) in [("cross-site", "navigate"), ("same-site", "navigate"), ("none", "cors")] {
        let refused = go(site, mode).await;
        assert_eq!(refused.to_string(), "422 Google sign-in failed. Please try again.");
        assert!(refused.set_cookies().is_empty());
    }
    let sent = go("none", "navigate").await.expect(303);
    let url = url::Url::parse(sent.header("location")).unwrap();
    let asked: BTreeMap<_, _> = url.query_pairs().collect();
    assert_eq!((&*asked["scope"], &*asked["prompt"]), ("openid email profile", "select_account"));
    assert_eq!((&*asked["response_type"], &*asked["code_challenge_method"]), ("code", "S256"));
    let back = issuer.answer(url.as_str(), Some("rosa")).await;
    rosa.visit(&back).await.expect(303);
    let done = at.finish_google().await.expect(200);
    assert_eq!(
        (&done.body["outcome"], &done.body["staySignedIn"]),
        (&json!("success"), &json!(true))
    );
    assert_eq!(code_usage_count(&app, &code).await, 1);
}

#[tokio::test]
async fn sign_up_from_a_portal_requires_a_code_of_that_portal() {
    let issuer = Issuer::start();
    let app = TestApp::open_with_issuer(&issuer).await;
    let oak = app.portal("Oak House", "oak").await;
    let (any, own) =
        (app.invite_code("ANYWHERE", None).await, app.invite_code("OAKHOUSE", None).await);
    let sql = "UPDATE invite_codes SET auto_invite_affiliation_id = $1 WHERE code = 'OAKHOUSE'";
    app.sql(sql, vec![uuid_of(&oak.affiliation).into()]).await;
    let from = |portal: &str, code: &str| json!({ "inviteCodeId": code, "portal": portal });

    let refused = app.through_google(&app.browser(), &issuer, "rosa", from("oak", &any)).await;
    assert_snapshot!(refused, @"422 Invalid or expired invite code. Please try again with a valid code.");
    let left = [USERS, IDENTITIES].map(|sql| app.count(sql, vec![]));
    assert_eq!((join_all(left).await, code_usage_count(&app, &any).await), (vec![0, 0], 0));

    let rosa = app.browser();
    let done = app.through_google(&rosa, &issuer, "rosa", from("oak", &own)).await.expect(200);
    assert_eq!(done.body["portal"], "oak");
    assert_eq!(done.body["affiliationId"], oak.affiliation);
    assert_eq!(done.body["portalOrigin"], "http://oak.localhost:8080");
    // Not a member of the portal yet, and not onboarded: the user stays on the main site.
    open_session(&rosa, &done).await;
    assert_eq!(rosa.post("/api/transfer", json!({ "subdomain": "oak" })).await.status, 403);

    let nowhere = app.through_google(&app.browser(), &issuer, "bela", from("nobody", &any)).await;
    let body = nowhere.expect(200).body;
    assert_eq!((&body["affiliationId"], &body["portalOrigin"]), (&json!(null), &json!(null)));
}

#[tokio::test]
async fn sign_up_without_a_valid_code_creates_nothing() {
    let issuer = Issuer::start();
    let app = TestApp::open_with_issuer(&issuer).await;
    let none = app.through_google(&app.browser(), &issuer, "rosa", json!({})).await;
    assert_snapshot!(none, @"422 An invite code is required to create an account. Please enter a valid invite code.");
    let spent = app.invite_code("SPENT000", Some(0)).await;
    let wish = json!({ "inviteCodeId": spent });
    let refused = app.through_google(&app.browser(), &issuer, "rosa", wish).await;
    assert_snapshot!(refused, @"422 Invalid or expired invite code. Please try again with a valid code.");
    let malformed = json!({ "inviteCodeId": "no-code" });
    let malformed = app.browser().post("/api/identity/google/start", malformed).await;
    assert_snapshot!(malformed, @"422 Invalid or expired invite code. Please try again with a valid code.");
    let left = [USERS, IDENTITIES, REQUESTS].map(|sql| app.count(sql, vec![]));
    assert_eq!(join_all(left).await, [0, 0, 0]);
}

#[tokio::test]
async fn concurrent_finishes_of_one_sign_in_succeed_once() {
    let issuer = Issuer::start();
    let app = TestApp::open_for_many_with_issuer(&issuer).await;
    let code = app.invite_code("HUNDRED1", None).await;
    let rosa = app.browser();
    let url = rosa.main().start_google(json!({ "inviteCodeId": code })).await;
    let back = issuer.answer(&url, Some("rosa")).await;
    rosa.visit(&back).await.expect(303);
    // Every request has the cookie from before the first response.
    let before = rosa.cookie("localhost", "gh-pre").unwrap();
    let asking = (0..100).map(|_| {
        let one = app.browser();
        one.plant_cookie("localhost", "gh-pre", &before);
        async move { one.main().finish_google().await }
    });
    let answers = join_all(asking).await;
    let made = answers.iter().filter(|answer| answer.status == 200).count();
    let others = answers.iter().filter(|answer| answer.status != 200).map(ToString::to_string);
    let refused = "422 Google sign-in failed. Please try again.";
    assert_eq!((made, others.filter(|said| said == refused).count()), (1, 99));
    assert_eq!((app.count(USERS, vec![]).await, code_usage_count(&app, &code).await), (1, 1));
}

#[tokio::test]
async fn concurrent_sign_ups_do_not_exceed_the_code_limit() {
    let issuer = Issuer::start();
    let app = TestApp::open_with_issuer(&issuer).await;
    let code = app.invite_code("TENTEN10", Some(10)).await;
    let mut waiting = Vec::new();
    for n in 0..100 {
        let browser = app.browser();
        let url = browser.main().start_google(json!({ "inviteCodeId": code })).await;
        let back = issuer.answer(&url, Some(&format!("guest{n}"))).await;
        browser.visit(&back).await.expect(303);
        waiting.push(browser);
    }
    let answers = join_all(
        waiting.iter().map(|browser| async { browser.main().finish_google().await.status }),
    )
    .await;
    assert_eq!(answers.iter().filter(|status| **status == 200).count(), 10);
    assert_eq!((app.count(USERS, vec![]).await, code_usage_count(&app, &code).await), (10, 10));
}

#[tokio::test]
async fn paused_account_can_sign_in_and_banned_or_unverified_cannot() {
    let issuer = Issuer::start();
    let app = TestApp::open_with_issuer(&issuer).await;
    let rosa = app.browser();
    app.join_with_google(&rosa, &issuer, "rosa").await;

    app.set_account_status_of_everyone("paused").await;
    let paused = app.browser();
    let done = app.through_google(&paused, &issuer, "rosa", json!({})).await.expect(200);
    open_session(&paused, &done).await;
    assert_eq!(paused.get("/api/me").await.expect(200).body["accountStatus"], "paused");

    app.sql("UPDATE users SET account_status = 'active', status = 'banned'", vec![]).await;
    let banned = app.through_google(&app.browser(), &issuer, "rosa", json!({})).await;
    assert_snapshot!(banned, @"403 Account is suspended or banned");
    app.sql("UPDATE users SET status = NULL, marked_unverified = TRUE", vec![]).await;
    let marked = app.through_google(&app.browser(), &issuer, "rosa", json!({})).await;
    assert_eq!(identity_count(&app, "rosa").await, 1);
    let marked = marked.expect(200);
    let said = [&marked.body["outcome"], &marked.body["message"], &marked.body["email"]];
    let words =
        "Please verify your email address to continue. Check your inbox for a verification link.";
    assert_eq!(said, ["emailNotVerified", words, &email("rosa")]);
    assert_eq!((&marked.body["idToken"], marked.set_cookies()), (&json!(null), vec![]));

    // A verification link can be requested for the returned address.
    let again = json!({ "email": marked.body["email"] });
    app.browser().post("/api/identity/verification/resend", again).await.expect(200);
    let token = json!({ "token": app.mailed_token(&email("rosa")).await });
    app.browser().post("/api/identity/verification/confirm", token).await.expect(200);
    let back = app.through_google(&app.browser(), &issuer, "rosa", json!({})).await;
    assert_eq!(back.expect(200).body["outcome"], "success");
}

#[tokio::test]
async fn sign_ins_are_limited_per_client() {
    let issuer = Issuer::start();
    let app = TestApp::open_with_issuer(&issuer).await;
    let browser = app.browser();
    let start = async |_| browser.post("/api/identity/google/start", json!({})).await;
    let soon = until_refused(start).await;
    assert_snapshot!(soon, @"429 Too many Google sign-in attempts. Please try again in 15 minute(s).");
    assert_eq!((soon.header("retry-after"), &soon.body["code"]), ("900", &json!("rate-limited")));
    app.browser().post("/api/identity/google/start", json!({})).await.expect(200);
}

#[tokio::test]
async fn sign_ins_are_limited_per_day() {
    let issuer = Issuer::start();
    let mut settings = issuer.settings().to_vec();
    settings.push(("limits.google_sign_ins_per_day", "2"));
    let app = TestApp::open_with(&settings).await;
    let browser = app.browser();
    for _ in 0..2 {
        browser.post("/api/identity/google/start", json!({})).await.expect(200);
    }
    let refused = browser.post("/api/identity/google/start", json!({})).await.expect(429);
    let detail = refused.body["detail"].as_str().unwrap();
    assert!(
        detail.starts_with("Too many Google sign-in attempts. Please try again in "),
        "{detail}"
    );
    app.clock.advance_by(Duration::days(1));
    browser.post("/api/identity/google/start", json!({})).await.expect(200);
}

#[tokio::test]
async fn network_flood_does_not_refuse_a_known_browser() {
    let issuer = Issuer::start();
    let app = TestApp::open_with_issuer(&issuer).await;
    let rosa = app.browser();
    app.join_with_google(&rosa, &issuer, "rosa").await;
    let start_nearby = async || {
        let visitor = app.browser().connected_like(&rosa);
        visitor.post("/api/identity/google/start", json!({})).await
    };
    for _ in 0..100 {
        start_nearby().await;
    }
    until_refused(async |_| start_nearby().await).await;
    let done = app.through_google(&rosa, &issuer, "rosa", json!({})).await.expect(200);
    assert_eq!(done.body["outcome"], "success");

    // A forged account mark has no effect.
    let forged = app.browser().connected_like(&rosa);
    let known = rosa.cookie("localhost", "gh-dev").unwrap();
    let (known, _) = known.rsplit_once('.').unwrap();
    forged.plant_cookie("localhost", "gh-dev", &format!("{known}.{}", "0".repeat(32)));
    forged.post("/api/identity/google/start", json!({})).await.expect(429);
}
