//! Responses that stop before their end, and idle connections.

use super::raw::{END_HEADERS, END_STREAM, GOAWAY, HEADERS, Raw, get};
use super::wire::exchange;
use crate::kit::{MAIN, PATIENCE, Serving, World, in_process, over_http, table};
use crate::tls::kit::Authority;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::routing::get as route_get;
use edge_router::{EdgeConfig, Upstream};
use futures::StreamExt;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

const SOON: Duration = Duration::from_millis(300);

/// A server that answers everything with these bytes and then sends nothing more.
async fn stuck(bytes: &'static str) -> Upstream {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        let mut held = Vec::new();
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut heard = [0; 4_096];
            let _ = stream.read(&mut heard).await;
            let _ = stream.write_all(bytes.as_bytes()).await;
            held.push(stream);
        }
    });
    Upstream::http_upstream(&base).unwrap()
}

/// The same in this process.
fn stuck_here(kind: &'static str) -> Upstream {
    let answer = move || {
        let first = futures::stream::iter([Ok::<_, std::io::Error>(Bytes::from_static(b"abc"))]);
        let body = Body::from_stream(first.chain(futures::stream::pending()));
        std::future::ready(([("content-type", kind)], body))
    };
    Upstream::InProcess(Router::new().route("/api/x", route_get(answer)))
}

async fn serve(runtime: Upstream, adjust: impl FnOnce(&mut EdgeConfig)) -> (World, Serving) {
    let world = World::with(table(1), runtime, in_process("control"), adjust);
    let serving = world.serve().await;
    (world, serving)
}

#[tokio::test]
async fn aborts_a_stalled_response() {
    let hasty = |config: &mut EdgeConfig| config.limits.response_idle_timeout = SOON;
    for runtime in [
        stuck("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc").await,
        stuck("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n").await,
        stuck("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n").await,
        stuck_here("text/plain"),
    ] {
        let (_world, serving) = serve(runtime, hasty).await;
        let request = format!("GET /api/x HTTP/1.1\r\nHost: {MAIN}\r\n\r\n");
        // Returns when the connection ends, which tells the client that the response is incomplete.
        let answer = exchange(&serving, &request).await;
        assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
        assert!(!answer.ends_with("0\r\n\r\n"), "it must not look whole: {answer}");
    }
}

#[tokio::test]
async fn event_stream_has_a_longer_idle_timeout() {
    let stream = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\
                  Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n";
    let request = format!("GET /api/x HTTP/1.1\r\nHost: {MAIN}\r\n\r\n");
    for answer_idle in [SOON, PATIENCE] {
        let stream_idle = if answer_idle == SOON { 6 * PATIENCE } else { SOON };
        let adjust = |config: &mut EdgeConfig| {
            (config.limits.response_idle_timeout, config.limits.stream_idle_timeout) =
                (answer_idle, stream_idle);
        };
        for runtime in [stuck(stream).await, stuck_here("text/event-stream")] {
            let (_world, serving) = serve(runtime, adjust).await;
            let mut client = TcpStream::connect(serving.address).await.unwrap();
            client.write_all(request.as_bytes()).await.unwrap();
            let mut heard = Vec::new();
            let ended = tokio::time::timeout(3 * SOON, client.read_to_end(&mut heard));
            let ended = ended.await.is_ok();
            if stream_idle == SOON && !ended {
                let rest = client.read_to_end(&mut heard);
                let _ = tokio::time::timeout(PATIENCE, rest).await.unwrap();
            }
            assert!(stream_idle == SOON || !ended, "it was cut like an ordinary response");
            assert!(String::from_utf8_lossy(&heard).contains("abc"), "{heard:?}");
        }
    }
}

#[tokio::test]
async fn idle_http2_connection_gets_goaway() {
    let authority = Authority::new();
    let hasty = |config: &mut EdgeConfig| config.limits.idle_timeout = SOON;
    let routes = authority.table(1, &[&[MAIN]]);
    let world = World::with(routes, over_http("runtime").await, in_process("control"), hasty);
    let serving = world.serve_tls().await;
    // A connection without a request, and one with an answered request.
    for asks in [false, true] {
        let mut raw = Raw::open(&serving, &authority, &[]).await;
        if asks {
            raw.send(HEADERS, END_STREAM | END_HEADERS, 1, &get("/api/x")).await;
        }
        let mut answered = false;
        let reason = loop {
            let frame = raw.next().await.unwrap();
            answered |= frame.kind == HEADERS;
            if frame.kind == GOAWAY {
                break frame.payload[4..8].to_vec();
            }
        };
        assert_eq!((answered, reason), (asks, vec![0; 4]), "NO_ERROR");
    }
    // A connection with an open event stream is not idle.
    let mut raw = Raw::open(&serving, &authority, &[]).await;
    raw.send(HEADERS, END_STREAM | END_HEADERS, 1, &get("/api/live")).await;
    let told = async {
        while let Some(frame) = raw.next().await {
            assert_ne!(frame.kind, GOAWAY);
        }
    };
    assert!(tokio::time::timeout(3 * SOON, told).await.is_err(), "it goes on");
}
