//! Transactions that fail halfway: none of their writes is stored, and later writes are not lost.

use crate::world::{World, address, connected};
use platform::Scope;
use platform::db::is_away;
use platform::jobs::row::{Entity, JobState};
use platform::jobs::{Handlers, JobScope, NewJob, Worker};
use platform::scope::System;
use sea_orm::DbErr;
use std::time::Duration;

/// Bytes of a large payload.
const LARGE: usize = 200_000;

/// Two processes on one database. The first has a single connection, so that each of its
/// transactions uses the connection of the previous one.
struct TwoProcesses {
    one: World,
    other: World,
    _folder: tempfile::TempDir,
}

impl TwoProcesses {
    async fn open() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let url = address(folder.path()).await;
        let other = connected(&url, 2).await;
        other.migrate().await.unwrap();
        let process = |database| World::of(database, tempfile::tempdir().unwrap());
        Self { one: process(connected(&url, 1).await), other: process(other), _folder: folder }
    }

    fn scope(&self) -> Scope<System> {
        self.one.services.system("test")
    }

    /// Names of the stored jobs, as seen by the other process.
    async fn stored(&self) -> Vec<String> {
        let rows = self.other.services.system("test").global::<Entity>().all().await.unwrap();
        let mut names: Vec<_> = rows.into_iter().map(|row| row.kind).collect();
        names.sort();
        names
    }

    /// Checks that later writes of both processes are stored as acknowledged, and a rolled-back one
    /// is not.
    async fn both_still_write(&self) {
        let before = self.stored().await;
        write(&mut self.scope(), "after").await.unwrap();
        let mut scope = self.scope();
        let undone = scope.begin().await.unwrap();
        undone.enqueue(job("undone", 10)).await.unwrap();
        drop(undone);
        write(&mut self.scope(), "after an undone one").await.unwrap();
        write(&mut self.other.services.system("test"), "other").await.unwrap();
        let mut expected = before;
        expected.extend(["after", "after an undone one", "other"].map(String::from));
        expected.sort();
        assert_eq!(self.stored().await, expected);
    }
}

fn job(name: &'static str, bytes: usize) -> NewJob {
    NewJob::new(name, &"x".repeat(bytes)).unwrap()
}

async fn write(scope: &mut Scope<System>, name: &'static str) -> Result<(), DbErr> {
    let tx = scope.begin().await?;
    tx.enqueue(job(name, 10)).await?;
    tx.commit().await
}

/// One statement for each kind of error, on both databases.
const FAILING: [&str; 3] = [
    "SELECT no_such_column FROM jobs",
    "INSERT INTO jobs (id) VALUES (NULL)",
    "INSERT INTO jobs SELECT * FROM jobs WHERE kind = 'present'",
];

/// A slow statement on both databases.
const SLOW: &str = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500000) \
     SELECT COUNT(*) FROM n";

#[tokio::test]
async fn refuses_every_statement_and_the_commit_after_an_error() {
    let processes = TwoProcesses::open().await;
    write(&mut processes.scope(), "present").await.unwrap();
    for failing in FAILING {
        let mut scope = processes.scope();
        let tx = scope.begin().await.unwrap();
        tx.enqueue(job("first", 10)).await.unwrap();
        let error = tx.execute(failing, Vec::new()).await.unwrap_err();
        assert!(!is_away(&error), "{error}");
        let refusal = tx.enqueue(job("second", 10)).await.unwrap_err().to_string();
        assert!(refusal.contains("because of an earlier error"), "{refusal}");
        assert!(tx.global::<Entity>().all().await.is_err());
        let refusal = tx.commit().await.unwrap_err().to_string();
        assert!(refusal.contains("because of an earlier error"), "{refusal}");
    }
    assert_eq!(processes.stored().await, ["present"]);
    processes.both_still_write().await;
}

#[tokio::test]
async fn refuses_the_commit_after_a_cancelled_statement() {
    let processes = TwoProcesses::open().await;
    let mut scope = processes.scope();
    let tx = scope.begin().await.unwrap();
    tx.enqueue(job("first", 10)).await.unwrap();
    let statement = tx.execute(SLOW, Vec::new());
    assert!(tokio::time::timeout(Duration::ZERO, statement).await.is_err());
    let refusal = tx.commit().await.unwrap_err().to_string();
    assert!(refusal.contains("was cancelled"), "{refusal}");
    assert!(processes.stored().await.is_empty());
    processes.both_still_write().await;
}

