//! Behaviour that needs real connections: framing, versions, streams and connection limits.

use crate::conformance::wire::exchange;
use crate::kit::{MAIN, PATIENCE, World, in_process, over_http, table};
use edge_router::EdgeConfig;
use http_body_util::{BodyExt, Empty};
use hyper::body::Bytes;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

#[tokio::test]
async fn rejects_two_lengths_and_closes_the_connection() {
    let serving = World::open().serve().await;
    for lengths in [
        "Transfer-Encoding: chunked\r\nContent-Length: 5",
        "Content-Length: 5\r\nTransfer-Encoding: chunked",
    ] {
        let answer = exchange(
            &serving,
            &format!("POST /api/x HTTP/1.1\r\nHost: {MAIN}\r\n{lengths}\r\n\r\n0\r\n\r\n"),
        )
        .await;
        assert!(answer.starts_with("HTTP/1.1 400 "), "{answer}");
        assert!(answer.contains("ambiguous-length") && answer.contains("connection: close"));
    }
}

#[tokio::test]
async fn forwards_a_chunked_request_and_closes_the_connection() {
    let serving = World::open().serve().await;
    let answer = exchange(
        &serving,
        &format!(
            "POST /api/x HTTP/1.1\r\nHost: {MAIN}\r\nTransfer-Encoding: chunked\r\n\r\n\
             5\r\nhello\r\n0\r\n\r\nGET /api/smuggled HTTP/1.1\r\nHost: {MAIN}\r\n\r\n"
        ),
    )
    .await;
    assert!(answer.starts_with("HTTP/1.1 200 OK"), "{answer}");
    assert!(answer.contains("\"body\":\"hello\"") && answer.contains("connection: close"));
    assert_eq!(answer.matches("HTTP/1.1 ").count(), 1, "{answer}");
}

#[tokio::test]
async fn rejects_malformed_requests() {
    let serving = World::open().serve().await;
    let close = "Connection: close\r\n\r\n";
    let big = "a".repeat(20 * 1024);
    let many: String = (0..200).map(|n| format!("x-{n}: 1\r\n")).collect();
    for (request, status) in [
        (format!("GET / HTTP/1.1\r\n{close}"), 400),
        (format!("GET / HTTP/1.1\r\nHost: {MAIN}\r\nHost: {MAIN}\r\n{close}"), 400),
        (format!("GET http://evil.example/ HTTP/1.1\r\nHost: {MAIN}\r\n{close}"), 400),
        (format!("TRACE / HTTP/1.1\r\nHost: {MAIN}\r\n{close}"), 405),
        (format!("CONNECT {MAIN}:443 HTTP/1.1\r\nHost: {MAIN}\r\n{close}"), 405),
        (format!("GET / HTTP/1.1\r\nHost: {MAIN}\r\nx: {big}\r\n{close}"), 431),
        (format!("GET / HTTP/1.1\r\nHost: {MAIN}\r\nx: {big}{big}{big}{big}\r\n{close}"), 431),
        (format!("GET / HTTP/1.1\r\nHost: {MAIN}\r\n{many}{close}"), 431),
        (format!("GET / HTTP/1.1\r\nHost: {MAIN}\r\n x: folded\r\n{close}"), 400),
        (format!("GET / HTTP/1.1\r\nHost: {MAIN}\r\n{close}"), 200),
    ] {
        let answer = exchange(&serving, &request).await;
        let head = request.chars().take(60).collect::<String>();
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{head:?}: {answer}");
    }
}

#[tokio::test]
async fn closes_a_slow_connection() {
    let hasty =
        |config: &mut EdgeConfig| config.limits.header_read_timeout = Duration::from_millis(300);
    let world = World::with(table(1), in_process("runtime"), in_process("control"), hasty);
    let serving = world.serve().await;
    for sent in ["", "PRI", "GET / HTTP/1.1\r\nHost: "] {
        let begun = Instant::now();
        assert!(!exchange(&serving, sent).await.contains(" 200 "), "{sent:?}");
        assert!(begun.elapsed() < Duration::from_secs(5), "{sent:?}");
    }
}

#[tokio::test]
async fn rejects_connections_over_the_network_limit() {
    let narrow = |config: &mut EdgeConfig| config.limits.connections_per_network = 1;
    let world = World::with(table(1), in_process("runtime"), in_process("control"), narrow);
    let serving = world.serve().await;
    let request = format!("GET /healthz HTTP/1.1\r\nHost: {MAIN}\r\nConnection: close\r\n\r\n");
    let first = TcpStream::connect(serving.address).await.unwrap();
    let mut second = TcpStream::connect(serving.address).await.unwrap();
    let mut answer = Vec::new();
    // Whether the refusal appears as an end or a reset depends on the operating system.
    let _ = second.read_to_end(&mut answer).await;
    assert!(answer.is_empty());
    drop(first);
    let freed = async {
        while !exchange(&serving, &request).await.starts_with("HTTP/1.1 200 ") {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, freed).await.unwrap();
}

#[tokio::test]
async fn accepts_http2_without_tls() {
    let serving = World::open().serve().await;
    let client: Client<HttpConnector, Empty<Bytes>> =
        Client::builder(TokioExecutor::new()).http2_only(true).build_http();
    let uri = format!("http://{}/healthz", serving.address);
    let response = client.get(uri.parse().unwrap()).await.unwrap();
    assert_eq!((response.status().as_u16(), response.version()), (200, http::Version::HTTP_2));
    assert!(response.headers().get("connection").is_none());
}

#[tokio::test]
async fn first_event_arrives_before_the_stream_ends() {
    for runtime in [in_process("runtime"), over_http("runtime").await] {
        let world = World::with(table(1), runtime, in_process("control"), |_| {});
        let serving = world.serve().await;
        let mut stream = TcpStream::connect(serving.address).await.unwrap();
        let request = format!("GET /api/live HTTP/1.1\r\nHost: {MAIN}\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut seen = String::new();
        let first_event = async {
            let mut buffer = [0; 4096];
            while !seen.contains("data: first\n\n") {
                let read = stream.read(&mut buffer).await.unwrap();
                assert_ne!(read, 0, "the stream ended: {seen}");
                seen.push_str(std::str::from_utf8(&buffer[..read]).unwrap());
            }
        };
        tokio::time::timeout(Duration::from_secs(3), first_event).await.unwrap();
        assert!(seen.contains("content-type: text/event-stream"));
    }
}

#[tokio::test]
async fn event_stream_outlives_the_response_timeout() {
    let patience =
        |config: &mut EdgeConfig| config.limits.response_timeout = Duration::from_millis(200);
    let world = World::with(table(1), in_process("runtime"), in_process("control"), patience);
    let serving = world.serve().await;
    let client: Client<HttpConnector, Empty<Bytes>> =
        Client::builder(TokioExecutor::new()).build_http();
    let request = http::Request::get(format!("http://{}/api/live", serving.address))
        .header("host", MAIN)
        .body(Empty::new())
        .unwrap();
    let mut body = client.request(request).await.unwrap().into_body();
    assert!(body.frame().await.unwrap().is_ok());
    let ended = tokio::time::timeout(Duration::from_millis(800), body.frame()).await;
    assert!(ended.is_err(), "the stream ended early");
}
