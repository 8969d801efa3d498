//! Tenants are created, get new certificates and are suspended, ten a second, at two edges in use
//! (edge design, test I): no connection is closed and no request is lost. The delay from commit to
//! activation is measured separately (`BENCH_ONLY_FEED`), and so is the table swap (`bench
//! edge-table`).

use crate::changes::published;
use crate::conformance::websockets::{Stream as Socket, echo, open};
use crate::kit::{MAIN, PATIENCE, Serving, World, in_process, portal};
use crate::tls::kit::{Authority, Client, connect, leaf, presented_certificate, text};
use axum::Router;
use axum::response::sse::{Event, Sse};
use axum::routing::{any, get};
use edge_router::{Budget, EdgeConfig, RouteSource, Upstream, follow};
use futures::stream::{self, Stream};
use http_body_util::BodyExt;
use rustls::ClientConfig;
use rustls::pki_types::CertificateDer;
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use wire::{PortalState, PublishedTable, RouteTable};

/// Portals that do not change; the client connections use them.
const QUIET: usize = 200;
const CONNECTIONS: usize = 64;
const SOCKETS: usize = 8;
const STREAMS: usize = 2;
/// Number of tenants that are created, that get a new certificate, and that are suspended.
const EACH: usize = 16;
const EVERY: Duration = Duration::from_millis(100);

/// Numbered events, one after another.
fn numbers() -> impl Stream<Item = Result<Event, Infallible>> {
    stream::unfold(0usize, |number| async move {
        tokio::time::sleep(EVERY / 4).await;
        Some((Ok(Event::default().data(number.to_string())), number + 1))
    })
}

fn role() -> Upstream {
    let role = Router::new()
        .route("/api/socket", any(echo))
        .route("/api/live", get(|| std::future::ready(Sse::new(numbers()))))
        .fallback(any(|| std::future::ready("there")));
    Upstream::InProcess(role)
}

/// A host of a portal on the platform, and one on a custom domain.
fn quiet(number: usize) -> String {
    format!("q{number}.portals.example")
}

fn own(number: usize) -> String {
    format!("www.tenant-{number}.example")
}

/// Counts of completed client operations during the changes.
#[derive(Default)]
struct Done {
    answers: AtomicUsize,
    messages: AtomicUsize,
    events: AtomicUsize,
}

/// Sends requests over one connection, which must stay open.
async fn ask(mut client: Client, host: String, done: Arc<Done>, stop: CancellationToken) {
    while !stop.is_cancelled() {
        let answer = client.get(&host, "/api/x").await.unwrap();
        assert_eq!((answer.status().as_u16(), text(answer).await.as_str()), (200, "there"));
        done.answers.fetch_add(1, Ordering::Relaxed);
        tokio::time::sleep(EVERY / 2).await;
    }
}

/// Sends messages over a WebSocket and reads their echoes.
async fn talk(mut socket: Box<dyn Socket>, done: Arc<Done>, stop: CancellationToken) {
    for number in (0..=u8::MAX).cycle() {
        if stop.is_cancelled() {
            return;
        }
        let (message, mut heard) = ([0x82, 1, number], [0; 3]);
        socket.write_all(&message).await.unwrap();
        tokio::time::timeout(PATIENCE, socket.read_exact(&mut heard)).await.unwrap().unwrap();
        assert_eq!(heard, message);
        done.messages.fetch_add(1, Ordering::Relaxed);
        tokio::time::sleep(EVERY / 2).await;
    }
}

