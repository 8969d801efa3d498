//! Responses to clients that are still sending: clients that send everything before they read
//! receive them, and the edge does not drain endless input.

use super::raw::{
    DATA, END_HEADERS, END_STREAM, GOAWAY, HEADERS, RST_STREAM, Raw, field, get, post,
};
use crate::kit::{MAIN, PATIENCE, World, in_process, table};
use crate::tls::kit::{Authority, connect};
use edge_router::EdgeConfig;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use wire::bodies;

const SOON: Duration = Duration::from_millis(300);

fn hasty(config: &mut EdgeConfig) {
    config.limits.body.idle = SOON;
    config.limits.header_read_timeout = SOON;
}

fn world(authority: &Authority, adjust: impl FnOnce(&mut EdgeConfig)) -> World {
    let routes = authority.table(1, &[&[MAIN]]);
    World::with(routes, in_process("runtime"), in_process("control"), adjust)
}

/// Reads the response to the end, which must not be a reset.
async fn read_to_end(stream: &mut (impl AsyncRead + Unpin)) -> String {
    let mut answer = Vec::new();
    let read = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut answer)).await.unwrap();
    assert!(read.is_ok(), "{read:?}");
    String::from_utf8(answer).unwrap()
}

/// Sends all of it before it reads anything, a tenth at a time; fails on a reset.
async fn send_first(mut stream: impl AsyncRead + AsyncWrite + Unpin, all: &[u8]) -> String {
    let sent = async {
        for piece in all.chunks(all.len() / 10) {
            stream.write_all(piece).await.unwrap();
            stream.flush().await.unwrap();
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(PATIENCE, sent).await.unwrap();
    read_to_end(&mut stream).await
}

#[tokio::test]
async fn client_that_sends_too_much_before_reading_gets_413_without_a_reset() {
    let authority = Authority::new();
    let world = world(&authority, |_| {});
    let (plain, tls) = (world.serve().await, world.serve_tls().await);
    let chunk = [format!("{:x}\r\n", 1 << 20).as_bytes(), &vec![b'a'; 1 << 20], b"\r\n"].concat();
    for (path, length, code) in [
        ("/api/x", Some(2 * bodies::JSON_BYTES_MAX), "body-too-large"),
        ("/api/me/picture", Some(bodies::PICTURE_BYTES_MAX + 1), "picture-too-large"),
        ("/api/x", None, "body-too-large"),
    ] {
        let head = format!("POST {path} HTTP/1.1\r\nHost: {MAIN}\r\n");
        let all = match length {
            Some(length) => {
                let head = format!("{head}Content-Length: {length}\r\n\r\n");
                [head.into_bytes(), vec![b'a'; length]].concat()
            }
            None => {
                let head = format!("{head}Transfer-Encoding: chunked\r\n\r\n");
                [head.into_bytes(), chunk.repeat(4), b"0\r\n\r\n".to_vec()].concat()
            }
        };
        let over_plain = TcpStream::connect(plain.address).await.unwrap();
        let over_tls = connect(&tls, &authority.client(&["http/1.1"]), MAIN).await.unwrap();
        for answer in [send_first(over_plain, &all).await, send_first(over_tls, &all).await] {
            assert!(answer.starts_with("HTTP/1.1 413 "), "{path}: {answer}");
            assert!(answer.contains(code) && answer.contains("connection: close"), "{answer}");
        }
    }
}

#[tokio::test]
async fn client_that_timed_out_while_sending_gets_408_without_a_reset() {
    let world = World::with(table(1), in_process("runtime"), in_process("control"), hasty);
    let serving = world.serve().await;
    let begun = format!("GET /api/x HTTP/1.1\r\nHost: {MAIN}\r\nX-A: ");
    let half =
        format!("POST /api/x HTTP/1.1\r\nHost: {MAIN}\r\nContent-Length: 200000\r\n\r\n12345");
    for (first, code) in [(begun, "request-timeout"), (half, "body-too-slow")] {
        let mut stream = TcpStream::connect(serving.address).await.unwrap();
        stream.write_all(first.as_bytes()).await.unwrap();
        // The response has arrived, but the client does not read it.
        tokio::time::timeout(PATIENCE, stream.peek(&mut [0])).await.unwrap().unwrap();
        let answer = send_first(stream, &[b'a'; 100_000]).await;
        assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
        assert!(answer.contains(code) && answer.contains("connection: close"), "{answer}");
    }
}

#[tokio::test]
async fn malformed_header_is_answered_despite_further_input() {
    let serving = World::open().serve().await;
    for line in ["Content-Length: +5", "X-A : b", &format!("X-A: {}", "a".repeat(100_000))] {
        let head = format!("POST /api/x HTTP/1.1\r\nHost: {MAIN}\r\n{line}\r\n\r\n");
        let all = [head.into_bytes(), vec![b'a'; 1 << 20]].concat();
        let stream = TcpStream::connect(serving.address).await.unwrap();
        let answer = send_first(stream, &all).await;
        assert!(["400", "431"].contains(&&answer[9..12]), "{answer}");
    }
}

#[tokio::test]
async fn lingering_close_ends_after_its_timeout() {
    let hasty = |config: &mut EdgeConfig| config.limits.lingering_close_timeout = SOON;
    let world = World::with(table(1), in_process("runtime"), in_process("control"), hasty);
    let serving = world.serve().await;
    let mut stream = TcpStream::connect(serving.address).await.unwrap();
    let head = format!("POST /api/x HTTP/1.1\r\nHost: {MAIN}\r\nContent-Length: 999999999\r\n\r\n");
    stream.write_all(head.as_bytes()).await.unwrap();
    let sending = async {
        while stream.write_all(b"a").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(PATIENCE, sending).await.unwrap();
}

/// Statuses in HPACK's Huffman coding (RFC 7541, appendix B).
const TOO_LARGE: [u8; 3] = [0x68, 0x2c, 0xff];
const TOO_SLOW: [u8; 3] = [0x68, 0x0f, 0x7f];

#[tokio::test]
async fn oversized_http2_request_ends_only_its_stream() {
    let authority = Authority::new();
    let serving = world(&authority, hasty).serve_tls().await;
    for (length, status) in [("999999999", TOO_LARGE), ("200000", TOO_SLOW)] {
        let mut raw = Raw::open(&serving, &authority, &[]).await;
        let fields = [post("/api/x"), field("content-length", length)].concat();
        assert!(raw.send(HEADERS, END_HEADERS, 1, &fields).await);
        assert!(raw.send(DATA, 0, 1, b"12345").await);
        let (mut told, mut reason) = (Vec::new(), None);
        while reason.is_none() {
            let frame = raw.next().await.unwrap();
            match (frame.kind, frame.stream) {
                (HEADERS, 1) => told = frame.payload,
                (RST_STREAM, 1) => reason = Some(frame.payload),
                (kind, _) => assert_ne!(kind, GOAWAY, "{length}"),
            }
        }
        assert_eq!(reason, Some(vec![0; 4]), "{length}: NO_ERROR");
        assert!(told.windows(3).any(|bytes| bytes == status), "{length}: behind {told:?}");
        // The interrupted request has no effect; the next request is answered.
        for _ in 0..3 {
            assert!(raw.send(DATA, 0, 1, &[b'a'; 16_000]).await);
        }
        assert!(raw.send(HEADERS, END_STREAM | END_HEADERS, 3, &get("/api/boot")).await);
        loop {
            let frame = raw.next().await.unwrap();
            assert_ne!(frame.kind, GOAWAY, "{length}");
            if (frame.kind, frame.stream) == (HEADERS, 3) {
                break;
            }
        }
    }
}
