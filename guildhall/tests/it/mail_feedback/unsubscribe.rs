//! Unsubscribing with the link of an email (RFC 8058).

use super::links;
use crate::kit::{Browser, TestApp};
use axum::body::Body;
use http::Method;
use serde_json::{Value, json};
use tenant_runtime::mail_feedback::UnsubscribeKind;

/// Path of a link on this instance.
fn path_of(link: &str) -> String {
    link.strip_prefix("http://localhost:8080").unwrap().to_owned()
}

async fn email_timing(who: &Browser, kind: &str) -> Value {
    let settings = who.get("/api/me/notification-settings").await.expect(200).body;
    let kinds = settings["kinds"].as_array().unwrap().iter();
    kinds.clone().find(|one| one["kind"] == kind).unwrap()["email"].clone()
}

/// Sends the request of a mail program: a form, without cookies and without our header.
async fn post_as_mail_program(app: &TestApp, path: &str) -> u16 {
    let browser = app.browser();
    let at = browser.main();
    let mut request = at.request(Method::POST, path);
    let headers = request.headers_mut().unwrap();
    for name in ["x-guildhall", "sec-fetch-site"] {
        headers.remove(name);
    }
    let request = request.header("content-type", "application/x-www-form-urlencoded");
    let body = Body::from("List-Unsubscribe=One-Click");
    at.send(request.body(body).unwrap()).await.status
}

#[tokio::test]
async fn mail_program_stops_one_kind_of_emails_with_one_request() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    assert_ne!(email_timing(&ada, "mention").await, "off");
    let other = email_timing(&ada, "message").await;
    let path = path_of(&links(&app, &ada, UnsubscribeKind::Mention).await.one_click);
    assert_eq!(post_as_mail_program(&app, &path).await, 204);
    assert_eq!(email_timing(&ada, "mention").await, "off");
    assert_eq!(email_timing(&ada, "message").await, other);
    assert_eq!(post_as_mail_program(&app, &path).await, 204, "repeating it changes nothing");
}

#[tokio::test]
async fn page_shows_kind_and_hidden_address_without_changing_anything() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let links = links(&app, &ada, UnsubscribeKind::Digest).await;
    let page = path_of(&links.page);
    assert!(page.starts_with("/unsubscribe/"));
    let before = email_timing(&ada, "reply").await;
    let visitor = app.browser();
    let target = visitor.get(&format!("/api{page}")).await.expect(200).body;
    assert_eq!(target["kind"], "digest");
    let address = target["address"].as_str().unwrap();
    assert!(address.starts_with("a•••@") && !address.contains("ada@"), "{address}");
    assert_eq!(email_timing(&ada, "reply").await, before);
    visitor.post(&format!("/api{page}"), json!({})).await.expect(204);
}

#[tokio::test]
async fn link_stays_valid_when_the_token_key_is_replaced() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let first = links(&app, &ada, UnsubscribeKind::Reply).await;
    assert!(first == links(&app, &ada, UnsubscribeKind::Reply).await, "every email has the same");
    let columns = tenant_runtime::mail_feedback::sealed_columns();
    let system = app.services().system("count the encrypted values of a test");
    let counts = columns[0].count_by_key(&system).await.unwrap();
    assert_eq!(counts.values().sum::<u64>(), 1, "`guildhall keys rotate` encrypts it again");
    app.clock.advance_by(chrono::Duration::days(400));
    assert_eq!(post_as_mail_program(&app, &path_of(&first.one_click)).await, 204);
}

#[tokio::test]
async fn invalid_tokens_are_refused() {
    let app = TestApp::open().await;
    let (ada, bob) = (app.member("ada").await, app.member("bob").await);
    let path = path_of(&links(&app, &ada, UnsubscribeKind::Reply).await.one_click);
    let bobs = path_of(&links(&app, &bob, UnsubscribeKind::Reply).await.one_click);
    // Ada's id with the proof of Bob's token.
    let forged = format!("{}{}", &path[..path.len() - 21], &bobs[bobs.len() - 21..]);
    for path in ["/api/unsubscribe/x", &format!("{path}A"), &forged] {
        let refused = app.browser().get(path).await;
        assert_eq!(refused.to_string(), "404 This unsubscribe link is not valid.", "{path}");
        assert_eq!(post_as_mail_program(&app, path).await, 404, "{path}");
    }
}
