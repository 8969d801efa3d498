//! The whole instance as one process that is killed, or suspended for longer than all leases.

use super::disk::{SmallDisk, run_in_namespace};
use super::full::{DISK, MEETING, fill, until_readiness};
use crate::kit::{Browser, Process, TestApp, free_address, listening, until_served};
use crate::ledger::{BEGIN_AT, reconnect_all, repeat, sign_out, throng, write_through_faults};
use crate::load_fixture::{LoadFixture, POSTS};
use std::cell::RefCell;
use std::net::SocketAddr;
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;

/// Longer than PostgreSQL's idle transaction timeout of ten seconds.
const FROZEN: Duration = Duration::from_secs(12);

/// An instance as a process, on the test's data.
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
    reconnect_all(&mut throng, &Browser::connected_to(instance.address));
    let failed = write_through_faults(&mut throng, async |throng, progress| {
        let running = RefCell::new(Some(first));
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
    reconnect_all(&mut throng, &Browser::connected_to(instance.address));
    write_through_faults(&mut throng, async |_, progress| {
        progress.until_acknowledged(BEGIN_AT).await;
        signal(&process, "-STOP");
        tokio::time::sleep(FROZEN).await;
        signal(&process, "-CONT");
        progress.until_acknowledged(POSTS).await;
    })
    .await;
}

/// Like [`every_post_acknowledged_around_a_full_disk_is_stored_once`](super::full), with the
/// program as a process.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_post_acknowledged_by_a_process_on_a_full_disk_is_stored_once() {
    let Some(disk) = SmallDisk::mount(DISK) else {
        return run_in_namespace(
            "faults::processes::every_post_acknowledged_by_a_process_on_a_full_disk_is_stored_once",
        );
    };
    let app = TestApp::open_on_sqlite(tempfile::tempdir_in(disk.path()).unwrap()).await;
    let (mut throng, instance) = (LoadFixture::open(app).await, Instance::new());
    let leaving = RefCell::new(throng.hall.app.crowd(&throng.hall.ada, "localhost", 8).await);
    let process = instance.start(&throng.hall.app).await;
    let over = Browser::connected_to(instance.address);
    reconnect_all(&mut throng, &over);
    let failed = write_through_faults(&mut throng, async |throng, progress| {
        repeat(progress, BEGIN_AT, async || {
            progress.until_failed(MEETING, fill(&disk, &throng.hall.app)).await;
            until_readiness(&over, 503, "storage-full\n").await;
            let next = leaving.borrow_mut().pop();
            sign_out(&next.expect("a member for each fault").connected_like(&over)).await;
            disk.free();
            until_readiness(&over, 200, "ready\n").await;
        })
        .await;
        progress.until_acknowledged(POSTS).await;
        drop(process);
    });
    assert!(failed.await > 0);
}
