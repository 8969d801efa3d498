//! Names of backups in a folder, and deletion of the oldest ones.

use anyhow::{Context, Result};
use chrono::{DateTime, Utc};
use std::fs;
use std::path::{Path, PathBuf};

const PREFIX: &str = "guildhall-";
const EXTENSIONS: [&str; 2] = [".tar", ".tar.age"];

/// Name of a backup that was started at this time.
pub fn name_at(time: DateTime<Utc>, extension: &str) -> String {
    format!("{PREFIX}{}.{extension}", time.format("%Y%m%dT%H%M%S%3fZ"))
}

/// Deletes all but the newest `keep` backups in a folder. Returns the deleted ones.
///
/// # Errors
/// I/O errors.
pub fn delete_older(folder: &Path, keep: usize) -> Result<Vec<PathBuf>> {
    let failed = || format!("failed to delete older backups in {}", folder.display());
    let mut backups = Vec::new();
    for entry in fs::read_dir(folder).with_context(failed)? {
        let entry = entry.with_context(failed)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if is_backup(&name) {
            backups.push((name, entry.path()));
        }
    }
    // The names contain the time, so the newest ones are last.
    backups.sort();
    backups.truncate(backups.len().saturating_sub(keep));
    for (_, path) in &backups {
        fs::remove_file(path).with_context(failed)?;
    }
    Ok(backups.into_iter().map(|(_, path)| path).collect())
}

fn is_backup(name: &str) -> bool {
    let time = name.strip_prefix(PREFIX);
    let time = time.and_then(|rest| EXTENSIONS.iter().find_map(|end| rest.strip_suffix(end)));
    time.is_some_and(|time| {
        time.len() == 19 && time.ends_with('Z') && time.bytes().all(|b| b.is_ascii_alphanumeric())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deletes_only_the_oldest_backups() {
        let folder = tempfile::tempdir().unwrap_or_else(|error| std::panic::panic_any(error));
        let now = platform::Clock::system_clock().now();
        let names: Vec<_> =
            (0..4).map(|day| name_at(now + chrono::Duration::days(day), "tar.age")).collect();
        for name in names.iter().map(String::as_str).chain(["guildhall-notes.tar", "other"]) {
            assert!(fs::write(folder.path().join(name), "x").is_ok());
        }
        let deleted = delete_older(folder.path(), 3).unwrap_or_default();
        assert_eq!(deleted, [folder.path().join(&names[0])]);
        assert_eq!(fs::read_dir(folder.path()).map(Iterator::count).ok(), Some(5));
    }
}
