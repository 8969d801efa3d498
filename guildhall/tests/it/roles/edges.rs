//! Edge status as shown to staff.

use super::apart::{Behind, until};
use crate::kit::{Browser, TestApp, WAIT_TIMEOUT};
use chrono::TimeDelta;
use serde_json::{Value, json};
use std::time::Duration;
use wire::EdgeReport;

/// Waits until the staff view of the edges matches.
async fn until_edges(staff: &Browser, fits: impl Fn(&Value) -> bool) -> Value {
    let mut last = Value::Null;
    let looking = async {
        loop {
            last = staff.get("/api/control/edges").await.expect(200).body;
            if fits(&last) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    let found = tokio::time::timeout(WAIT_TIMEOUT, looking).await;
    found.unwrap_or_else(|_| panic!("{last}"));
    last
}

#[tokio::test]
async fn staff_see_every_edge_and_the_version_it_runs() {
    let behind = Behind::open().await;
    let staff = behind.app.staff("sam").await;
    let current = |edges: &Value| {
        let items = edges["items"].as_array().unwrap();
        items.len() == 2 && items.iter().all(|edge| edge["version"] == edges["version"])
    };
    let (browser, edge) = behind.edge().await;
    let before = until_edges(&staff, current).await;
    behind.app.portal("Oak House", "oak").await;
    let newer = |edges: &Value| edges["version"].as_i64() > before["version"].as_i64();
    let after = until_edges(&staff, |edges| newer(edges) && current(edges)).await;
    until(&browser, "oak.localhost", 200).await;
    for edge in after["items"].as_array().unwrap() {
        assert_eq!((&edge["lagMs"], &edge["degraded"]), (&json!(0), &json!(false)));
        assert_eq!(edge["hosts"], json!(2), "main and the portal");
        assert_eq!(edge["refused"], json!([]));
    }
    let names: Vec<_> = after["items"].as_array().unwrap().iter().map(|e| &e["name"]).collect();
    assert!(names.contains(&&json!("another")), "{names:?}");

    // It sends a final report, so it is not listed as missing.
    drop(edge);
    until_edges(&staff, |edges| edges["items"].as_array().unwrap().len() == 1).await;
}

#[tokio::test]
async fn missing_edge_is_listed_until_back_dismissed_or_a_day_old() {
    let app = TestApp::open().await;
    let staff = app.staff("sam").await;
    let edges = || async { staff.get("/api/control/edges").await.expect(200).body };
    let missed = |edges: &Value| {
        let items = edges["items"].as_array().unwrap().clone();
        let missed = items.into_iter().filter(|edge| !edge["lostSince"].is_null());
        let names = missed.map(|edge| edge["name"].as_str().unwrap().to_owned());
        // The instance's own edge uses the system clock.
        names.filter(|name| name.starts_with("edge-")).collect::<Vec<_>>()
    };
    for name in ["edge-1", "edge-2", "edge-3"] {
        said(&app, (name, name), 1, false).await;
    }
    assert_eq!(missed(&edges().await), Vec::<String>::new());
    let early = staff.post("/api/control/edges/edge-1/dismiss", json!({})).await;
    assert_eq!((early.status, &early.body["code"]), (409, &json!("edge-heard")));

    app.clock.advance_by(TimeDelta::seconds(40));
    let listed = edges().await;
    assert_eq!(missed(&listed).len(), 3, "{listed}");
    let last = listed["items"].as_array().unwrap().last().unwrap();
    assert_eq!(last["lostSince"], last["seenAt"]);

    // One edge reports again, another has replaced the second, and staff dismiss the third.
    said(&app, ("edge-1", "edge-1"), 1, false).await;
    said(&app, ("edge-2-again", "edge-2"), 1, false).await;
    assert_eq!(missed(&edges().await), ["edge-3"]);
    staff.post("/api/control/edges/edge-3/dismiss", json!({})).await.expect(204);
    staff.post("/api/control/edges/edge-3/dismiss", json!({})).await.expect(404);
    assert_eq!(missed(&edges().await), Vec::<String>::new());
    let log = staff.get("/api/staff/audit?action=edges").await.expect(200);
    assert_eq!(log.body["items"][0]["action"], "edges.dismiss");

    // An edge with a final report is not listed as missing.
    said(&app, ("edge-1", "edge-1"), 1, true).await;
    app.clock.advance_by(TimeDelta::hours(23));
    let staff = app.staff("stella").await;
    let listed = staff.get("/api/control/edges").await.expect(200).body;
    assert_eq!(missed(&listed), ["edge-2"]);
}

/// Stores a status report of an edge.
async fn said(app: &TestApp, (id, name): (&str, &str), version: u64, leaving: bool) {
    let report = EdgeReport {
        id: id.to_owned(),
        name: name.to_owned(),
        version,
        hash: String::new(),
        hosts: 1,
        refused: Vec::new(),
        table_refused: None,
        recalled: false,
        certificate_soonest_end: None,
        started_at: app.clock.now().timestamp(),
        leaving,
    };
    control_plane::edges::store_report(app.services(), report).await.unwrap();
}

#[tokio::test]
async fn validation_starts_only_after_an_edge_has_the_answer() {
    let app = TestApp::open_with(&[("certificates.challenge_propagation_ms", "100")]).await;
    // A version above that of the instance's own edge.
    let newest = 1_000;
    said(&app, ("edge-1", "edge-1"), 1, false).await;
    said(&app, ("edge-2", "edge-2"), 1, false).await;
    let mut waiting = guildhall::certificates::to_fleet(app.services().clone())(newest);
    let early = tokio::time::timeout(Duration::from_millis(500), &mut waiting).await;
    assert!(early.is_err(), "no edge has the answer yet");
    // The other edge may hang: after the timeout a single edge with the answer is enough.
    said(&app, ("edge-1", "edge-1"), newest, false).await;
    tokio::time::timeout(WAIT_TIMEOUT, waiting).await.expect("an edge has the answer");
}

#[tokio::test]
async fn only_staff_see_edges_and_confirm_host_removal() {
    let app = TestApp::open().await;
    let (member, staff) = (app.member("ada").await, app.staff("sam").await);
    assert_eq!(staff.get("/api/control/edges").await.body["ordersLeft"], json!([]), "no authority");
    member.get("/api/control/edges").await.expect(404);
    member.post("/api/control/edges/confirm-loss", json!({})).await.expect(404);
    let said = staff.post("/api/control/edges/confirm-loss", json!({})).await.expect(200);
    assert!(said.body["until"].is_string());
    let log = staff.get("/api/staff/audit?action=edges").await.expect(200);
    assert_eq!(log.body["items"][0]["action"], "edges.confirm-loss");
    app.clock.advance_by(TimeDelta::minutes(6));
    let stale = staff.post("/api/control/edges/confirm-loss", json!({})).await;
    assert_eq!((stale.status, &stale.body["code"]), (403, &json!("proof-required")));
}
