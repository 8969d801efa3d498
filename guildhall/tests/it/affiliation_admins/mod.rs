//! The people who look after an affiliation: roles, hand-over, removal of members, invitations,
//! joining settings and the overview.

mod handover;
mod invitations;
mod joining;
mod merge;
mod overview;
mod pause;
mod portals;
mod removal;
mod roles;
mod staff;

use crate::kit::{Browser, Reply, TestApp, uuid_of};
use http::Method;
use serde_json::{Value, json};

/// An affiliation, its owner Ada, and its members Bob and Cleo.
pub struct Oak {
    pub app: TestApp,
    pub id: String,
    pub ada: Browser,
    pub bob: Browser,
    pub cleo: Browser,
}

impl Oak {
    pub async fn open() -> Self {
        let app = TestApp::open().await;
        let id = app.affiliation("Oak").await;
        let (ada, bob, cleo) =
            (app.member("ada").await, app.member("bob").await, app.member("cleo").await);
        for member in [&ada, &bob, &cleo] {
            app.add_to_affiliation(member, &id).await;
        }
        let owner = uuid_of(&app.id_of(&ada).await);
        app.set_affiliation_creator(&id, owner).await;
        Self { app, id, ada, bob, cleo }
    }

    pub fn path(&self, part: &str) -> String {
        format!("/api/affiliations/{}{part}", self.id)
    }

    /// Gives a person a role as the owner.
    pub async fn appoint(&self, who: &Browser, role: &str) -> Reply {
        self.appoint_as(&self.ada, who, role).await
    }

    pub async fn appoint_as(&self, by: &Browser, who: &Browser, role: &str) -> Reply {
        let path = self.path(&format!("/admins/{}", self.app.id_of(who).await));
        by.post(&path, json!({ "role": role })).await
    }

    /// The viewer's role and permissions on the affiliation's page.
    pub async fn viewer(&self, who: &Browser) -> Value {
        who.get(&self.path("")).await.expect(200).body["viewer"].clone()
    }

    /// Titles of the person's notifications, newest first.
    pub async fn notices(&self, who: &Browser) -> Vec<String> {
        let page = who.get("/api/notifications").await.expect(200);
        let title = |notice: &Value| notice["title"].as_str().unwrap_or_default().to_owned();
        page.items().iter().map(title).collect()
    }

    /// Number of audit log entries of the action for this affiliation.
    pub async fn audit_count(&self, action: &str) -> i64 {
        let sql = "SELECT COUNT(*) AS n FROM audit_log WHERE action = $1 AND subject_id = $2";
        self.app.count(sql, vec![action.into(), self.id.as_str().into()]).await
    }
}

/// Sends a `DELETE` with a body.
pub async fn delete_with(by: &Browser, path: &str, body: &Value) -> Reply {
    let main = by.main();
    main.send(main.json(Method::DELETE, path, body)).await
}
