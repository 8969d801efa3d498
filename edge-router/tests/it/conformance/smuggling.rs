//! Request smuggling (edge design, test B): an upstream receives exactly the requests that are
//! answered, and never a hidden one.

use super::raw::{DATA, END_HEADERS, END_STREAM, HEADERS, Raw, field, frame, get, post};
use super::wire::{exchange, recorded, recorded_with};
use crate::kit::MAIN;
use crate::tls::kit::Authority;
use tokio::io::AsyncWriteExt;

const HIDDEN: &str = "GET /api/smuggled HTTP/1.1\r\nHost: HOST\r\n\r\n";

/// Bytes sent before or around the hidden request, and the expected status.
const CASES: [(&str, &str, u16); 20] = [
    ("CL.TE", "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nHIDDEN", 400),
    ("TE.CL", "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n5c\r\nHIDDEN0\r\n\r\n", 400),
    ("TE.TE", "Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n\r\n0\r\n\r\nHIDDEN", 400),
    (
        "TE twice (CVE-2026-2835)",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nHIDDEN",
        200,
    ),
    (
        "TE twice, the last is none (CVE-2026-2835)",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\nHIDDEN",
        400,
    ),
    ("TE with a space before its colon", "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\nHIDDEN", 400),
    ("TE folded", "Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\nHIDDEN", 400),
    ("TE with a control character", "Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\nHIDDEN", 400),
    ("TE of another kind", "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\nHIDDEN", 400),
    (
        "TE that does not end in chunks",
        "Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\nHIDDEN",
        400,
    ),
    ("two lengths", "Content-Length: 0\r\nContent-Length: 44\r\n\r\nHIDDEN", 400),
    ("two lengths in one line", "Content-Length: 0, 44\r\n\r\nHIDDEN", 400),
    ("a signed length", "Content-Length: +0\r\n\r\nHIDDEN", 400),
    ("a length in hexadecimal", "Content-Length: 0x0\r\n\r\nHIDDEN", 400),
    ("a negative length", "Content-Length: -1\r\n\r\nHIDDEN", 400),
    ("a chunk size with a sign", "Transfer-Encoding: chunked\r\n\r\n+0\r\n\r\nHIDDEN", 400),
    ("a chunk size with a prefix", "Transfer-Encoding: chunked\r\n\r\n0x0\r\n\r\nHIDDEN", 400),
    (
        "a chunk that is longer than it says",
        "Transfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n0\r\n\r\nHIDDEN",
        400,
    ),
    (
        "a line end in a chunk's extension",
        "Transfer-Encoding: chunked\r\n\r\n0;a\nb\r\n\r\nHIDDEN",
        400,
    ),
    (
        "an upgrade with a request behind it (CVE-2026-2833)",
        "Connection: upgrade\r\nUpgrade: x\r\nContent-Length: 0\r\n\r\nHIDDEN",
        200,
    ),
];

#[tokio::test]
async fn upstream_receives_only_answered_requests_over_http1() {
    let (world, record) = recorded(|_| {}).await;
    let serving = world.serve().await;
    for (name, rest, status) in CASES {
        let sent = format!("POST /api/outer HTTP/1.1\r\nHost: HOST\r\n{rest}");
        let sent = sent.replace("HIDDEN", HIDDEN).replace("HOST", MAIN);
        let answer = exchange(&serving, &sent).await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{name}: {answer}");
        assert_eq!(answer.matches("HTTP/1.1 ").count(), 1, "{name}: the connection ends: {answer}");
        let reached = record.take();
        let expected: &[&str] = if status == 200 { &["POST /api/outer \"\""] } else { &[] };
        assert_eq!(reached, expected, "{name}");
    }
    // With a correct length the hidden request is body content.
    let hidden = HIDDEN.replace("HOST", MAIN);
    let honest = format!(
        "POST /api/outer HTTP/1.1\r\nHost: {MAIN}\r\nContent-Length: {}\r\n\r\n{hidden}\
         GET /api/next HTTP/1.1\r\nHost: {MAIN}\r\nConnection: close\r\n\r\n",
        hidden.len()
    );
    let answer = exchange(&serving, &honest).await;
    assert_eq!(answer.matches("HTTP/1.1 200 ").count(), 2, "{answer}");
    let reached = record.take();
    assert_eq!(reached, [format!("POST /api/outer {hidden:?}"), "GET /api/next \"\"".to_owned()]);
}

#[tokio::test]
async fn upstream_receives_only_answered_requests_over_http2() {
    let authority = Authority::new();
    let (world, record) = recorded_with(authority.table(1, &[&[MAIN]]), |_| {}).await;
    let serving = world.serve_tls().await;
    let hidden = HIDDEN.replace("HOST", MAIN);
    for (name, extra) in [
        ("a length that is too short", field("content-length", "0")),
        ("a length that is too long", field("content-length", "999")),
        ("a transfer encoding", field("transfer-encoding", "chunked")),
        ("a connection header", field("connection", "upgrade")),
        ("a line end in a value", field("x-a", "b\r\nGET /api/smuggled HTTP/1.1")),
        ("a line end in a name", field("x-a\r\nx-b", "c")),
        ("a name in upper case", field("X-A", "b")),
        ("a second path", field(":path", "/api/smuggled")),
    ] {
        let mut raw = Raw::open(&serving, &authority, &[]).await;
        let fields = [post("/api/outer"), extra].concat();
        let head = frame(HEADERS, END_HEADERS, 1, &fields);
        // In one TLS record, so that the edge has both when it handles the first.
        let both = [head, frame(DATA, END_STREAM, 1, hidden.as_bytes())].concat();
        raw.0.write_all(&both).await.unwrap();
        // A further request on the connection shows that the previous one was handled.
        raw.send(HEADERS, END_STREAM | END_HEADERS, 3, &get("/api/boot")).await;
        while let Some(frame) = raw.next().await {
            if frame.stream == 3 {
                break;
            }
        }
        assert_eq!(record.lines(), [""; 0], "{name}");
    }
}
