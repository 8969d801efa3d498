//! Logs contain no password, cookie, token, code or email address.

use crate::integrations;
use crate::kit::{Browser, Issuer, MailServer, PASSWORD, TestApp, WebhookReceiver, email, totp};
use platform::config::LogFormat;
use platform::telemetry;
use serde_json::json;
use std::io::Write;
use std::sync::{Arc, Mutex};
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::prelude::*;

/// Captured log output.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Written {
    /// Captures the logs of the whole process at debug level, in both formats.
    fn capture_all() -> Self {
        let written = Self::default();
        let layers: Vec<_> = [LogFormat::Json, LogFormat::Pretty]
            .into_iter()
            .map(|format| {
                let to = written.clone();
                let lines = telemetry::lines(format, false, move || to.clone());
                lines.with_filter(LevelFilter::DEBUG).boxed()
            })
            .collect();
        tracing_subscriber::registry().with(layers).init();
        written
    }

    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

/// Values that must not be logged, each with a name for the failure message.
#[derive(Default)]
struct Secrets(Vec<(String, String)>);

impl Secrets {
    fn add(&mut self, name: &str, value: impl Into<String>) {
        let value = value.into();
        assert!(value.len() >= 8, "{name} is too short to search for");
        self.0.push((name.to_owned(), value));
    }

    /// Adds all parts of the browser's current cookies.
    fn add_cookies(&mut self, browser: &Browser) {
        for host in ["localhost", "oak.localhost"] {
            for name in ["csst", "gh-pre", "gh-dev", "xfer"] {
                let Some(value) = browser.cookie(host, name) else { continue };
                let parts = value.split('.').filter(|part| part.len() >= 8);
                parts.for_each(|part| self.add(&format!("{name} of {host}"), part));
            }
        }
    }

    fn add_field(&mut self, reply: &crate::kit::Reply, field: &str) {
        self.add(field, reply.body[field].as_str().unwrap());
    }
}

const WRONG: &str = "Lantern-Wharf-24-wrong";
const CODE: &str = "UNHEARDOF";
const NAME: &str = "adabyron";

/// From the invite code to a signed-in account.
async fn sign_up(app: &TestApp, ada: &Browser, secrets: &mut Secrets) {
    app.invite_code(CODE, None).await;
    let valid = ada.post("/api/invite-codes/validate", json!({ "code": CODE })).await.expect(200);
    let form = json!({
        "email": email(NAME), "firstName": "Ada", "lastName": "Byron", "password": PASSWORD,
        "confirmPassword": PASSWORD, "inviteCodeId": valid.body["inviteCodeId"],
    });
    let joined = ada.post("/api/identity/join", form).await.expect(201);
    secrets.add_field(&joined, "idToken");
    secrets.add_cookies(ada);
    let proof = json!({ "idToken": joined.body["idToken"] });
    ada.post("/api/usersSignin", proof).await.expect(200);
    secrets.add_cookies(ada);
}

/// From the mailed link to an active member.
async fn verify(app: &TestApp, ada: &Browser, secrets: &mut Secrets) {
    let token = app.mailed_token(&email(NAME)).await;
    secrets.add("mailed token", &token);
    ada.get(&format!("/verify-email?token={token}")).await.expect(200);
    let spent = json!({ "token": token });
    ada.post("/api/identity/verification/confirm", spent.clone()).await.expect(200);
    let again = ada.post("/api/identity/verification/confirm", spent).await.expect(200);
    assert_eq!(again.body["alreadyConfirmed"], true);
    let cut = json!({ "token": &token[1..] });
    ada.post("/api/identity/verification/confirm", cut).await.expect(422);
    let all = json!({ "agreedToTerms": true, "agreedToGuidelines": true, "agreedToPrivacy": true });
    ada.post("/api/me/onboarding", all).await.expect(200);
}

/// Signs in with a wrong password, with an invalid body, and correctly.
async fn sign_in(app: &TestApp, ada: &Browser, secrets: &mut Secrets) {
    let form = |password| json!({ "email": email(NAME), "password": password });
    assert_ne!(ada.post("/api/identity/login", form(WRONG)).await.status, 200);
    let strange = json!({ "email": email(NAME), "password": [PASSWORD] });
    assert_eq!(ada.post("/api/identity/login", strange).await.status, 422);
    app.clock.advance_by(chrono::Duration::seconds(2));
    let right = json!({ "email": email(NAME), "password": PASSWORD });
    let answered = async {
        loop {
            let answer = ada.post("/api/identity/login", right.clone()).await;
            if answer.status != 429 {
                return answer.expect(200);
            }
            // The delay after a wrong password uses the clock of Redis.
            tokio::time::sleep(std::time::Duration::from_millis(250)).await;
        }
    };
    let answer = answered.await;
    secrets.add_field(&answer, "idToken");
    secrets.add_cookies(ada);
    let proof = json!({ "idToken": answer.body["idToken"] });
    ada.post("/api/usersSignin", proof.clone()).await.expect(200);
    assert_ne!(ada.post("/api/usersSignin", proof).await.status, 200);
    secrets.add_cookies(ada);
    let checked = ada.post("/api/usersCheckAuthStatus", json!({})).await.expect(200);
    secrets.add_field(&checked, "customToken");
}

