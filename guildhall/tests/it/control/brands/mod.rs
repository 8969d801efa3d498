//! A tenant's brand: changes by its managers, and its effect for everyone.

mod drafts;
mod mails;
mod preview;
mod published;
mod uploads;

use crate::kit::{Browser, Reply, TestApp, uuid_of};
use serde_json::{Value, json};

/// A portal, a staff member, and the admin of its affiliation.
struct World {
    app: TestApp,
    stella: Browser,
    ada: Browser,
    /// URL of the brand.
    brand: String,
    tenant: String,
}

impl World {
    async fn open() -> Self {
        let app = TestApp::open().await;
        let (stella, ada) = (app.staff("stella").await, app.member("ada").await);
        Self::of(app, stella, ada).await
    }

    /// Creates a portal managed by `ada`.
    async fn of(app: TestApp, stella: Browser, ada: Browser) -> Self {
        let oak = app.portal("Oak House", "oak").await;
        let creator = uuid_of(&app.id_of(&ada).await);
        app.set_affiliation_creator(&oak.affiliation, creator).await;
        let brand = format!("/api/control/tenants/{}/brand", oak.tenant);
        Self { app, stella, ada, brand, tenant: oak.tenant }
    }

    fn at(&self, rest: &str) -> String {
        format!("{}/{rest}", self.brand)
    }

    async fn overview(&self) -> Value {
        self.ada.get(&self.brand).await.expect(200).body
    }

    async fn save(&self, who: &Browser, revision: Option<i64>, change: Value) -> Reply {
        who.main().put(&self.brand, design(revision, change)).await
    }

    /// Saves and publishes a change, and waits until the edge serves it.
    async fn publish(&self, change: Value) -> Value {
        let draft = self.overview().await["draft"]["revision"].as_i64();
        let saved = self.save(&self.ada, draft, change).await.expect(200).body;
        let seen = json!({ "revision": saved["revision"] });
        let published = self.ada.post(&self.at("publish"), seen).await.expect(200).body;
        self.until_shown(&published).await;
        published
    }

    /// Waits until the portal's pages have the branding of a document.
    async fn until_shown(&self, document: &Value) {
        let looking = async {
            loop {
                let boot = self.app.browser().on("oak").get("/api/boot").await.expect(200).body;
                let shown = &boot["brand"];
                let same = ["name", "iconsUrl", "topBar", "signInTitle"];
                if same.iter().all(|field| shown[field] == document[field]) {
                    return;
                }
                tokio::time::sleep(std::time::Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(crate::kit::WAIT_TIMEOUT, looking).await.expect("the edge shows it");
    }

    async fn acts(&self) -> Vec<Value> {
        let path = format!("/api/staff/audit?action=brand&subjectId={}", self.tenant);
        self.stella.get(&path).await.expect(200).items().clone()
    }
}

/// A complete draft with one change.
fn design(revision: Option<i64>, change: Value) -> Value {
    let mut body = json!({
        "revision": revision, "name": "Oak House", "colour": "#1747d1", "headings": "serif",
        "corners": "soft", "topBar": "paper", "signInLayout": "split", "picture": "nave",
    });
    for (field, value) in change.as_object().unwrap() {
        body[field] = value.clone();
    }
    body
}
