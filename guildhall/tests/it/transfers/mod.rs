//! Carrying a session from one host to another (security.md section 5).

mod binding;
mod journey;
mod limits;
mod mutations;
mod sessions;
mod standing;

use crate::kit::{Browser, Portal, TestApp};

/// Ada of Oak, signed in on main. Elm is somebody else's.
struct World {
    app: TestApp,
    ada: Browser,
    oak: Portal,
}

impl World {
    async fn open() -> Self {
        Self::within(TestApp::open().await).await
    }

    /// The same in an instance that is there already.
    async fn within(app: TestApp) -> Self {
        let ada = app.member("ada").await;
        let oak = app.portal("Oak House", "oak").await;
        app.portal("Elm House", "elm").await;
        app.add_to_affiliation(&ada, &oak.affiliation).await;
        Self { app, ada, oak }
    }

    /// As [`Self::open`], with Ada carried to Oak's portal.
    async fn carried() -> Self {
        let world = Self::open().await;
        world.app.transfer(&world.ada, "oak").await;
        world
    }

    /// How many portal sessions live.
    async fn portal_sessions(&self) -> i64 {
        let sql = "SELECT COUNT(*) AS n FROM sessions WHERE kind = 'portal' AND revoked_at IS NULL";
        self.app.count(sql, vec![]).await
    }
}
