//! Rejected Google sign-ins, and sites without Google sign-in.

use super::{IDENTITIES, USERS};
use crate::kit::{Issuer, TestApp};
use chrono::Duration;
use insta::assert_snapshot;
use serde_json::json;

/// The name of the issuer in messages.
fn host_of(issuer: &Issuer) -> String {
    issuer.address.trim_start_matches("http://").to_owned()
}

const REFUSED: &str = "422 Google sign-in failed. Please try again.";

#[tokio::test]
async fn id_token_with_one_invalid_claim_is_rejected() {
    let issuer = Issuer::start();
    let app = TestApp::open_with_issuer(&issuer).await;
    let code = app.invite_code("TWISTED1", None).await;
    let host = host_of(&issuer);
    let invalid = format!(
        "422 {host} sent an invalid response. Trying again does not help: please contact support."
    );
    let sign_in = async |person: &str| {
        let wish = json!({ "inviteCodeId": code });
        app.through_google(&app.browser(), &issuer, person, wish).await.to_string()
    };
    for twist in ["nonce", "no-nonce"] {
        assert_eq!(sign_in(&format!("twist-{twist}")).await, REFUSED, "{twist}");
    }
    for twist in
        ["aud", "auds", "auds-azp", "auds-without-us", "azp", "iss", "old", "key", "none", "shared"]
    {
        assert_eq!(sign_in(&format!("twist-{twist}")).await, invalid, "{twist}");
    }
    let unverified = format!(
        "422 {host} has not verified your email address. Verify it there, then sign in again."
    );
    for person in ["rosa!", "twist-unverified-string"] {
        assert_eq!(sign_in(person).await, unverified, "{person}");
    }
    let missing = format!(
        "422 {host} did not share an email address that can be used here. Sign in with an account that has one."
    );
    assert_eq!(sign_in("twist-no-email").await, missing);
    assert_eq!((app.count(USERS, vec![]).await, app.count(IDENTITIES, vec![]).await), (0, 0));
}

#[tokio::test]
async fn callback_is_accepted_once_in_its_browser_and_before_expiry() {
    let issuer = Issuer::start();
    let app = TestApp::open_with_issuer(&issuer).await;
    let code = app.invite_code("BINDING1", None).await;
    let wish = json!({ "inviteCodeId": code });
    let refused = "/login/google#refused";

    // Another browser, without and with its own sign-in in progress.
    let (rosa, mallory) = (app.browser(), app.browser());
    let url = rosa.main().start_google(wish.clone()).await;
    let back = issuer.answer(&url, Some("rosa")).await;
    assert_eq!(mallory.visit(&back).await.expect(303).header("location"), refused);
    mallory.main().start_google(wish.clone()).await;
    assert_eq!(mallory.visit(&back).await.expect(303).header("location"), refused);
    assert_eq!(mallory.main().finish_google().await.to_string(), REFUSED);

    // A forged state, and a missing one.
    let forged = back.replace("state=", "state=x");
    assert_eq!(rosa.visit(&forged).await.expect(303).header("location"), refused);
    assert_eq!(
        rosa.visit("http://localhost:8080/api/identity/google/callback")
            .await
            .expect(303)
            .header("location"),
        refused
    );

    // The valid callback, twice.
    let heard = rosa.visit(&back).await.expect(303);
    assert_eq!(heard.header("location"), "/login/google?view=page");
    assert_eq!(heard.header("referrer-policy"), "no-referrer");
    assert_eq!(heard.header("cross-origin-opener-policy"), "unsafe-none");
    assert_eq!(rosa.visit(&back).await.expect(303).header("location"), refused);
    rosa.main().finish_google().await.expect(200);
    assert_eq!(rosa.main().finish_google().await.to_string(), REFUSED);

    // After expiry, at the callback and at the end.
    let late = app.browser();
    let url = late.main().start_google(json!({ "inviteCodeId": code, "popup": true })).await;
    let back = issuer.answer(&url, Some("late")).await;
    app.clock.advance_by(Duration::minutes(15));
    assert_eq!(late.visit(&back).await.expect(303).header("location"), refused);
    assert_eq!(late.main().finish_google().await.to_string(), REFUSED);
    assert_eq!(app.count(USERS, vec![]).await, 1);
}

