//! Consistent copy of an instance's data, while it runs.
//!
//! Pictures are immutable files. They are linked into a folder before and after the database is
//! copied: a picture of a copied row was stored before the row, so it is there in one of the two
//! moments, also if it is deleted meanwhile.

use anyhow::{Context, Result, bail};
use platform::data_folder::BACKUP_DIR;
use platform::private_files::{create_private_dir, open_private_file};
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// Character in the names of files that are not completely written yet.
const PARTIAL: char = '#';

/// Folder in the data folder in which one backup at a time is prepared; its content is deleted on
/// drop.
pub struct Stage {
    folder: PathBuf,
    _lock: File,
}

impl Stage {
    /// Locks and clears the folder.
    ///
    /// # Errors
    /// Another backup runs; I/O errors.
    pub fn open(data_dir: &Path) -> Result<Self> {
        let folder = data_dir.join(BACKUP_DIR);
        create_private_dir(&folder)?;
        let lock = open_private_file(&folder.join("lock"))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => bail!("another backup of this instance is running"),
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        let stage = Self { folder, _lock: lock };
        stage.clear()?;
        create_private_dir(&stage.blobs())?;
        Ok(stage)
    }

    /// File for the copy of the database.
    pub fn database(&self) -> PathBuf {
        self.folder.join("guildhall.db")
    }

    /// Folder for the pictures.
    pub fn blobs(&self) -> PathBuf {
        self.folder.join("blobs")
    }

    /// Links all pictures that are not linked yet.
    ///
    /// # Errors
    /// I/O errors.
    pub fn link_blobs(&self, source: &Path) -> Result<()> {
        if source.is_dir() {
            link_all(source, &self.blobs())
                .with_context(|| format!("failed to copy {}", source.display()))?;
        }
        Ok(())
    }

    fn clear(&self) -> io::Result<()> {
        for path in [self.database(), self.blobs()] {
            let removed =
                if path.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
            match removed {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        Ok(())
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        if let Err(error) = self.clear() {
            tracing::warn!(%error, "failed to delete {}", self.folder.display());
        }
    }
}

fn link_all(source: &Path, target: &Path) -> io::Result<()> {
    let entries = match fs::read_dir(source) {
        // Deleted meanwhile.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name();
        let to = target.join(&name);
        if entry.file_type()?.is_dir() {
            create_private_dir(&to)?;
            link_all(&entry.path(), &to)?;
        } else if !name.to_string_lossy().contains(PARTIAL) {
            link(&entry.path(), &to)?;
        }
    }
    Ok(())
}

/// Links a file; copies it if the file systems differ or have no links.
fn link(from: &Path, to: &Path) -> io::Result<()> {
    let linked = fs::hard_link(from, to);
    match linked.map_err(|error| error.kind()) {
        Ok(()) | Err(io::ErrorKind::AlreadyExists | io::ErrorKind::NotFound) => Ok(()),
        Err(_) => match fs::copy(from, to) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            copied => copied.map(|_| ()),
        },
    }
}

/// Files below a folder, with their path relative to it, in order.
///
/// # Errors
/// I/O errors.
pub fn files_below(folder: &Path) -> io::Result<Vec<(String, PathBuf)>> {
    let mut found = Vec::new();
    let mut left = vec![(String::new(), folder.to_owned())];
    while let Some((prefix, folder)) = left.pop() {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            if entry.file_type()?.is_dir() {
                left.push((format!("{name}/"), entry.path()));
            } else {
                found.push((name, entry.path()));
            }
        }
    }
    found.sort();
    Ok(found)
}
