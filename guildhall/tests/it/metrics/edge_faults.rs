//! Faults that an edge counts: unavailable and stalled upstreams, queues, limits, attacks on its
//! listeners, and unusable route tables.

use crate::kit::{TestApp, WAIT_TIMEOUT};
use axum::Router;
use axum::body::{Body, Bytes};
use control_plane::routes_feed;
use edge_router::{Edge, EdgeConfig, RouteSource, Table, Upstream, Upstreams, follow};
use futures::{FutureExt, StreamExt, stream};
use http::{Request, Response, header};
use http_body_util::BodyExt;
use platform::telemetry::{EDGE_ROUTES_REFUSED, recorder};
use serde_json::json;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, watch};
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;
use wire::{HostCertificate, PrivateKeyPem, PublishedTable, RouteTable};

/// Start of an HTTP/2 connection: the preface and an empty SETTINGS frame.
const HTTP2_START: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";
/// A PING frame of HTTP/2.
const PING: &[u8] = b"\0\0\x08\x06\0\0\0\0\0\0\0\0\0\0\0\0\0";

/// Provokes every fault once.
pub async fn provoke(app: &TestApp) {
    fail_upstream(app).await;
    stall_upstream(app).await;
    fill_queue(app).await;
    let large = json!({ "location": "x".repeat(3 << 20) });
    assert_eq!(app.browser().patch("/api/me", large).await.status, 413);
    attack_listeners(app).await;
    refuse_tables(app).await;
}

/// An edge for the instance's hosts, in front of another upstream.
fn edge_before(app: &TestApp, upstream: Upstream, change: impl FnOnce(&mut EdgeConfig)) -> Edge {
    let services = app.services();
    let server = &services.config().server;
    let key = services.keys().context.clone();
    let mut config = EdgeConfig::new(&server.web_main_dir, &server.web_brand_dir, key);
    change(&mut config);
    let upstreams = Upstreams { runtime: upstream.clone(), control: upstream };
    Edge::new(config, upstreams, app.app.table.clone()).unwrap()
}

async fn get(edge: &Edge) -> Response<Body> {
    let request = Request::get("/api/me").header(header::HOST, "localhost:8080");
    edge.service().oneshot(request.body(Body::empty()).unwrap()).await.unwrap()
}

async fn fail_upstream(app: &TestApp) {
    // Port 1 is reserved and nothing listens there.
    let edge = edge_before(app, Upstream::http_upstream("http://127.0.0.1:1").unwrap(), |_| ());
    assert_eq!(get(&edge).await.status(), 503);
}

async fn stall_upstream(app: &TestApp) {
    let begin = || async {
        let first = stream::iter([Ok::<_, Infallible>(Bytes::from_static(b"a"))]);
        Body::from_stream(first.chain(stream::pending()))
    };
    let upstream = Upstream::InProcess(Router::new().fallback(begin));
    let edge = edge_before(app, upstream, |config| {
        config.limits.response_idle_timeout = Duration::from_millis(20)
    });
    let response = get(&edge).await;
    assert!(response.into_body().collect().await.is_err(), "the body is aborted");
}

async fn fill_queue(app: &TestApp) {
    let finish = Arc::new(Notify::new());
    let finished = finish.clone();
    let wait = move || {
        let finished = finished.clone();
        async move { finished.notified().await }
    };
    let upstream = Upstream::InProcess(Router::new().fallback(wait));
    let edge = edge_before(app, upstream, |config| config.limits.concurrency.requests = 1);
    let (mut first, mut second) = (Box::pin(get(&edge)), Box::pin(get(&edge)));
    assert!((&mut first).now_or_never().is_none(), "the first is being handled");
    assert!((&mut second).now_or_never().is_none(), "the second waits for it");
    finish.notify_one();
    assert_eq!(first.await.status(), 200);
    finish.notify_one();
    assert_eq!(second.await.status(), 200);
}

async fn attack_listeners(app: &TestApp) {
    // An edge of its own, because it stops with its listeners.
    let edge = edge_before(app, Upstream::InProcess(Router::new()), |_| ());
    let stop = CancellationToken::new();
    let _stopped = stop.clone().drop_guard();
    let [plain, tls] = [listen().await, listen().await];
    let (plain_at, tls_at) = (plain.local_addr().unwrap(), tls.local_addr().unwrap());
    let (served, stopped) = (edge.clone(), stop.clone());
    tokio::spawn(async move { served.serve(plain, stopped).await });
    tokio::spawn(async move { edge.serve_tls(tls, stop).await });
    let pings = [HTTP2_START, &PING.repeat(300)].concat();
    for (address, bytes) in [(plain_at, pings), (tls_at, b"this is not TLS".repeat(9))] {
        let mut client = TcpStream::connect(address).await.unwrap();
        client.write_all(&bytes).await.unwrap();
        // The edge closes the connection; the client may see a reset.
        let mut rest = Vec::new();
        let end = client.read_to_end(&mut rest);
        drop(tokio::time::timeout(WAIT_TIMEOUT, end).await.expect("the connection is closed"));
    }
}

async fn listen() -> TcpListener {
    TcpListener::bind("127.0.0.1:0").await.unwrap()
}

async fn refuse_tables(app: &TestApp) {
    let scope = app.services().system("read the route table of a test");
    let table = routes_feed::build_table(&scope).await.unwrap();
    let mut with_bad_certificate = table.clone();
    with_bad_certificate.certificates.push(HostCertificate {
        names: vec!["localhost".to_owned()],
        chain: "no certificate".to_owned(),
        key: PrivateKeyPem::new("no key".to_owned()),
        not_after: 1,
    });
    let applied = Table::new().apply(Arc::new(with_bad_certificate)).unwrap();
    assert_eq!(applied.refused_hosts().len(), 1);
    let mut bad = table;
    bad.main.origin = "no origin".to_owned();
    until_refused(bad).await;
}

/// Follows a source with this table until it is rejected.
async fn until_refused(table: RouteTable) {
    let published = Arc::new(PublishedTable::new(Arc::new(table)));
    let (_sender, source) = watch::channel(Some(published));
    let stop = CancellationToken::new();
    let _stopped = stop.clone().drop_guard();
    tokio::spawn(follow(Table::new(), RouteSource::InProcess(source), None, stop));
    let counted = async {
        while !recorder().render().contains(EDGE_ROUTES_REFUSED) {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(WAIT_TIMEOUT, counted).await.expect("the table is rejected");
}
