//! Edge fixture: a main host, a portal on the platform, one with a custom domain and a suspended
//! one; two web builds in a folder; upstreams that echo their requests.

use axum::Router;
use axum::body::Body;
use axum::response::sse::{Event, Sse};
use axum::routing::{any, get};
use edge_router::{ClientAddr, Edge, EdgeConfig, Table, Upstream, Upstreams};
use futures::{Stream, StreamExt};
use http::{Request, Response, StatusCode};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use std::convert::Infallible;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;
use wire::routes::PortalState;
use wire::{ContextKey, RouteTable};

use crate::shared::routes::main_alone;
pub use crate::shared::routes::portal;

/// Timeout for every step of a test.
pub const PATIENCE: Duration = Duration::from_secs(10);
pub const MAIN: &str = "guildhall.example";
pub const ASHCOMBE: &str = "ashcombe.portals.example";
pub const HTWU: &str = "www.htwu.example";
pub const PAUSED: &str = "paused.portals.example";

pub fn key() -> ContextKey {
    ContextKey::new([7; 32])
}

pub fn table(version: u64) -> RouteTable {
    let mut paused = portal("paused", "https://paused.portals.example", &[]);
    paused.state = PortalState::Suspended;
    RouteTable {
        portals: vec![
            Arc::new(portal("ashcombe", "https://ashcombe.portals.example", &[])),
            Arc::new(portal("htwu", "https://www.htwu.example", &["htwu.example", HTWU])),
            Arc::new(paused),
        ],
        ..main_alone(version)
    }
}

/// The edge with its environment. Dropping it removes its folder.
pub struct World {
    pub edge: Edge,
    pub table: Table,
    _folder: TempDir,
}

impl World {
    pub fn open() -> Self {
        Self::with(table(1), in_process("runtime"), in_process("control"), |_| {})
    }

    pub fn with(
        routes: RouteTable,
        runtime: Upstream,
        control: Upstream,
        adjust: impl FnOnce(&mut EdgeConfig),
    ) -> Self {
        let table = Table::new();
        table.apply(Arc::new(routes)).unwrap();
        Self::holding(table, Upstreams { runtime, control }, adjust)
    }

    /// With a table that the caller updates.
    pub fn holding(
        table: Table,
        upstreams: Upstreams,
        adjust: impl FnOnce(&mut EdgeConfig),
    ) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (main, brand) = (folder.path().join("main"), folder.path().join("brand"));
        write_build(&main, "main build");
        write_build(&brand, "brand build");
        std::fs::write(folder.path().join("secret.txt"), "not part of any build").unwrap();
        let mut config = EdgeConfig::new(main, brand, key());
        // Only the tests of this setting wait for it.
        config.drain.stream_end_spread = Duration::ZERO;
        adjust(&mut config);
        let edge = Edge::new(config, upstreams, table.clone()).unwrap();
        Self { edge, table, _folder: folder }
    }

    pub async fn send(&self, request: Request<Body>) -> Reply {
        self.send_as("198.51.100.7:4321".parse().unwrap(), request).await
    }

    pub async fn send_as(&self, client: SocketAddr, mut request: Request<Body>) -> Reply {
        request.extensions_mut().insert(ClientAddr(client));
        Reply::of(self.edge.service().oneshot(request).await.unwrap()).await
    }

    pub async fn get(&self, host: &str, path: &str) -> Reply {
        self.send(get_request(host, path).body(Body::empty()).unwrap()).await
    }

    /// Serves on its own port until the token is cancelled.
    pub async fn serve(&self) -> Serving {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (shutdown, edge) = (CancellationToken::new(), self.edge.clone());
        let stop = shutdown.clone();
        let done = tokio::spawn(async move { edge.serve(listener, stop).await.unwrap() });
        Serving { address, shutdown, done }
    }

    /// Like [`Self::serve`], over TLS.
    pub async fn serve_tls(&self) -> Serving {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (shutdown, edge) = (CancellationToken::new(), self.edge.clone());
        let stop = shutdown.clone();
        let done = tokio::spawn(async move { edge.serve_tls(listener, stop).await.unwrap() });
        Serving { address, shutdown, done }
    }

    /// Like [`Self::serve`], for the listener that redirects to TLS.
    pub async fn serve_redirects(&self) -> Serving {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (shutdown, edge) = (CancellationToken::new(), self.edge.clone());
        let stop = shutdown.clone();
        let done = tokio::spawn(async move { edge.serve_redirects(listener, stop).await.unwrap() });
        Serving { address, shutdown, done }
    }
}

