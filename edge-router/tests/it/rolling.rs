//! Rolling replacement of two edges under five hundred requests a second and with open WebSockets
//! (edge design, test J): no request is lost, and every WebSocket gets close code 1001.

use crate::conformance::websockets::{GOING_AWAY, echo, open, rest};
use crate::kit::{MAIN, PATIENCE, Serving, World, in_process};
use crate::tls::kit::{Authority, Client, connect, text};
use axum::Router;
use axum::routing::{any, get};
use edge_router::{EdgeConfig, Upstream};
use std::error::Error;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::MissedTickBehavior;
use tokio_util::sync::CancellationToken;

const SOCKETS: usize = 50;
/// Concurrent clients; together they send five hundred requests a second on an idle machine.
const ASKING: usize = 20;
const PACE: Duration = Duration::from_millis(40);
/// Additional clients of a slow path.
const ASKING_SLOWLY: usize = 4;
const NOTICE: Duration = Duration::from_millis(1_200);
const SPREAD: Duration = Duration::from_millis(800);

/// Edges behind a balancer: those that are ready.
#[derive(Clone)]
struct Fleet {
    authority: Arc<Authority>,
    ready: Arc<Mutex<Vec<Arc<Serving>>>>,
    turn: Arc<AtomicUsize>,
}

impl Fleet {
    /// Starts one more edge, ready.
    async fn add(&self) -> (World, Arc<Serving>) {
        let runtime = Router::new()
            .route("/api/socket", any(echo))
            .route("/api/slow", get(slow))
            .fallback(any(|| std::future::ready("quick")));
        let adjust = |config: &mut EdgeConfig| {
            config.drain.notice_delay = NOTICE;
            config.drain.stream_end_spread = SPREAD;
            config.drain.finish = PATIENCE;
        };
        let routes = self.authority.table(1, &[&[MAIN]]);
        let world = World::with(routes, Upstream::InProcess(runtime), in_process("c"), adjust);
        let serving = Arc::new(world.serve_tls().await);
        self.ready.lock().unwrap().push(Arc::clone(&serving));
        (world, serving)
    }

    /// Next edge in round-robin order.
    fn next(&self) -> Arc<Serving> {
        let ready = self.ready.lock().unwrap();
        Arc::clone(&ready[self.turn.fetch_add(1, Ordering::Relaxed) % ready.len()])
    }

    /// The balancer stops using the edge some time after it has become not ready.
    async fn leave(&self, world: &World, edge: &Arc<Serving>) {
        edge.shutdown.cancel();
        while world.get(MAIN, "/readyz").await.status == 200 {
            tokio::task::yield_now().await;
        }
        tokio::time::sleep(NOTICE / 4).await;
        self.ready.lock().unwrap().retain(|one| !Arc::ptr_eq(one, edge));
    }
}

async fn slow() -> &'static str {
    tokio::time::sleep(Duration::from_millis(150)).await;
    "slow"
}

#[derive(Default)]
struct Told {
    answered: AtomicUsize,
    lost: Mutex<Vec<String>>,
    going_away: Mutex<Vec<Instant>>,
    sockets_lost: AtomicUsize,
    sockets_open: AtomicUsize,
}

/// Returns whether the request was not processed, so that a browser retries it. It was never sent
/// because the connection had announced its end, or GOAWAY named an earlier request as the last one
/// (RFC 9113 section 6.8).
fn was_left_alone(error: &hyper::Error) -> bool {
    let told = error.source().and_then(|cause| cause.downcast_ref::<h2::Error>());
    let is_beyond = |told: &h2::Error| {
        told.is_go_away() && told.is_remote() && told.reason() == Some(h2::Reason::NO_ERROR)
    };
    error.is_canceled() || error.is_closed() || told.is_some_and(is_beyond)
}

/// Sends requests over one connection as long as it lasts, and then over another.
async fn ask(fleet: Fleet, told: Arc<Told>, stop: CancellationToken, number: usize) {
    let alpn = if number.is_multiple_of(2) { "h2" } else { "http/1.1" };
    let path = if number < ASKING { "/api/x" } else { "/api/slow" };
    let mut pace = tokio::time::interval(PACE);
    pace.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while !stop.is_cancelled() {
        let edge = fleet.next();
        let client = fleet.authority.client(&[alpn]);
        let Ok(stream) = connect(&edge, &client, MAIN).await else {
            // Nothing was sent; a balancer tries another edge if this one is shutting down.
            if edge.shutdown.is_cancelled() {
                continue;
            }
            told.lost.lock().unwrap().push("connect".to_owned());
            continue;
        };
        let mut client = Client::over(stream).await;
        while !stop.is_cancelled() {
            pace.tick().await;
            match client.get(MAIN, path).await {
                Ok(answer) if answer.status() == 200 => {
                    drop(text(answer).await);
                    told.answered.fetch_add(1, Ordering::Relaxed);
                }
                Ok(answer) => told.lost.lock().unwrap().push(answer.status().to_string()),
                Err(error) if was_left_alone(&error) => break,
                Err(error) => {
                    told.lost.lock().unwrap().push(format!("{alpn}: {error:?}"));
                    break;
                }
            }
        }
    }
}

