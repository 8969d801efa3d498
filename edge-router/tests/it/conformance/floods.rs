//! Floods of frames that cost the server more than the client.

use super::raw::{
    CONTINUATION, DATA, END_HEADERS, END_STREAM, ENHANCE_YOUR_CALM, HEADERS, PING, RST_STREAM, Raw,
    SETTINGS, field, frame, get, post,
};
use crate::kit::{MAIN, PATIENCE, Serving, World, in_process};
use crate::tls::kit::{Authority, Client, connect};
use axum::Router;
use axum::routing::any;
use edge_router::{Budget, EdgeConfig, Upstream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::io::AsyncWriteExt;

/// An upstream that never responds, and its request count.
fn unanswering() -> (Upstream, Arc<AtomicUsize>) {
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    let router = Router::new().fallback(any(move || {
        count.fetch_add(1, Ordering::Relaxed);
        std::future::pending::<&'static str>()
    }));
    (Upstream::InProcess(router), asked)
}

async fn served(
    authority: &Authority,
    adjust: impl FnOnce(&mut EdgeConfig),
) -> (World, Serving, Arc<AtomicUsize>) {
    let (runtime, asked) = unanswering();
    let routes = authority.table(1, &[&[MAIN]]);
    let world = World::with(routes, runtime, in_process("control"), adjust);
    let serving = world.serve_tls().await;
    (world, serving, asked)
}

/// Sends one request that reaches the upstream, and resets it.
async fn take_back(raw: &mut Raw, stream: u32) -> bool {
    raw.send(HEADERS, END_STREAM | END_HEADERS, stream, &get("/api/x")).await
        && raw.send(RST_STREAM, 0, stream, &[0, 0, 0, 8]).await
}

#[tokio::test]
async fn resetting_running_requests_ends_the_connection() {
    let authority = Authority::new();
    let (_world, serving, asked) = served(&authority, |_| {}).await;
    let mut raw = Raw::open(&serving, &authority, &[]).await;
    let mut taken_back = 0;
    for number in 0..3_000 {
        let reached = asked.load(Ordering::Relaxed);
        let stream = number * 2 + 1;
        if !raw.send(HEADERS, END_STREAM | END_HEADERS, stream, &get("/api/x")).await {
            break;
        }
        // Every request is opened before it is reset; h2 alone has no limit for that.
        let begun = async {
            while asked.load(Ordering::Relaxed) == reached {
                tokio::task::yield_now().await;
            }
        };
        let patience = std::time::Duration::from_millis(200);
        if tokio::time::timeout(patience, begun).await.is_err()
            || !raw.send(RST_STREAM, 0, stream, &[0, 0, 0, 8]).await
        {
            break;
        }
        taken_back += 1;
    }
    assert!((50..=100).contains(&taken_back), "{taken_back}");
    assert_eq!(raw.reason().await, Some(ENHANCE_YOUR_CALM));
}

/// `requests` requests, each reset, in one buffer.
fn taken_back(requests: u32) -> Vec<u8> {
    let one = |number| {
        let stream = number * 2 + 1;
        let begun = frame(HEADERS, END_STREAM | END_HEADERS, stream, &get("/api/x"));
        [begun, frame(RST_STREAM, 0, stream, &[0, 0, 0, 8])].concat()
    };
    (0..requests).flat_map(one).collect()
}

#[tokio::test]
async fn resetting_the_requests_of_one_page_keeps_the_connection() {
    let authority = Authority::new();
    let (_world, serving, _) = served(&authority, |_| {}).await;
    let mut raw = Raw::open(&serving, &authority, &[]).await;
    raw.0.write_all(&taken_back(80)).await.unwrap();
    assert!(raw.send(PING, 0, 0, &[7; 8]).await);
    loop {
        let frame = raw.next().await.unwrap();
        if frame.kind == PING {
            break;
        }
    }
}

#[tokio::test]
async fn resetting_unseen_requests_ends_the_connection() {
    let authority = Authority::new();
    let (_world, serving, asked) = served(&authority, |_| {}).await;
    let mut raw = Raw::open(&serving, &authority, &[]).await;
    // A write error means that the limit was exceeded.
    let _ = raw.0.write_all(&taken_back(3_000)).await;
    assert_eq!(raw.reason().await, Some(ENHANCE_YOUR_CALM));
    assert!(asked.load(Ordering::Relaxed) <= 100);
}

#[tokio::test]
async fn reset_limit_applies_to_all_connections_of_a_network() {
    let authority = Authority::new();
    let narrow = |config: &mut EdgeConfig| config.limits.network.resets = Budget::new(50, 1);
    let (_world, serving, _) = served(&authority, narrow).await;
    let mut cut = Vec::new();
    for _ in 0..4 {
        let mut raw = Raw::open(&serving, &authority, &[]).await;
        for number in 0..20 {
            if !take_back(&mut raw, number * 2 + 1).await {
                break;
            }
        }
        // Either the ping is answered, or the connection was closed.
        raw.send(PING, 0, 0, &[0; 8]).await;
        loop {
            match raw.next().await {
                Some(frame) if frame.kind == PING => break cut.push(false),
                Some(_) => {}
                None => break cut.push(true),
            }
        }
    }
    assert_eq!(cut, [false, false, true, true], "50 for 4 times 20");
    let stream = connect(&serving, &authority.client(&["h2"]), MAIN).await.unwrap();
    assert_eq!(
        Client::over(stream).await.status(MAIN, "/api/boot").await,
        200,
        "normal connections continue"
    );
}

#[tokio::test]
async fn floods_of_control_frames_end_the_connection() {
    let authority = Authority::new();
    let (_world, serving, asked) = served(&authority, |_| {}).await;
    let ping = frame(PING, 0, 0, &[0; 8]);
    let settings = frame(SETTINGS, 0, 0, &[0, 3, 0, 0, 0, 100]);
    let upload = frame(HEADERS, END_HEADERS, 1, &post("/api/x"));
    let empty = frame(DATA, 0, 1, &[]);
    let begun = frame(HEADERS, END_STREAM, 1, &get("/api/x"));
    let more = frame(CONTINUATION, 0, 1, &field("x-a", "b"));
    for (what, first, flood, within) in [
        ("pings", &[][..], &ping, 250),
        ("settings", &[], &settings, 150),
        ("empty data", &upload, &empty, 1_100),
        ("continuations", &begun, &more, 30),
    ] {
        let mut raw = Raw::open(&serving, &authority, &[]).await;
        raw.0.write_all(first).await.unwrap();
        let (mut reading, mut writing) = tokio::io::split(raw.0);
        let flooding = async {
            let bytes = flood.repeat(within);
            // A write error means that the limit was exceeded.
            let _ = writing.write_all(&bytes).await;
            let _ = writing.flush().await;
        };
        let reading = async {
            let mut answer = Vec::new();
            let _ = tokio::io::AsyncReadExt::read_to_end(&mut reading, &mut answer).await;
            answer
        };
        let both = async { tokio::join!(flooding, reading).1 };
        let answer = tokio::time::timeout(PATIENCE, both).await.unwrap();
        let calm = [&[7, 0, 0, 0, 0, 0][..], &[0, 0, 0][..]].concat();
        let told = answer.windows(17).any(|frame| {
            frame[3..9] == calm[..6] && frame[13..17] == ENHANCE_YOUR_CALM.to_be_bytes()
        });
        assert!(told, "{what}: {answer:?}");
    }
    assert!(asked.load(Ordering::Relaxed) <= 1);
}

#[tokio::test]
async fn rejects_more_than_a_hundred_header_fields_including_cookie_crumbs() {
    let authority = Authority::new();
    let serving = authority.world(&[&[MAIN]]).serve_tls().await;
    for (name, fields, status) in
        [("cookie", 60, 200), ("cookie", 128, 431), ("x-a", 128, 431), ("cookie", 1_000, 431)]
    {
        let stream = connect(&serving, &authority.client(&["h2"]), MAIN).await.unwrap();
        let (client, connection) = h2::client::handshake(stream).await.unwrap();
        tokio::spawn(connection);
        let mut request = http::Request::get(format!("https://{MAIN}/api/me"));
        for number in 0..fields {
            request = request.header(name, format!("c{number}=1"));
        }
        let mut ready = client.ready().await.unwrap();
        let (answer, _) = ready.send_request(request.body(()).unwrap(), true).unwrap();
        let answer = answer.await.unwrap();
        assert_eq!(answer.status(), status, "{fields} of {name}");
        if status == 200 {
            let mut body = answer.into_body();
            let told = String::from_utf8(body.data().await.unwrap().unwrap().to_vec()).unwrap();
            assert_eq!(told.matches("\"cookie\"").count(), 1, "one line for upstreams");
            assert!(told.contains("c0=1; c1=1") && told.contains("c59=1"));
        }
    }
}
