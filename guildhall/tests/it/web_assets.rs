//! Hashed files of the web builds: published by each release, and kept for a week.

use crate::kit::{Reply, TestApp};
use chrono::Duration;
use http::header::ACCEPT_ENCODING;
use platform::retention;
use std::path::PathBuf;
use tenant_runtime::web_assets::{Publication, publish};

const CURRENT: &str = "SELECT COUNT(*) AS n FROM web_builds WHERE superseded_at IS NULL";
const BUILDS: &str = "SELECT COUNT(*) AS n FROM web_builds";
const FILES: &str = "SELECT COUNT(*) AS n FROM web_assets";

/// An instance whose edge has read its builds; the test then changes them, like an upgrade that has
/// not reached this edge.
struct Upgraded {
    app: TestApp,
}

impl Upgraded {
    async fn open() -> Self {
        Self { app: TestApp::open().await }
    }

    fn file(&self, build: &str, name: &str) -> PathBuf {
        self.app.folder().join(build).join("assets").join(name)
    }

    fn add(&self, build: &str, name: &str, content: &str) {
        std::fs::write(self.file(build, name), content).unwrap();
    }

    fn remove(&self, build: &str, name: &str) {
        std::fs::remove_file(self.file(build, name)).unwrap();
    }

    async fn publish(&self) -> Publication {
        publish(self.app.services()).await.unwrap()
    }

    async fn get(&self, host: &str, name: &str) -> Reply {
        self.app.browser().at_host(host).get(&format!("/assets/{name}")).await
    }

    async fn get_packed(&self, name: &str) -> Reply {
        let browser = self.app.browser();
        let main = browser.main();
        let request = main.request(http::Method::GET, &format!("/assets/{name}"));
        let request = request.header(ACCEPT_ENCODING, "gzip, br");
        main.send(request.body(axum::body::Body::empty()).unwrap()).await
    }

    /// Number of objects in the store.
    fn stored_objects(&self) -> usize {
        let releases = std::fs::read_dir(self.app.folder().join("blobs/web-builds")).unwrap();
        let objects =
            releases.flat_map(|folder| std::fs::read_dir(folder.unwrap().path()).unwrap());
        let names = objects.map(|object| object.unwrap().file_name().into_string().unwrap());
        names.filter(|name| !name.ends_with(".content-type")).count()
    }

    async fn after(&self, time: Duration) {
        self.app.clock.advance_by(time);
        self.app.work().await;
    }
}

#[tokio::test]
async fn edge_serves_files_of_the_previous_and_the_next_release() {
    let upgraded = Upgraded::open().await;
    upgraded.add("web-main", "old-AbCd_1-2.js", "// the previous release, long enough to pack");
    upgraded.add("web-main", "old-AbCd_1-2.js.br", "as brotli");
    upgraded.add("web-main", "unhashed.js", "// never published");
    assert_eq!(upgraded.publish().await, Publication::Published { files: 4 });
    assert_eq!(upgraded.publish().await, Publication::Current);
    for name in ["old-AbCd_1-2.js", "old-AbCd_1-2.js.br", "unhashed.js"] {
        upgraded.remove("web-main", name);
    }
    upgraded.add("web-main", "new-12345678.css", "body{}");
    assert_eq!(upgraded.publish().await, Publication::Published { files: 3 });

    for (name, content, kind) in [
        (
            "old-AbCd_1-2.js",
            "// the previous release, long enough to pack",
            "text/javascript; charset=utf-8",
        ),
        ("new-12345678.css", "body{}", "text/css; charset=utf-8"),
    ] {
        let reply = upgraded.get("localhost", name).await.expect(200);
        assert_eq!((reply.text.as_str(), reply.header("content-type")), (content, kind));
        assert_eq!(reply.header("cache-control"), "public, max-age=31536000, immutable");
        assert_eq!(reply.header("content-encoding"), "");
    }
    let packed = upgraded.get_packed("old-AbCd_1-2.js").await.expect(200);
    assert_eq!((packed.header("content-encoding"), packed.text.as_str()), ("br", "as brotli"));
    for name in ["old-abcd_1-2.js", "gone-12345678.js", "unhashed.js"] {
        let missing = upgraded.get("localhost", name).await.expect(404);
        assert_eq!(missing.header("cache-control"), "no-store");
    }
}

#[tokio::test]
async fn portals_have_the_files_of_their_own_build() {
    let upgraded = Upgraded::open().await;
    upgraded.app.portal("Oak", "oak").await;
    upgraded.add("web-brand", "old-12345678.js", "// of portals");
    upgraded.add("web-main", "main-12345678.js", "// of main");
    upgraded.publish().await;
    let portal = upgraded.get("oak.localhost", "old-12345678.js").await.expect(200);
    assert_eq!(portal.text, "// of portals");
    upgraded.get("localhost", "old-12345678.js").await.expect(404);
    upgraded.get("localhost", "main-12345678.js").await.expect(200);
    upgraded.get("oak.localhost", "main-12345678.js").await.expect(404);
}