/// Links the account with a Google identity.
async fn link_google(app: &TestApp, issuer: &Issuer, ada: &Browser, secrets: &mut Secrets) {
    let url = ada.main().start_google(json!({})).await;
    secrets.add_cookies(ada);
    let back = issuer.answer(&url, Some(NAME)).await;
    for (name, value) in url::Url::parse(&back).unwrap().query_pairs() {
        if ["code", "state"].contains(&name.as_ref()) {
            secrets.add(&format!("{name} of the issuer"), value);
        }
    }
    ada.visit(&back).await.expect(303);
    let exists = ada.main().finish_google().await.expect(200);
    secrets.add_field(&exists, "ticket");
    app.sign_in(ada, "localhost", NAME).await;
    secrets.add_cookies(ada);
    let ticket = json!({ "ticket": exists.body["ticket"] });
    ada.post("/api/identity/google/link", ticket).await.expect(204);
}

/// Transfers to a portal, and redeems the code a second time.
async fn transfer_to_portal(app: &TestApp, ada: &Browser, secrets: &mut Secrets) {
    let oak = app.portal("Oak House", "oak").await;
    app.add_to_affiliation(ada, &oak.affiliation).await;
    for _ in 0..2 {
        let arrival = ada.arrive("oak").await;
        secrets.add("transfer code", &arrival.code);
        secrets.add("transfer state", &arrival.state);
        secrets.add_cookies(ada);
        ada.on("oak").redeem(&arrival).await.expect(200);
        secrets.add_cookies(ada);
        assert_eq!(ada.on("oak").redeem(&arrival).await.status, 403);
    }
}

/// Joins the waitlist and is invited; also searches for the user as staff and reports a security alert.
async fn join_waitlist(app: &TestApp, secrets: &mut Secrets) {
    const WAITING: &str = "wilhelmina@waiting.example";
    const TOKEN: &str = "tOkEn-in-an-address";
    secrets.add("waiting address", WAITING);
    secrets.add("waiting name", "Wilhelmina");
    secrets.add("token in an alert", TOKEN);
    let staff = app.staff("stella").await;
    let form = json!({
        "fullName": "Wilhelmina Waits", "email": WAITING, "howDidYouHear": "social media",
        "verifiedCircles": ["local"], "organizations": "Rowan Street Growers",
    });
    let id = app.browser().post("/api/waitlist", form).await.expect(201).id();
    staff.post(&format!("/api/staff/waitlist/{id}/invite"), json!({})).await.expect(200);
    app.work().await;
    let codes = staff.get("/api/staff/invite-codes").await.expect(200);
    secrets.add("mailed invite code", codes.items()[0]["code"].as_str().unwrap());
    staff.get(&format!("/api/staff/users?q={WAITING}")).await.expect(200);
    let alert = json!({
        "alertType": "csp-violation", "severity": "medium",
        "url": format!("http://localhost/verify-email?token={TOKEN}"),
    });
    app.browser().post("/api/securityAlert", alert).await.expect(201);
}

/// Sets up a second factor, and signs in with a wrong and a correct code.
async fn second_factor(app: &TestApp, ada: &Browser, secrets: &mut Secrets) {
    let begun = ada.post("/api/me/mfa/totp", json!({})).await.expect(200);
    secrets.add_field(&begun, "secret");
    let secret = begun.body["secret"].as_str().unwrap();
    let code = json!({ "code": totp(secret, app.clock.now()) });
    let confirmed = ada.post("/api/me/mfa/totp/confirm", code).await.expect(200);
    let codes = confirmed.body["backupCodes"].as_array().unwrap();
    for code in codes {
        secrets.add("backup code", code.as_str().unwrap());
    }
    secrets.add_cookies(ada);
    let right = json!({ "email": email(NAME), "password": PASSWORD });
    let asked = ada.post("/api/identity/login", right).await.expect(200);
    secrets.add_field(&asked, "resolver");
    secrets.add_cookies(ada);
    let answer = |code: &serde_json::Value| {
        let resolver = &asked.body["resolver"];
        json!({ "resolver": resolver, "factor": "backup-code", "code": code })
    };
    ada.post("/api/identity/mfa", answer(&json!("00000000"))).await.expect(422);
    let answered = ada.post("/api/identity/mfa", answer(&codes[0])).await.expect(200);
    secrets.add_field(&answered, "idToken");
    secrets.add_cookies(ada);
}

