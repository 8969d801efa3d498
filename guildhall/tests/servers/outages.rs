//! PostgreSQL fails while posts are written: connections break at every point of a transaction,
//! backends are terminated, the server crashes and restarts, a disk is full.

use crate::disk::SmallDisk;
use crate::kit::{FOR_MANY, TestApp};
use crate::ledger::{BEGIN_AT, reconnect_all, repeat, sign_out, throng, write_through_faults};
use crate::load_fixture::LoadFixture;
use crate::private_postgres::PrivatePostgres;
use crate::wire_cutter::{Moment, WireCutter};
use sea_orm::{ConnectOptions, ConnectionTrait, Database};
use std::cell::RefCell;

/// Number of posts sent during each fault.
const MEETING: usize = 10;
/// Acknowledged posts between two cuts.
const BETWEEN_CUTS: usize = 20;
/// Terminates all connections to the database except its own.
const END_BACKENDS: &str = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
     WHERE datname = current_database() AND pid <> pg_backend_pid()";

/// Database address of an instance.
fn database_url(app: &TestApp) -> String {
    let settings = app.settings();
    settings.into_iter().rfind(|(name, _)| name == "database.url").unwrap().1
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_post_acknowledged_around_cut_connections_is_stored_once() {
    let mut throng = throng().await;
    let cutter = WireCutter::start(&database_url(&throng.hall.app)).await;
    let through =
        throng.hall.app.second_instance_with(&[FOR_MANY, ("database.url", cutter.url())]).await;
    reconnect_all(&mut throng, &through.browser());
    let failed = write_through_faults(&mut throng, async |_, progress| {
        for moment in Moment::ALL {
            repeat(progress, BETWEEN_CUTS, async || cutter.cut_at(moment).await).await;
        }
    });
    assert!(failed.await > 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_post_acknowledged_around_ended_backends_is_stored_once() {
    let mut throng = throng().await;
    let other = throng.hall.app.second_instance_with(&[FOR_MANY]).await;
    reconnect_all(&mut throng, &other.browser());
    let mut options = ConnectOptions::new(database_url(&throng.hall.app));
    let administrator = Database::connect(options.max_connections(1).to_owned()).await.unwrap();
    let failed = write_through_faults(&mut throng, async |_, progress| {
        repeat(progress, BEGIN_AT, async || {
            let before = *progress.failed.borrow();
            while *progress.failed.borrow() == before {
                administrator.execute_unprepared(END_BACKENDS).await.unwrap();
            }
        })
        .await;
    });
    assert!(failed.await > 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_post_acknowledged_around_a_server_crash_is_stored_once() {
    let server = PrivatePostgres::start().await;
    let app = TestApp::open_with(&[FOR_MANY, ("database.url", &server.url())]).await;
    let mut throng = LoadFixture::open(app).await;
    let failed = write_through_faults(&mut throng, async |_, progress| {
        repeat(progress, BEGIN_AT, async || {
            progress.until_failed(MEETING, server.crash()).await;
            server.restart().await;
        })
        .await;
    });
    assert!(failed.await > 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_post_acknowledged_around_a_full_disk_of_the_server_is_stored_once() {
    let disk = SmallDisk::mount(16).expect("the right to mount a disk for the server");
    let server = PrivatePostgres::start().await;
    let app = TestApp::open_with(&[FOR_MANY, ("database.url", &server.url())]).await;
    let mut throng = LoadFixture::open(app).await;
    server.move_to(disk.path(), &["posts", "events", "sessions", "storage_probe"]).await;
    let leaving = RefCell::new(throng.hall.app.crowd(&throng.hall.ada, "localhost", 8).await);
    let failed = write_through_faults(&mut throng, async |throng, progress| {
        repeat(progress, BEGIN_AT, async || {
            progress.until_failed(MEETING, async { disk.fill() }).await;
            throng.hall.app.until_ready(503).await;
            throng.hall.ada.get(&throng.hall.posts_path()).await.expect(200);
            let next = leaving.borrow_mut().pop();
            sign_out(&next.expect("a member for each fault")).await;
            disk.free();
            throng.hall.app.until_ready(200).await;
        })
        .await;
    });
    assert!(failed.await > 0);
}
