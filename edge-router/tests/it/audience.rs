//! Ten thousand who listen to events at one edge (security design, A-23), and others who ask meanwhile.

use crate::kit::{MAIN, PATIENCE, World, in_process};
use crate::tls::kit::{Authority, Client, connect};
use edge_router::{Budget, EdgeConfig};
use http_body_util::BodyExt;
use hyper::body::Incoming;
use std::sync::Arc;
use tokio::task::JoinSet;

const CONNECTIONS: usize = 80;
const STREAMS: usize = 125;
const OTHERS: usize = 200;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_thousand_streams_are_held_and_others_are_answered_meanwhile() {
    let authority = Authority::new();
    // All of them are one network here.
    let wide = |config: &mut EdgeConfig| {
        config.limits.network.requests = Budget::new(100_000, 100_000);
    };
    let routes = authority.table(1, &[&[MAIN]]);
    let world = World::with(routes, in_process("runtime"), in_process("control"), wide);
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
                first_of(&mut stream).await;
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
    let mut other = Client::over(connect(&serving, &tls, MAIN).await.unwrap()).await;
    for _ in 0..OTHERS {
        let answer = tokio::time::timeout(PATIENCE, other.status(MAIN, "/api/me")).await.unwrap();
        assert_eq!(answer, 200);
    }
    // Those who listen may ask over the same connections.
    for (client, _) in &mut audience {
        assert_eq!(client.status(MAIN, "/api/me").await, 200);
    }
    serving.shutdown.cancel();
    for (_, streams) in &mut audience {
        for stream in streams {
            // It ends as if its upstream had finished.
            while let Some(said) = tokio::time::timeout(PATIENCE, stream.frame()).await.unwrap() {
                assert!(said.unwrap().is_data());
            }
        }
    }
}

async fn first_of(stream: &mut Incoming) {
    let first = stream.frame().await.unwrap().unwrap().into_data().unwrap();
    assert!(first.starts_with(b"data: first"));
}
