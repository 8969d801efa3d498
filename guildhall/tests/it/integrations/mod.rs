//! Tokens of the public API and webhooks.

mod deliveries;
mod public_api;
mod tokens;
pub mod webhooks;

use crate::kit::{Browser, Reply, TestApp, WebhookReceiver, uuid_of};
use axum::body::Body;
use http::{Method, header};
use serde_json::{Value, json};

/// An instance with two affiliations and their owners, and an administrator.
pub struct World {
    pub app: TestApp,
    pub oak: String,
    pub elm: String,
    pub ada: Browser,
    pub bob: Browser,
    pub staff: Browser,
}

impl World {
    pub async fn open() -> Self {
        Self::open_in(TestApp::open().await).await
    }

    /// An instance that may deliver to the receiver.
    pub async fn open_with(receiver: &WebhookReceiver) -> Self {
        let settings = receiver.settings();
        let settings: Vec<_> =
            settings.iter().map(|(name, value)| (*name, value.as_str())).collect();
        Self::open_in(TestApp::open_with(&settings).await).await
    }

    pub async fn open_in(app: TestApp) -> Self {
        let (oak, elm) = (app.affiliation("Oak").await, app.affiliation("Elm").await);
        let (ada, bob) = (app.member("ada").await, app.member("bob").await);
        let staff = app.staff("stella").await;
        for (owner, affiliation) in [(&ada, &oak), (&bob, &elm)] {
            app.add_to_affiliation(owner, affiliation).await;
            let id = uuid_of(&app.id_of(owner).await);
            app.set_affiliation_creator(affiliation, id).await;
        }
        Self { app, oak, elm, ada, bob, staff }
    }

    pub fn oak_path(&self, part: &str) -> String {
        format!("/api/affiliations/{}{part}", self.oak)
    }

    /// A token of Oak with all scopes.
    pub async fn oak_token(&self) -> String {
        let created = self.ada.post(&self.oak_path("/api-tokens"), all_scopes("Sync")).await;
        text(&created.expect(201), "token")
    }

    /// A token of the network with all scopes.
    pub async fn network_token(&self) -> String {
        let created = self.staff.post("/api/staff/api-tokens", all_scopes("Sync")).await;
        text(&created.expect(201), "token")
    }

    /// Bob's request to join Oak.
    pub async fn request_to_join(&self, who: &Browser) -> String {
        let answers = json!({ "answers": crate::affiliation_requests::answers() });
        who.post(&self.oak_path("/requests"), answers).await.expect(201).id()
    }
}

pub fn all_scopes(name: &str) -> Value {
    let scopes = ["analytics:read", "members:read", "requests:read", "communities:read"];
    json!({ "name": name, "scopes": scopes, "expiresInDays": 30 })
}

#[track_caller]
pub fn text(reply: &Reply, field: &str) -> String {
    reply.body[field].as_str().unwrap_or_else(|| panic!("no {field} in {reply}")).to_owned()
}

/// A request of a program: without cookies and without the headers of our pages.
pub async fn call(app: &TestApp, host: &str, path: &str, token: Option<&str>) -> Reply {
    let browser = app.browser();
    let at = browser.at_host(host);
    let mut request = http::Request::builder()
        .method(Method::GET)
        .uri(path)
        .header(header::HOST, format!("{host}:8080"))
        .header(header::USER_AGENT, "a program");
    if let Some(token) = token {
        request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
    }
    at.send(request.body(Body::empty()).unwrap()).await
}

/// Reads from the public API on the main site.
pub async fn read(app: &TestApp, path: &str, token: &str) -> Reply {
    call(app, "localhost", path, Some(token)).await
}
