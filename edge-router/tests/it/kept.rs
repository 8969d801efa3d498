//! Reuse of upstream connections after responses of any size, and responses that arrive during an
//! upload.

use crate::kit::{MAIN, PATIENCE, World, get_request, in_process, table};
use axum::Router;
use axum::body::{Body, Bytes};
use axum::routing::{get, post};
use axum::serve::ListenerExt;
use edge_router::Upstream;
use futures::channel::mpsc;
use http::Request;
use http_body_util::BodyExt;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::net::TcpListener;
use tokio::time::timeout;
use tower::ServiceExt;

const LARGE: usize = 3 << 20;

/// An edge in front of an upstream that counts its connections.
async fn counted() -> (World, Arc<AtomicUsize>) {
    let router = Router::new()
        .route("/api/small", get(|| async { "small" }))
        .route("/api/large", get(|| async { vec![b'a'; LARGE] }))
        .route("/api/nothing", get(|| async { http::StatusCode::NO_CONTENT }))
        .route("/api/echo", post(|body: Body| async { body }));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let opened = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&opened);
    let listener = listener.tap_io(move |_| {
        count.fetch_add(1, Ordering::Relaxed);
    });
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    let runtime = Upstream::http_upstream(&format!("http://{address}")).unwrap();
    (World::with(table(1), runtime, in_process("control"), |_| {}), opened)
}

#[tokio::test]
async fn sequential_requests_reuse_one_connection() {
    let (world, opened) = counted().await;
    for path in ["/api/small", "/api/large", "/api/nothing", "/api/large", "/api/small"] {
        let reply = world.get(MAIN, path).await;
        let length = match path {
            "/api/large" => LARGE,
            "/api/small" => 5,
            _ => 0,
        };
        assert_eq!((reply.status.is_success(), reply.body.len()), (true, length), "{path}");
    }
    let head = Request::head("/api/large").header("host", MAIN).body(Body::empty()).unwrap();
    assert!(world.send(head).await.body.is_empty());
    assert_eq!(world.get(MAIN, "/api/small").await.text(), "small");
    assert_eq!(opened.load(Ordering::Relaxed), 1);
}

#[tokio::test]
async fn unread_response_does_not_block_other_requests() {
    let (world, _) = counted().await;
    let request = get_request(MAIN, "/api/large").body(Body::empty()).unwrap();
    let half_read = world.edge.service().oneshot(request).await.unwrap();
    assert_eq!(world.get(MAIN, "/api/small").await.text(), "small");
    drop(half_read);
    assert_eq!(world.get(MAIN, "/api/small").await.text(), "small");
}

#[tokio::test]
async fn response_may_arrive_during_the_upload() {
    let (world, _) = counted().await;
    let (sender, parts) = mpsc::unbounded::<Result<Bytes, std::io::Error>>();
    let request = Request::post("/api/echo").header("host", MAIN);
    let request = request.body(Body::from_stream(parts)).unwrap();
    sender.unbounded_send(Ok(Bytes::from_static(b"one"))).unwrap();
    let answer = timeout(PATIENCE, world.edge.service().oneshot(request)).await.unwrap();
    let mut body = answer.unwrap().into_body();
    for part in ["one", "two", "three"] {
        let frame = timeout(PATIENCE, body.frame()).await.unwrap().unwrap().unwrap();
        assert_eq!(frame.into_data().unwrap(), part);
        let next = if part == "one" { "two" } else { "three" };
        if part != "three" {
            sender.unbounded_send(Ok(Bytes::from_static(next.as_bytes()))).unwrap();
        }
    }
    drop(sender);
    assert!(timeout(PATIENCE, body.frame()).await.unwrap().is_none());
}
