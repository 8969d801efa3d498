//! Ambiguous request headers, and headers that never end.

use super::wire::{exchange, recorded};
use crate::kit::MAIN;
use std::time::{Duration, Instant};

#[tokio::test]
async fn rejects_ambiguous_headers_without_forwarding() {
    let (world, record) = recorded(|_| {}).await;
    let serving = world.serve().await;
    let smuggled = format!("GET /api/smuggled HTTP/1.1\r\nHost: {MAIN}\r\n\r\n");
    for head in [
        "POST /api/x HTTP/1.0\r\nHost: HOST\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST /api/x HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n",
        "POST /api/x HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
        "POST /api/x HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
        "POST /api/x HTTP/1.1\r\nHost: HOST\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
        "POST /api/x HTTP/1.1\r\nHost: HOST\r\nContent-Length: +5\r\n\r\nhello",
        "POST /api/x HTTP/1.1\r\nHost: HOST\r\nContent-Length: 5, 5\r\n\r\nhello",
        "GET /api/x HTTP/1.1\r\nHost: HOST\r\nX-A: one\r\n two\r\n\r\n",
        "GET /api/x HTTP/1.1\r\nHost: HOST\r\nX-A : one\r\n\r\n",
        "GET /api/x HTTP/1.1\r\nHost: HOST\r\nX-A\r\n\r\n",
        "GET /api/x HTTP/1.1\r\nHost: HOST\r\nX-A: one\0two\r\n\r\n",
        "GET /api/x HTTP/1.1\r\nHost: HOST\rX-A: one\r\n\r\n",
        "GET /api/x HTTP/1.1\r\nHost: HOST\r\nHost: other.example\r\n\r\n",
        "GET http://other.example/api/x HTTP/1.1\r\nHost: HOST\r\n\r\n",
        "GET /api/x HTTP/1.1\r\nHost: user@HOST\r\n\r\n",
    ] {
        let head = head.replace("HOST", MAIN);
        let answer = exchange(&serving, &format!("{head}{smuggled}")).await;
        assert!(answer.starts_with("HTTP/1.1 400 "), "{head:?}: {answer}");
        assert_eq!(
            answer.matches("HTTP/1.1 ").count(),
            1,
            "the connection ends: {head:?} {answer}"
        );
        assert_eq!(record.lines(), [""; 0], "{head:?}");
    }
}

#[tokio::test]
async fn normalises_bare_lf_line_ends() {
    let (world, record) = recorded(|_| {}).await;
    let serving = world.serve().await;
    let bare = format!("GET /api/bare HTTP/1.1\nHost: {MAIN}\nConnection: close\n\n");
    assert!(exchange(&serving, &bare).await.starts_with("HTTP/1.1 200 "));
    assert_eq!(record.lines(), ["GET /api/bare \"\""]);
}

#[tokio::test]
async fn ignores_requests_after_an_upgrade_request() {
    let (world, record) = recorded(|_| {}).await;
    let serving = world.serve().await;
    for protocol in ["h2c", "other/1", "websocket"] {
        let wish = format!(
            "GET /api/first HTTP/1.1\r\nHost: {MAIN}\r\nConnection: upgrade\r\n\
             Upgrade: {protocol}\r\n\r\nGET /api/smuggled HTTP/1.1\r\nHost: {MAIN}\r\n\r\n"
        );
        let answer = exchange(&serving, &wish).await;
        assert_eq!(answer.matches("HTTP/1.1 ").count(), 1, "{answer}");
        assert!(!record.lines().iter().any(|line| line.contains("smuggled")), "{protocol}");
    }
}

#[tokio::test]
async fn endless_header_gets_408_and_idle_connection_is_closed() {
    let hasty = |config: &mut edge_router::EdgeConfig| {
        config.limits.header_read_timeout = Duration::from_millis(300);
    };
    let (world, record) = recorded(hasty).await;
    let serving = world.serve().await;
    let begun = Instant::now();
    let slow = exchange(&serving, &format!("GET /api/x HTTP/1.1\r\nHost: {MAIN}\r\nX-A: ")).await;
    assert!(slow.starts_with("HTTP/1.1 408 "), "{slow}");
    assert!(slow.contains("connection: close") && slow.contains("\"code\":\"request-timeout\""));
    let idle = exchange(&serving, &format!("GET /api/x HTTP/1.1\r\nHost: {MAIN}\r\n\r\n")).await;
    assert!(idle.starts_with("HTTP/1.1 200 "), "{idle}");
    assert_eq!(idle.matches("HTTP/1.1 ").count(), 1, "{idle}");
    assert!(begun.elapsed() < Duration::from_secs(5));
    assert_eq!(record.lines().len(), 1);
}