/// Errors after which SQLite rolls back by itself.
mod on_sqlite {
    use super::*;
    use platform::Services;
    use platform::db::{Database, DbSettings};
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    use std::collections::BTreeSet;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    use tokio::signal::unix::{SignalKind, signal};

    const CONNECTIONS: u32 = 6;
    /// SIGXFSZ on Linux.
    const FILE_SIZE_EXCEEDED: i32 = 25;

    async fn sqlite(folder: &tempfile::TempDir, max_connections: u32) -> World {
        let url = format!("sqlite://{}?mode=rwc", folder.path().join("own.db").display());
        let database = Database::open(&DbSettings { url, max_connections }).await.unwrap();
        database.migrate().await.unwrap();
        World::of(database, tempfile::tempdir().unwrap())
    }

    async fn two_processes() -> TwoProcesses {
        let folder = tempfile::tempdir().unwrap();
        let (one, other) = (sqlite(&folder, 1).await, sqlite(&folder, 2).await);
        TwoProcesses { one, other, _folder: folder }
    }

    async fn pragma(scope: &Scope<System>, pragma: &str) {
        let statement = format!("PRAGMA {pragma}");
        scope.raw(&statement, Vec::new()).one::<sea_orm::JsonValue>().await.unwrap();
    }

    /// Prevents files from growing, like a disk with a bad sector; the write fails with
    /// SQLITE_IOERR_WRITE.
    struct FailingDisk(Rlimit);

    impl FailingDisk {
        fn begin() -> Self {
            // With a handler the signal does not terminate the process.
            drop(signal(SignalKind::from_raw(FILE_SIZE_EXCEEDED)).unwrap());
            let healthy = getrlimit(Resource::Fsize);
            setrlimit(Resource::Fsize, Rlimit { current: Some(4096), ..healthy }).unwrap();
            Self(healthy)
        }

        fn end(&self) {
            setrlimit(Resource::Fsize, self.0).unwrap();
        }
    }

    /// Checks that after a failed statement nothing of the transaction is stored, even if the error
    /// is ignored, and that later writes are.
    async fn nothing_is_stored_of(processes: &TwoProcesses) {
        let mut scope = processes.scope();
        let tx = scope.begin().await.unwrap();
        tx.enqueue(job("first", 10)).await.unwrap();
        let failed =
            tx.enqueue(job("large", LARGE)).await.and(tx.enqueue(job("more", LARGE)).await);
        // A disk error may also occur at the commit.
        if let Err(error) = failed {
            assert!(is_away(&error), "{error}");
            assert!(tx.enqueue(job("third", 10)).await.is_err());
        }
        assert!(is_away(&tx.commit().await.unwrap_err()));
        assert!(processes.stored().await.is_empty());
    }

    #[tokio::test]
    async fn stores_nothing_of_a_transaction_after_a_full_disk() {
        let processes = two_processes().await;
        pragma(&processes.scope(), "max_page_count = 1").await;
        nothing_is_stored_of(&processes).await;
        pragma(&processes.scope(), "max_page_count = 1000000").await;
        processes.both_still_write().await;
    }

    #[tokio::test]
    async fn stores_nothing_of_a_transaction_after_an_io_error() {
        let processes = two_processes().await;
        let disk = FailingDisk::begin();
        nothing_is_stored_of(&processes).await;
        disk.end();
        processes.both_still_write().await;
    }

    #[tokio::test]
    async fn reports_a_lock_that_is_held_too_long_as_unavailable() {
        let processes = two_processes().await;
        pragma(&processes.scope(), "busy_timeout = 20").await;
        let mut scope = processes.other.services.system("test");
        let holds_lock = scope.begin().await.unwrap();
        assert!(is_away(&write(&mut processes.scope(), "late").await.unwrap_err()));
        drop(holds_lock);
        assert!(processes.stored().await.is_empty());
        processes.both_still_write().await;
    }

