//! Recovery of PostgreSQL to a point in time, in the order of docs/operations/backup.md.

use crate::drill::{STORED, Writers, missing};
use crate::kit::{FOR_MANY, TestApp, WAIT_TIMEOUT};
use crate::private_postgres::PrivatePostgres;
use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, Statement};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

/// First value of the first row.
async fn value(connection: &DatabaseConnection, sql: &str) -> String {
    let statement = Statement::from_string(DbBackend::Postgres, sql);
    let row = connection.query_one_raw(statement).await.unwrap().unwrap();
    row.try_get_by_index(0).unwrap()
}

async fn codes(connection: &DatabaseConnection) -> Vec<String> {
    let statement = Statement::from_string(DbBackend::Postgres, STORED);
    let rows = connection.query_all_raw(statement).await.unwrap();
    rows.iter().map(|row| row.try_get_by_index(0).unwrap()).collect()
}

/// Completes the present log segment and waits until it is archived.
async fn archive_all(connection: &DatabaseConnection) {
    let last = value(connection, "SELECT pg_walfile_name(pg_switch_wal())").await;
    let archived = format!("SELECT (last_archived_wal >= '{last}')::text FROM pg_stat_archiver");
    let archiving = async {
        while value(connection, &archived).await != "true" {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(WAIT_TIMEOUT, archiving).await.expect("the log is archived");
}

#[expect(clippy::print_stdout, reason = "a run by hand says what it has seen")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn recovered_server_has_every_write_acknowledged_before_the_target() {
    let mut server = PrivatePostgres::start_archiving().await;
    let app = TestApp::open_with(&[FOR_MANY, ("database.url", &server.url())]).await;
    let app = Arc::new(app);
    let ada = app.member("ada").await;
    let writers = Writers::start(&app);
    server.base_backup().await;
    let before = writers.cut().await;
    let administrator = sea_orm::Database::connect(server.url()).await.unwrap();
    let target = value(&administrator, "SELECT clock_timestamp()::text").await;
    let cut = writers.acknowledged();
    writers.until_acknowledged(cut + 100).await;
    let written = writers.stop().await;
    app.invite_code("AFTER-THE-TARGET", None).await;
    archive_all(&administrator).await;
    administrator.close().await.unwrap();
    app.stop().await;
    server.crash().await;
    let begun = std::time::Instant::now();
    server.recover(&target).await;
    let took = begun.elapsed();

    let administrator = sea_orm::Database::connect(server.url()).await.unwrap();
    let promoted = async {
        while value(&administrator, "SELECT pg_is_in_recovery()::text").await == "true" {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(WAIT_TIMEOUT, promoted).await.expect("the server is promoted");
    let stored = codes(&administrator).await;
    assert_eq!(missing(&before, &stored), Vec::<&String>::new());
    let later = "SELECT COUNT(*)::text FROM invite_codes WHERE code = 'AFTER-THE-TARGET'";
    assert_eq!(value(&administrator, later).await, "0");
    println!(
        "{} writes acknowledged before the target, {} recovered, {written} in all; {took:?}",
        before.len(),
        stored.len()
    );

    let mut program = Command::new(env!("CARGO_BIN_EXE_guildhall"));
    for (name, value) in app.settings() {
        program.arg("--set").arg(format!("{name}={value}"));
    }
    let said = program.args(["routes", "restored"]).output().unwrap();
    assert!(said.status.success(), "{said:?}");
    let recovered = app.second_instance_with(&[FOR_MANY, ("database.url", &server.url())]).await;
    let ada = ada.connected_like(&recovered.browser());
    assert_eq!(ada.get("/api/me").await.expect(200).body["email"], "ada@people.example");
    recovered.sign_in(&recovered.browser(), "localhost", "ada").await;
}
