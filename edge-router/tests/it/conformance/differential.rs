//! Arbitrary HTTP/1 input (edge design, test B): every request that reaches a role through the edge
//! is one that the role's own parser reads from the same bytes, in the same order, and each gets a
//! response. `PROPTEST_CASES` sets the number of cases.

use super::wire::{Record, exchange};
use crate::kit::{MAIN, PATIENCE, Serving, World, across, in_process, table};
use axum::Router;
use axum::body::Body;
use edge_router::EdgeConfig;
use futures::future::join_all;
use http::Request;
use http::uri::PathAndQuery;
use http_body_util::BodyExt;
use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{TestError, TestRunner};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

/// Concurrent cases; most invalid input ends in a timeout.
const TOGETHER: usize = 24;

/// Stated content length, and content.
const CONTENTS: [(&str, &str); 16] = [
    ("", ""),
    ("", ""),
    ("", ""),
    ("Content-Length: 5\r\n", "hello"),
    ("Content-Length: 5\r\n", "hello"),
    ("Content-Length: 53\r\n", "GET /api/hidden HTTP/1.1\r\nHost: guildhall.example\r\n\r\n"),
    ("Transfer-Encoding: chunked\r\n", "5\r\nhello\r\n0\r\n\r\n"),
    ("Transfer-Encoding: chunked\r\n", "5;a=b\r\nhello\r\n0\r\nX-B: c\r\n\r\n"),
    ("Transfer-Encoding: chunked\r\n", "5;a\nb\r\nhello\r\n0\r\n\r\n"),
    ("Transfer-Encoding: chunked\r\n", "5 \r\nhello\r\n00\r\n\r\n"),
    ("Transfer-Encoding: chunked\r\n", "+5\r\nhello\r\n0\r\n\r\n"),
    ("Transfer-Encoding: identity, chunked\r\n", "5\r\nhello\r\n0\r\n\r\n"),
    ("Transfer-Encoding: xchunked\r\n", "5\r\nhello\r\n0\r\n\r\n"),
    ("Transfer-Encoding : chunked\r\n", "0\r\n\r\n"),
    ("Content-Length: 5, 5\r\n", "hello"),
    ("Content-Length: 0\r\n", "GET /api/hidden HTTP/1.1\r\nHost: guildhall.example\r\n\r\n"),
];
const LINES: [&str; 12] = [
    "X-A: b\r\n",
    "X-A:\tb \r\n",
    "Cookie: a=b\r\n",
    "Connection: keep-alive\r\n",
    "Connection: close\r\n",
    "Connection: content-length, transfer-encoding\r\n",
    "Connection: upgrade\r\nUpgrade: x\r\n",
    "Expect: 100-continue\r\n",
    "Content-Length: 5\r\n",
    "Transfer-Encoding: chunked\r\n",
    "Trailer: X-B\r\n",
    " folded\r\n",
];
const TARGETS: [&str; 6] =
    ["/api/a", "/api/a", "/api/b?c=d%2F", "http://guildhall.example/api/d", "*", "/api/e/../f"];
const METHODS: [&str; 6] = ["GET", "POST", "POST", "PUT", "HEAD", "OPTIONS"];
const VERSIONS: [&str; 8] = [
    "HTTP/1.1",
    "HTTP/1.1",
    "HTTP/1.1",
    "HTTP/1.1",
    "HTTP/1.1",
    "HTTP/1.0",
    "HTTP/1.2",
    "HTTP/1.1 ",
];
const INSERTED: [u8; 12] = *b"\r\n :\t\0;,5aG\x0b";

/// A mutation of valid bytes.
#[derive(Debug, Clone)]
enum Damage {
    Turn(Index, u8),
    Remove(Index),
    Insert(Index, u8),
    Cut(Index),
}

fn request() -> impl Strategy<Value = String> {
    let one_of = |all: &'static [&'static str]| prop::sample::select(all);
    let lines = prop_oneof![Just(Vec::new()), prop::collection::vec(one_of(&LINES), 1..3)];
    let content = prop::sample::select(&CONTENTS[..]);
    (one_of(&METHODS), one_of(&TARGETS), one_of(&VERSIONS), lines, content).prop_map(
        |(method, target, version, lines, (length, content))| {
            let lines = lines.concat();
            format!("{method} {target} {version}\r\nHost: {MAIN}\r\n{lines}{length}\r\n{content}")
        },
    )
}

fn damage() -> impl Strategy<Value = Damage> {
    prop_oneof![
        (any::<Index>(), 0u8..8).prop_map(|(at, bit)| Damage::Turn(at, bit)),
        any::<Index>().prop_map(Damage::Remove),
        (any::<Index>(), prop::sample::select(&INSERTED[..]))
            .prop_map(|(at, byte)| Damage::Insert(at, byte)),
        any::<Index>().prop_map(Damage::Cut),
    ]
}

