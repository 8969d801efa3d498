//! Delivery of route tables to the edge, and its behaviour without the control plane.

use crate::kit::{ASHCOMBE, MAIN, World, in_process, portal, table};
use crate::tls::kit::{Authority, Client, connect, leaf, presented_certificate};
use axum::Router;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use edge_router::{Feed, RouteSnapshotFile, RouteSource, Table, Upstreams, follow};
use http::header::AUTHORIZATION;
use http::{HeaderMap, StatusCode};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use wire::feed::SIGNATURE_HEADER;
use wire::{FeedAnswer, FeedKey, PublishedTable, RouteTable};

const PATIENCE: Duration = Duration::from_secs(20);

async fn until_version(table: &Table, version: u64) {
    let reached = async {
        while table.active_routes().map(|table| table.version) != Some(version) {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(PATIENCE, reached).await.unwrap();
}

fn memory(folder: &TempDir) -> RouteSnapshotFile {
    RouteSnapshotFile::new(folder.path().join("edge").join("routes.sealed"), [5; 32])
}

fn key() -> FeedKey {
    FeedKey::new([9; 32])
}

fn published(table: RouteTable) -> Option<Arc<PublishedTable>> {
    Some(Arc::new(PublishedTable::new(Arc::new(table))))
}

fn start(source: RouteSource, memory: Option<RouteSnapshotFile>) -> (Table, CancellationToken) {
    let (table, stop) = (Table::new(), CancellationToken::new());
    tokio::spawn(follow(table.clone(), source, memory, stop.clone()));
    (table, stop)
}

#[tokio::test]
async fn in_process_table_is_active_immediately() {
    let (publish, receiver) = watch::channel(None);
    let (held, _stop) = start(RouteSource::InProcess(receiver), None);
    assert!(held.active_routes().is_none());
    publish.send_replace(published(table(1)));
    tokio::time::timeout(PATIENCE, held.wait_until_active()).await.unwrap();
    assert_eq!(held.active_routes().unwrap().version, 1);
    publish.send_replace(published(table(2)));
    until_version(&held, 2).await;
}

#[tokio::test]
async fn ignores_older_and_invalid_tables() {
    let held = Table::new();
    held.apply(Arc::new(table(5))).unwrap();
    assert!(held.apply(Arc::new(table(4))).is_err());
    let mut broken = table(6);
    broken.main.origin = "https://guildhall.example/path".to_owned();
    assert!(held.apply(Arc::new(broken)).is_err());
    let mut half = table(6);
    Arc::make_mut(&mut half.portals[0]).origin = "javascript:alert(1)".to_owned();
    assert_eq!(held.apply(Arc::new(half)).unwrap().portals().len(), 2);
    assert_eq!(held.active_routes().unwrap().version, 6);
}

#[tokio::test]
async fn serves_the_last_table_without_the_control_plane() {
    let folder = tempfile::tempdir().unwrap();
    let kept = memory(&folder);
    let authority = Authority::new();
    let with_certificate = |version| authority.table(version, &[&[MAIN]]);
    let (publish, receiver) = watch::channel(published(with_certificate(7)));
    let (held, stop) = start(RouteSource::InProcess(receiver), Some(kept.clone()));
    until_version(&held, 7).await;
    let newest = with_certificate(8);
    publish.send_replace(published(newest.clone()));
    let written = async {
        while kept.read().unwrap().map(|kept| kept.version) != Some(8) {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(PATIENCE, written).await.unwrap();
    stop.cancel();
    let file = std::fs::read(folder.path().join("edge").join("routes.sealed")).unwrap();
    let text = String::from_utf8_lossy(&file);
    assert!(!text.contains("PRIVATE KEY") && !text.contains(MAIN), "the file is encrypted");

    let nobody = Feed::new("http://127.0.0.1:9", "token", key()).unwrap();
    let (again, _stop) = start(RouteSource::Http(Box::new(nobody)), Some(kept));
    until_version(&again, 8).await;
    assert_eq!(again.active_routes().unwrap().portals().len(), 3);
    let world = World::open();
    world.table.apply_snapshot(Arc::new(memory(&folder).read().unwrap().unwrap())).unwrap();
    let serving = world.serve_tls().await;
    let stream = connect(&serving, &authority.client(&["h2"]), MAIN).await.unwrap();
    assert_eq!(
        presented_certificate(&stream),
        leaf(&newest.certificates[0]),
        "with its certificates"
    );
}

/// The duration depends on the machine and the build: `bench edge-duel`.
#[tokio::test]
async fn edge_starts_from_a_snapshot_with_ten_thousand_hosts() {
    const TENANTS: usize = 10_000;
    let (folder, authority) = (tempfile::tempdir().unwrap(), Authority::new());
    let mut routes = authority.table(812, &[&[MAIN]]);
    routes.portals.clear();
    for number in 0..TENANTS {
        let host = format!("www.tenant-{number}.example");
        let portal = portal(&format!("tenant-{number}"), &format!("https://{host}"), &[&host]);
        routes.portals.push(Arc::new(portal));
        routes.certificates.push(authority.issue(&[&host]));
    }
    memory(&folder).write(&routes).unwrap();

    let nobody = Feed::new("http://127.0.0.1:9", "token", key()).unwrap();
    let (held, _stop) = start(RouteSource::Http(Box::new(nobody)), Some(memory(&folder)));
    tokio::time::timeout(PATIENCE, held.wait_until_active()).await.unwrap();
    let in_force = held.active_routes().unwrap();
    assert_eq!((in_force.version, in_force.portals().len()), (812, TENANTS));
    let upstreams = Upstreams { runtime: in_process("runtime"), control: in_process("control") };
    let serving = World::holding(held, upstreams, |_| {}).serve_tls().await;
    let last = routes.certificates.last().unwrap();
    let stream = connect(&serving, &authority.client(&["h2"]), &last.names[0]).await.unwrap();
    assert_eq!(presented_certificate(&stream), leaf(last));
    assert_eq!(Client::over(stream).await.status(&last.names[0], "/api/me").await, 200);
}

#[tokio::test]
async fn snapshot_equals_the_active_table() {
    let folder = tempfile::tempdir().unwrap();
    let authority = Authority::new();
    let good = authority.table(1, &[&[MAIN]]);
    let (publish, receiver) = watch::channel(published(good.clone()));
    let (held, _stop) = start(RouteSource::InProcess(receiver), Some(memory(&folder)));
    until_version(&held, 1).await;
    let mut bad = authority.table(2, &[&[ASHCOMBE]]);
    bad.certificates.push(authority.issue_for_years(&[MAIN], 2020..2021));
    publish.send_replace(published(bad));
    let written = async {
        loop {
            match memory(&folder).read().unwrap() {
                Some(kept) if kept.version == 2 => return kept,
                _ => tokio::time::sleep(Duration::from_millis(5)).await,
            }
        }
    };
    let kept = tokio::time::timeout(PATIENCE, written).await.unwrap();
    assert_eq!(kept.certificates.len(), 2);
    assert!(kept.certificates.contains(&good.certificates[0]), "the expired one is not stored");
}

#[tokio::test]
async fn live_source_replaces_the_snapshot() {
    let folder = tempfile::tempdir().unwrap();
    memory(&folder).write(&table(40)).unwrap();
    let (publish, receiver) = watch::channel(None);
    let (held, _stop) = start(RouteSource::InProcess(receiver), Some(memory(&folder)));
    until_version(&held, 40).await;
    publish.send_replace(published(table(3)));
    until_version(&held, 3).await;
}

#[tokio::test]
async fn rejects_a_modified_snapshot() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("edge").join("routes.sealed");
    memory(&folder).write(&table(40)).unwrap();
    let whole = std::fs::read(&path).unwrap();
    assert_eq!(memory(&folder).read().unwrap().unwrap().version, 40);
    let plain = serde_json::to_vec(&table(40)).unwrap();
    let mut flipped = whole.clone();
    flipped[whole.len() / 2] ^= 1;
    for damaged in [&whole[..whole.len() - 1], &whole[..10], &flipped, &plain, b""] {
        std::fs::write(&path, damaged).unwrap();
        let said = memory(&folder).read().unwrap_err().to_string();
        assert_eq!(said, "failed to decrypt the file");
    }
    std::fs::write(&path, &whole).unwrap();
    assert!(RouteSnapshotFile::new(path.clone(), [6; 32]).read().is_err(), "another key");
    assert!(memory(&folder).read().unwrap().is_some());

    std::fs::write(&path, &flipped).unwrap();
    let (_publish, receiver) = watch::channel(published(table(1)));
    let (held, _stop) = start(RouteSource::InProcess(receiver), Some(memory(&folder)));
    until_version(&held, 1).await;
}

#[tokio::test]
async fn rejects_a_table_that_removes_a_fifth_of_the_hosts_without_confirmation() {
    let crowd = |version, count: usize| {
        let mut routes = table(version);
        routes.portals = (0..count)
            .map(|n| portal(&format!("p{n}"), &format!("https://p{n}.portals.example"), &[]))
            .map(Arc::new)
            .collect();
        Arc::new(routes)
    };
    let held = Table::new();
    held.apply(crowd(1, 98)).unwrap();
    let lost = held.apply(crowd(2, 77)).err().unwrap().to_string();
    assert!(lost.starts_with("the table removes 21 of 100 hosts"), "{lost}");
    assert_eq!(held.active_routes().unwrap().version, 1, "the old one stays");
    held.apply(crowd(3, 78)).unwrap();
    let mut meant = RouteTable::clone(&crowd(4, 20));
    meant.bulk = true;
    held.apply(Arc::new(meant)).unwrap();
    held.apply(crowd(5, 11)).unwrap();
    assert!(held.apply(crowd(6, 0)).is_err(), "nothing but main is left");
    held.apply(crowd(7, 1)).unwrap();
    held.apply(crowd(8, 0)).unwrap();

    let recalled = Table::new();
    recalled.apply_snapshot(crowd(1, 98)).unwrap();
    assert!(recalled.apply(crowd(2, 3)).is_err(), "the snapshot counts as well");
}

/// A control plane that fails its first poll, and then answers normally.
struct Control {
    newest: watch::Sender<u64>,
    polls: Mutex<Vec<String>>,
}

async fn routes(
    State(control): State<Arc<Control>>,
    Query(query): Query<HashMap<String, String>>,
    headers: HeaderMap,
) -> Response {
    if headers.get(AUTHORIZATION).is_none_or(|value| value != "Bearer feed-token") {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    let after: u64 = query["after"].parse().unwrap();
    let nth = {
        let mut polls = control.polls.lock().unwrap();
        polls.push(query["after"].clone());
        polls.len()
    };
    if nth == 1 {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    }
    let mut newest = control.newest.subscribe();
    let newer = newest.wait_for(|version| *version > after);
    match tokio::time::timeout(Duration::from_millis(100), newer).await {
        Ok(Ok(version)) => {
            let answer = FeedAnswer::Whole(Arc::new(table(*version)));
            let answer = serde_json::to_vec(&answer).unwrap();
            ([(SIGNATURE_HEADER, key().sign(&answer))], answer).into_response()
        }
        _ => StatusCode::NO_CONTENT.into_response(),
    }
}

#[tokio::test]
async fn feed_keeps_polling_through_errors_and_timeouts() {
    let control = Arc::new(Control { newest: watch::Sender::new(3), polls: Mutex::default() });
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    let app = Router::new().route("/internal/routes", get(routes)).with_state(control.clone());
    tokio::spawn(async move { axum::serve(listener, app).await });

    let feed = Feed::new(&base, "feed-token", key()).unwrap();
    let (held, _stop) = start(RouteSource::Http(Box::new(feed)), None);
    until_version(&held, 3).await;
    let waited = async {
        while control.polls.lock().unwrap().len() < 4 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(PATIENCE, waited).await.unwrap();
    control.newest.send_replace(4);
    until_version(&held, 4).await;
    let polls = control.polls.lock().unwrap().clone();
    assert_eq!(polls[..3], ["0", "0", "3"], "the whole table first, then the changes");

    let stranger = Feed::new(&base, "another", key()).unwrap();
    assert!(stranger.poll(0, "").await.unwrap_err().to_string().contains("401"));
    assert!(Feed::new("https://control.example", "t", key()).is_err());
    assert!(Feed::new(&base, "line\nbreak", key()).is_err());
}

/// Simulates an attacker who has read the bearer token but does not have the signing key.
#[tokio::test]
async fn rejects_unsigned_feed_responses() {
    let answer = serde_json::to_vec(&FeedAnswer::Whole(Arc::new(table(3)))).unwrap();
    let signatures =
        [None, Some(FeedKey::new([8; 32]).sign(&answer)), Some(key().sign(b"another answer"))];
    for signature in signatures {
        let answer = answer.clone();
        let forged = move || async move {
            let mut response = answer.into_response();
            if let Some(signature) = signature {
                response.headers_mut().insert(SIGNATURE_HEADER, signature.parse().unwrap());
            }
            response
        };
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let app = Router::new().route("/internal/routes", get(forged));
        tokio::spawn(async move { axum::serve(listener, app).await });
        let feed = Feed::new(&base, "feed-token", key()).unwrap();
        let said = feed.poll(0, "").await.unwrap_err().to_string();
        assert_eq!(said, "the response is not signed by our control plane");
    }
}
