//! Free space for writes, and damage found by reads.
//!
//! [`Storage`] records that a write failed on a full disk. Readiness checks then write a row of
//! several pages until that succeeds ([`super::Database::readiness`]); other writes are tried as
//! always, so they succeed as soon as there is space.
//!
//! A database that a statement found damaged stays so until the process starts again: a start checks
//! the file.
//!
//! A sign-out must succeed while the disk is full, although it writes. On SQLite a reserve provides
//! the space: a file next to the database, filled with zeros. A transaction begun with
//! [`crate::Scope::begin_essential`] holds SQLite's only write lock; it truncates a part of the
//! reserve, which is filled again afterwards. Other programs could use that space only within these
//! few milliseconds. On PostgreSQL the disk belongs to the server. There a sign-out deletes the
//! session instead, for which PostgreSQL's log already has the space.

use super::ErrorClass;
use crate::db_failure::is_damage;
use crate::telemetry::DATABASE_DAMAGE;
use metrics::counter;
use rustix::fs::statvfs;
use sea_orm::DbErr;
use sqlx::sqlite::SqliteConnectOptions;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::runtime::Handle;

/// Size of the reserve: some dozens of sign-outs, until a checkpoint frees the log again.
const RESERVE: u64 = 4 << 20;
/// Space for one transaction: several times the pages and index pages that it changes.
const TRANSACTION_SPACE: u64 = 256 << 10;
/// Below this number of free bytes the disk counts as full.
const MIN_FREE_SPACE: u64 = 2 * TRANSACTION_SPACE;
/// For how long a write that failed on a full disk answers for the next one.
const FAILURE_HOLDS: Duration = Duration::from_secs(1);
static ZEROS: [u8; 64 << 10] = [0; 64 << 10];

/// Known state of the free space.
#[derive(Debug, Default)]
pub(crate) struct Storage {
    is_full: AtomicBool,
    /// Time of the last write that failed on a full disk.
    failed_at: Mutex<Option<Instant>>,
    is_damaged: AtomicBool,
    reserve: Option<Arc<Reserve>>,
    is_read_only: bool,
}

impl Storage {
    /// Creates the state for a database address.
    pub fn from_url(url: &str) -> Self {
        let options = url.starts_with("sqlite:").then(|| SqliteConnectOptions::from_str(url).ok());
        let file = options.flatten().map(|options| options.get_filename().to_owned());
        // A database in memory has an address instead of a file.
        let file = file.filter(|file| !file.to_string_lossy().contains(':'));
        let reserve = file.map(|file| {
            let mut name = file.into_os_string();
            name.push("-reserve");
            Arc::new(Reserve { file: name.into(), lock: Mutex::default() })
        });
        Self { reserve, ..Self::default() }
    }

    /// The same for a process that only reads.
    pub fn read_only(url: &str) -> Self {
        Self { is_read_only: true, ..Self::from_url(url) }
    }

    /// Whether this process only reads, so that it cannot try a write.
    pub const fn is_read_only(&self) -> bool {
        self.is_read_only
    }

    /// Records the result of a statement.
    pub fn record_outcome<T>(&self, outcome: &Result<T, DbErr>) {
        let Err(error) = outcome else { return };
        match ErrorClass::from_error(error) {
            Some(ErrorClass::StorageFull) => {
                *self.failed_at.lock().unwrap_or_else(PoisonError::into_inner) =
                    Some(Instant::now());
                if !self.set_full(true) {
                    tracing::error!(cause = %error, "the disk is full; writes are answered with 503");
                }
            }
            None if is_damage(error) => {
                counter!(DATABASE_DAMAGE).increment(1);
                if !self.is_damaged.swap(true, Ordering::Relaxed) {
                    tracing::error!(
                        cause = %error,
                        "the database is damaged; stop the instance and restore the last backup"
                    );
                }
            }
            _ => {}
        }
    }

