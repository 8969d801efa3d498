//! Durability test: posts are sent until acknowledged while faults occur. Afterwards a newly started instance
//! must find each of them stored exactly once.

use crate::kit::{Browser, TestApp, WAIT_TIMEOUT, number_from_env};
use crate::load_fixture::{LoadFixture, PEOPLE};
use futures::future::join_all;
use serde_json::json;
use tokio::sync::watch;

/// Number of acknowledged posts after which the fault begins.
pub const BEGIN_AT: usize = 60;
/// Default number of faults; `GUILDHALL_LEDGER_FAULTS` overrides it. Each member sends a post at most four times a
/// minute.
const FAULTS: u64 = 2;

/// Progress of the writers.
pub struct Progress {
    pub acknowledged: watch::Sender<usize>,
    /// Number of attempts that were not acknowledged.
    pub failed: watch::Sender<usize>,
    /// False while retries are suspended.
    pub is_up: watch::Sender<bool>,
}

impl Progress {
    /// Waits until this number of posts is acknowledged.
    pub async fn until_acknowledged(&self, count: usize) {
        wait_for(&self.acknowledged, count).await;
    }

    /// Starts a fault and waits until this number of attempts has failed since then.
    pub async fn until_failed(&self, count: usize, begin: impl Future<Output = ()>) {
        let before = *self.failed.borrow();
        begin.await;
        wait_for(&self.failed, before + count).await;
    }
}

async fn wait_for(number: &watch::Sender<usize>, count: usize) {
    let mut number = number.subscribe();
    let reaching = number.wait_for(|number| *number >= count);
    tokio::time::timeout(3 * WAIT_TIMEOUT, reaching).await.expect("the writers go on").unwrap();
}

/// Every member writes two posts while `fault` runs, and retries each with the same key until it is acknowledged.
/// Asserts that a newly started instance finds all of them stored once. Returns the number of failed attempts.
#[expect(clippy::print_stdout, reason = "a run by hand says what it has seen")]
pub async fn write_through_faults(
    throng: &mut LoadFixture,
    fault: impl AsyncFnOnce(&LoadFixture, &Progress),
) -> usize {
    let progress = Progress {
        acknowledged: watch::channel(0).0,
        failed: watch::channel(0).0,
        is_up: watch::channel(true).0,
    };
    let (shared, progress) = (&*throng, &progress);
    let writing = join_all((0..PEOPLE).map(|n| write_posts(shared, [n, n + PEOPLE], progress)));
    let (written, ()) = tokio::join!(writing, fault(shared, progress));
    let written: Vec<(usize, String)> = written.into_iter().flatten().collect();
    let acknowledged: Vec<String> = written.iter().map(|(_, id)| id.clone()).collect();

    let fresh = throng.hall.app.second_instance().await;
    reconnect_all(throng, &fresh.browser());
    throng.assert_stored_once(&acknowledged).await;
    for (n, id) in written.iter().step_by(10) {
        let again = throng.write_post(*n).await.expect(201);
        assert_eq!((&again.id(), again.header("idempotency-replayed")), (id, "true"));
    }
    throng.assert_stored_once(&acknowledged).await;
    let failed = *progress.failed.borrow();
    println!(
        "{} posts acknowledged, {failed} times after another try; none lost or doubled",
        written.len()
    );
    failed
}

/// Connects all members in the same way as `way`.
pub fn reconnect_all(throng: &mut LoadFixture, way: &Browser) {
    throng.hall.ada = throng.hall.ada.connected_like(way);
    for (browser, _) in &mut throng.people {
        *browser = browser.connected_like(way);
    }
}

/// Repeats a fault, each time after `acknowledged_before` more posts are acknowledged. A fault lasts until `fault`
/// returns.
pub async fn repeat(progress: &Progress, acknowledged_before: usize, fault: impl AsyncFn()) {
    for _ in 0..number_from_env("GUILDHALL_LEDGER_FAULTS").unwrap_or(FAULTS) {
        let acknowledged = *progress.acknowledged.borrow();
        progress.until_acknowledged(acknowledged + acknowledged_before).await;
        progress.is_up.send_replace(false);
        fault().await;
        progress.is_up.send_replace(true);
    }
}

async fn write_posts(
    throng: &LoadFixture,
    posts: [usize; 2],
    progress: &Progress,
) -> Vec<(usize, String)> {
    let mut written = Vec::new();
    for n in posts {
        let again = async || {
            progress.failed.send_modify(|count| *count += 1);
            progress.is_up.subscribe().wait_for(|is_up| *is_up).await.unwrap();
        };
        let (reply, _) = throng.write_until_acknowledged(n, again).await;
        written.push((n, reply.id()));
        progress.acknowledged.send_modify(|count| *count += 1);
    }
    written
}

/// An instance with many writers, on the backend of this run.
pub async fn throng() -> LoadFixture {
    LoadFixture::open(TestApp::open_for_many().await).await
}

/// Signs out and asserts that the session's token is no longer accepted.
pub async fn sign_out(browser: &Browser) {
    let token = browser.cookie("localhost", "csst").unwrap();
    browser.get("/api/me").await.expect(200);
    browser.post("/api/usersSignout", json!({})).await.expect(204);
    browser.plant_cookie("localhost", "csst", &token);
    assert_eq!(browser.get("/api/me").await.status, 401, "the session has ended");
}
