//! A ledger of posts: each is sent until it is acknowledged, while something fails. Afterwards an instance that
//! has just started finds each of them stored, once.

use crate::kit::{Browser, PATIENCE, TestApp, asked};
use crate::throng::{PEOPLE, Throng};
use futures::future::join_all;
use serde_json::json;
use tokio::sync::watch;

/// The fault begins once so many more posts are acknowledged.
pub const BEGIN_AT: usize = 60;
/// How often the fault comes and goes. By hand as often as `GUILDHALL_LEDGER_FAULTS` says: each member tries a post
/// four times a minute at most.
const FAULTS: u64 = 2;

/// How far the writers are.
pub struct Progress {
    pub acknowledged: watch::Sender<usize>,
    /// Posts that were not acknowledged when they were sent, and were sent again.
    pub failed: watch::Sender<usize>,
    /// Whether posts are sent again now.
    pub is_up: watch::Sender<bool>,
}

impl Progress {
    /// Waits until so many posts are acknowledged.
    pub async fn until_acknowledged(&self, count: usize) {
        reached(&self.acknowledged, count).await;
    }

    /// Brings a fault about, and waits until so many posts have failed since then.
    pub async fn until_failed(&self, count: usize, begin: impl Future<Output = ()>) {
        let before = *self.failed.borrow();
        begin.await;
        reached(&self.failed, before + count).await;
    }
}

async fn reached(number: &watch::Sender<usize>, count: usize) {
    let mut number = number.subscribe();
    let reaching = number.wait_for(|number| *number >= count);
    tokio::time::timeout(3 * PATIENCE, reaching).await.expect("the writers go on").unwrap();
}

/// Every member of the throng writes two posts while `fault` comes and goes. Each post is sent again with the same
/// key, when posts are sent again, until it is acknowledged; how often one was not. All are stored once, as an
/// instance sees them that is started afterwards.
#[expect(clippy::print_stdout, reason = "a run by hand says what it has seen")]
pub async fn keep(throng: &mut Throng, fault: impl AsyncFnOnce(&Throng, &Progress)) -> usize {
    let progress = Progress {
        acknowledged: watch::channel(0).0,
        failed: watch::channel(0).0,
        is_up: watch::channel(true).0,
    };
    let (shared, progress) = (&*throng, &progress);
    let writing = join_all((0..PEOPLE).map(|n| write(shared, [n, n + PEOPLE], progress)));
    let (written, ()) = tokio::join!(writing, fault(shared, progress));
    let written: Vec<(usize, String)> = written.into_iter().flatten().collect();
    let acknowledged: Vec<String> = written.iter().map(|(_, id)| id.clone()).collect();

    let fresh = throng.hall.app.beside().await;
    go_on(throng, &fresh.browser());
    throng.check(&acknowledged).await;
    for (n, id) in written.iter().step_by(10) {
        let again = throng.say(*n).await.expect(201);
        assert_eq!((&again.id(), again.header("idempotency-replayed")), (id, "true"));
    }
    throng.check(&acknowledged).await;
    let failed = *progress.failed.borrow();
    println!(
        "{} posts acknowledged, {failed} times after another try; none lost or doubled",
        written.len()
    );
    failed
}

/// All members reach the instance as `way` does from now on.
pub fn go_on(throng: &mut Throng, way: &Browser) {
    throng.hall.ada = throng.hall.ada.by_way_of(way);
    for (browser, _) in &mut throng.people {
        *browser = browser.by_way_of(way);
    }
}

/// Lets a fault come and go, again and again, each time once so many more posts are acknowledged. It lasts until
/// `fault` returns.
pub async fn repeat(progress: &Progress, acknowledged_before: usize, fault: impl AsyncFn()) {
    for _ in 0..asked("GUILDHALL_LEDGER_FAULTS").unwrap_or(FAULTS) {
        let acknowledged = *progress.acknowledged.borrow();
        progress.until_acknowledged(acknowledged + acknowledged_before).await;
        progress.is_up.send_replace(false);
        fault().await;
        progress.is_up.send_replace(true);
    }
}

async fn write(throng: &Throng, posts: [usize; 2], progress: &Progress) -> Vec<(usize, String)> {
    let mut written = Vec::new();
    for n in posts {
        let again = async || {
            progress.failed.send_modify(|count| *count += 1);
            progress.is_up.subscribe().wait_for(|is_up| *is_up).await.unwrap();
        };
        let (reply, _) = throng.insist(n, again).await;
        written.push((n, reply.id()));
        progress.acknowledged.send_modify(|count| *count += 1);
    }
    written
}

/// An instance with a throng, on whichever backend this run is about.
pub async fn throng() -> Throng {
    Throng::gather(TestApp::open_for_many().await).await
}

/// Signs out and brings the session's token once more, which is of no use any more.
pub async fn sign_out(browser: &Browser) {
    let token = browser.cookie("localhost", "csst").unwrap();
    browser.get("/api/me").await.expect(200);
    browser.post("/api/usersSignout", json!({})).await.expect(204);
    browser.plant_cookie("localhost", "csst", &token);
    assert_eq!(browser.get("/api/me").await.status, 401, "the session has ended");
}
