//! Files and folders that only their owner may read: the database, its keys, uploaded pictures.

use std::fs::{self, DirBuilder, File, OpenOptions, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::Path;

/// Permission bits of group and others.
const OTHERS_MODE_BITS: u32 = 0o077;

/// Creates a folder that only its owner may enter. Parent folders get default permissions; an
/// existing folder keeps its own.
///
/// # Errors
/// I/O errors.
pub fn create_private_dir(folder: &Path) -> io::Result<()> {
    if let Some(parent) = folder.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        fs::create_dir_all(parent)?;
    }
    match DirBuilder::new().mode(0o700).create(folder) {
        Err(_) if folder.is_dir() => Ok(()),
        created => created,
    }
}

/// Opens a file for writing; creates it with access for its owner only. Keeps existing content.
///
/// # Errors
/// I/O errors, such as a file or folder that is not writable.
pub fn open_private_file(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).write(true).create(true).truncate(false).mode(0o600).open(path)
}

/// Removes the permissions of group and others. Ignores a missing path.
///
/// # Errors
/// I/O errors: the file belongs to another user, or its file system is read-only.
pub fn restrict_to_owner(path: &Path) -> io::Result<()> {
    let found = match fs::metadata(path) {
        Ok(found) => found,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    if found.mode() & OTHERS_MODE_BITS == 0 {
        return Ok(());
    }
    fs::set_permissions(path, Permissions::from_mode(found.mode() & 0o7777 & !OTHERS_MODE_BITS))
}

/// Returns whether other users of the machine have any permission on it.
#[must_use]
pub fn is_open_to_others(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| found.mode() & OTHERS_MODE_BITS != 0)
}
