//! Ten thousand event streams at one edge (security design, A-23), with other requests meanwhile.
//! The latency of those requests and the memory per stream depend on the machine and are measured
//! separately (`bench edge-duel streams`).

use crate::kit::{MAIN, PATIENCE, World, in_process};
use crate::tls::kit::{Authority, Client, connect};
use axum::Router;
use axum::response::sse::{Event, Sse};
use axum::routing::get;
use edge_router::{Budget, EdgeConfig, Upstream};
use futures::stream::{self, Stream, StreamExt};
use http_body_util::BodyExt;
use hyper::body::Incoming;
use std::convert::Infallible;
use std::sync::Arc;
use tokio::sync::broadcast;
use tokio::task::JoinSet;

const CONNECTIONS: usize = 80;
const STREAMS: usize = 125;
const OTHERS: usize = 200;
const EVENTS: usize = 3;

/// An upstream whose streams send a first event, and then every item of `news`.
fn upstream(news: &broadcast::Sender<usize>) -> Upstream {
    let news = news.clone();
    let live = move || std::future::ready(Sse::new(events(news.subscribe())));
    let others = || std::future::ready("there");
    Upstream::InProcess(Router::new().route("/api/live", get(live)).fallback(others))
}

fn events(news: broadcast::Receiver<usize>) -> impl Stream<Item = Result<Event, Infallible>> {
    let begun = stream::iter([Ok(Event::default().data("begun"))]);
    begun.chain(stream::unfold(news, |mut news| async move {
        let number = news.recv().await.ok()?;
        Some((Ok(Event::default().data(number.to_string())), news))
    }))
}

/// Asserts that the stream's next frame is exactly `what`.
async fn hears(stream: &mut Incoming, what: &str) {
    let (expected, mut heard) = (format!("data: {what}\n\n"), Vec::new());
    while heard.len() < expected.len() {
        let said = tokio::time::timeout(PATIENCE, stream.frame()).await.unwrap();
        heard.extend(said.unwrap().unwrap().into_data().unwrap());
    }
    assert_eq!(String::from_utf8_lossy(&heard), expected);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_thousand_streams_receive_every_event_while_other_requests_are_served() {
    let authority = Authority::new();
    // All clients are in one network here.
    let wide = |config: &mut EdgeConfig| {
        config.limits.network.requests = Budget::new(100_000, 100_000);
    };
    let routes = authority.table(1, &[&[MAIN]]);
    let news = broadcast::Sender::new(EVENTS);
    let world = World::with(routes, upstream(&news), in_process("control"), wide);
    let serving = Arc::new(world.serve_tls().await);
    let tls = Arc::new(authority.client(&["h2"]));
    let mut opening = JoinSet::new();
    for _ in 0..CONNECTIONS {
        let (serving, tls) = (Arc::clone(&serving), Arc::clone(&tls));
        opening.spawn(async move {
            let mut client = Client::over(connect(&serving, &tls, MAIN).await.unwrap()).await;
            let mut streams = Vec::with_capacity(STREAMS);
            for _ in 0..STREAMS {
                let mut stream = client.get(MAIN, "/api/live").await.unwrap().into_body();
                hears(&mut stream, "begun").await;
                streams.push(stream);
            }
            (client, streams)
        });
    }
    let mut audience = Vec::new();
    while let Some(opened) = opening.join_next().await {
        audience.push(opened.unwrap());
    }
    assert_eq!(audience.iter().map(|(_, streams)| streams.len()).sum::<usize>(), 10_000);
    for number in 0..EVENTS {
        assert_eq!(news.send(number).unwrap(), 10_000);
    }
    for stream in audience.iter_mut().flat_map(|(_, streams)| streams) {
        for number in 0..EVENTS {
            hears(stream, &number.to_string()).await;
        }
    }
    let mut other = Client::over(connect(&serving, &tls, MAIN).await.unwrap()).await;
    for _ in 0..OTHERS {
        let answer = tokio::time::timeout(PATIENCE, other.status(MAIN, "/api/me")).await.unwrap();
        assert_eq!(answer, 200);
    }
    // Streaming clients may send further requests over the same connections.
    for (client, _) in &mut audience {
        assert_eq!(client.status(MAIN, "/api/me").await, 200);
    }
    serving.shutdown.cancel();
    for stream in audience.iter_mut().flat_map(|(_, streams)| streams) {
        // The stream ends as if its upstream had finished.
        while let Some(end) = tokio::time::timeout(PATIENCE, stream.frame()).await.unwrap() {
            assert_eq!(end.unwrap().into_data().unwrap(), "");
        }
    }
}
