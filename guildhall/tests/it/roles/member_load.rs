//! Members who read and write while roles are replaced: no request may fail, and each acknowledged
//! write must be stored.

use crate::kit::{Browser, TestApp, WAIT_TIMEOUT};
use serde_json::json;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

/// Concurrent members.
const MEMBERS: usize = 8;
/// Every so many requests of a member one is a write, up to the limit of profile changes per minute.
const WRITE_EVERY: usize = 25;
const WRITES_MAX: usize = 9;

/// Members who use an edge until stopped.
pub struct MemberLoad {
    stop: CancellationToken,
    tasks: JoinSet<MemberOutcome>,
    answered: Arc<AtomicUsize>,
}

/// Result of one member.
struct MemberOutcome {
    browser: Browser,
    /// Last location that was acknowledged.
    location: String,
    failures: Vec<String>,
}

impl MemberLoad {
    /// Creates the members, signs them in at `edge`, and starts.
    pub async fn start(app: &TestApp, edge: SocketAddr) -> Self {
        let (stop, mut tasks) = (CancellationToken::new(), JoinSet::new());
        let answered = Arc::new(AtomicUsize::new(0));
        for member in 0..MEMBERS {
            let name = format!("member{member}");
            app.member(&name).await;
            let browser = Browser::connected_to(edge);
            app.sign_in(&browser, "localhost", &name).await;
            tasks.spawn(act(browser, stop.clone(), Arc::clone(&answered)));
        }
        Self { stop, tasks, answered }
    }

    /// Waits for so many more responses.
    pub async fn until_answered(&self, more: usize) {
        let until = self.answered.load(Ordering::Relaxed) + more;
        let waiting = async {
            while self.answered.load(Ordering::Relaxed) < until {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(WAIT_TIMEOUT, waiting).await.expect("the load goes on");
    }

    /// Stops; asserts that no request failed and that every member's last write is stored.
    #[expect(clippy::print_stdout, reason = "the figure of a run by hand")]
    pub async fn finish(self) {
        self.stop.cancel();
        for outcome in self.tasks.join_all().await {
            assert!(outcome.failures.is_empty(), "{:?}", outcome.failures);
            let me = outcome.browser.get("/api/me").await.expect(200);
            assert_eq!(
                me.body["location"], outcome.location,
                "the last acknowledged write is stored"
            );
        }
        println!("{} requests, none failed", self.answered.load(Ordering::Relaxed));
    }
}

async fn act(
    browser: Browser,
    stop: CancellationToken,
    answered: Arc<AtomicUsize>,
) -> MemberOutcome {
    let mut outcome = MemberOutcome { browser, location: String::new(), failures: Vec::new() };
    let mut writes = 0;
    for round in 1.. {
        if stop.is_cancelled() {
            break;
        }
        let location = format!("Harbour {round}");
        let is_write = round % WRITE_EVERY == 1 && writes < WRITES_MAX;
        writes += usize::from(is_write);
        let reply = if is_write {
            outcome.browser.patch("/api/me", json!({ "location": location })).await
        } else {
            outcome.browser.get("/api/me").await
        };
        if reply.status == 200 {
            answered.fetch_add(1, Ordering::Relaxed);
        } else {
            outcome.failures.push(format!("round {round}: {} {}", reply.status, reply.text));
        }
        if is_write && reply.status == 200 {
            outcome.location = location;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    outcome
}
