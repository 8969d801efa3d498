//! Requests for a hundred thousand unknown names (edge design, section 6 E). The edge answers them
//! from memory; neither the control plane nor the runtime is asked.

use crate::kit::{ASHCOMBE, MAIN, PATIENCE, World, table};
use crate::tls::kit::{Authority, connect};
use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge_router::{Feed, RouteSource, Upstream, follow};
use http::{Request, StatusCode};
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, ClientConnection};
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use wire::feed::SIGNATURE_HEADER;
use wire::{FeedAnswer, FeedKey, Resolution, RouteTable};

/// Number of requested names.
const NAMES: usize = 100_000;
/// Number of names that are requested over the network, each over its own connection.
const SHAKEN: usize = 6_000;
/// Maximum concurrent connections.
const AT_ONCE: usize = 64;
/// RFC 8446 section 6.2: `unrecognized_name`, fatal.
const ALERT: [u8; 7] = [0x15, 3, 3, 0, 2, 2, 0x70];

/// A name as scanners try them: below our domain, several levels below it, similar to a portal's,
/// or arbitrary.
fn name(number: usize) -> String {
    match number % 5 {
        0 => format!("x{number}.portals.example"),
        1 => format!("a.b{number}.guildhall.example"),
        2 => format!("ashcombe{number}.portals.example"),
        3 => format!("www.htwu.example.evil{number}.example"),
        _ => format!("host{number}.scanned.example"),
    }
}

/// A control plane that publishes one table and records every other request.
#[derive(Clone)]
struct Recording {
    routes: Arc<RouteTable>,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Recording {
    async fn answer(State(recording): State<Self>, request: Request<Body>) -> Response {
        let first = {
            let mut asked = recording.asked.lock().unwrap();
            asked.push(request.uri().to_string());
            asked.len() == 1
        };
        if !first {
            // A long poll without changes.
            std::future::pending::<()>().await;
        }
        let answer = serde_json::to_vec(&FeedAnswer::Whole(recording.routes)).unwrap();
        ([(SIGNATURE_HEADER, FeedKey::new([9; 32]).sign(&answer))], answer).into_response()
    }
}

/// An upstream that counts requests.
fn counting(count: &Arc<AtomicUsize>) -> Upstream {
    let count = count.clone();
    let answer = move || {
        count.fetch_add(1, Ordering::Relaxed);
        std::future::ready("counted")
    };
    Upstream::InProcess(Router::new().fallback(answer))
}

/// Sends a ClientHello for a name from a botnet address and reads the response.
async fn shake(config: Arc<ClientConfig>, edge: SocketAddr, number: usize) -> Vec<u8> {
    let server = ServerName::try_from(name(number)).unwrap();
    let mut hello = Vec::new();
    ClientConnection::new(config, server).unwrap().write_tls(&mut hello).unwrap();
    // A new network for every sixteen names, so that rate limits do not apply.
    let [high, low] = u16::try_from(number / 16 + 256).unwrap().to_be_bytes();
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind((Ipv4Addr::new(127, high, low, 1), 0).into()).unwrap();
    let mut stream = socket.connect(edge).await.unwrap();
    stream.write_all(&hello).await.unwrap();
    let mut answer = Vec::new();
    tokio::time::timeout(PATIENCE, stream.read_to_end(&mut answer)).await.unwrap().unwrap();
    answer
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[expect(clippy::print_stdout, reason = "the printed figures are recorded")]
async fn unknown_names_are_answered_without_requests_to_other_roles() {
    let authority = Authority::new();
    let sent = Arc::new(AtomicUsize::new(0));
    let world = World::with(table(1), counting(&sent), counting(&sent), |_| {});
    let routes = Arc::new(authority.table(2, &[&[MAIN, "*.portals.example"]]));
    let recording = Recording { routes, asked: Arc::default() };
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    let app = Router::new().fallback(Recording::answer).with_state(recording.clone());
    tokio::spawn(async move { axum::serve(listener, app).await });
    let feed = Feed::new(&base, "feed-token", FeedKey::new([9; 32])).unwrap();
    let stop = CancellationToken::new();
    let source = RouteSource::Http(Box::new(feed));
    tokio::spawn(follow(world.table.clone(), source, None, stop.clone()));
    let following = async {
        while recording.asked.lock().unwrap().len() < 2 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, following).await.unwrap();

    let begun = Instant::now();
    let known = world.table.active_routes().unwrap();
    for number in 0..NAMES {
        assert!(matches!(known.resolve(&name(number)), Ok(Resolution::Unknown)), "{number}");
    }
    let resolved = begun.elapsed();

    let serving = world.serve_tls().await;
    let config = Arc::new(authority.client(&["h2", "http/1.1"]));
    let mut shaking = JoinSet::new();
    for number in 0..SHAKEN {
        if shaking.len() == AT_ONCE {
            assert_eq!(shaking.join_next().await.unwrap().unwrap(), ALERT);
        }
        shaking.spawn(shake(config.clone(), serving.address, number));
    }
    while let Some(told) = shaking.join_next().await {
        assert_eq!(told.unwrap(), ALERT);
    }
    for number in 0..100 {
        let told = world.get(&name(number), "/").await;
        assert_eq!(told.status, StatusCode::MISDIRECTED_REQUEST, "{number}");
    }
    // Members connect throughout the attack.
    connect(&serving, &authority.client(&["h2"]), ASHCOMBE).await.unwrap();
    println!(
        "{NAMES} unknown names resolved in {resolved:?}, {SHAKEN} of them shaken off over TLS in {:?}",
        begun.elapsed() - resolved
    );
    let asked = recording.asked.lock().unwrap().clone();
    assert_eq!(asked.len(), 2, "its long poll, and nothing else: {asked:?}");
    assert_eq!(sent.load(Ordering::Relaxed), 0, "no upstream is called");
    stop.cancel();
}