    /// Returns whether a statement has found the database damaged.
    pub fn is_damaged(&self) -> bool {
        self.is_damaged.load(Ordering::Relaxed)
    }

    /// Returns whether the last test write found no space.
    pub fn is_full(&self) -> bool {
        self.is_full.load(Ordering::Relaxed)
    }

    /// Returns whether a write has failed on a full disk within the last second.
    pub fn has_just_failed(&self) -> bool {
        let failed_at = *self.failed_at.lock().unwrap_or_else(PoisonError::into_inner);
        self.is_full() && failed_at.is_some_and(|at| at.elapsed() < FAILURE_HOLDS)
    }

    /// Returns whether the last test write failed, or little space is left.
    pub async fn may_be_full(&self) -> bool {
        self.is_full() || self.has_little_space().await
    }

    /// Records that there is space again, and fills the reserve.
    pub async fn record_recovery(&self) {
        if self.set_full(false) {
            tracing::info!("the disk has free space again");
            self.fill_reserve().await;
        }
    }

    /// Fills the reserve as far as possible.
    pub async fn fill_reserve(&self) {
        if let Some(reserve) = self.reserve.clone() {
            run_blocking(move || reserve.fill_reserve_file()).await;
        }
    }

    /// If the disk is full, frees a part of the reserve file; dropping the returned guard refills it.
    pub async fn release_part(&self) -> Option<ReleasedPart> {
        let reserve = self.reserve.clone()?;
        if !self.may_be_full().await {
            return None;
        }
        let freed = reserve.clone();
        run_blocking(move || freed.truncate_reserve()).await.then_some(ReleasedPart(reserve))
    }

    async fn has_little_space(&self) -> bool {
        let Some(reserve) = self.reserve.clone() else { return false };
        run_blocking(move || reserve.has_little_space()).await
    }

    /// Returns the previous state.
    fn set_full(&self, is_full: bool) -> bool {
        self.is_full.swap(is_full, Ordering::Relaxed)
    }
}

/// Space for an essential transaction. On drop the reserve is filled again.
#[derive(Debug)]
pub(crate) struct ReleasedPart(Arc<Reserve>);

impl Drop for ReleasedPart {
    fn drop(&mut self) {
        let reserve = self.0.clone();
        // Without a runtime the process is ending; the next one fills the reserve.
        if let Ok(runtime) = Handle::try_current() {
            runtime.spawn_blocking(move || reserve.fill_reserve_file());
        }
    }
}

/// File that reserves space for essential transactions.
#[derive(Debug)]
struct Reserve {
    file: PathBuf,
    lock: Mutex<()>,
}

impl Reserve {
    fn fill_reserve_file(&self) -> bool {
        let _alone = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        let filled = self.open().and_then(|mut file| {
            let mut length = file.metadata()?.len();
            while length < RESERVE {
                file.write_all(&ZEROS)?;
                length = file.metadata()?.len();
            }
            file.sync_all()
        });
        filled.is_ok()
    }

    fn truncate_reserve(&self) -> bool {
        let _alone = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        let cut = self.open().and_then(|file| {
            let length = file.metadata()?.len();
            file.set_len(length.saturating_sub(TRANSACTION_SPACE))?;
            file.sync_all()
        });
        cut.is_ok()
    }

    fn open(&self) -> io::Result<File> {
        OpenOptions::new().create(true).append(true).mode(0o600).open(&self.file)
    }

    fn has_little_space(&self) -> bool {
        let folder = self.file.parent().filter(|folder| !folder.as_os_str().is_empty());
        let space = statvfs(folder.unwrap_or(Path::new("."))).ok();
        space.is_some_and(|space| space.f_bavail.saturating_mul(space.f_frsize) < MIN_FREE_SPACE)
    }
}

/// Runs file operations on a blocking thread; `false` if that failed.
async fn run_blocking(act: impl FnOnce() -> bool + Send + 'static) -> bool {
    tokio::task::spawn_blocking(act).await.unwrap_or(false)
}
