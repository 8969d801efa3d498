//! A database file of SQLite that is damaged while the instance runs.

use super::full::until_readiness;
use crate::community_fixture::CommunityFixture;
use crate::kit::TestApp;
use sea_orm::ConnectionTrait;
use std::process::Command;

const PAGE_BYTES: u64 = 4096;

/// Overwrites everything of the file but its first page.
pub async fn overwrite(app: &TestApp) {
    let settings = app.settings();
    let url = settings.iter().find(|(name, _)| name == "database.url");
    let url = url.map(|(_, url)| url.as_str()).unwrap();
    // What is in the log would be read from there.
    let database = sea_orm::Database::connect(url).await.unwrap();
    database.execute_unprepared("PRAGMA wal_checkpoint(TRUNCATE)").await.unwrap();
    let file = url.strip_prefix("sqlite://").unwrap().split('?').next().unwrap();
    let pages = std::fs::metadata(file).unwrap().len() / PAGE_BYTES - 1;
    // By another process: a file that this one closes loses its locks (SQLite, "How To Corrupt", section 2.2).
    let mut damage = Command::new("dd");
    damage.args(["if=/dev/urandom", "bs=4096", "seek=1", "conv=notrunc", "status=none"]);
    damage.arg(format!("of={file}")).arg(format!("count={pages}"));
    assert!(damage.status().unwrap().success());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn readiness_reports_damage_that_a_request_finds() {
    let app = TestApp::open_on_sqlite(tempfile::tempdir().unwrap()).await;
    let hall = CommunityFixture::open_in(app).await;
    hall.app.until_ready(200).await;
    overwrite(&hall.app).await;
    let requests = async {
        loop {
            hall.write_post(&hall.ada, "Hello").await;
            hall.ada.get(&hall.posts_path()).await;
            hall.app.browser().get("/api/network").await;
        }
    };
    tokio::select! {
        () = requests => {}
        () = until_readiness(&hall.ada, 503, "storage-damaged\n") => {}
    }
}
