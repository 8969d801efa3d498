//! An edge in front of a runtime and a control plane that it reaches only over sockets.

use super::commands::run;
use crate::kit::{Browser, MAIN_ORIGIN, TestApp, WAIT_TIMEOUT};
use axum::Router;
use control_plane::routes_feed::{self, internal_router, signing_key};
use edge_router::{
    Edge, EdgeConfig, Feed, Reporter, RouteSnapshotFile, RouteSource, Table, Upstream, Upstreams,
    follow, report,
};
use futures::FutureExt;
use guildhall::app;
use platform::config::KeyName;
use serde_json::json;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio_util::sync::{CancellationToken, DropGuard};

/// A role behind a socket; stopped on drop.
struct Role {
    address: SocketAddr,
    _stop: DropGuard,
}

impl Role {
    async fn serve(router: Router) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (address, stop) = (listener.local_addr().unwrap(), CancellationToken::new());
        let stopped = stop.clone();
        tokio::spawn(async move {
            tokio::select! {
                served = axum::serve(listener, router) => served.unwrap(),
                () = stopped.cancelled() => {}
            }
        });
        Self { address, _stop: stop.drop_guard() }
    }

    fn url(&self) -> String {
        format!("http://{}", self.address)
    }
}

/// The roles behind an edge.
pub struct Behind {
    pub app: TestApp,
    runtime: Role,
    control: Role,
    internal: Role,
    _feed: DropGuard,
}

impl Behind {
    pub async fn open() -> Self {
        let app = TestApp::open().await;
        let services = app.services();
        let stop = CancellationToken::new();
        let (feed, following) = routes_feed::Feed::follow(services.clone(), stop.clone());
        tokio::spawn(following);
        let runtime = Role::serve(app::runtime_router(services)).await;
        let control = Role::serve(control_plane::router(services.clone())).await;
        let internal = Role::serve(internal_router(feed, services.clone())).await;
        Self { app, runtime, control, internal, _feed: stop.drop_guard() }
    }

    /// Snapshot file of the separate edge.
    fn remembered(&self) -> RouteSnapshotFile {
        let config = self.app.services().config();
        let path = config.data_dir.join("routes-of-another-edge.sealed");
        RouteSnapshotFile::new(path, config.security.derive(KeyName::Feed, "another edge"))
    }

    /// Starts a separate edge, with its snapshot in the instance's folder.
    pub async fn edge(&self) -> (Browser, DropGuard) {
        let config = self.app.services().config();
        let server = &config.server;
        let key = self.app.services().keys().context.clone();
        let upstreams = Upstreams {
            runtime: Upstream::http_upstream(&self.runtime.url()).unwrap(),
            control: Upstream::http_upstream(&self.control.url()).unwrap(),
        };
        let edge_config = EdgeConfig::new(&server.web_main_dir, &server.web_brand_dir, key);
        let (table, stop) = (Table::new(), CancellationToken::new());
        let edge = Edge::new(edge_config, upstreams, table.clone()).unwrap();
        let token = config.security.text(KeyName::Feed);
        let feed = Feed::new(&self.internal.url(), token, signing_key(config)).unwrap();
        let remembered = self.remembered();
        let source = RouteSource::Http(Box::new(feed.clone()));
        tokio::spawn(follow(table.clone(), source, Some(remembered), stop.clone()));
        let reports: Reporter = {
            let feed = feed.clone();
            Arc::new(move |said| {
                let feed = feed.clone();
                async move { drop(feed.report(&said).await) }.boxed()
            })
        };
        tokio::spawn(report(table, "another".to_owned(), reports, stop.clone()));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let stopped = stop.clone();
        tokio::spawn(async move { edge.serve(listener, stopped).await });
        (Browser::connected_to(address), stop.drop_guard())
    }
}

