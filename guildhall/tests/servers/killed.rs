//! A runtime that is killed while five hundred posts are written: acknowledged posts are stored,
//! and repeated ones are stored once.

use crate::kit::{Browser, Process, TestApp, free_address, listening, until_open, until_served};
use crate::load_fixture::{LoadFixture, PEOPLE};
use futures::future::join_all;
use std::net::SocketAddr;
use tokio::sync::watch;

/// Numbers of acknowledged posts at which the runtime is killed.
const KILLED_AT: [usize; 2] = [100, 300];

/// Roles as processes.
struct Fleet {
    edge_at: SocketAddr,
    runtime_at: SocketAddr,
    _others: [Process; 2],
}

impl Fleet {
    async fn start(app: &TestApp) -> (Self, Process) {
        let [runtime_at, control_at, internal_at, edge_at] = [(); 4].map(|()| free_address());
        let mut control = listening(control_at);
        control.push(("server.internal_listen", internal_at.to_string()));
        let mut edge = listening(edge_at);
        edge.push(("server.runtime_url", format!("http://{runtime_at}")));
        edge.push(("server.control_url", format!("http://{control_at}")));
        edge.push(("server.feed_url", format!("http://{internal_at}")));
        let runtime = Process::start("runtime", app, &listening(runtime_at));
        let others = [("control-plane", &control), ("edge", &edge)]
            .map(|(role, settings)| Process::start(role, app, settings));
        until_open(runtime_at).await;
        until_served(edge_at).await;
        (Self { edge_at, runtime_at, _others: others }, runtime)
    }

    /// Kills the runtime at each of these numbers, and starts another one.
    async fn kill(&self, runtime: Process, app: &TestApp, now: &Progress) -> Process {
        let mut running = runtime;
        for many in KILLED_AT {
            now.acknowledged.subscribe().wait_for(|count| *count >= many).await.unwrap();
            now.is_up.send_replace(false);
            drop(running);
            running = Process::start("runtime", app, &listening(self.runtime_at));
            until_open(self.runtime_at).await;
            now.is_up.send_replace(true);
        }
        running
    }
}

/// Progress of all writers.
struct Progress {
    acknowledged: watch::Sender<usize>,
    /// Whether a runtime is running.
    is_up: watch::Sender<bool>,
}

impl Progress {
    async fn until_up(&self) {
        self.is_up.subscribe().wait_for(|is_up| *is_up).await.unwrap();
    }
}

/// Results of one writer.
#[derive(Default)]
struct Written {
    ids: Vec<(usize, String)>,
    /// Number of failed attempts.
    missed: usize,
}

/// Sends each post until it is acknowledged, sequentially.
async fn write(throng: &LoadFixture, posts: [usize; 2], progress: &Progress) -> Written {
    let mut written = Written::default();
    for n in posts {
        let (reply, missed) =
            throng.write_until_acknowledged(n, async || progress.until_up().await).await;
        written.missed += missed;
        written.ids.push((n, reply.id()));
        progress.acknowledged.send_modify(|count| *count += 1);
    }
    written
}

#[tokio::test]
async fn killed_runtime_loses_and_duplicates_no_acknowledged_write() {
    let mut throng = LoadFixture::open(TestApp::open().await).await;
    let (fleet, runtime) = Fleet::start(&throng.hall.app).await;
    let over = Browser::connected_to(fleet.edge_at);
    for (browser, _) in &mut throng.people {
        *browser = browser.connected_like(&over);
    }
    let progress = Progress { acknowledged: watch::channel(0).0, is_up: watch::channel(true).0 };
    let writing = join_all((0..PEOPLE).map(|n| write(&throng, [n, n + PEOPLE], &progress)));
    let killing = fleet.kill(runtime, &throng.hall.app, &progress);
    let (written, _runtime) = tokio::join!(writing, killing);

    let missed: usize = written.iter().map(|one| one.missed).sum();
    assert!(missed > 0, "a write was in progress");
    let written: Vec<(usize, String)> = written.into_iter().flat_map(|one| one.ids).collect();
    let acknowledged: Vec<String> = written.iter().map(|(_, id)| id.clone()).collect();
    throng.assert_stored_once(&acknowledged).await;
    for (n, id) in written.iter().step_by(10) {
        let again = throng.write_post(*n).await.expect(201);
        assert_eq!((&again.id(), again.header("idempotency-replayed")), (id, "true"));
    }
    throng.assert_stored_once(&acknowledged).await;
}
