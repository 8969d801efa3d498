//! Data folder of an embedded instance: used by one process at a time, private to its user,
//! writable and undamaged. All of this is checked before the database is opened.

use crate::config::Config;
use crate::db::{DamageError, check_header, needs_recovery, quick_check};
use crate::private_files::{
    create_private_dir, is_open_to_others, open_private_file, restrict_to_owner,
};
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

/// Locked file. The kernel releases the lock when the process ends in any way.
const LOCK_FILE: &str = "guildhall.lock";
/// All names that an instance, its Makefile or the file system creates in the folder. If it
/// contains anything else, it is not exclusively ours and keeps its permissions.
const OWN_NAMES: [&str; 11] = [
    LOCK_FILE,
    "guildhall.db",
    "guildhall.db-reserve",
    "guildhall.db-shm",
    "guildhall.db-wal",
    "guildhall.pid",
    "keys",
    "blobs",
    "lost+found",
    BACKUP_DIR,
    RESTORE_DIR,
];
const ROUTES_PREFIX: &str = "routes.";
/// Folder in which a backup is prepared.
pub const BACKUP_DIR: &str = ".backup";
/// Folder in which a restore is prepared.
pub const RESTORE_DIR: &str = ".restore";
/// File in it while the restored files replace the previous ones.
pub const RESTORE_MARKER: &str = "replacing";
/// Prefix of the folder with the files that a restore has replaced.
pub const REPLACED_PREFIX: &str = "before-restore-";

/// Reason why a data folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DataFolderError {
    /// It cannot be created.
    #[error("failed to create the data folder {}: {source}", .folder.display())]
    Create {
        /// Path of the folder.
        folder: PathBuf,
        /// I/O error.
        source: io::Error,
    },
    /// The folder or one of its files is not writable.
    #[error(
        "{} cannot be written: {source}. Guildhall needs a data folder that it may write; check who \
         owns it, and whether its file system is read-only or full",
        .path.display()
    )]
    Unwritable {
        /// Path of the file.
        path: PathBuf,
        /// I/O error.
        source: io::Error,
    },
    /// Another process uses it.
    #[error(
        "another guildhall process{} already runs on the data folder {}. Stop it first, or give this \
         one a folder of its own (--data-dir)",
        of_process(.pid), .folder.display()
    )]
    InUse {
        /// Path of the folder.
        folder: PathBuf,
        /// Process id of the other process, if known.
        pid: Option<u32>,
    },
    /// A restore was interrupted while it replaced the files.
    #[error(
        "a restore into the data folder {} was interrupted while it replaced the files. Run `guildhall \
         restore FILE --force` again",
        .folder.display()
    )]
    HalfRestored {
        /// Path of the folder.
        folder: PathBuf,
    },
    /// The database is damaged.
    #[error(transparent)]
    Damaged(#[from] DamageError),
}

fn of_process(pid: &Option<u32>) -> String {
    pid.map_or_else(String::new, |pid| format!(" (process {pid})"))
}

/// A data folder that this process holds exclusively until it is dropped.
#[derive(Debug)]
pub struct DataFolder {
    _lock: File,
}

impl DataFolder {
    /// Locks the data folder, removes the permissions of other users, and checks that the database
    /// is writable and undamaged. Creates a missing folder.
    ///
    /// # Errors
    /// [`DataFolderError`], with advice.
    pub async fn claim(config: &Config) -> Result<Self, DataFolderError> {
        let folder = &config.data_dir;
        let locked = Self::lock(folder)?;
        if folder.join(RESTORE_DIR).join(RESTORE_MARKER).exists() {
            return Err(DataFolderError::HalfRestored { folder: folder.clone() });
        }
        restrict_permissions(config);
        if let Some(database) = config.database_file() {
            check_database(&database).await?;
        }
        Ok(locked)
    }

    /// Locks the data folder without looking at its content. Creates a missing folder.
    ///
    /// # Errors
    /// Another process uses it, or it cannot be created.
    pub fn lock(folder: &Path) -> Result<Self, DataFolderError> {
        create_private_dir(folder)
            .map_err(|source| DataFolderError::Create { folder: folder.to_owned(), source })?;
        Ok(Self { _lock: lock(folder)? })
    }
}

/// Returns the entries of a data folder that belong to an instance: all but the lock, the folders of
/// backup and restore, and those of the file system.
///
/// # Errors
/// I/O errors.
pub fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    const OTHERS: [&str; 4] = [LOCK_FILE, "lost+found", BACKUP_DIR, RESTORE_DIR];
    let is_other = |name: &str| OTHERS.contains(&name) || name.starts_with(REPLACED_PREFIX);
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if !entry.file_name().to_str().is_some_and(is_other) {
            found.push(entry.path());
        }
    }
    Ok(found)
}

