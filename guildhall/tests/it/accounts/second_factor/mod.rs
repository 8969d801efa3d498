//! The second factor (accounts.md, G-058, G-064).

mod enrolling;
mod policy;
mod races;
mod signing_in;

use crate::kit::{Browser, PASSWORD, Reply, TestApp, email, totp};
use chrono::Duration;
use serde_json::{Value, json};

const LOGIN: &str = "/api/identity/login";
const MFA: &str = "/api/identity/mfa";
const TOTP: &str = "/api/me/mfa/totp";

/// A signed-in user with a second factor.
pub struct Enrolled {
    pub browser: Browser,
    pub secret: String,
    pub codes: Vec<String>,
}

/// Sets up a second factor for the signed-in user.
pub async fn enrol(app: &TestApp, browser: Browser) -> Enrolled {
    let begun = browser.post(TOTP, json!({})).await.expect(200);
    let secret = begun.body["secret"].as_str().unwrap().to_owned();
    let code = json!({ "code": totp(&secret, app.clock.now()) });
    let confirmed = browser.post(&format!("{TOTP}/confirm"), code).await.expect(200);
    let codes = codes_of(&confirmed);
    // So that the next code is a different one.
    app.clock.advance_by(Duration::seconds(30));
    Enrolled { browser, secret, codes }
}

fn codes_of(reply: &Reply) -> Vec<String> {
    let codes = reply.body["backupCodes"].as_array().unwrap();
    codes.iter().map(|code| code.as_str().unwrap().to_owned()).collect()
}

pub async fn log_in(browser: &Browser, name: &str) -> Reply {
    browser.post(LOGIN, json!({ "email": email(name), "password": PASSWORD })).await
}

/// The resolver of a sign-in that needs its second factor.
pub async fn resolver(browser: &Browser, name: &str) -> String {
    let asked = log_in(browser, name).await.expect(200);
    assert_eq!(asked.body["outcome"], "mfaRequired", "{asked}");
    asked.body["resolver"].as_str().unwrap().to_owned()
}

pub async fn answer(browser: &Browser, resolver: &str, factor: &str, code: &str) -> Reply {
    let body = json!({ "resolver": resolver, "factor": factor, "code": code });
    browser.post(MFA, body).await
}

pub async fn open_session(browser: &Browser, answered: &Reply) {
    let token = json!({ "idToken": answered.body["idToken"] });
    browser.post("/api/usersSignin", token).await.expect(200);
}

async fn state(browser: &Browser) -> Value {
    browser.get("/api/me/mfa").await.expect(200).body
}
