//! Cords, vouches and introductions (communities.md C-102 to C-111, gaps G-009, G-084 to G-086).

mod activity;
mod decay;
mod history;
mod introductions;
mod joins;
mod own_data;
mod sites;
mod vouches;

use crate::community_fixture::CommunityFixture;
use crate::kit::{At, Browser, Reply, TestApp};
use serde_json::{Value, json};
use tenant_runtime::cords;

/// Two members of one community.
pub struct Pair {
    pub hall: CommunityFixture,
    pub bob: Browser,
    pub ada_id: String,
    pub bob_id: String,
}

impl Pair {
    pub async fn open() -> Self {
        Self::open_in(TestApp::open().await).await
    }

    pub async fn open_in(app: TestApp) -> Self {
        let hall = CommunityFixture::open_in(app).await;
        let bob = hall.member("bob").await;
        let (ada_id, bob_id) = (hall.app.id_of(&hall.ada).await, hall.app.id_of(&bob).await);
        let pair = Self { hall, bob, ada_id, bob_id };
        pair.count().await;
        pair
    }

    pub const fn ada(&self) -> &Browser {
        &self.hall.ada
    }

    pub const fn app(&self) -> &TestApp {
        &self.hall.app
    }

    pub async fn count(&self) {
        count_activity(&self.hall.app).await;
    }

    /// Ada's cord with Bob.
    pub async fn cord(&self) -> Value {
        cord(self.ada().main(), &self.bob_id).await.expect(200).body
    }

    /// A direct message from Ada to Bob.
    pub async fn send_message(&self) {
        send_message(self.ada(), &self.bob_id, "Hello").await.expect(201);
    }
}

/// Counts all published activity, as a worker does.
pub async fn count_activity(app: &TestApp) {
    app.until_delivered().await;
    cords::drain(app.services()).await.unwrap();
    app.work().await;
}

pub async fn cord(who: At<'_>, other: &str) -> Reply {
    who.get(&format!("/api/users/{other}/cord")).await
}

/// Strength of a strand; 0 if there is none.
pub fn strength(cord: &Value, thread: &str) -> f64 {
    let threads = cord["threads"].as_array().unwrap();
    let found = threads.iter().find(|one| one["threadType"] == thread);
    found.map_or(0.0, |one| one["strength"].as_f64().unwrap())
}

pub fn total(cord: &Value) -> f64 {
    cord["totalStrength"].as_f64().unwrap()
}

pub async fn send_message(who: &Browser, other: &str, text: &str) -> Reply {
    let started = who.post("/api/conversations", json!({ "participantIds": [other] })).await;
    let path = format!("/api/conversations/{}/messages", started.id());
    who.post(&path, json!({ "content": text })).await
}

pub async fn vouch(who: &Browser, other: &str) -> Reply {
    who.post(&format!("/api/users/{other}/vouch"), json!({})).await
}

pub async fn save_settings(who: &Browser, enabled: bool, shows_vouches: bool) {
    let settings = json!({ "enabled": enabled, "showsVouches": shows_vouches });
    let saved = who.put("/api/me/cord-settings", settings.clone()).await.expect(200);
    assert_eq!(saved.body, settings);
}
