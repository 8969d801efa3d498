//! Management of portals by staff and affiliation admins.

mod addresses;
mod brands;
mod life;
mod lists;
mod making;

use crate::kit::{Browser, Portal, Reply, TestApp};
use serde_json::{Value, json};

/// Staff, and an affiliation that may have a portal.
struct Desk {
    app: TestApp,
    staff: Browser,
    affiliation: String,
}

impl Desk {
    async fn open() -> Self {
        let app = TestApp::open().await;
        let staff = app.staff("stella").await;
        let affiliation = app.affiliation("Oak House").await;
        Self { app, staff, affiliation }
    }

    /// Requests the creation of a portal for this affiliation.
    async fn create(&self, affiliation: &str, subdomain: &str) -> Reply {
        let body = json!({
            "affiliationId": affiliation, "subdomain": subdomain, "brandName": "Oak",
        });
        self.staff.post("/api/control/tenants", body).await
    }

    /// Creates an active portal.
    async fn open_portal(&self, subdomain: &str) -> Portal {
        let tenant = self.create(&self.affiliation, subdomain).await.expect(201).id();
        self.act(&tenant, "activate").await.expect(200);
        self.app.until_served(&format!("{subdomain}.localhost")).await;
        let (affiliation, subdomain) = (self.affiliation.clone(), subdomain.to_owned());
        Portal { tenant, affiliation, subdomain }
    }

    /// Performs an action on a portal.
    async fn act(&self, tenant: &str, act: &str) -> Reply {
        let why = json!({ "reason": "Asked by their board" });
        self.staff.post(&format!("/api/control/tenants/{tenant}/{act}"), why).await
    }

    async fn rename(&self, tenant: &str, subdomain: &str) -> Reply {
        let body = json!({ "subdomain": subdomain });
        self.staff.patch(&format!("/api/control/tenants/{tenant}"), body).await
    }

    async fn read(&self, tenant: &str) -> Value {
        self.staff.get(&format!("/api/control/tenants/{tenant}")).await.expect(200).body
    }

    /// Actions in the portal's log, newest first.
    async fn log(&self, tenant: &str) -> Vec<Value> {
        let path = format!("/api/control/tenants/{tenant}/log");
        self.staff.get(&path).await.expect(200).items().clone()
    }

    /// A member who is an admin of an affiliation.
    async fn admin(&self, name: &str, affiliation: &str) -> Browser {
        let browser = self.app.member(name).await;
        self.app.make_affiliation_admin(&browser, affiliation).await;
        browser
    }
}
