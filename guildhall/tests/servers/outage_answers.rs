//! The database stops, freezes or loses connections, and recovers.

use crate::kit::{Browser, Reply, TestApp, WAIT_TIMEOUT};
use crate::private_postgres::PrivatePostgres;
use futures::future::join_all;
use platform::telemetry::{BREAKER_OPENED, DATABASE_AVAILABLE, recorder};
use serde_json::json;
use std::time::{Duration, Instant};

/// Maximum response time while the database is unavailable.
const ANSWER_MAX: Duration = Duration::from_secs(2);
/// Maximum response time once the outage is known.
const REFUSAL_MAX: Duration = Duration::from_secs(1);
/// Paths served without the database.
const WITHOUT_DATABASE: [&str; 1] = ["/api/openapi.json"];

async fn timed(request: impl Future<Output = Reply>) -> (Reply, Duration) {
    let begun = Instant::now();
    let reply = request.await;
    (reply, begun.elapsed())
}

#[track_caller]
fn expect_unavailable((reply, took): &(Reply, Duration), what: &str) {
    assert_eq!(reply.status, 503, "{what}: {reply}");
    assert_eq!(reply.header("content-type"), "application/problem+json", "{what}");
    assert!(!reply.header("retry-after").is_empty(), "{what}: {reply}");
    assert!(*took < ANSWER_MAX, "{what} took {took:?}");
}

async fn until_answered(browser: &Browser, status: u16) {
    let asking = async {
        while browser.get("/api/me").await.status != status {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(WAIT_TIMEOUT, asking).await.expect("the database answers again");
}

/// Every operation of the API, with nil ids.
fn operations() -> Vec<(String, String)> {
    let document = serde_json::to_value(guildhall::openapi::api_document()).unwrap();
    let mut operations = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys().filter(|key| *key != "parameters") {
            let parts = path.split('/').map(|part| {
                if part.starts_with('{') { "019aa0c2d1d37b5a8c0f8a6b5f0e4d3c" } else { part }
            });
            operations.push((method.clone(), parts.collect::<Vec<_>>().join("/")));
        }
    }
    operations
}

async fn call(browser: &Browser, (method, path): &(String, String)) -> Reply {
    match method.as_str() {
        "get" => browser.get(path).await,
        "post" => browser.post(path, json!({})).await,
        "patch" => browser.patch(path, json!({})).await,
        "put" => browser.put(path, json!({})).await,
        "delete" => browser.delete(path).await,
        other => panic!("{other} {path}"),
    }
}

#[tokio::test]
async fn every_request_gets_503_within_two_seconds_while_postgres_is_stopped() {
    let metrics = recorder();
    let postgres = PrivatePostgres::start().await;
    let app = TestApp::open_with(&[("database.url", &postgres.url())]).await;
    let ada = app.member("ada").await;
    app.app.start_worker();
    let mut stream = ada.live().await;
    stream.until("hello").await;

    postgres.crash().await;
    // The first concurrent requests detect the outage.
    let first = join_all((0..30).map(|_| timed(ada.get("/api/me")))).await;
    first.iter().for_each(|reply| expect_unavailable(reply, "one of the first"));
    app.until_ready(503).await;
    let shown = metrics.render();
    for line in [format!("{BREAKER_OPENED} 1\n"), format!("{DATABASE_AVAILABLE} 0\n")] {
        assert!(shown.contains(&line), "{line} is not in {shown}");
    }
    let visitor = app.browser();
    for operation in operations() {
        let (method, path) = (&operation.0, &operation.1);
        if WITHOUT_DATABASE.contains(&path.as_str()) || path == "/api/live" {
            continue;
        }
        let what = format!("{method} {path}");
        expect_unavailable(&timed(call(&ada, &operation)).await, &what);
        // A visitor's request may be refused before it needs the database.
        let (reply, took) = timed(call(&visitor, &operation)).await;
        assert!(reply.status != 500 && took < ANSWER_MAX, "{what} took {took:?}: {reply}");
    }
    // Pages need no database.
    visitor.get("/").await.expect(200);

    postgres.restart().await;
    until_answered(&ada, 200).await;
    app.until_ready(200).await;
    // The open stream, the event relay and the worker continue.
    app.community(&ada, "Rowing", &[]).await;
    stream.until("community.created").await;
    let bert = app.newcomer("bert").await;
    let token = mailed(&app, "bert").await;
    bert.post("/api/identity/verification/confirm", json!({ "token": token })).await.expect(200);
}

/// Waits until the running worker has sent an email to this user.
async fn mailed(app: &TestApp, name: &str) -> String {
    let address = crate::kit::email(name);
    let waiting = async {
        loop {
            let mails = app.mails();
            let theirs = mails.iter().rev().filter(|mail| mail.to == address);
            if let Some(rest) = theirs.filter_map(|m| Some(m.text.split_once("token=")?.1)).next() {
                let is_part = |c: &char| c.is_ascii_alphanumeric() || "-_".contains(*c);
                return rest.chars().take_while(is_part).collect::<String>();
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(WAIT_TIMEOUT, waiting).await.expect("the worker sends the mail")
}

#[tokio::test]
async fn frozen_postgres_is_detected_within_two_seconds_and_used_again() {
    let postgres = PrivatePostgres::start().await;
    let app = TestApp::open_with(&[("database.url", &postgres.url())]).await;
    let ada = app.member("ada").await;
    postgres.freeze();
    let first = join_all((0..30).map(|_| timed(ada.get("/api/me")))).await;
    first.iter().for_each(|reply| expect_unavailable(reply, "one of the first"));
    for _ in 0..20 {
        let later = timed(ada.get("/api/me")).await;
        expect_unavailable(&later, "a later one");
        assert!(later.1 < REFUSAL_MAX, "{:?}", later.1);
    }
    postgres.thaw();
    until_answered(&ada, 200).await;
    join_all((0..30).map(|_| ada.get("/api/me"))).await.iter().for_each(|reply| {
        assert_eq!(reply.status, 200, "{reply}");
    });
}

#[tokio::test]
async fn killed_backend_and_slow_statement_do_not_affect_other_requests() {
    let app = TestApp::open_for_many().await;
    let ada = app.member("ada").await;
    let server = std::env::var("GUILDHALL_TEST_POSTGRES").unwrap();
    let database =
        app.settings().into_iter().rev().find(|(name, _)| name == "database.url").unwrap().1;
    let name = database.rsplit('/').next().unwrap().to_owned();
    let admin = sea_orm::Database::connect(&server).await.unwrap();
    let kill =
        format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'");
    sea_orm::ConnectionTrait::execute_unprepared(&admin, &kill).await.unwrap();
    // Requests on a killed connection fail once; all others succeed.
    let replies = join_all((0..40).map(|_| ada.get("/api/me"))).await;
    let failed = replies.iter().filter(|reply| reply.status != 200).count();
    assert!(failed <= 8, "{failed} of 40");
    assert!(replies.iter().all(|reply| [200, 503].contains(&reply.status)));
    assert_eq!(ada.get("/api/me").await.status, 200);

    let system = app.services().system("a slow statement of a test");
    #[derive(sea_orm::FromQueryResult)]
    struct Slept {}
    let sleeping = system.raw("SELECT CAST(pg_sleep(2) AS TEXT) AS slept", vec![]).one::<Slept>();
    let asking = async {
        for _ in 0..20 {
            tokio::time::sleep(Duration::from_millis(100)).await;
            assert_eq!(ada.get("/api/me").await.status, 200);
        }
    };
    let (slept, ()) = tokio::join!(sleeping, asking);
    assert!(slept.is_ok());
}
