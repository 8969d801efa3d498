//! How tables reach the edge, and what it does without them.

use crate::kit::table;
use axum::Router;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use edge_router::{Feed, Source, Table, follow};
use http::header::AUTHORIZATION;
use http::{HeaderMap, StatusCode};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use wire::RouteTable;

const PATIENCE: Duration = Duration::from_secs(20);

async fn until_version(table: &Table, version: u64) {
    let reached = async {
        while table.current().map(|table| table.version) != Some(version) {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(PATIENCE, reached).await.unwrap();
}

fn start(source: Source, file: Option<&std::path::Path>) -> (Table, CancellationToken) {
    let (table, stop) = (Table::new(), CancellationToken::new());
    let file = file.map(std::path::Path::to_owned);
    tokio::spawn(follow(table.clone(), source, file, stop.clone()));
    (table, stop)
}

#[tokio::test]
async fn a_table_in_process_is_in_force_at_once() {
    let (publish, receiver) = watch::channel(None);
    let (held, _stop) = start(Source::InProcess(receiver), None);
    assert!(held.current().is_none());
    publish.send_replace(Some(Arc::new(table(1))));
    tokio::time::timeout(PATIENCE, held.known()).await.unwrap();
    assert_eq!(held.current().unwrap().version, 1);
    publish.send_replace(Some(Arc::new(table(2))));
    until_version(&held, 2).await;
}

#[tokio::test]
async fn an_older_table_and_an_unusable_one_change_nothing() {
    let held = Table::new();
    held.apply(Arc::new(table(5))).unwrap();
    assert!(held.apply(Arc::new(table(4))).is_err());
    let mut broken = table(6);
    broken.main.origin = "https://guildhall.example/path".to_owned();
    assert!(held.apply(Arc::new(broken)).is_err());
    let mut half = table(6);
    half.portals[0].origin = "javascript:alert(1)".to_owned();
    assert_eq!(held.apply(Arc::new(half)).unwrap().portals.len(), 2);
    assert_eq!(held.current().unwrap().version, 6);
}

#[tokio::test]
async fn the_last_good_table_outlives_the_control_plane() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("edge").join("routes.json");
    let (publish, receiver) = watch::channel(Some(Arc::new(table(7))));
    let (held, stop) = start(Source::InProcess(receiver), Some(&file));
    until_version(&held, 7).await;
    publish.send_replace(Some(Arc::new(table(8))));
    let written = async {
        loop {
            let bytes = std::fs::read(&file).unwrap_or_default();
            match serde_json::from_slice::<RouteTable>(&bytes) {
                Ok(kept) if kept.version == 8 => break,
                _ => tokio::time::sleep(Duration::from_millis(5)).await,
            }
        }
    };
    tokio::time::timeout(PATIENCE, written).await.unwrap();
    stop.cancel();

    let nobody = Feed::new("http://127.0.0.1:9", "token").unwrap();
    let (again, _stop) = start(Source::Http(Box::new(nobody)), Some(&file));
    until_version(&again, 8).await;
    assert_eq!(again.current().unwrap().portals.len(), 3);
}

#[tokio::test]
async fn a_live_source_overrules_what_was_remembered() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("routes.json");
    std::fs::write(&file, serde_json::to_vec(&table(40)).unwrap()).unwrap();
    let (publish, receiver) = watch::channel(None);
    let (held, _stop) = start(Source::InProcess(receiver), Some(&file));
    until_version(&held, 40).await;
    publish.send_replace(Some(Arc::new(table(3))));
    until_version(&held, 3).await;
}

#[tokio::test]
async fn a_damaged_memory_is_no_memory() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("routes.json");
    std::fs::write(&file, "{\"version\": 4").unwrap();
    let (_publish, receiver) = watch::channel(Some(Arc::new(table(1))));
    let (held, _stop) = start(Source::InProcess(receiver), Some(&file));
    until_version(&held, 1).await;
}

/// A control plane that fails its first poll, then answers as the real one does.
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
        Ok(Ok(version)) => axum::Json(table(*version)).into_response(),
        _ => StatusCode::NO_CONTENT.into_response(),
    }
}

#[tokio::test]
async fn the_feed_polls_on_through_errors_silence_and_changes() {
    let control = Arc::new(Control { newest: watch::Sender::new(3), polls: Mutex::default() });
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    let app = Router::new().route("/internal/routes", get(routes)).with_state(control.clone());
    tokio::spawn(async move { axum::serve(listener, app).await });

    let feed = Feed::new(&base, "feed-token").unwrap();
    let (held, _stop) = start(Source::Http(Box::new(feed)), None);
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
    assert_eq!(polls[..3], ["0", "0", "3"], "asked whole first, then for what came after");

    let stranger = Feed::new(&base, "another").unwrap();
    assert!(stranger.ask(0).await.unwrap_err().to_string().contains("401"));
    assert!(Feed::new("https://control.example", "t").is_err());
    assert!(Feed::new(&base, "line\nbreak").is_err());
}
