//! Instances behind a host name, as those of a headless Service: new addresses are used, removed
//! ones are not, and an instance that announces its shutdown receives no new request.

use crate::kit::{MAIN, PATIENCE, World, in_process, table, upstream};
use axum::Router;
use axum::middleware::map_response;
use axum::response::Response;
use edge_router::{Resolver, Upstream, Upstreams};
use futures::FutureExt;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use tokio_util::sync::{CancellationToken, DropGuard};
use wire::LEAVING_HEADER;

/// Time within which a new instance receives requests.
const USED_WITHIN: Duration = Duration::from_secs(5);

/// A name server whose answers the test changes.
#[derive(Clone, Default)]
struct Names {
    addresses: Arc<Mutex<Option<Vec<IpAddr>>>>,
    lookups: Arc<AtomicUsize>,
}

impl Names {
    fn set(&self, addresses: &[&str]) {
        let addresses = addresses.iter().map(|address| address.parse().unwrap()).collect();
        *self.addresses.lock().unwrap() = Some(addresses);
    }

    fn fail(&self) {
        *self.addresses.lock().unwrap() = None;
    }

    fn resolver(&self) -> Resolver {
        let names = self.clone();
        Arc::new(move |host, port| {
            assert_eq!(host, "runtimes.internal");
            names.lookups.fetch_add(1, Ordering::Relaxed);
            let addresses = names.addresses.lock().unwrap().clone();
            let found = addresses.ok_or_else(|| io::Error::other("the name server failed"));
            let found = found.map(|all| all.into_iter().map(|ip| (ip, port).into()).collect());
            futures::future::ready(found).boxed()
        })
    }
}

async fn listen(address: SocketAddr, role: Router) -> SocketAddr {
    let listener = TcpListener::bind(address).await.unwrap();
    let bound = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, role).await.unwrap() });
    bound
}

/// Starts instances `one`, `two` and `three` on one port of 127.0.0.1 to 127.0.0.3, and an edge that
/// knows only their name.
async fn edge_with_names() -> (World, Names, DropGuard) {
    let port = listen("127.0.0.1:0".parse().unwrap(), upstream("one")).await.port();
    listen(([127, 0, 0, 2], port).into(), upstream("two")).await;
    listen(([127, 0, 0, 3], port).into(), upstream("three")).await;
    let names = Names::default();
    names.set(&["127.0.0.1"]);
    let runtime = Upstream::http_upstream(&format!("http://runtimes.internal:{port}")).unwrap();
    let upstreams = Upstreams { runtime: runtime.clone(), control: in_process("control") };
    let stop = CancellationToken::new();
    tokio::spawn(upstreams.follow_names(names.resolver(), stop.clone()));
    let world = World::with(table(1), runtime, in_process("control"), |_| {});
    (world, names, stop.drop_guard())
}

/// Name of the instance that answers.
async fn answering(world: &World) -> String {
    let reply = world.get(MAIN, "/api/me").await;
    if reply.status == 200 {
        reply.json()["upstream"].as_str().unwrap().to_owned()
    } else {
        String::new()
    }
}

/// Waits until ten requests in a row are answered by these instances and no other.
async fn until_answered_by(world: &World, expected: &[&str]) {
    let waiting = async {
        loop {
            let mut seen = Vec::new();
            for _ in 0..10 {
                seen.push(answering(world).await);
            }
            let all_expected = seen.iter().all(|name| expected.contains(&name.as_str()));
            if all_expected && expected.iter().all(|name| seen.iter().any(|one| one == name)) {
                return;
            }
            // Stays below the network's rate limit.
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, waiting).await.unwrap();
}

#[tokio::test]
async fn new_address_of_a_name_receives_requests_within_five_seconds() {
    let (world, names, _stop) = edge_with_names().await;
    until_answered_by(&world, &["one"]).await;
    let added = Instant::now();
    names.set(&["127.0.0.2", "127.0.0.1"]);
    until_answered_by(&world, &["one", "two"]).await;
    assert!(added.elapsed() < USED_WITHIN, "{:?}", added.elapsed());
}

#[tokio::test]
async fn removed_address_of_a_name_receives_no_request() {
    let (world, names, _stop) = edge_with_names().await;
    names.set(&["127.0.0.1", "127.0.0.2"]);
    until_answered_by(&world, &["one", "two"]).await;
    names.set(&["127.0.0.3"]);
    until_answered_by(&world, &["three"]).await;
    for _ in 0..30 {
        assert_eq!(answering(&world).await, "three");
    }
}

#[tokio::test]
async fn failed_and_empty_lookups_keep_the_known_addresses() {
    let (world, names, _stop) = edge_with_names().await;
    until_answered_by(&world, &["one"]).await;
    for outage in [Names::fail, |names: &Names| names.set(&[])] {
        outage(&names);
        let before = names.lookups.load(Ordering::Relaxed);
        let looked_up = async {
            while names.lookups.load(Ordering::Relaxed) < before + 2 {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(PATIENCE, looked_up).await.unwrap();
        assert_eq!(answering(&world).await, "one");
    }
}

#[tokio::test]
async fn leaving_instance_receives_no_new_request_and_clients_do_not_see_the_announcement() {
    async fn announce(mut response: Response) -> Response {
        response.headers_mut().insert(LEAVING_HEADER, 30.into());
        response
    }
    let leaving = upstream("leaving").layer(map_response(announce));
    let one = listen("127.0.0.1:0".parse().unwrap(), leaving).await;
    let two = listen("127.0.0.1:0".parse().unwrap(), upstream("two")).await;
    let runtime = Upstream::http_upstream(&format!("http://{one},http://{two}")).unwrap();
    let world = World::with(table(1), runtime, in_process("control"), |_| {});
    let mut by_leaving = 0;
    for _ in 0..20 {
        let reply = world.get(MAIN, "/api/me").await;
        assert_eq!((reply.status.as_u16(), reply.header(LEAVING_HEADER)), (200, ""));
        by_leaving += usize::from(reply.json()["upstream"] == "leaving");
    }
    assert_eq!(by_leaving, 1, "only the request whose response announced it");
}

#[tokio::test]
async fn only_instance_still_receives_requests_while_it_is_leaving() {
    async fn announce(mut response: Response) -> Response {
        response.headers_mut().insert(LEAVING_HEADER, 30.into());
        response
    }
    let one = listen("127.0.0.1:0".parse().unwrap(), upstream("one").layer(map_response(announce)));
    let runtime = Upstream::http_upstream(&format!("http://{}", one.await)).unwrap();
    let world = World::with(table(1), runtime, in_process("control"), |_| {});
    for _ in 0..5 {
        assert_eq!(answering(&world).await, "one");
    }
}