#[tokio::test]
async fn files_of_a_replaced_release_are_deleted_after_a_week() {
    let upgraded = Upgraded::open().await;
    upgraded.add("web-main", "old-12345678.js", "// the previous release");
    upgraded.publish().await;
    upgraded.remove("web-main", "old-12345678.js");
    upgraded.publish().await;
    retention::schedule_sweep(upgraded.app.services()).await.unwrap();

    upgraded.after(Duration::days(7) - Duration::hours(2)).await;
    assert_eq!(upgraded.stored_objects(), 5);
    upgraded.after(Duration::hours(4)).await;
    assert_eq!(upgraded.stored_objects(), 2);
    upgraded.get("localhost", "old-12345678.js").await.expect(404);
    assert_eq!(upgraded.app.count(BUILDS, vec![]).await, 1);
    assert_eq!(upgraded.app.count(FILES, vec![]).await, 2, "both builds have one file");
}

#[tokio::test]
async fn release_that_returns_after_a_rollback_is_kept() {
    let upgraded = Upgraded::open().await;
    upgraded.add("web-main", "old-12345678.js", "// the previous release");
    upgraded.publish().await;
    upgraded.remove("web-main", "old-12345678.js");
    upgraded.publish().await;
    upgraded.add("web-main", "old-12345678.js", "// the previous release");
    assert_eq!(upgraded.publish().await, Publication::Restored);
    assert_eq!(upgraded.app.count(CURRENT, vec![]).await, 1);
    retention::schedule_sweep(upgraded.app.services()).await.unwrap();
    upgraded.after(Duration::days(8)).await;
    upgraded.get("localhost", "old-12345678.js").await.expect(200);
    assert_eq!(upgraded.app.count(BUILDS, vec![]).await, 1);
}

#[tokio::test]
async fn database_restored_without_the_object_store_publishes_the_files_again() {
    let upgraded = Upgraded::open().await;
    upgraded.add("web-main", "next-12345678.js", "// a release that this edge does not have");
    upgraded.publish().await;
    let objects = upgraded.stored_objects();
    std::fs::remove_dir_all(upgraded.app.folder().join("blobs")).unwrap();
    assert_eq!(upgraded.publish().await, Publication::Repaired { objects });
    assert_eq!(upgraded.stored_objects(), objects);
    upgraded.get("localhost", "next-12345678.js").await.expect(200);
    assert_eq!(upgraded.publish().await, Publication::Current);
    assert_eq!(upgraded.app.count(BUILDS, vec![]).await, 1);
}

#[tokio::test]
async fn earlier_release_that_returns_without_its_objects_is_published_again() {
    let upgraded = Upgraded::open().await;
    upgraded.add("web-main", "old-12345678.js", "// the previous release");
    upgraded.publish().await;
    upgraded.remove("web-main", "old-12345678.js");
    upgraded.publish().await;
    std::fs::remove_dir_all(upgraded.app.folder().join("blobs")).unwrap();
    upgraded.add("web-main", "old-12345678.js", "// the previous release");
    assert_eq!(upgraded.publish().await, Publication::Restored);
    upgraded.get("localhost", "old-12345678.js").await.expect(200);
}

#[tokio::test]
async fn interrupted_publication_is_invisible_and_deleted_after_a_day() {
    let upgraded = Upgraded::open().await;
    let sql = "INSERT INTO web_builds (id, marker, created_at) VALUES ($1, 'x', $2)";
    let values = vec![uuid::Uuid::now_v7().into(), upgraded.app.clock.now().into()];
    upgraded.app.sql(sql, values).await;
    retention::schedule_sweep(upgraded.app.services()).await.unwrap();
    upgraded.after(Duration::hours(23)).await;
    assert_eq!(upgraded.app.count(BUILDS, vec![]).await, 1);
    upgraded.after(Duration::hours(2)).await;
    assert_eq!(upgraded.app.count(BUILDS, vec![]).await, 0);
    assert_eq!(upgraded.publish().await, Publication::Published { files: 2 });
}

#[tokio::test]
async fn instance_without_builds_publishes_nothing() {
    let upgraded = Upgraded::open().await;
    for build in ["web-main", "web-brand"] {
        std::fs::remove_dir_all(upgraded.app.folder().join(build)).unwrap();
    }
    assert_eq!(upgraded.publish().await, Publication::NoBuild);
    assert_eq!(upgraded.app.count(BUILDS, vec![]).await, 0);
}