/// Waits until an edge returns `status` for a host.
pub async fn until(browser: &Browser, host: &str, status: u16) {
    let looking = async {
        while browser.at_host(host).get("/").await.status != status {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(WAIT_TIMEOUT, looking).await.expect("the edge receives it");
}

#[tokio::test]
async fn separate_edge_receives_routes_and_serves_sign_ins_and_transfers() {
    let behind = Behind::open().await;
    let ada = behind.app.member("ada").await;
    let (browser, _edge) = behind.edge().await;
    until(&browser, "localhost", 200).await;
    assert_eq!(browser.on("oak").get("/").await.status, 421);

    let oak = behind.app.portal("Oak House", "oak").await;
    behind.app.add_to_affiliation(&ada, &oak.affiliation).await;
    until(&browser, "oak.localhost", 200).await;
    behind.app.sign_in(&browser, "localhost", "ada").await;
    let me = browser.get("/api/me").await.expect(200);
    assert_eq!(me.id(), behind.app.id_of(&ada).await);
    behind.app.transfer(&browser, "oak").await;
    browser.on("oak").get("/api/me").await.expect(200);
    assert_eq!(browser.get("/internal/routes?after=0").await.status, 404);
}

#[tokio::test]
async fn live_events_are_delivered_immediately() {
    let behind = Behind::open().await;
    behind.app.member("ada").await;
    let (browser, _edge) = behind.edge().await;
    until(&browser, "localhost", 200).await;
    behind.app.sign_in(&browser, "localhost", "ada").await;
    // The stream would also contain the event of her sign-up.
    behind.app.until_delivered().await;
    let mut stream = browser.live().await;
    // The stream is still open, so reading to its end would never return.
    stream.until("hello").await;
    browser.patch("/api/me", json!({ "location": "Harbour" })).await.expect(200);
    stream.until("me.changed").await;
    browser.post("/api/usersSignout", json!({})).await.expect(204);
    assert_eq!(stream.remaining_types().await, ["session.ended"]);
}

#[tokio::test]
async fn edge_accepts_a_restored_table_after_the_command() {
    let behind = Behind::open().await;
    let app = &behind.app;
    app.portal("Oak House", "oak").await;
    let (browser, _edge) = behind.edge().await;
    until(&browser, "oak.localhost", 200).await;
    // State of the backup: an earlier version, and the portal under its former name.
    app.sql("UPDATE tenants SET subdomain = 'ash' WHERE subdomain = 'oak'", vec![]).await;
    app.sql("UPDATE route_versions SET version = 1", vec![]).await;
    let refused = "SELECT COUNT(*) AS n FROM edges WHERE name = 'another' \
        AND table_refused LIKE 'version 1 is older than active version %'";
    let refusing = async {
        while app.count(refused, vec![]).await == 0 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(WAIT_TIMEOUT, refusing)
        .await
        .expect("it rejects the table and reports that");
    assert_eq!(browser.at_host("oak.localhost").get("/").await.status, 200);
    assert_eq!(browser.at_host("ash.localhost").get("/").await.status, 421);

    let said = run(&["routes", "restored"], &app.settings()).await;
    assert!(said.status.success(), "{said:?}");
    until(&browser, "ash.localhost", 200).await;
    until(&browser, "oak.localhost", 421).await;
    // Further changes count up from there.
    app.portal("Elm House", "elm").await;
    until(&browser, "elm.localhost", 200).await;
}

#[tokio::test]
async fn edge_serves_its_snapshot_without_the_control_plane() {
    let mut behind = Behind::open().await;
    behind.app.member("ada").await;
    behind.app.portal("Oak House", "oak").await;
    let (browser, edge) = behind.edge().await;
    until(&browser, "oak.localhost", 200).await;
    drop(edge);
    let remembered = behind.remembered();
    let written = async {
        while remembered.read().unwrap().is_none_or(|table| table.portals.is_empty()) {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(WAIT_TIMEOUT, written).await.expect("it remembers");
    let nowhere = Role::serve(Router::new()).await.url();
    let nowhere = nowhere.parse::<url::Url>().unwrap();
    let gone = SocketAddr::from(([127, 0, 0, 1], nowhere.port().unwrap()));
    behind.control.address = gone;
    behind.internal.address = gone;

    let (browser, _edge) = behind.edge().await;
    until(&browser, "oak.localhost", 200).await;
    let boot = browser.on("oak").get("/api/boot").await.expect(200);
    assert_eq!(boot.body["mainOrigin"], MAIN_ORIGIN);
    behind.app.sign_in(&browser, "oak.localhost", "ada").await;
    browser.on("oak").get("/api/me").await.expect(200);
    // Only requests to the control plane fail.
    let transfer = browser.post("/api/transfer", json!({ "subdomain": "oak" })).await;
    assert_eq!((transfer.status, transfer.header("retry-after").is_empty()), (503, false));
}
