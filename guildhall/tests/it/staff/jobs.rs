//! The jobs page of administrators, and the health of the workers.

use crate::kit::TestApp;
use insta::assert_snapshot;
use serde_json::{Value, json};

/// Inserts a job that failed permanently. Returns its id.
async fn failed_job(app: &TestApp, kind: &str) -> String {
    let id = uuid::Uuid::now_v7();
    let sql = "INSERT INTO jobs (id, kind, payload, state, run_at, attempts, max_attempts, \
        last_error, created_at, finished_at) \
        VALUES ($1, $2, $3, 'failed', $4, 20, 20, 'the server refused it', $4, $4)";
    let secret = json!({ "to": "bob@example.org" });
    let values = vec![id.into(), kind.into(), secret.into(), app.clock.now().into()];
    app.sql(sql, values).await;
    id.simple().to_string()
}

#[tokio::test]
async fn failed_jobs_are_listed_with_their_reason_and_run_again() {
    let app = TestApp::open().await;
    let admin = app.staff("ada").await;
    let id = failed_job(&app, "probe.first").await;
    app.clock.advance_by(chrono::Duration::seconds(1));
    failed_job(&app, "probe.second").await;
    let failed = admin.get("/api/staff/jobs?state=failed").await.expect(200);
    let kinds: Vec<_> = failed.items().iter().map(|job| job["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["probe.first", "probe.second"]);
    assert_eq!(failed.items()[0]["lastError"], "the server refused it");
    assert!(!failed.text.contains("bob@example.org"), "payloads are never shown");
    let of_kind = admin.get("/api/staff/jobs?kind=probe.second").await.expect(200);
    assert_eq!(of_kind.items().len(), 1);
    let first = admin.get("/api/staff/jobs?state=failed&limit=1").await.expect(200);
    let cursor = first.body["nextCursor"].as_str().unwrap();
    let next =
        admin.get(&format!("/api/staff/jobs?state=failed&cursor={cursor}")).await.expect(200);
    assert_eq!(next.items()[0]["kind"], "probe.second");

    let retry = format!("/api/staff/jobs/{id}/retry");
    let done = admin.post(&retry, json!({ "reason": "Mail is back" })).await.expect(200);
    assert_eq!((&done.body["state"], &done.body["attempts"]), (&json!("waiting"), &json!(0)));
    assert_snapshot!(admin.post(&retry, json!({})).await, @"409 Only a job that failed can be run again.");
    assert_eq!(
        admin.post(&format!("/api/staff/jobs/{}/retry", "0".repeat(32)), json!({})).await.status,
        404
    );
    let queued = admin.get("/api/staff/jobs?state=queued&kind=probe.first").await.expect(200);
    assert_eq!(queued.items().len(), 1);
    let log = admin.get("/api/staff/audit?action=jobs.retry").await.expect(200);
    let [entry] = &log.items()[..] else { panic!("{log}") };
    assert_eq!(
        (&entry["actorName"], &entry["reason"]),
        (&json!("Ada Tester"), &json!("Mail is back"))
    );
    app.delete_all_rows("jobs").await;
}

#[tokio::test]
async fn workers_report_their_heartbeat_and_the_queue_its_length() {
    let app = TestApp::open().await;
    let admin = app.staff("ada").await;
    failed_job(&app, "probe.first").await;
    let now = app.clock.now();
    for (id, seen) in [("alive", now), ("silent", now - chrono::Duration::minutes(5))] {
        let sql = "INSERT INTO workers (id, host, started_at, last_seen_at, completed_jobs) \
            VALUES ($1, 'machine', $2, $2, 3)";
        app.sql(sql, vec![id.into(), seen.into()]).await;
    }
    let read = admin.get("/api/staff/workers").await.expect(200);
    let alive = |id: &str| {
        let workers = read.body["workers"].as_array().unwrap();
        workers.iter().find(|worker| worker["id"] == id).map(|worker| worker["isAlive"].clone())
    };
    assert_eq!((alive("alive"), alive("silent")), (Some(json!(true)), Some(json!(false))));
    assert_eq!(read.body["queue"]["failed"], 1);
    assert!(read.body["kinds"].as_array().unwrap().contains(&json!("probe.first")));
    assert_ne!(read.body["queue"]["due"], Value::Null);
    app.delete_all_rows("jobs").await;
}
