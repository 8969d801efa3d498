//! Manifest of a backup: its last entry.

use anyhow::{Result, bail, ensure};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Component, Path};

/// Name of its entry.
pub const MANIFEST: &str = "manifest.json";
/// Entry of the database.
pub const DATABASE: &str = "guildhall.db";
/// Folder of the keys.
pub const KEYS: &str = "keys";
/// Folder of the pictures.
pub const BLOBS: &str = "blobs";
/// Format of the archive.
pub const FORMAT: u32 = 1;

/// Description of a backup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Manifest {
    /// Format of the archive.
    pub format: u32,
    /// Version of the program that wrote it.
    pub version: String,
    /// Start of the backup: it contains all that was acknowledged before.
    pub created_at: DateTime<Utc>,
    /// Applied migrations.
    pub migrations: Vec<String>,
    /// Fingerprints of the keys, by setting; the first key first.
    pub keys: BTreeMap<String, Vec<String>>,
    /// False if the pictures are in a bucket, which has to be backed up separately.
    pub has_blobs: bool,
    /// All other entries, by path.
    pub entries: BTreeMap<String, EntrySum>,
}

/// Size and checksum of an entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EntrySum {
    /// Size in bytes.
    pub bytes: u64,
    /// SHA-256 in hex.
    pub sha256: String,
}

impl Manifest {
    /// Compares the entries of an archive with the manifest.
    ///
    /// # Errors
    /// Another format, or the first entry that differs.
    pub fn verify(&self, found: &BTreeMap<String, EntrySum>) -> Result<()> {
        ensure!(
            self.format == FORMAT,
            "the backup has format {}, which this version does not know; it was written by version {}",
            self.format,
            self.version
        );
        for (path, expected) in &self.entries {
            match found.get(path) {
                Some(sum) if sum == expected => {}
                Some(_) => bail!("{path} in the backup is damaged: its checksum is wrong"),
                None => bail!("{path} is missing in the backup"),
            }
        }
        if let Some(path) = found.keys().find(|path| !self.entries.contains_key(*path)) {
            bail!("the backup contains {path}, which its manifest does not list");
        }
        ensure!(self.entries.contains_key(DATABASE), "the backup contains no database");
        Ok(())
    }
}

/// Returns whether an entry's path is one that a backup contains. Anything else is refused, so that
/// no file is written outside the data folder.
pub fn is_valid_path(path: &Path) -> bool {
    let mut parts = Vec::new();
    for part in path.components() {
        let Component::Normal(part) = part else { return false };
        let Some(part) = part.to_str() else { return false };
        parts.push(part);
    }
    match parts.as_slice() {
        [name] => [DATABASE, MANIFEST].contains(name),
        [KEYS, file] => file.ends_with(".key"),
        [BLOBS, ..] => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_of_an_instance_are_valid() {
        for good in ["guildhall.db", "manifest.json", "keys/token.key", "blobs/users/1/a.webp"] {
            assert!(is_valid_path(Path::new(good)), "{good}");
        }
        for bad in ["", "/guildhall.db", "../x", "blobs/../../x", "keys/a/b.key", "keys/x", "x"] {
            assert!(!is_valid_path(Path::new(bad)), "{bad}");
        }
    }
}