/// Several consecutive requests, possibly damaged.
fn message() -> impl Strategy<Value = Vec<u8>> {
    let requests = prop::collection::vec(request(), 1..4);
    let damages = prop_oneof![Just(Vec::new()), prop::collection::vec(damage(), 1..3)];
    (requests, damages).prop_map(|(requests, damages)| {
        let mut bytes = requests.concat().into_bytes();
        for damage in damages {
            if bytes.is_empty() {
                break;
            }
            match damage {
                Damage::Turn(at, bit) => {
                    let at = at.index(bytes.len());
                    bytes[at] ^= 1 << bit;
                }
                Damage::Remove(at) => drop(bytes.remove(at.index(bytes.len()))),
                Damage::Insert(at, byte) => bytes.insert(at.index(bytes.len()), byte),
                Damage::Cut(at) => bytes.truncate(at.index(bytes.len())),
            }
        }
        bytes
    })
}

/// A role that records its requests.
fn role(record: &Record) -> Router {
    let record = record.clone();
    let keep = move |request: Request<Body>| async move {
        let (parts, body) = request.into_parts();
        let path = parts.uri.path_and_query().map_or("", PathAndQuery::as_str).to_owned();
        if let Ok(body) = body.collect().await {
            let body = String::from_utf8_lossy(&body.to_bytes()).into_owned();
            record.note(format!("{} {path} {body:?}", parts.method));
        }
        "kept"
    };
    Router::new().fallback(keep)
}

/// Requests that a role's own server reads from `bytes`.
async fn read_directly(bytes: &[u8]) -> Vec<String> {
    let record = Record::default();
    let (mut near, far) = tokio::io::duplex(1 << 16);
    let service = TowerToHyperService::new(role(&record));
    // The input ends after the last byte, and everything before it is answered.
    let serving =
        http1::Builder::new().half_close(true).serve_connection(TokioIo::new(far), service);
    let sending = async {
        // The server need not read all of it.
        let _ = near.write_all(bytes).await;
        let _ = near.shutdown().await;
        let _ = near.read_to_end(&mut Vec::new()).await;
    };
    let both = async { tokio::join!(serving, sending) };
    let _ = tokio::time::timeout(PATIENCE, both).await.unwrap();
    record.take()
}

/// An edge in front of a role that records its requests.
struct Recorded {
    serving: Serving,
    record: Record,
    _world: World,
}

impl Recorded {
    async fn open() -> Self {
        let hasty = |config: &mut EdgeConfig| {
            let soon = Duration::from_millis(100);
            (config.limits.header_read_timeout, config.limits.body.idle) = (soon, soon);
        };
        let record = Record::default();
        let runtime = across(role(&record)).await;
        let world = World::with(table(1), runtime, in_process("control"), hasty);
        Self { serving: world.serve().await, record, _world: world }
    }

    /// Number of requests that reached the role. Fails if the role itself would have read other
    /// requests, or one got no response.
    async fn compare(&self, bytes: &[u8]) -> Result<usize, String> {
        let answer = exchange(&self.serving, bytes).await;
        let (reached, direct) = (self.record.take(), read_directly(bytes).await);
        let mut rest = direct.iter();
        let is_read_so = reached.iter().all(|line| rest.any(|other| other == line));
        let answered = answer.matches(" 200 OK\r\n").count();
        if is_read_so && reached.len() <= answered {
            return Ok(reached.len());
        }
        let bytes = String::from_utf8_lossy(bytes);
        Err(format!("{bytes:?} reached the role as {reached:?}, which reads {direct:?}: {answer}"))
    }
}

#[test]
fn role_receives_only_requests_that_its_own_parser_would_read() {
    let several = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let usual = ProptestConfig::default();
    let cases = usual.cases.div_ceil(8);
    let config = ProptestConfig { cases, failure_persistence: None, ..usual };
    let reached = AtomicUsize::new(0);
    let edges = several.block_on(join_all((0..TOGETHER).map(|_| Recorded::open())));
    let tried = prop::collection::vec(message(), TOGETHER);
    let outcome = TestRunner::new(config).run(&tried, |messages| {
        let compared = edges.iter().zip(&messages).map(|(edge, bytes)| edge.compare(bytes));
        let compared = join_all(compared);
        for one in several.block_on(compared) {
            reached.fetch_add(one.map_err(TestCaseError::fail)?, Ordering::Relaxed);
        }
        Ok(())
    });
    let why = outcome.err().map(|error| match error {
        TestError::Fail(why, _) | TestError::Abort(why) => why.to_string(),
    });
    assert_eq!(why, None);
    let (reached, tried) = (reached.into_inner(), cases as usize * TOGETHER);
    assert!(reached > tried / 8, "only {reached} requests of {tried} messages reached a role");
}
