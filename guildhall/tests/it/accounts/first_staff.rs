//! The setup link and the first staff account (G-092).

use super::with;
use crate::kit::{FOR_MANY, PASSWORD, TestApp, email};
use chrono::Duration;
use futures::future::join_all;
use insta::assert_snapshot;
use serde_json::{Value, json};
use tenant_runtime::accounts::first_staff;
use tenant_runtime::staff;

const CHECK: &str = "/api/identity/setup/check";
const CREATE: &str = "/api/identity/setup";

/// The token of a new setup link.
async fn new_token(app: &TestApp) -> String {
    let link =
        first_staff::issue_setup_link(app.services()).await.unwrap().expect("there is no staff");
    let (page, token) = link.url.split_once("#token=").expect("a token in the fragment");
    assert_eq!(page, "http://localhost:8080/setup");
    token.to_owned()
}

fn form(token: &str, name: &str) -> Value {
    json!({
        "token": token, "email": email(name), "firstName": "Grace", "lastName": "Hopper",
        "password": PASSWORD, "confirmPassword": PASSWORD,
    })
}

#[tokio::test]
async fn setup_link_creates_a_staff_account_that_can_act_immediately() {
    let app = TestApp::open().await;
    let token = new_token(&app).await;
    let stored = "SELECT COUNT(*) AS n FROM setup_links WHERE token_hash = $1";
    assert_eq!(app.count(stored, vec![token.clone().into()]).await, 0, "only a hash is stored");

    let operator = app.browser();
    operator.post(CHECK, json!({ "token": token })).await.expect(204);
    let created = operator.post(CREATE, form(&token, "grace")).await.expect(201);
    let proof = json!({ "idToken": created.body["idToken"], "staySignedIn": true });
    operator.post("/api/usersSignin", proof).await.expect(200);

    let me = operator.get("/api/me").await.expect(200).body;
    assert_eq!((&me["isStaff"], &me["onboarding"]["complete"]), (&json!(true), &json!(true)));
    assert_eq!(me["legal"], json!({ "acknowledged": true, "changed": [] }));
    operator.get("/api/staff/overview").await.expect(200);
    let log = operator.get("/api/staff/audit?action=staff.setup").await.expect(200);
    assert_eq!(log.items().len(), 1);
    assert_eq!(log.items()[0]["subjectId"], created.body["uid"]);

    app.sign_in(&app.browser(), "localhost", "grace").await;
}

#[tokio::test]
async fn setup_returns_404_once_a_staff_account_exists() {
    let app = TestApp::open().await;
    let token = new_token(&app).await;
    app.browser().post(CREATE, form(&token, "grace")).await.expect(201);
    let visitor = app.browser();
    assert_snapshot!(visitor.post(CHECK, json!({ "token": token })).await, @"404 Not found");
    assert_snapshot!(visitor.post(CREATE, form(&token, "alan")).await, @"404 Not found");
    assert!(first_staff::issue_setup_link(app.services()).await.unwrap().is_none());
}

#[tokio::test]
async fn setup_returns_404_on_a_portal() {
    let app = TestApp::open().await;
    app.portal("Oak House", "oak").await;
    let token = new_token(&app).await;
    let visitor = app.browser();
    let oak = visitor.on("oak");
    assert_snapshot!(oak.post(CHECK, json!({ "token": token })).await, @"404 Not found");
    assert_snapshot!(oak.post(CREATE, form(&token, "grace")).await, @"404 Not found");
    visitor.post(CHECK, json!({ "token": token })).await.expect(204);
}

#[tokio::test]
async fn rejects_an_unknown_replaced_or_expired_setup_link() {
    let app = TestApp::open().await;
    let visitor = app.browser();
    let unknown = visitor.post(CHECK, json!({ "token": "unknown" })).await;
    assert_snapshot!(unknown, @"422 This setup link no longer works. Use the newest one, or run `guildhall setup link` to get another.");
    let first = new_token(&app).await;
    let second = new_token(&app).await;
    assert_eq!(visitor.post(CREATE, form(&first, "grace")).await.status, 422);
    visitor.post(CHECK, json!({ "token": second })).await.expect(204);
    app.clock.advance_by(Duration::hours(24));
    assert_eq!(visitor.post(CHECK, json!({ "token": second })).await.status, 422);
    assert_eq!(visitor.post(CREATE, form(&second, "grace")).await.status, 422);
    assert_eq!(app.count("SELECT COUNT(*) AS n FROM users", vec![]).await, 0);
}

#[tokio::test]
async fn creates_one_account_when_the_link_is_used_concurrently() {
    let app = TestApp::open_with(&[FOR_MANY]).await;
    let token = new_token(&app).await;
    let browsers: Vec<_> = (0..8).map(|_| app.browser()).collect();
    let uses = browsers
        .iter()
        .enumerate()
        .map(|(n, browser)| browser.post(CREATE, form(&token, &format!("grace{n}"))));
    let replies = join_all(uses).await;
    let statuses: Vec<u16> = replies.iter().map(|reply| reply.status).collect();
    assert_eq!(statuses.iter().filter(|status| **status == 201).count(), 1, "{statuses:?}");
    assert!(statuses.iter().all(|status| [201, 404, 422].contains(status)), "{statuses:?}");
    assert_eq!(app.count("SELECT COUNT(*) AS n FROM users", vec![]).await, 1);
}

#[tokio::test]
async fn invalid_setup_form_is_rejected_and_keeps_the_link_valid() {
    let app = TestApp::open().await;
    let token = new_token(&app).await;
    let visitor = app.browser();
    let submit = async |field: &str, value: &str| {
        visitor.post(CREATE, with(form(&token, "grace"), field, value)).await
    };
    assert_snapshot!(submit("firstName", " ").await, @"422 All fields are required.");
    assert_snapshot!(submit("email", "grace").await, @"422 Invalid email format");
    assert_snapshot!(submit("confirmPassword", "other").await, @"422 Passwords do not match");
    let weak = with(form(&token, "grace"), "password", "Password1");
    let weak = visitor.post(CREATE, with(weak, "confirmPassword", "Password1")).await;
    assert_snapshot!(weak, @"422 Password is too weak. Please choose a stronger password.");
    visitor.post(CREATE, form(&token, "grace")).await.expect(201);
}

#[tokio::test]
async fn granting_staff_by_command_voids_the_setup_link() {
    let app = TestApp::open().await;
    app.member("ada").await;
    let token = new_token(&app).await;
    staff::grant(app.services(), &email("ada")).await.unwrap();
    assert_eq!(app.count("SELECT COUNT(*) AS n FROM setup_links", vec![]).await, 0);
    assert_eq!(app.browser().post(CHECK, json!({ "token": token })).await.status, 404);
}

#[tokio::test]
async fn first_staff_must_set_up_a_mandatory_second_factor() {
    let app = TestApp::open_with(&[("auth.second_factor_for_admins", "true")]).await;
    let token = new_token(&app).await;
    let operator = app.browser();
    let created = operator.post(CREATE, form(&token, "grace")).await.expect(201);
    operator
        .post("/api/usersSignin", json!({ "idToken": created.body["idToken"] }))
        .await
        .expect(200);
    assert_eq!(operator.get("/api/staff/overview").await.status, 403);
    let seed = operator.post("/api/me/mfa/totp", json!({})).await.expect(200);
    let code = crate::kit::totp(seed.body["secret"].as_str().unwrap(), app.clock.now());
    operator.post("/api/me/mfa/totp/confirm", json!({ "code": code })).await.expect(200);
    operator.get("/api/staff/overview").await.expect(200);
}