#[tokio::test]
async fn authorization_code_is_rejected_with_another_state_or_issuer() {
    let issuer = Issuer::start();
    let app = TestApp::open_with_issuer(&issuer).await;
    let code = app.invite_code("SWAPPED1", None).await;
    let param = |url: &str, name: &str| {
        let url = url::Url::parse(url).unwrap();
        url.query_pairs().find(|(key, _)| key == name).unwrap().1.into_owned()
    };
    // A code of another sign-in has a different verifier and nonce.
    let rosa = app.browser();
    let first = rosa.main().start_google(json!({ "inviteCodeId": code })).await;
    let first = issuer.answer(&first, Some("rosa")).await;
    let second = rosa.main().start_google(json!({ "inviteCodeId": code })).await;
    let second = issuer.answer(&second, Some("rosa")).await;
    let swapped = second.replace(&param(&second, "code"), &param(&first, "code"));
    rosa.visit(&swapped).await.expect(303);
    assert_eq!(rosa.main().finish_google().await.to_string(), REFUSED);

    // A response with a wrong `iss`, or without one although the issuer always sends it.
    for named in ["iss=https%3A%2F%2Fissuer.example", "x=y"] {
        let browser = app.browser();
        let url = browser.main().start_google(json!({ "inviteCodeId": code })).await;
        let back = issuer.answer(&url, Some("rosa")).await;
        let (head, tail) = back.split_once("iss=").unwrap();
        let rest = tail.split_once('&').map(|(_, rest)| format!("&{rest}")).unwrap_or_default();
        browser.visit(&format!("{head}{named}{rest}")).await.expect(303);
        assert_eq!(browser.main().finish_google().await.to_string(), REFUSED, "{named}");
    }
    assert_eq!(app.count(USERS, vec![]).await, 0);
}

#[tokio::test]
async fn denied_sign_in_returns_cancelled_message() {
    let issuer = Issuer::start();
    let app = TestApp::open_with_issuer(&issuer).await;
    let rosa = app.browser();
    let url = rosa.main().start_google(json!({ "popup": true })).await;
    for wanted in ["prompt=select_account", "code_challenge_method=S256", "response_type=code"] {
        assert!(url.contains(wanted), "{url}");
    }
    assert!(url.contains("scope=openid+email+profile"), "{url}");
    let back = issuer.answer(&url, None).await;
    assert_eq!(rosa.visit(&back).await.expect(303).header("location"), "/login/google?view=popup");
    assert_snapshot!(rosa.main().finish_google().await, @"422 Sign-in was cancelled. Please try again.");
}

#[tokio::test]
async fn wrong_client_secret_returns_configuration_error() {
    let issuer = Issuer::start();
    let mut settings = issuer.settings();
    settings[2].1 = "not-the-secret";
    let app = TestApp::open_with(&settings).await;
    let said = app.through_google(&app.browser(), &issuer, "rosa", json!({})).await;
    assert_snapshot!(said, @"422 Authentication configuration error. Please contact support.");
    let host = host_of(&issuer);
    let why = format!("{host} does not accept requests from this site.");
    assert_eq!(said.body["errors"][0]["message"], why);
}

#[tokio::test]
async fn issuer_with_mismatched_discovery_returns_422() {
    let issuer = Issuer::start();
    // The same server under another name, although its discovery document says 127.0.0.1.
    let address = issuer.address.replace("127.0.0.1", "localhost");
    let mut settings = issuer.settings();
    settings[0].1 = &address;
    let app = TestApp::open_with(&settings).await;
    let refused = app.browser().post("/api/identity/google/start", json!({})).await;
    let host = host_of(&issuer).replace("127.0.0.1", "localhost");
    assert_eq!(
        refused.to_string(),
        format!(
            "422 {host} is not set up for signing in here. Trying again does not help: please contact support."
        )
    );
    assert_eq!(refused.body["code"], "google-misconfigured");
}

#[tokio::test]
async fn unreachable_oidc_issuer_returns_503() {
    let gone = Issuer::start().address.clone();
    let settings = [
        ("google.issuer", gone.as_str()),
        ("google.client_id", "x"),
        ("google.client_secret", "y"),
    ];
    let app = TestApp::open_with(&settings).await;
    let away = app.browser().post("/api/identity/google/start", json!({})).await;
    assert_snapshot!(away, @"503 Google sign-in failed. Please try again.");
}

#[tokio::test]
async fn google_sign_in_returns_404_on_a_portal_or_without_an_issuer() {
    let issuer = Issuer::start();
    let app = TestApp::open_with_issuer(&issuer).await;
    app.portal("Oak House", "oak").await;
    let boot = app.browser().get("/api/boot").await.expect(200);
    assert_eq!(boot.body["features"]["google"], true);
    let on_portal = app.browser();
    for path in ["/api/identity/google/start", "/api/identity/google/finish"] {
        let answer = on_portal.on("oak").post(path, json!({})).await;
        assert_eq!(answer.to_string(), "404 Not found", "{path}");
    }
    let callback = on_portal.on("oak").get("/api/identity/google/callback?state=x&code=y").await;
    assert_eq!(callback.status, 404);

    let without = TestApp::open().await;
    let answer = without.browser().post("/api/identity/google/start", json!({})).await;
    assert_eq!(answer.to_string(), "404 Not found");
    let boot = without.browser().get("/api/boot").await.expect(200);
    assert_eq!(boot.body["features"]["google"], false);
}
