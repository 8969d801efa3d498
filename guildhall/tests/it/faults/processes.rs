//! The whole instance as one process that is killed, or stands still for longer than anything of it is leased.

use crate::kit::{Browser, Process, TestApp, free_address, listening, until_served};
use crate::ledger::{BEGIN_AT, go_on, keep, repeat, throng};
use crate::throng::POSTS;
use std::net::SocketAddr;
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;

/// PostgreSQL ends a transaction that stands still for ten seconds.
const FROZEN: Duration = Duration::from_secs(12);

/// An instance as a process, on the data of the test's own.
struct Instance {
    address: SocketAddr,
    folder: TempDir,
}

impl Instance {
    fn new() -> Self {
        Self { address: free_address(), folder: tempfile::tempdir().unwrap() }
    }

    async fn start(&self, app: &TestApp) -> Process {
        let mut settings = listening(self.address);
        settings.push(("data_dir", self.folder.path().display().to_string()));
        settings.push(("database.max_connections", "8".to_owned()));
        let process = Process::start("up", app, &settings);
        until_served(self.address).await;
        process
    }
}

fn signal(process: &Process, signal: &str) {
    let id = process.id().to_string();
    assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_post_acknowledged_by_a_killed_process_is_stored_once() {
    let (mut throng, instance) = (throng().await, Instance::new());
    let first = instance.start(&throng.hall.app).await;
    go_on(&mut throng, &Browser::over(instance.address));
    let failed = keep(&mut throng, async |throng, progress| {
        let running = std::cell::RefCell::new(Some(first));
        repeat(progress, BEGIN_AT, async || {
            drop(running.take());
            let next = instance.start(&throng.hall.app).await;
            running.replace(Some(next));
        })
        .await;
        progress.until_acknowledged(POSTS).await;
    });
    assert!(failed.await > 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_post_acknowledged_by_a_frozen_process_is_stored_once() {
    let (mut throng, instance) = (throng().await, Instance::new());
    let process = instance.start(&throng.hall.app).await;
    go_on(&mut throng, &Browser::over(instance.address));
    keep(&mut throng, async |_, progress| {
        progress.until_acknowledged(BEGIN_AT).await;
        signal(&process, "-STOP");
        tokio::time::sleep(FROZEN).await;
        signal(&process, "-CONT");
        progress.until_acknowledged(POSTS).await;
    })
    .await;
}