/// Keeps a WebSocket open, and opens another when it gets close code 1001.
async fn hold(fleet: Fleet, told: Arc<Told>, stop: Arc<AtomicBool>, number: usize) {
    let alpn = if number.is_multiple_of(2) { "h2" } else { "http/1.1" };
    while !stop.load(Ordering::Relaxed) {
        let edge = fleet.next();
        if edge.shutdown.is_cancelled() {
            tokio::task::yield_now().await;
            continue;
        }
        let (_, socket) = open(&fleet.authority, &edge, alpn, "/api/socket").await;
        let Some(mut socket) = socket else {
            told.sockets_lost.fetch_add(1, Ordering::Relaxed);
            return;
        };
        told.sockets_open.fetch_add(1, Ordering::Relaxed);
        let mut goodbye = [0; 4];
        let read = socket.read_exact(&mut goodbye);
        let told_at_all = tokio::time::timeout(6 * PATIENCE, read).await.is_ok_and(|r| r.is_ok());
        told.sockets_open.fetch_sub(1, Ordering::Relaxed);
        if !told_at_all || goodbye != GOING_AWAY {
            told.sockets_lost.fetch_add(1, Ordering::Relaxed);
            return;
        }
        told.going_away.lock().unwrap().push(Instant::now());
        socket.write_all(&[0x88, 0x80, 0, 0, 0, 0]).await.unwrap();
        let _ = socket.shutdown().await;
        assert_eq!(rest(&mut socket).await, b"", "nothing after a close frame");
    }
}

async fn until_all_are_open(told: &Told) {
    let all = async {
        while told.sockets_open.load(Ordering::Relaxed) < SOCKETS {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(PATIENCE, all).await.unwrap();
}

#[tokio::test]
#[expect(clippy::print_stdout, reason = "the printed figures are recorded")]
async fn rolling_replacement_loses_no_request_and_closes_websockets_with_1001() {
    let authority = Arc::new(Authority::new());
    let fleet = Fleet { authority, ready: Arc::default(), turn: Arc::default() };
    let old = [fleet.add().await, fleet.add().await];
    let (told, stop) = (Arc::new(Told::default()), CancellationToken::new());
    let begun = Instant::now();
    let asking: Vec<_> = (0..ASKING + ASKING_SLOWLY)
        .map(|number| tokio::spawn(ask(fleet.clone(), Arc::clone(&told), stop.clone(), number)))
        .collect();
    let enough = Arc::new(AtomicBool::new(false));
    let holding: Vec<_> = (0..SOCKETS)
        .map(|n| tokio::spawn(hold(fleet.clone(), Arc::clone(&told), Arc::clone(&enough), n)))
        .collect();
    until_all_are_open(&told).await;
    let mut new = Vec::new();
    for (world, edge) in old {
        let before = told.going_away.lock().unwrap().len();
        new.push(fleet.add().await);
        fleet.leave(&world, &edge).await;
        let edge = Arc::clone(&edge);
        let left = async {
            while !edge.done.is_finished() {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(PATIENCE, left).await.unwrap();
        until_all_are_open(&told).await;
        let away = told.going_away.lock().unwrap()[before..].to_vec();
        assert!(away.len() >= SOCKETS / 4, "{} were told", away.len());
        let over = *away.iter().max().unwrap() - *away.iter().min().unwrap();
        assert!(over >= SPREAD / 4, "{} within {over:?}", away.len());
    }
    enough.store(true, Ordering::Relaxed);
    stop.cancel();
    for one in asking {
        tokio::time::timeout(PATIENCE, one).await.unwrap().unwrap();
    }
    let took = begun.elapsed();
    for (world, edge) in &new {
        fleet.leave(world, edge).await;
    }
    for one in holding {
        tokio::time::timeout(PATIENCE, one).await.unwrap().unwrap();
    }
    let lost = told.lost.lock().unwrap().clone();
    let answered = told.answered.load(Ordering::Relaxed);
    assert!(lost.is_empty(), "{} of {answered} lost: {lost:?}", lost.len());
    assert!(answered > 500, "{answered}");
    assert_eq!(told.sockets_lost.load(Ordering::Relaxed), 0);
    let away = told.going_away.lock().unwrap().len();
    assert!(away >= 2 * SOCKETS, "each was told when its edge left: {away}");
    let a_second = answered * 1_000 / usize::try_from(took.as_millis()).unwrap();
    println!(
        "{answered} requests, {a_second} a second, 0 lost; {away} WebSockets were told to come back"
    );
    for (_, edge) in new {
        let edge = Arc::into_inner(edge).unwrap();
        let drained = tokio::time::timeout(PATIENCE, edge.done).await.unwrap().unwrap();
        assert_eq!(drained.aborted, 0);
    }
}
