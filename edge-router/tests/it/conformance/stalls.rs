//! Clients that send requests without reading responses, or connect without sending anything.

use super::raw::{END_HEADERS, END_STREAM, ENHANCE_YOUR_CALM, HEADERS, Raw, get};
use crate::kit::{MAIN, PATIENCE, World, in_process};
use crate::tls::kit::{Authority, Client, connect};
use axum::Router;
use axum::body::{Body, Bytes};
use axum::routing::get as route_get;
use edge_router::{EdgeConfig, Upstream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Sets the flag on drop.
struct Held(Arc<AtomicBool>);

impl Drop for Held {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A fixture with an endless response, and a flag that is set when the response is dropped.
fn endless(authority: &Authority) -> (World, Arc<AtomicBool>) {
    let dropped = Arc::new(AtomicBool::new(false));
    let told = Arc::clone(&dropped);
    let answer = move || {
        let held = Held(Arc::clone(&told));
        let parts = futures::stream::repeat_with(move || {
            let _kept = &held;
            Ok::<_, std::io::Error>(Bytes::from(vec![b'a'; 64 * 1024]))
        });
        std::future::ready(Body::from_stream(parts))
    };
    let router = Router::new().route("/api/endless", route_get(answer));
    let routes = authority.table(1, &[&[MAIN]]);
    let runtime = Upstream::InProcess(router);
    let hasty = |config: &mut EdgeConfig| {
        config.limits.write_timeout = Duration::from_millis(300);
        config.limits.header_read_timeout = Duration::from_millis(300);
    };
    (World::with(routes, runtime, in_process("control"), hasty), dropped)
}

async fn becomes(flag: &AtomicBool) {
    let waiting = async {
        while !flag.load(Ordering::Relaxed) {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, waiting).await.unwrap();
}

#[tokio::test]
async fn exhausted_flow_control_window_ends_the_connection() {
    let authority = Authority::new();
    // No stream window, a tiny one, and a large stream window with an exhausted connection window.
    for first_window in [0u32, 1, 1 << 20] {
        let (world, dropped) = endless(&authority);
        let serving = world.serve_tls().await;
        let setting = [&[0, 4][..], &first_window.to_be_bytes()].concat();
        let mut raw = Raw::open(&serving, &authority, &setting).await;
        raw.send(HEADERS, END_STREAM | END_HEADERS, 1, &get("/api/endless")).await;
        assert_eq!(raw.reason().await, Some(ENHANCE_YOUR_CALM), "{first_window}");
        becomes(&dropped).await;
    }
}

#[tokio::test]
async fn idle_event_stream_does_not_count_as_blocked() {
    let authority = Authority::new();
    let routes = authority.table(1, &[&[MAIN]]);
    let hasty = |config: &mut EdgeConfig| config.limits.write_timeout = Duration::from_millis(100);
    let world = World::with(routes, in_process("runtime"), in_process("control"), hasty);
    let serving = world.serve_tls().await;
    for alpn in ["h2", "http/1.1"] {
        let stream = connect(&serving, &authority.client(&[alpn]), MAIN).await.unwrap();
        let mut client = Client::over(stream).await;
        let mut events = client.get(MAIN, "/api/live").await.unwrap().into_body();
        let first = http_body_util::BodyExt::frame(&mut events).await;
        assert!(first.unwrap().is_ok());
        let next = http_body_util::BodyExt::frame(&mut events);
        let ended = tokio::time::timeout(Duration::from_millis(500), next).await;
        assert!(ended.is_err(), "{alpn}: the stream ended");
    }
}

#[tokio::test]
async fn aborts_an_unread_http1_response() {
    let authority = Authority::new();
    let (world, dropped) = endless(&authority);
    let serving = world.serve().await;
    let mut stream = TcpStream::connect(serving.address).await.unwrap();
    let request = format!("GET /api/endless HTTP/1.1\r\nHost: {MAIN}\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    becomes(&dropped).await;
}

#[tokio::test]
async fn closes_an_http2_connection_without_a_first_frame() {
    let authority = Authority::new();
    let (world, _) = endless(&authority);
    let serving = world.serve_tls().await;
    for said in [&b""[..], b"PRI * HTTP/2.0\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0"] {
        let mut raw = Raw::silent(&serving, &authority).await;
        raw.0.write_all(said).await.unwrap();
        let mut rest = Vec::new();
        let _ = tokio::time::timeout(PATIENCE, raw.0.read_to_end(&mut rest)).await.unwrap();
        // Only connection-level frames: no response.
        assert!(!rest.windows(4).any(|bytes| bytes == b"HTTP"), "{said:?}");
    }
}