fn lock(folder: &Path) -> Result<File, DataFolderError> {
    let path = folder.join(LOCK_FILE);
    let unwritable = |source| DataFolderError::Unwritable { path: path.clone(), source };
    let mut file = open_private_file(&path).map_err(unwritable)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            let mut text = String::new();
            let pid = file.read_to_string(&mut text).ok().and_then(|_| text.trim().parse().ok());
            return Err(DataFolderError::InUse { folder: folder.to_owned(), pid });
        }
        Err(TryLockError::Error(source)) => return Err(unwritable(source)),
    }
    // The process id is informational: a full disk must not prevent the start.
    let number = format!("{}\n", std::process::id());
    let written = file.set_len(0).and_then(|()| file.rewind());
    if let Err(error) = written.and_then(|()| file.write_all(number.as_bytes())) {
        tracing::warn!(%error, "failed to write the process id to {}", path.display());
    }
    Ok(file)
}

/// Removes permissions of other users that older versions left.
fn restrict_permissions(config: &Config) {
    let keys = config.keys_dir();
    let mut paths: Vec<PathBuf> = database_files(config).collect();
    paths.extend(fs::read_dir(&keys).into_iter().flatten().flatten().map(|entry| entry.path()));
    paths.extend([keys, config.data_dir.join("blobs")]);
    if is_ours_alone(&config.data_dir) {
        paths.push(config.data_dir.clone());
    } else if is_open_to_others(&config.data_dir) {
        tracing::warn!(
            "the data folder {} also contains other files, so other users may still read it; give \
             Guildhall its own folder",
            config.data_dir.display()
        );
    }
    for path in paths {
        if let Err(error) = restrict_to_owner(&path) {
            tracing::warn!(%error, "other users may still read {}", path.display());
        }
    }
}

fn database_files(config: &Config) -> impl Iterator<Item = PathBuf> {
    let database = config.database_file();
    ["", "-wal", "-shm", "-journal"].into_iter().filter_map(move |suffix| {
        let mut path = database.clone()?.into_os_string();
        path.push(suffix);
        Some(path.into())
    })
}

/// Returns whether the folder contains only an instance's own files, so that its permissions may be
/// changed. A mistyped setting must not lock other users out of `/tmp` or `/var`.
fn is_ours_alone(folder: &Path) -> bool {
    let Ok(mut entries) = fs::read_dir(folder) else { return false };
    let is_own = |name: &str| {
        OWN_NAMES.contains(&name)
            || name.starts_with(ROUTES_PREFIX)
            || name.starts_with(REPLACED_PREFIX)
    };
    entries.all(|entry| entry.is_ok_and(|e| e.file_name().to_str().is_some_and(is_own)))
}

async fn check_database(database: &Path) -> Result<(), DataFolderError> {
    if let Some(folder) = database.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        create_private_dir(folder)
            .map_err(|source| DataFolderError::Create { folder: folder.to_owned(), source })?;
    }
    // SQLite silently falls back to read-only if it may not write.
    open_private_file(database)
        .map_err(|source| DataFolderError::Unwritable { path: database.to_owned(), source })?;
    check_header(database)?;
    quick_check(database).await?;
    Ok(())
}

/// Problems that would prevent a start on this data folder, one sentence each. Does not write.
pub async fn find_problems(config: &Config) -> Vec<String> {
    let mut problems = Vec::new();
    problems.extend(config.check_keys_present().err().map(|error| error.to_string()));
    for path in private_paths(config).filter(|path| path.exists() && !is_writable(path)) {
        problems.push(format!("{} cannot be written", path.display()));
    }
    if let Some(database) = config.database_file() {
        let checked = match check_header(&database) {
            Ok(()) if needs_recovery(&database) => Ok(()),
            Ok(()) => quick_check(&database).await,
            Err(damaged) => Err(damaged),
        };
        problems.extend(checked.err().map(|error| error.to_string()));
    }
    problems
}

/// Database, keys and folders that other users of the machine can read. A start removes those
/// permissions.
pub fn exposed_paths(config: &Config) -> impl Iterator<Item = PathBuf> {
    private_paths(config).filter(|path| is_open_to_others(path))
}

fn private_paths(config: &Config) -> impl Iterator<Item = PathBuf> {
    database_files(config).chain([config.keys_dir(), config.data_dir.clone()])
}

/// Returns whether this process may write the path, by permissions and file system.
fn is_writable(path: &Path) -> bool {
    rustix::fs::access(path, rustix::fs::Access::WRITE_OK).is_ok()
}
