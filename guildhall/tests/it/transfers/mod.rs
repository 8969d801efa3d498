//! Transfer of a session between hosts (security.md section 5).

mod binding;
mod journey;
mod limits;
mod mutations;
mod sessions;
mod standing;

use crate::kit::{Browser, Portal, TestApp};

/// Ada, a member of Oak, signed in on main. Elm belongs to someone else.
struct World {
    app: TestApp,
    ada: Browser,
    oak: Portal,
}

impl World {
    async fn open() -> Self {
        Self::within(TestApp::open().await).await
    }

    /// The same in an existing instance.
    async fn within(app: TestApp) -> Self {
        let ada = app.member("ada").await;
        let oak = app.portal("Oak House", "oak").await;
        app.portal("Elm House", "elm").await;
        app.add_to_affiliation(&ada, &oak.affiliation).await;
        Self { app, ada, oak }
    }

    /// Like [`Self::open`], with Ada transferred to Oak's portal.
    async fn carried() -> Self {
        let world = Self::open().await;
        world.app.transfer(&world.ada, "oak").await;
        world
    }

    /// Number of live portal sessions.
    async fn portal_sessions(&self) -> i64 {
        let sql = "SELECT COUNT(*) AS n FROM sessions WHERE kind = 'portal' AND revoked_at IS NULL";
        self.app.count(sql, vec![]).await
    }
}