/// Reads every event, exactly once and in order.
async fn listen(mut client: Client, done: Arc<Done>, stop: CancellationToken) {
    let mut events = client.get(MAIN, "/api/live").await.unwrap().into_body();
    let (mut heard, mut next) = (String::new(), 0);
    while !stop.is_cancelled() {
        let frame = tokio::time::timeout(PATIENCE, events.frame()).await.unwrap();
        let part = frame.unwrap().unwrap().into_data().unwrap();
        heard.push_str(std::str::from_utf8(&part).unwrap());
        while let Some((event, rest)) = heard.split_once("\n\n") {
            assert_eq!(event, format!("data: {next}"));
            (heard, next) = (rest.to_owned(), next + 1);
            done.events.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// Both edges, and their route source.
struct Fleet {
    authority: Authority,
    edges: Arc<Vec<(World, Serving)>>,
    routes: RouteTable,
    known: Arc<PublishedTable>,
    publish: watch::Sender<Option<Arc<PublishedTable>>>,
}

/// Expected response of an edge once a change is active.
struct Effect {
    host: String,
    leaf: CertificateDer<'static>,
    status: u16,
}

impl Fleet {
    async fn open() -> Self {
        let authority = Authority::new();
        let mut routes = authority.table(1, &[&[MAIN, "*.portals.example"]]);
        routes.portals.clear();
        let open =
            |name: String, host: &str| Arc::new(portal(&name, &format!("https://{host}"), &[host]));
        for number in 0..2 * EACH {
            routes.portals.push(open(format!("tenant-{number}"), &own(number)));
            routes.certificates.push(authority.issue(&[&own(number)]));
        }
        routes.portals.extend((0..QUIET).map(|n| open(format!("q{n}"), &quiet(n))));
        let known = Arc::new(published(&routes));
        let (publish, newest) = watch::channel(Some(known.clone()));
        let mut edges = Vec::new();
        for _ in 0..2 {
            let wide = |config: &mut EdgeConfig| {
                let (network, boundless) =
                    (&mut config.limits.network, Budget::new(1_000_000, 1_000_000));
                (network.requests, network.handshakes) = (boundless, boundless);
            };
            let world = World::with(routes.clone(), role(), in_process("control"), wide);
            let source = RouteSource::InProcess(newest.clone());
            tokio::spawn(follow(world.table.clone(), source, None, CancellationToken::new()));
            let serving = world.serve_tls().await;
            edges.push((world, serving));
        }
        Self { authority, edges: Arc::new(edges), routes, known, publish }
    }

    fn edge(&self, number: usize) -> &Serving {
        &self.edges[number % self.edges.len()].1
    }

    async fn client(&self, number: usize, host: &str) -> Client {
        let config = self.authority.client(&[alpn(number)]);
        Client::over(connect(self.edge(number), &config, host).await.unwrap()).await
    }

    /// Creates a tenant with a custom domain, renews another's certificate, suspends a third.
    /// Returns the time until both edges have applied it.
    fn change(&mut self, number: usize) -> impl Future<Output = Duration> + use<> {
        let (nth, mut status) = (number / 3, 200);
        let tenant = [2 * EACH + nth, nth, EACH + nth][number % 3];
        let host = own(tenant);
        match number % 3 {
            0 => {
                let new = portal(&format!("tenant-{tenant}"), &format!("https://{host}"), &[&host]);
                self.routes.portals.push(Arc::new(new));
                self.routes.certificates.push(self.authority.issue(&[&host]));
            }
            1 => self.routes.certificates[tenant + 1] = self.authority.issue(&[&host]),
            _ => {
                Arc::make_mut(&mut self.routes.portals[tenant]).state = PortalState::Suspended;
                status = 503;
            }
        }
        self.routes.version += 1;
        let leaf = leaf(&self.routes.certificates[tenant + 1]);
        let begun = Instant::now();
        self.known = Arc::new(self.known.next(Arc::new(self.routes.clone())));
        self.publish.send_replace(Some(self.known.clone()));
        let (edges, client) = (self.edges.clone(), self.authority.client(&["h2"]));
        async move {
            let seen = see(&edges, &client, Effect { host, leaf, status });
            tokio::time::timeout(PATIENCE, seen).await.unwrap();
            begun.elapsed()
        }
    }
}

/// Waits until every edge shows an effect.
async fn see(edges: &[(World, Serving)], client: &ClientConfig, effect: Effect) {
    let Effect { host, leaf, status } = effect;
    for (_, edge) in edges {
        loop {
            if let Ok(stream) = connect(edge, client, &host).await
                && presented_certificate(&stream) == leaf
                && Client::over(stream).await.status(&host, "/").await == status
            {
                break;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

fn alpn(number: usize) -> &'static str {
    if (number / 2).is_multiple_of(2) { "h2" } else { "http/1.1" }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[expect(clippy::print_stdout, reason = "the printed figures are recorded")]
async fn tenant_changes_close_no_connection() {
    let mut fleet = Fleet::open().await;
    let (done, stop) = (Arc::new(Done::default()), CancellationToken::new());
    let mut busy = JoinSet::new();
    for number in 0..CONNECTIONS {
        let host = quiet(number);
        let client = fleet.client(number, &host).await;
        busy.spawn(ask(client, host, done.clone(), stop.clone()));
    }
    for number in 0..SOCKETS {
        let edge = fleet.edge(number);
        let opened = open(&fleet.authority, edge, alpn(number), "/api/socket").await;
        busy.spawn(talk(opened.1.unwrap(), done.clone(), stop.clone()));
    }
    for number in 0..STREAMS {
        let client = fleet.client(number, MAIN).await;
        busy.spawn(listen(client, done.clone(), stop.clone()));
    }
    let (mut turn, mut changes) = (tokio::time::interval(EVERY), JoinSet::new());
    for number in 0..3 * EACH {
        turn.tick().await;
        changes.spawn(fleet.change(number));
        assert!(busy.try_join_next().is_none(), "one has ended after {number} changes");
    }
    let mut took = changes.join_all().await;
    stop.cancel();
    assert_eq!(busy.len(), CONNECTIONS + SOCKETS + STREAMS);
    while let Some(one) = busy.join_next().await {
        one.unwrap();
    }
    took.sort_unstable();
    let of = |count: &AtomicUsize| count.load(Ordering::Relaxed);
    let (answers, messages, events) = (of(&done.answers), of(&done.messages), of(&done.events));
    assert!(answers >= CONNECTIONS && messages >= SOCKETS && events >= STREAMS);
    println!(
        "{} changes among {QUIET} portals, in force at both edges after {:?} (half of them) and {:?} \
         (all); meanwhile {answers} answers, {messages} messages, {events} events, none lost",
        took.len(),
        took[took.len() / 2],
        took[took.len() - 1],
    );
}
