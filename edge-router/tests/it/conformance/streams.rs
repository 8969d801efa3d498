//! HTTP/2: floods, host names, events and shutdown.

use crate::kit::{ASHCOMBE, MAIN, PATIENCE, World, in_process};
use crate::tls::kit::{Authority, Client, connect};
use axum::Router;
use axum::routing::any;
use bytes::Bytes;
use edge_router::Upstream;
use h2::{Reason, client::SendRequest};
use http::Request;
use http_body_util::BodyExt;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// A client that sends single frames; returns how its connection ended.
async fn frames(
    serving: &crate::kit::Serving,
    authority: &Authority,
) -> (SendRequest<Bytes>, tokio::task::JoinHandle<Result<(), h2::Error>>) {
    let stream = connect(serving, &authority.client(&["h2"]), MAIN).await.unwrap();
    let (client, connection) = h2::client::handshake(stream).await.unwrap();
    (client, tokio::spawn(connection))
}

#[tokio::test]
async fn rapid_reset_flood_ends_the_connection() {
    let reached = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&reached);
    let slow = Router::new().fallback(any(move || {
        count.fetch_add(1, Ordering::Relaxed);
        std::future::pending::<&'static str>()
    }));
    let authority = Authority::new();
    let routes = authority.table(1, &[&[MAIN]]);
    let world = World::with(routes, Upstream::InProcess(slow), in_process("control"), |_| {});
    let serving = world.serve_tls().await;
    let (mut client, connection) = frames(&serving, &authority).await;
    let mut sent = 0;
    for _ in 0..3_000 {
        let Ok(mut ready) = client.clone().ready().await else { break };
        let request = Request::get(format!("https://{MAIN}/api/x")).body(()).unwrap();
        let Ok((_, mut stream)) = ready.send_request(request, true) else { break };
        stream.send_reset(Reason::CANCEL);
        client = ready;
        sent += 1;
        tokio::task::yield_now().await;
    }
    // Whether the GOAWAY or the end of the connection is read first depends on timing.
    let ended = tokio::time::timeout(PATIENCE, connection).await.unwrap().unwrap().unwrap_err();
    let calm = ended.reason().is_none_or(|reason| reason == Reason::ENHANCE_YOUR_CALM);
    assert!(calm && sent < 3_000, "after {sent}: {ended}");
    assert!(reached.load(Ordering::Relaxed) <= 100, "{reached:?} of {sent} went on");
}

#[tokio::test]
async fn rejects_a_host_that_differs_from_the_authority() {
    let authority = Authority::new();
    let serving = authority.world(&[&[MAIN, ASHCOMBE]]).serve_tls().await;
    let (mut client, _connection) = frames(&serving, &authority).await;
    for (host, status) in [(ASHCOMBE, 400), ("evil.example", 400), (MAIN, 200)] {
        let request = Request::get(format!("https://{MAIN}/api/boot")).header("host", host);
        client = client.ready().await.unwrap();
        let (answer, _) = client.send_request(request.body(()).unwrap(), true).unwrap();
        assert_eq!(answer.await.unwrap().status(), status, "{host}");
    }
    for method in ["TRACE", "CONNECT"] {
        let request = Request::builder().method(method).uri(if method == "CONNECT" {
            format!("{MAIN}:443")
        } else {
            format!("https://{MAIN}/")
        });
        client = client.ready().await.unwrap();
        let (answer, _) = client.send_request(request.body(()).unwrap(), true).unwrap();
        assert_eq!(answer.await.unwrap().status(), 405, "{method}");
    }
}

#[tokio::test]
async fn events_are_delivered_immediately_over_tls() {
    let authority = Authority::new();
    let serving = authority.world(&[&[MAIN]]).serve_tls().await;
    for alpn in ["h2", "http/1.1"] {
        let stream = connect(&serving, &authority.client(&[alpn]), MAIN).await.unwrap();
        let mut client = Client::over(stream).await;
        let mut events = client.get(MAIN, "/api/live").await.unwrap().into_body();
        let first = tokio::time::timeout(Duration::from_secs(3), events.frame()).await.unwrap();
        assert_eq!(first.unwrap().unwrap().into_data().unwrap(), "data: first\n\n", "{alpn}");
    }
}

#[tokio::test]
async fn shutdown_sends_goaway_and_lets_http1_finish_one_response() {
    let authority = Authority::new();
    let routes = authority.table(1, &[&[MAIN]]);
    let world = World::with(routes, in_process("runtime"), in_process("control"), |config| {
        config.drain.notice_delay = Duration::from_secs(2);
    });
    let serving = world.serve_tls().await;
    let open = |alpn: &'static str| {
        let (serving, authority) = (&serving, &authority);
        async move {
            let stream = connect(serving, &authority.client(&[alpn]), MAIN).await.unwrap();
            Client::over(stream).await
        }
    };
    let (mut two, mut one) = (open("h2").await, open("http/1.1").await);
    assert_eq!(two.status(MAIN, "/api/boot").await, 200);
    assert_eq!(one.status(MAIN, "/api/boot").await, 200);
    serving.shutdown.cancel();
    two.ended().await;
    let last = one.get(MAIN, "/api/boot").await.unwrap();
    assert_eq!(
        (last.status().as_u16(), &last.headers()["connection"]),
        (200, &"close".parse().unwrap())
    );
    let mut late = open("h2").await;
    assert!(late.get(MAIN, "/api/boot").await.is_ok_and(|answer| answer.status() == 200));
    assert_eq!(serving.done.await.unwrap().aborted, 0);
}
