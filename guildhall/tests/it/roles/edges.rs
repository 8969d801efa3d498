//! What edges run, as staff see it.

use super::apart::{Behind, until};
use crate::kit::{Browser, PATIENCE, TestApp};
use chrono::TimeDelta;
use serde_json::{Value, json};
use std::time::Duration;

/// Waits until what staff read of the edges fits.
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
    let found = tokio::time::timeout(PATIENCE, looking).await;
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

    drop(edge);
    behind.app.clock.advance(TimeDelta::seconds(40));
    until_edges(&staff, |edges| edges["items"].as_array().unwrap().len() == 1).await;
}

#[tokio::test]
async fn only_staff_see_the_edges_and_let_them_drop_many_hosts() {
    let app = TestApp::open().await;
    let (member, staff) = (app.member("ada").await, app.staff("sam").await);
    member.get("/api/control/edges").await.expect(404);
    member.post("/api/control/edges/confirm-loss", json!({})).await.expect(404);
    let said = staff.post("/api/control/edges/confirm-loss", json!({})).await.expect(200);
    assert!(said.body["until"].is_string());
    let log = staff.get("/api/staff/audit?action=edges").await.expect(200);
    assert_eq!(log.body["items"][0]["action"], "edges.confirm-loss");
    app.clock.advance(TimeDelta::minutes(6));
    let stale = staff.post("/api/control/edges/confirm-loss", json!({})).await;
    assert_eq!((stale.status, &stale.body["code"]), (403, &json!("proof-required")));
}
