//! SQLite on a full disk, and on a failing one.

use super::disk::{FailingDisk, SmallDisk, run_in_namespace};
use crate::community_fixture::CommunityFixture;
use crate::kit::uploads::{plain, upload};
use crate::kit::{Browser, TestApp};
use crate::ledger::{BEGIN_AT, repeat, sign_out, write_through_faults};
use crate::load_fixture::LoadFixture;
use crate::roles::run;
use image::ImageFormat;
use platform::db::is_full;
use platform::jobs::NewJob;
use sea_orm::DbErr;
use serde_json::json;
use std::time::{Duration, Instant};

/// Size of the disk in megabytes: enough for the database with all posts.
pub const DISK: u32 = 48;
/// Time within which writes and `/readyz` succeed after space was freed.
const RECOVERY_MAX: Duration = Duration::from_secs(5);
/// Number of posts sent during each fault.
pub const MEETING: usize = 20;

async fn small_world(disk: &SmallDisk) -> LoadFixture {
    let app = TestApp::open_on_sqlite(tempfile::tempdir_in(disk.path()).unwrap()).await;
    app.services().reserve_space().await;
    LoadFixture::open(app).await
}

/// Fills the disk and the free pages of SQLite's log.
pub async fn fill(disk: &SmallDisk, app: &TestApp) {
    disk.fill();
    for size in [100_000, 10_000, 10] {
        while write(app, size).await.map_err(|error| assert!(is_full(&error), "{error}")).is_ok() {}
    }
}

async fn write(app: &TestApp, size: usize) -> Result<(), DbErr> {
    let mut system = app.services().system("fill the log");
    let tx = system.begin().await?;
    let later = tx.now() + chrono::TimeDelta::days(300);
    tx.enqueue(NewJob::new("filler", &"x".repeat(size))?.run_at(later)).await?;
    tx.commit().await
}

/// Waits until `/readyz` has this status and reason.
pub async fn until_readiness(who: &Browser, status: u16, reason: &str) {
    let saying = async {
        loop {
            let reply = who.get("/readyz").await;
            if (reply.status, reply.text.as_str()) == (status, reason) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let waited = tokio::time::timeout(RECOVERY_MAX, saying).await;
    waited.unwrap_or_else(|_| panic!("/readyz does not say {reason}"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_post_acknowledged_around_a_full_disk_is_stored_once() {
    let Some(disk) = SmallDisk::mount(DISK) else {
        return run_in_namespace(
            "faults::full::every_post_acknowledged_around_a_full_disk_is_stored_once",
        );
    };
    let mut throng = small_world(&disk).await;
    let failed = write_through_faults(&mut throng, async |throng, progress| {
        repeat(progress, BEGIN_AT, async || {
            progress.until_failed(MEETING, fill(&disk, &throng.hall.app)).await;
            until_readiness(&throng.hall.ada, 503, "storage-full\n").await;
            throng.hall.ada.get(&throng.hall.posts_path()).await.expect(200);
            disk.free();
        })
        .await;
    });
    assert!(failed.await > 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reads_and_sign_out_work_while_the_disk_is_full() {
    let Some(disk) = SmallDisk::mount(DISK) else {
        return run_in_namespace("faults::full::reads_and_sign_out_work_while_the_disk_is_full");
    };
    let app = TestApp::open_on_sqlite(tempfile::tempdir_in(disk.path()).unwrap()).await;
    app.services().reserve_space().await;
    let hall = CommunityFixture::open_in(app).await;
    let leaving = hall.app.crowd(&hall.ada, "localhost", 12).await;
    hall.app.until_ready(200).await;
    let (mut ended, mut open) = (leaving[0].live().await, hall.ada.live().await);
    fill(&disk, &hall.app).await;
    let refused = hall.write_post(&hall.ada, "Before").await;
    assert_eq!((refused.status, refused.header("retry-after")), (503, "5"), "{refused}");
    assert_eq!(refused.body["code"], "storage-full");
    until_readiness(&hall.ada, 503, "storage-full\n").await;

    let picture = plain(64, 64, [1, 2, 3], ImageFormat::Png);
    let refused = upload(&hall.ada, &hall.path("/images"), &picture).await;
    assert_eq!((refused.status, &refused.body["code"]), (503, &json!("storage-full")), "{refused}");

    hall.ada.get("/api/me").await.expect(200);
    hall.ada.get(&hall.posts_path()).await.expect(200);
    // A session remains valid although its last use cannot be recorded.
    hall.app.clock.advance_by(chrono::TimeDelta::minutes(7));
    hall.ada.get("/api/me").await.expect(200);
    for browser in &leaving {
        sign_out(browser).await;
    }
    // The event log has no space for the event that the session has ended.
    assert_eq!(ended.remaining_types().await.last().unwrap(), "session.ended");
    fill(&disk, &hall.app).await;
    assert_eq!(hall.write_post(&hall.ada, "Still").await.status, 503, "the disk is still full");

    disk.free();
    let freed = Instant::now();
    hall.write_post(&hall.ada, "After").await.expect(201);
    open.until("post.created").await;
    hall.app.until_ready(200).await;
    assert!(freed.elapsed() < RECOVERY_MAX, "{:?}", freed.elapsed());
    upload(&hall.ada, &hall.path("/images"), &picture).await.expect(201);
    // The event relay recovers by itself.
    hall.app.until_delivered().await;
    let fresh = hall.app.second_instance().await;
    for browser in &leaving {
        assert_eq!(browser.connected_like(&fresh.browser()).get("/api/me").await.status, 401);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn doctor_reports_a_full_disk() {
    let Some(disk) = SmallDisk::mount(DISK) else {
        return run_in_namespace("faults::full::doctor_reports_a_full_disk");
    };
    let app = TestApp::open_on_sqlite(tempfile::tempdir_in(disk.path()).unwrap()).await;
    let found = async || {
        let printed = run(&["doctor"], &app.settings()).await;
        String::from_utf8(printed.stdout).unwrap()
    };
    let healthy = found().await;
    assert!(healthy.contains("database: answers"), "{healthy}");
    fill(&disk, &app).await;
    let full = found().await;
    assert!(full.contains("failed   database: the disk is full"), "{full}");
    assert!(full.contains("failed   disk: 0 MiB are free"), "{full}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_post_acknowledged_around_io_errors_is_stored_once() {
    let app = TestApp::open_on_sqlite(tempfile::tempdir().unwrap()).await;
    let mut throng = LoadFixture::open(app).await;
    let disk = FailingDisk::new();
    let failed = write_through_faults(&mut throng, async |_, progress| {
        repeat(progress, BEGIN_AT, async || {
            progress.until_failed(MEETING, async { disk.begin() }).await;
            disk.end();
        })
        .await;
    });
    assert!(failed.await > 0);
}