pub struct Serving {
    pub address: SocketAddr,
    pub shutdown: CancellationToken,
    pub done: tokio::task::JoinHandle<edge_router::Drained>,
}

pub fn get_request(host: &str, path: &str) -> http::request::Builder {
    Request::builder().uri(path).header("host", host).header("accept", "text/html,*/*;q=0.8")
}

/// A response, read to its end.
pub struct Reply {
    pub status: StatusCode,
    pub headers: http::HeaderMap,
    pub body: Vec<u8>,
}

impl Reply {
    async fn of(response: Response<Body>) -> Self {
        let (parts, body) = response.into_parts();
        let body = body.collect().await.unwrap().to_bytes().to_vec();
        Self { status: parts.status, headers: parts.headers, body }
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }
}

fn write_build(folder: &Path, name: &str) {
    let assets = folder.join("assets");
    std::fs::create_dir_all(&assets).unwrap();
    let index = format!(
        "<!doctype html>\n<html lang=\"en\" data-guildhall-html>\n<head>\n\
         <!--guildhall:head-->\n</head>\n<body>{name}</body>\n</html>\n"
    );
    std::fs::write(folder.join("index.html"), index).unwrap();
    std::fs::write(folder.join("sw.js"), "self.addEventListener('fetch', () => {});").unwrap();
    std::fs::write(folder.join("robots.txt"), "User-agent: *\n").unwrap();
    let script = "console.log('long enough to be worth packing');".repeat(8);
    std::fs::write(assets.join("app-1a2b3c4d.js"), script).unwrap();
    std::fs::write(assets.join("app-1a2b3c4d.js.br"), "as brotli").unwrap();
    std::fs::write(assets.join("app-1a2b3c4d.js.gz"), "as gzip").unwrap();
    std::fs::write(assets.join("plain-1a2b3c4d.css"), "body{}").unwrap();
}

pub fn in_process(name: &'static str) -> Upstream {
    Upstream::InProcess(upstream(name))
}

/// An upstream in its own server, reached over HTTP.
pub async fn over_http(name: &'static str) -> Upstream {
    across(upstream(name)).await
}

/// A role in its own server, reached over HTTP.
pub async fn across(role: Router) -> Upstream {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, role).await });
    Upstream::http_upstream(&base).unwrap()
}

/// Echoes its name and the request; has routes for a stream, a silence, a panic and a malformed
/// response.
pub fn upstream(name: &'static str) -> Router {
    Router::new()
        .route("/api/live", get(live))
        .route("/api/silence", get(std::future::pending::<&'static str>))
        .route("/api/panic", get(panics))
        .route("/api/slow", get(slow))
        .route("/api/rude", get(rude))
        .fallback(any(move |request: Request<Body>| tell(name, request)))
}

async fn tell(name: &'static str, request: Request<Body>) -> axum::Json<Value> {
    let (parts, body) = request.into_parts();
    let headers: Vec<(String, String)> = parts
        .headers
        .iter()
        .map(|(k, v)| (k.to_string(), String::from_utf8_lossy(v.as_bytes()).into_owned()))
        .collect();
    let body = body.collect().await.unwrap().to_bytes();
    axum::Json(json!({
        "upstream": name,
        "method": parts.method.as_str(),
        "uri": parts.uri.to_string(),
        "headers": headers,
        "body": String::from_utf8_lossy(&body),
    }))
}

async fn live() -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let first = futures::stream::once(std::future::ready(Ok(Event::default().data("first"))));
    Sse::new(first.chain(futures::stream::pending()))
}

async fn panics() -> &'static str {
    std::panic::panic_any("a handler of the test panics")
}

async fn slow() -> &'static str {
    tokio::time::sleep(Duration::from_millis(600)).await;
    "done after all"
}

async fn rude() -> Response<Body> {
    Response::builder()
        .header("connection", "x-private")
        .header("x-private", "1")
        .header("x-guildhall-ctx", "leaked")
        .header("content-security-policy", "sandbox; default-src 'none'")
        .header("cache-control", "public, max-age=60")
        .header("x-content-type-options", "off")
        .body(Body::from("rude"))
        .unwrap()
}
