//! Custom domains with two real name servers, which may return different records.

mod any_life;
mod certified;
mod refusals;
mod takeover;
mod verifying;
mod watching;

use crate::kit::{Browser, Portal, Reply, TestApp};
use crate::pebble::Names;
use chrono::Duration;
use serde_json::{Value, json};

/// Staff, a portal, and two name servers that resolve every name to this machine by default.
struct Desk {
    app: TestApp,
    names: [Names; 2],
    staff: Browser,
    oak: Portal,
}

impl Desk {
    async fn open() -> Self {
        Self::open_with(&[]).await
    }

    async fn open_with(further: &[(&str, &str)]) -> Self {
        let names = [Names::start().await, Names::start().await];
        let [first, second] = [&names[0], &names[1]].map(|names| names.address.to_string());
        let mut settings = vec![
            ("certificates.resolvers[0]", first.as_str()),
            ("certificates.resolvers[1]", second.as_str()),
            ("certificates.addresses[0]", "127.0.0.1"),
        ];
        settings.extend_from_slice(further);
        let app = TestApp::open_with(&settings).await;
        let staff = app.staff("stella").await;
        let oak = app.portal("Oak House", "oak").await;
        Self { app, names, staff, oak }
    }

    /// Sets records in both servers.
    async fn tell(&self, what: &str, body: Value) {
        for names in &self.names {
            names.tell(what, body.clone()).await;
        }
    }

    /// Sets the TXT record that a domain requires.
    async fn prove(&self, domain: &Value) {
        let proof = record(domain, "TXT");
        let host = format!("{}.", proof["name"].as_str().unwrap());
        self.tell("set-txt", json!({ "host": host, "value": proof["value"] })).await;
    }

    async fn clear_proof(&self, host: &str) {
        self.tell("clear-txt", json!({ "host": format!("_guildhall.{host}.") })).await;
    }

    /// Points a name elsewhere.
    async fn lead_away(&self, host: &str) {
        self.tell("add-a", json!({ "host": host, "addresses": ["192.0.2.7"] })).await;
    }

    async fn lead_back(&self, host: &str) {
        self.tell("clear-a", json!({ "host": host })).await;
    }

    fn path(portal: &Portal, rest: &str) -> String {
        format!("/api/control/tenants/{}/domains{rest}", portal.tenant)
    }

    async fn add(&self, portal: &Portal, host: &str) -> Reply {
        self.staff.post(&Self::path(portal, ""), json!({ "host": host })).await
    }

    async fn act(&self, portal: &Portal, domain: &Value, act: &str) -> Reply {
        let id = domain["id"].as_str().unwrap();
        self.staff.post(&Self::path(portal, &format!("/{id}/{act}")), json!({})).await
    }

    /// A domain in the list.
    async fn see(&self, portal: &Portal, host: &str) -> Value {
        let listed = self.staff.get(&Self::path(portal, "")).await.expect(200);
        let found = listed.items().iter().find(|domain| domain["host"] == host);
        found.unwrap_or_else(|| panic!("{host} is not in {listed}")).clone()
    }

    /// Creates a verified and approved domain.
    async fn serve(&self, portal: &Portal, host: &str) -> Value {
        let domain = self.add(portal, host).await.expect(201).body;
        self.prove(&domain).await;
        self.act(portal, &domain, "check").await.expect(200);
        self.act(portal, &domain, "approve").await.expect(200).body
    }

    async fn release(&self, portal: &Portal, domain: &Value) -> Reply {
        let id = domain["id"].as_str().unwrap();
        self.staff.delete(&Self::path(portal, &format!("/{id}"))).await
    }

    /// Advances the clock and runs due jobs; staff sign in again, because their sessions are short.
    async fn after(&self, time: Duration) {
        self.app.clock.advance_by(time);
        self.app.work().await;
        self.app.sign_in(&self.staff, "localhost", "stella").await;
    }
}

/// Required record of one type.
fn record<'d>(domain: &'d Value, kind: &str) -> &'d Value {
    let records = domain["records"].as_array().unwrap();
    let found = records.iter().find(|record| record["type"] == kind);
    found.unwrap_or_else(|| panic!("no {kind} in {domain}"))
}
