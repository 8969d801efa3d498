//! The route table: built incrementally.

use crate::kit::{TestApp, WAIT_TIMEOUT, uuid_of};
use control_plane::routes_feed::{self, Feed};
use sea_orm::Value;
use std::sync::Arc;
use tokio_util::sync::{CancellationToken, DropGuard};
use uuid::Uuid;
use wire::{Digests, PublishedTable};

/// A second route feed next to the instance's own.
struct Followed {
    app: TestApp,
    feed: Feed,
    _stop: DropGuard,
}

impl Followed {
    async fn open() -> Self {
        let app = TestApp::open().await;
        let stop = CancellationToken::new();
        let (feed, following) = Feed::follow(app.services().clone(), stop.clone());
        tokio::spawn(following);
        Self { app, feed, _stop: stop.drop_guard() }
    }

    /// Changes rows, raises the route version, and waits for the new table.
    async fn after(&self, sql: &str, values: Vec<Value>) -> Arc<PublishedTable> {
        let mut system = self.app.services().system("change the routes of a test");
        let tx = system.begin().await.unwrap();
        if !sql.is_empty() {
            tx.execute(sql, values).await.unwrap();
        }
        routes_feed::raise_version(&tx).await.unwrap();
        tx.commit().await.unwrap();
        let newest = routes_feed::build_table(&system).await.unwrap().version;
        let mut receiver = self.feed.table_receiver();
        let known = receiver
            .wait_for(|known| known.as_deref().is_some_and(|known| known.table.version == newest));
        let known =
            tokio::time::timeout(WAIT_TIMEOUT, known).await.expect("the feed follows").unwrap();
        known.clone().unwrap()
    }

    /// Creates a certificate for a name, with its key encrypted for its id.
    async fn certificate(&self, host: &str) -> Uuid {
        let (id, now) = (Uuid::now_v7(), self.app.clock.now());
        let place = format!("certificate/{}", id.simple());
        let sealed = self.app.services().keys().vault.seal(&place, host.as_bytes()).unwrap();
        let names = serde_json::json!([host]);
        let wanted = "INSERT INTO certificate_wants (id, names, wanted_at) VALUES ($1, $2, $3)";
        self.app.sql(wanted, vec![host.into(), names.clone().into(), now.into()]).await;
        let held = "INSERT INTO certificates (id, host, names, issuer, chain, key, not_before, \
            not_after, renew_at, emergency_at, replaced, created_at) \
            VALUES ($1, $2, $3, 'ca', 'chain', $4, $5, $5, $5, $5, FALSE, $5)";
        let values = vec![id.into(), host.into(), names.into(), sealed.into(), now.into()];
        self.app.sql(held, values).await;
        id
    }
}

#[tokio::test]
async fn incrementally_built_table_equals_a_full_build() {
    let followed = Followed::open().await;
    let oak = followed.app.portal("Oak House", "oak").await;
    followed.app.portal("Elm House", "elm").await;
    let tenant: Value = uuid_of(&oak.tenant).into();
    let affiliation: Value = uuid_of(&oak.affiliation).into();
    let first = followed.certificate("club.example").await;
    followed.certificate("guild.example").await;
    let before = followed.after("", vec![]).await;
    let elm = |known: &PublishedTable| {
        let portal = known.table.portals.iter().find(|portal| portal.subdomain == "elm");
        Arc::clone(portal.unwrap())
    };
    for (sql, values) in [
        ("UPDATE tenants SET state = 'suspended' WHERE id = $1", vec![tenant.clone()]),
        (
            "UPDATE tenants SET state = 'active', subdomain = 'ash' WHERE id = $1",
            vec![tenant.clone()],
        ),
        ("UPDATE affiliations SET name = 'Ash House' WHERE id = $1", vec![affiliation.clone()]),
        ("UPDATE affiliations SET is_paused = TRUE WHERE id = $1", vec![affiliation]),
        ("UPDATE brands SET name = 'Ash', revision = 2 WHERE tenant_id = $1", vec![tenant.clone()]),
        ("UPDATE certificates SET superseded_at = created_at WHERE id = $1", vec![first.into()]),
        ("UPDATE certificates SET superseded_at = NULL", vec![]),
        ("UPDATE tenants SET state = 'archived' WHERE id = $1", vec![tenant]),
    ] {
        let known = followed.after(sql, values).await;
        let system = followed.app.services().system("build the table from nothing");
        let anew = routes_feed::build_table(&system).await.unwrap();
        assert_eq!(*known.table, anew, "{sql}");
        assert_eq!(known.hash, Digests::for_table(&anew).hash(), "{sql}");
        assert!(Arc::ptr_eq(&elm(&known), &elm(&before)), "what did not change is shared: {sql}");
    }
}

#[tokio::test]
async fn key_is_decrypted_once_and_a_failure_affects_only_its_certificate() {
    let followed = Followed::open().await;
    followed.certificate("club.example").await;
    assert_eq!(followed.after("", vec![]).await.table.certificates.len(), 1);
    // From here on a new decryption would fail.
    let spoil = "UPDATE certificates SET key = 'spoiled'";
    let known = followed.after(spoil, vec![]).await;
    assert_eq!(known.table.certificates[0].key.expose(), "club.example");
    followed.certificate("guild.example").await;
    let spoil = "UPDATE certificates SET key = 'spoiled' WHERE host = 'guild.example'";
    let known = followed.after(spoil, vec![]).await;
    let names: Vec<_> = known.table.certificates.iter().map(|one| &one.names[0]).collect();
    assert_eq!(names, ["club.example"]);
    let another =
        routes_feed::build_table(&followed.app.services().system("open the keys anew")).await;
    assert_eq!(another.unwrap().certificates, []);
}
