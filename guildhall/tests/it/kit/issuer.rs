//! An OpenID Connect issuer in a separate process, and users who sign in there.

use super::counterpart::counterpart;
use super::{At, Browser, FOR_MANY, MAIN_ORIGIN, Reply, TestApp};
use http::header;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::process::Child;

/// Client id and client secret.
const CLIENT: [&str; 2] = ["guildhall-tests", "a-secret-between-two-test-servers"];

/// A running issuer, stopped on drop.
pub struct Issuer {
    pub address: String,
    process: Child,
}

impl Drop for Issuer {
    fn drop(&mut self) {
        // It may have ended by itself.
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

impl Issuer {
    pub fn start() -> Self {
        let mut process = counterpart("oidc.mjs")
            .arg(format!("{MAIN_ORIGIN}/api/identity/google/callback"))
            .spawn()
            .expect("node is there");
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let address = lines.next().expect("the issuer says where it is").unwrap();
        Self { address, process }
    }

    /// The settings of an instance that trusts this issuer.
    pub fn settings(&self) -> [(&str, &str); 3] {
        let [id, secret] = CLIENT;
        [
            ("google.issuer", &self.address),
            ("google.client_id", id),
            ("google.client_secret", secret),
        ]
    }

    /// Signs in at the issuer as `person`, or denies the request. Returns the URL of the redirect back.
    pub async fn answer(&self, url: &str, person: Option<&str>) -> String {
        let mut visit = Visit::new();
        let asked = visit.send(visit.client.get(url)).await;
        let form = match person {
            Some(person) => format!("answer=yes&person={person}"),
            None => "answer=no".to_owned(),
        };
        let form = visit
            .client
            .post(format!("{}{asked}", self.address))
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(form);
        let mut next = visit.send(form).await;
        while !next.starts_with(MAIN_ORIGIN) {
            next = visit.send(visit.client.get(&next)).await;
        }
        next
    }
}

/// A browser at the issuer.
struct Visit {
    client: reqwest::Client,
    cookies: BTreeMap<String, String>,
}

impl Visit {
    fn new() -> Self {
        let client = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            // The issuer uses plain HTTP, so no certificates need to be loaded.
            .tls_certs_only([]);
        Self { client: client.build().unwrap(), cookies: BTreeMap::new() }
    }

    /// Sends a request and returns the target of its redirect.
    async fn send(&mut self, request: reqwest::RequestBuilder) -> String {
        let cookies: Vec<_> =
            self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let answer = request.header(header::COOKIE, cookies.join("; ")).send().await.unwrap();
        for line in answer.headers().get_all(header::SET_COOKIE) {
            let pair = line.to_str().unwrap().split(';').next().unwrap();
            let (name, value) = pair.split_once('=').unwrap();
            self.cookies.insert(name.to_owned(), value.to_owned());
        }
        let status = answer.status();
        let location = answer.headers().get(header::LOCATION).cloned();
        let Some(location) = location else { panic!("{status}: {}", answer.text().await.unwrap()) };
        location.to_str().unwrap().to_owned()
    }
}

impl At<'_> {
    /// Starts a Google sign-in. Returns the issuer's URL.
    pub async fn start_google(&self, wish: Value) -> String {
        let begun = self.post("/api/identity/google/start", wish).await.expect(200);
        begun.body["url"].as_str().unwrap().to_owned()
    }

    /// Finishes the sign-in.
    pub async fn finish_google(&self) -> Reply {
        self.post("/api/identity/google/finish", json!({})).await
    }
}

impl TestApp {
    /// An instance that trusts `issuer`.
    pub async fn open_with_issuer(issuer: &Issuer) -> Self {
        Self::open_with(&issuer.settings()).await
    }

    /// The same, for tests of concurrency.
    pub async fn open_for_many_with_issuer(issuer: &Issuer) -> Self {
        Self::open_with(&[&[FOR_MANY], issuer.settings().as_slice()].concat()).await
    }

    /// Signs in through the issuer on main. Returns the final response.
    pub async fn through_google(
        &self,
        browser: &Browser,
        issuer: &Issuer,
        person: &str,
        wish: Value,
    ) -> Reply {
        let url = browser.main().start_google(wish).await;
        let back = issuer.answer(&url, Some(person)).await;
        browser.visit(&back).await.expect(303);
        browser.main().finish_google().await
    }

    /// Signs up through the issuer with an unlimited invite code, and opens a session.
    pub async fn join_with_google(&self, browser: &Browser, issuer: &Issuer, person: &str) {
        let code = self.invite_code(&format!("GOOGLE{}", person.to_uppercase()), None).await;
        let wish = json!({ "inviteCodeId": code });
        let done = self.through_google(browser, issuer, person, wish).await.expect(200);
        let token = json!({ "idToken": done.body["idToken"] });
        browser.post("/api/usersSignin", token).await.expect(200);
    }
}
