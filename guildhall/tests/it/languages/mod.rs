//! Languages of responses, accounts, portals, emails and pushes.

mod mails;
mod portals;

use crate::accounts::until_refused;
use crate::kit::{At, Browser, PASSWORD, Reply, TestApp, email};
use axum::body::Body;
use http::{HeaderValue, Method, header};
use serde_json::{Value, json};

/// Sends a request with this `Accept-Language`.
async fn send_in(
    at: &At<'_>,
    language: &str,
    (method, path): (Method, &str),
    body: Value,
) -> Reply {
    let mut request = at.json(method, path, &body);
    let language = HeaderValue::from_str(language).unwrap();
    request.headers_mut().insert(header::ACCEPT_LANGUAGE, language);
    at.send(request).await
}

pub async fn get_in(who: &Browser, language: &str, path: &str) -> Reply {
    let at = who.main();
    let request = at.request(Method::GET, path).header(header::ACCEPT_LANGUAGE, language);
    at.send(request.body(Body::empty()).unwrap()).await
}

/// Signs up with this `Accept-Language` on the main site.
async fn sign_up_in(app: &TestApp, language: &str, name: &str) {
    let code = app.invite_code(&format!("CODE{}", name.to_uppercase()), None).await;
    sign_up_with(app, (language, "localhost"), name, &code).await;
}

/// Signs up with this `Accept-Language` on a host.
async fn sign_up_with(app: &TestApp, (language, host): (&str, &str), name: &str, code: &str) {
    let form = json!({
        "email": email(name), "firstName": "Rosa", "lastName": "Lindqvist",
        "password": PASSWORD, "confirmPassword": PASSWORD, "inviteCodeId": code,
    });
    let visitor = app.browser();
    let join = (Method::POST, "/api/identity/join");
    send_in(&visitor.at_host(host), language, join, form).await.expect(201);
    app.work().await;
}

async fn language_of(app: &TestApp, name: &str) -> &'static str {
    let sql = "SELECT COUNT(*) AS n FROM users WHERE email = $1 AND language = $2";
    for language in ["en", "de"] {
        if app.count(sql, vec![email(name).into(), language.into()]).await == 1 {
            return language;
        }
    }
    panic!("{name} has no account")
}

#[tokio::test]
async fn problem_is_in_the_language_of_the_request() {
    let app = TestApp::open().await;
    let visitor = app.browser();
    let sign_in = (Method::POST, "/api/identity/login");
    let body = json!({ "email": "rosa", "password": "" });
    for (language, detail, tag) in [
        ("de", "Ein Passwort ist erforderlich", "de"),
        ("de-AT, en;q=0.5", "Ein Passwort ist erforderlich", "de"),
        ("en", "Password is required", "en"),
        ("fr, es;q=0.9", "Password is required", "en"),
        ("de;q=0.4, en;q=0.8", "Password is required", "en"),
    ] {
        let refused = send_in(&visitor.main(), language, sign_in.clone(), body.clone()).await;
        assert_eq!(refused.header("content-language"), tag, "{language}");
        assert!(refused.header("vary").contains("Accept-Language"), "{language}");
        let errors = refused.body["errors"].as_array().unwrap();
        let messages: Vec<_> = errors.iter().filter_map(|one| one["message"].as_str()).collect();
        assert!(messages.contains(&detail), "{language}: {messages:?}");
        let codes: Vec<_> = errors.iter().map(|one| &one["code"]).collect();
        assert!(!codes.is_empty() && refused.body["code"].is_string());
    }
    let plain = visitor.get("/api/no-such-path").await;
    assert_eq!(
        (plain.to_string().as_str(), plain.header("content-language")),
        ("404 Not found", "en")
    );
    let german = get_in(&visitor, "de", "/api/no-such-path").await;
    assert_eq!(german.to_string(), "404 Nicht gefunden");
}

#[tokio::test]
async fn account_gets_the_language_of_its_sign_up_and_changes_it() {
    let app = TestApp::open().await;
    for (name, accepted, language) in
        [("rosa", "de-DE,de;q=0.9,en;q=0.8", "de"), ("bela", "fr", "en"), ("cleo", "en", "en")]
    {
        sign_up_in(&app, accepted, name).await;
        assert_eq!(language_of(&app, name).await, language, "{accepted}");
    }
    let ada = app.member("ada").await;
    ada.patch("/api/me", json!({ "language": "de" })).await.expect(200);
    assert_eq!(ada.get("/api/me").await.expect(200).body["language"], "de");
    let refused = ada.patch("/api/me", json!({ "language": "ar-XB" })).await;
    assert_eq!(refused.to_string(), "422 Language is not recognised");
}

#[tokio::test]
async fn hidden_sign_up_stores_the_language_too() {
    let app = TestApp::open_with(&[("auth.reveal_accounts", "false")]).await;
    sign_up_in(&app, "de", "rosa").await;
    assert_eq!(language_of(&app, "rosa").await, "de");
    let mail = app.mails().pop().unwrap();
    assert_eq!(mail.subject, "Bestätigen Sie Ihre E-Mail-Adresse für Guildhall");
}

#[tokio::test]
async fn activity_is_in_the_language_of_the_request() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let community = app.community(&ada, "Long spans", &[]).await;
    let bob = app.member("bob").await;
    bob.post(&format!("/api/communities/{community}/join"), json!({})).await.expect(200);
    let user = app.id_of(&bob).await;
    let path = format!("/api/communities/{community}/members/{user}/promote");
    ada.post(&path, json!({})).await.expect(200);
    let title = async |language: &str, path: &str| {
        let list = get_in(&bob, language, path).await.expect(200);
        let first = &list.items()[0];
        let text = first.get("content").or_else(|| first.get("message")).unwrap().clone();
        (first["title"].clone(), text)
    };
    for path in ["/api/activity", "/api/notifications"] {
        let german = (
            json!("Sie sind jetzt Admin von Long spans"),
            json!("Sie verwalten Mitglieder, Anfragen und Einstellungen."),
        );
        assert_eq!(title("de", path).await, german, "{path}");
        assert_eq!(title("en", path).await.0, "You are now an admin of Long spans", "{path}");
    }
}

#[tokio::test]
async fn live_notification_is_in_the_language_of_the_person() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let community = app.community(&ada, "Long spans", &[]).await;
    let bob = app.member("bob").await;
    bob.patch("/api/me", json!({ "language": "de" })).await.expect(200);
    bob.post(&format!("/api/communities/{community}/join"), json!({})).await.expect(200);
    let user = app.id_of(&bob).await;
    let mut stream = bob.live().await;
    let path = format!("/api/communities/{community}/members/{user}/promote");
    ada.post(&path, json!({})).await.expect(200);
    app.until_delivered().await;
    let event = stream.until("notification.created").await;
    assert_eq!(event["notification"]["title"], "Sie sind jetzt Admin von Long spans");
}

#[tokio::test]
async fn rate_limit_names_the_time_in_german() {
    let app = TestApp::open().await;
    let rosa = app.member("rosa").await;
    let change = async || {
        let theme = json!({ "theme": "dark" });
        send_in(&rosa.main(), "de", (Method::PATCH, "/api/me"), theme).await
    };
    let refused = until_refused(async |_| change().await).await;
    let detail = refused.body["detail"].as_str().unwrap();
    let time = detail.strip_prefix("Zu viele Anfragen. Bitte versuchen Sie es wieder um ");
    assert!(time.unwrap().contains(" UTC"), "{detail}");
}