/// Resets the password by mail, and again after staff have required it.
async fn recover(app: &TestApp, secrets: &mut Secrets) {
    let chosen = ["Copper-Heron-77", "Marble-Ferry-31"];
    for password in chosen {
        secrets.add("chosen password", password);
    }
    let ada = app.browser();
    ada.post("/api/identity/password/forgot", json!({ "email": email(NAME) })).await.expect(200);
    let token = app.mailed_token(&email(NAME)).await;
    secrets.add("reset token", &token);
    ada.get(&format!("/reset-password?token={token}")).await.expect(200);
    let confirm = async |token: &str, password: &str| {
        let body = json!({ "token": token, "password": password, "confirmPassword": password });
        ada.post("/api/identity/password/reset", body).await
    };
    assert_ne!(confirm(&token, "short").await.status, 200);
    confirm(&token, chosen[0]).await.expect(200);
    assert_ne!(confirm(&token, chosen[0]).await.status, 200);
    secrets.add_cookies(&ada);

    let staff = app.staff("sigrid").await;
    let found = staff.get(&format!("/api/staff/users?q={}", email(NAME))).await.expect(200);
    let id = found.items()[0]["id"].as_str().unwrap();
    let why = json!({ "reason": "It was in a list" });
    staff.post(&format!("/api/staff/users/{id}/require-reset"), why).await.expect(200);
    let right = json!({ "email": email(NAME), "password": chosen[0] });
    let led = ada.post("/api/identity/login", right).await.expect(200);
    secrets.add_field(&led, "resetToken");
    confirm(led.body["resetToken"].as_str().unwrap(), chosen[1]).await.expect(200);

    let made = staff.post("/api/staff/invite-codes", json!({})).await.expect(201);
    secrets.add_field(&made, "code");
    staff.get(&format!("/api/staff/invite-codes/{}/usage", made.id())).await.expect(200);
}

/// Creates a token and a webhook, and uses both.
async fn integrate(app: &TestApp, secrets: &mut Secrets) {
    const PLACE: &str = "/in-the-address-of-a-receiver";
    secrets.add("address of a webhook", PLACE);
    let receiver = WebhookReceiver::open().await;
    let staff = app.staff("sidonie").await;
    let new = integrations::all_scopes("Sync");
    let created = staff.post("/api/staff/api-tokens", new).await.expect(201);
    secrets.add_field(&created, "token");
    let token = integrations::text(&created, "token");
    for sent in [token.as_str(), &token[..token.len() - 1]] {
        integrations::read(app, "/api/v1/members", sent).await;
    }
    let hook = json!({ "url": receiver.url(PLACE), "events": ["member.joined"] });
    let created = staff.post("/api/staff/webhooks", hook).await.expect(201);
    secrets.add("webhook secret", &integrations::text(&created, "secret")[6..]);
    let path = format!("/api/staff/webhooks/{}/test", created.id());
    staff.post(&path, json!({})).await.expect(200);
    app.work().await;
    let log = format!("/api/staff/webhooks/{}/deliveries", created.id());
    assert_eq!(staff.get(&log).await.expect(200).items()[0]["error"], "private-address");
}

#[tokio::test]
async fn mail_server_responses_are_logged_without_addresses_or_tokens() {
    let written = Written::capture_all();
    let office = MailServer::open().await;
    let app = TestApp::open_with(&[("mail.smtp_url", &office.url(""))]).await;
    office.command(&format!("refuse {}", email(NAME))).await;
    app.newcomer(NAME).await;
    app.work().await;
    office.command("later").await;
    app.newcomer("evelyn").await;
    app.work().await;
    app.stop().await;
    assert_eq!(office.rejected_count().await, 2);
    let text = written.text();
    for line in ["it replied 550", "it replied 451"] {
        assert!(text.contains(line), "{line} is logged");
    }
    for secret in [NAME, "evelyn", "unknown here", "token="] {
        let line_with_secret = text.lines().find(|line| line.contains(secret));
        assert_eq!(line_with_secret, None, "{secret}");
    }
}

#[tokio::test]
async fn log_contains_no_secret_and_no_email_address() {
    let written = Written::capture_all();
    let mut secrets = Secrets::default();
    secrets.add("password", PASSWORD);
    secrets.add("wrong password", WRONG);
    secrets.add("invite code", CODE);
    secrets.add("address", email(NAME));
    secrets.add("name in the address", NAME);

    let issuer = Issuer::start();
    let app = TestApp::open_with_issuer(&issuer).await;
    for (name, value) in issuer.settings() {
        if name.ends_with("secret") {
            secrets.add(name, value);
        }
    }
    let ada = app.browser();
    sign_up(&app, &ada, &mut secrets).await;
    verify(&app, &ada, &mut secrets).await;
    sign_in(&app, &ada, &mut secrets).await;
    link_google(&app, &issuer, &ada, &mut secrets).await;
    transfer_to_portal(&app, &ada, &mut secrets).await;
    join_waitlist(&app, &mut secrets).await;
    second_factor(&app, &ada, &mut secrets).await;
    app.work().await;
    ada.post("/api/usersSignout", json!({})).await.expect(204);
    recover(&app, &mut secrets).await;
    integrate(&app, &mut secrets).await;
    app.stop().await;

    let text = written.text();
    for line in ["POST /api/usersSignin 200", "session opened", "/api/transfer/redeem"] {
        assert!(text.contains(line), "{line} is logged");
    }
    assert!(secrets.0.len() > 20, "{}", secrets.0.len());
    for (name, value) in &secrets.0 {
        let line_with_secret = text.lines().find(|line| line.contains(value));
        assert_eq!(line_with_secret, None, "{name}");
    }
}