    /// Writes by eight concurrent tasks during `fault`, with every fifth rolled back on purpose;
    /// returns the acknowledged ids.
    async fn acknowledged_during(world: &World, fault: impl AsyncFnOnce()) -> BTreeSet<String> {
        let stop = Arc::new(AtomicBool::new(false));
        let writers: Vec<_> = (0..8)
            .map(|_| tokio::spawn(write_until(world.services.clone(), stop.clone())))
            .collect();
        fault().await;
        stop.store(true, Ordering::Relaxed);
        let (mut acknowledged, mut failed) = (BTreeSet::new(), 0);
        for writer in writers {
            let (ids, failures) = writer.await.unwrap();
            acknowledged.extend(ids);
            failed += failures;
        }
        assert!(failed > 0, "the fault affected no writer");
        assert!(acknowledged.len() > 50, "{} were acknowledged", acknowledged.len());
        acknowledged
    }

    async fn write_until(services: Services, stop: Arc<AtomicBool>) -> (Vec<String>, usize) {
        let (mut acknowledged, mut failed) = (Vec::new(), 0);
        for number in 0.. {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let mut scope = services.system("test");
            let written = async {
                let tx = scope.begin().await?;
                let id = tx.enqueue(job("storm", 2_000)).await?;
                if number % 5 == 4 { Ok(None) } else { tx.commit().await.map(|()| id) }
            };
            match written.await {
                Ok(id) => acknowledged.extend(id.map(|id| id.to_string())),
                Err(error) => {
                    assert!(is_away(&error), "{error}");
                    failed += 1;
                    tokio::time::sleep(Duration::from_millis(2)).await;
                }
            }
        }
        (acknowledged, failed)
    }

    /// Reopens the database, as after a restart.
    async fn assert_stored(
        folder: &tempfile::TempDir,
        world: World,
        acknowledged: BTreeSet<String>,
    ) {
        drop(world);
        let reopened = sqlite(folder, 1).await;
        let rows = reopened.services.system("test").global::<Entity>().all().await.unwrap();
        let stored: BTreeSet<_> = rows.iter().map(|row| row.id.to_string()).collect();
        let lost = acknowledged.difference(&stored).count();
        assert_eq!(lost, 0, "of {} acknowledged writes", acknowledged.len());
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn runs_a_job_once_if_its_result_is_stored_late() {
        let folder = tempfile::tempdir().unwrap();
        let world = sqlite(&folder, 2).await;
        write(&mut world.services.system("test"), "job").await.unwrap();
        let runs = Arc::new(AtomicUsize::new(0));
        let counted = runs.clone();
        let handlers = Handlers::new().with_handler("job", move |_: JobScope, _: String| {
            counted.fetch_add(1, Ordering::Relaxed);
            let disk = FailingDisk::begin();
            tokio::spawn(async move {
                pause(300).await;
                disk.end();
            });
            async { Ok(()) }
        });
        let worker = Worker::new(world.services.clone(), handlers);
        assert_eq!(worker.run_until_idle().await.unwrap(), 1);
        let rows = world.services.system("test").global::<Entity>().all().await.unwrap();
        assert_eq!(rows[0].state, JobState::Done);
        assert_eq!(runs.load(Ordering::Relaxed), 1);
    }

    async fn pause(ms: u64) {
        tokio::time::sleep(Duration::from_millis(ms)).await;
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn every_write_acknowledged_between_io_errors_is_stored() {
        let folder = tempfile::tempdir().unwrap();
        let world = sqlite(&folder, CONNECTIONS).await;
        let fault = async || {
            for _ in 0..4 {
                pause(150).await;
                let disk = FailingDisk::begin();
                pause(60).await;
                disk.end();
            }
            pause(150).await;
        };
        let acknowledged = acknowledged_during(&world, fault).await;
        assert_stored(&folder, world, acknowledged).await;
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn every_write_acknowledged_between_full_disks_is_stored() {
        let folder = tempfile::tempdir().unwrap();
        let world = sqlite(&folder, CONNECTIONS).await;
        let fault = async || {
            for _ in 0..4 {
                pause(150).await;
                on_every_connection(&world, "max_page_count = 1").await;
                pause(60).await;
                on_every_connection(&world, "max_page_count = 1000000").await;
            }
            pause(150).await;
        };
        let acknowledged = acknowledged_during(&world, fault).await;
        assert_stored(&folder, world, acknowledged).await;
    }

    async fn on_every_connection(world: &World, statement: &str) {
        let scope = world.services.system("test");
        let all = (0..CONNECTIONS).map(|_| scope.on_one_connection());
        for connection in futures::future::try_join_all(all).await.unwrap() {
            pragma(&connection, statement).await;
        }
    }
}
