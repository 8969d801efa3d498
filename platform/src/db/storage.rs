//! Whether there is space for what is written, and whether what was written can be read.
//!
//! [`Storage`] remembers that a write met a full disk. From then on a readiness check stores a row of several
//! pages, until that succeeds ([`super::Database::readiness`]); other writes are tried as always, so they
//! succeed as soon as there is space.
//!
//! A database that a statement found damaged stays so until the process starts again: a start checks the file.
//!
//! Signing out has to work while the disk is full, and it writes. On SQLite the reserve holds space for that: a
//! file next to the database, filled with zeros. A transaction that is begun with
//! [`crate::Scope::begin_essential`] holds SQLite's only write lock; it cuts a part off the reserve, and the
//! reserve is filled up again afterwards. The part is in reach of other programs on the same disk for these few
//! milliseconds only. On PostgreSQL the server's disk is not ours to reserve: there a sign-out deletes the session
//! instead, for which PostgreSQL needs no further space than its log has.

use super::Failure;
use super::failure::is_damage;
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
use tokio::runtime::Handle;

/// Bytes of the reserve: some dozens of sign-outs, before what they wrote is moved into the database and its
/// space in the log is used again.
const RESERVE: u64 = 4 << 20;
/// Bytes that one transaction gets: its own pages, and those of the indexes that it changes, several times over.
const PART: u64 = 256 << 10;
/// With fewer bytes free than this the disk counts as full.
const SPARE: u64 = 2 * PART;
static ZEROS: [u8; 64 << 10] = [0; 64 << 10];

/// What is known about the space for writes.
#[derive(Debug, Default)]
pub(crate) struct Storage {
    is_full: AtomicBool,
    is_damaged: AtomicBool,
    reserve: Option<Arc<Reserve>>,
    is_read_only: bool,
}

impl Storage {
    /// The storage of a database at this address.
    pub fn of(url: &str) -> Self {
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
        Self { is_read_only: true, ..Self::of(url) }
    }

    /// Whether this process only reads, so that it cannot try a write.
    pub const fn is_read_only(&self) -> bool {
        self.is_read_only
    }

    /// Records the outcome of a statement.
    pub fn observe<T>(&self, outcome: &Result<T, DbErr>) {
        let Err(error) = outcome else { return };
        match Failure::of(error) {
            Some(Failure::StorageFull) if !self.set_full(true) => {
                tracing::error!(cause = %error, "the disk is full; writes are answered with 503");
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

    /// Whether a statement has found the database damaged.
    pub fn is_damaged(&self) -> bool {
        self.is_damaged.load(Ordering::Relaxed)
    }

    /// Whether the last write that was tried found no space.
    pub fn is_full(&self) -> bool {
        self.is_full.load(Ordering::Relaxed)
    }

    /// Whether the last write that was tried for this purpose found no space, or too little space is left for one.
    pub async fn may_be_full(&self) -> bool {
        self.is_full() || self.has_little_space().await
    }

    /// Records that there is space; the reserve is filled up.
    pub async fn recovered(&self) {
        if self.set_full(false) {
            tracing::info!("the disk has space again");
            self.fill_reserve().await;
        }
    }

    /// Fills the reserve as far as there is space.
    pub async fn fill_reserve(&self) {
        if let Some(reserve) = self.reserve.clone() {
            blocking(move || reserve.fill()).await;
        }
    }

    /// Frees a part of the reserve if the disk is full, until the result is dropped.
    pub async fn release_part(&self) -> Option<ReleasedPart> {
        let reserve = self.reserve.clone()?;
        if !self.may_be_full().await {
            return None;
        }
        let freed = reserve.clone();
        blocking(move || freed.cut()).await.then_some(ReleasedPart(reserve))
    }

    async fn has_little_space(&self) -> bool {
        let Some(reserve) = self.reserve.clone() else { return false };
        blocking(move || reserve.has_little_space()).await
    }

    /// The state before.
    fn set_full(&self, is_full: bool) -> bool {
        self.is_full.swap(is_full, Ordering::Relaxed)
    }
}

/// Space that an essential transaction may use. Dropped, the reserve is filled up again.
#[derive(Debug)]
pub(crate) struct ReleasedPart(Arc<Reserve>);

impl Drop for ReleasedPart {
    fn drop(&mut self) {
        let reserve = self.0.clone();
        // Without a runtime the process ends; the next one fills the reserve.
        if let Ok(runtime) = Handle::try_current() {
            runtime.spawn_blocking(move || reserve.fill());
        }
    }
}

/// A file that keeps space for essential transactions.
#[derive(Debug)]
struct Reserve {
    file: PathBuf,
    lock: Mutex<()>,
}

impl Reserve {
    fn fill(&self) -> bool {
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

    fn cut(&self) -> bool {
        let _alone = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        let cut = self.open().and_then(|file| {
            let length = file.metadata()?.len();
            file.set_len(length.saturating_sub(PART))?;
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
        space.is_some_and(|space| space.f_bavail.saturating_mul(space.f_frsize) < SPARE)
    }
}

/// Runs file operations where they hold up no other task; `false` if they could not be run.
async fn blocking(act: impl FnOnce() -> bool + Send + 'static) -> bool {
    tokio::task::spawn_blocking(act).await.unwrap_or(false)
}
