//! The hashed files of both web builds on disk.

use super::error::WebAssetsError;
use bytes::Bytes;
use data_encoding::HEXLOWER;
use platform::config::ServerConfig;
use sha2::{Digest, Sha256};
use std::io::ErrorKind;
use std::path::Path;
use wire::assets::{ASSET_BYTES_MAX, is_hashed_name};

/// Content coding of a file as the build wrote it.
pub(super) const IDENTITY: &str = "identity";
/// The only further coding that is kept: every supported browser accepts it over https.
pub(super) const BROTLI: &str = "br";
/// Folder of the hashed files in a build.
const FOLDER: &str = "assets";

/// One encoded form of a hashed file.
pub(super) struct BuildFile {
    /// Web app: `main` or `brand`.
    pub app: &'static str,
    pub name: String,
    pub coding: &'static str,
    /// SHA-256 of the bytes, in hexadecimal.
    pub digest: String,
    pub bytes: Bytes,
}

/// Reads the hashed files of both builds, sorted. A missing build has none.
pub(super) fn read_builds(server: &ServerConfig) -> Result<Vec<BuildFile>, WebAssetsError> {
    let mut files = Vec::new();
    for (app, folder) in [("main", &server.web_main_dir), ("brand", &server.web_brand_dir)] {
        read_folder(&mut files, app, &folder.join(FOLDER))?;
    }
    files.sort_by(|a, b| (a.app, &a.name, a.coding).cmp(&(b.app, &b.name, b.coding)));
    Ok(files)
}

/// Digest of all names and contents: two releases with the same files have the same one.
pub(super) fn marker_of(files: &[BuildFile]) -> String {
    let mut hasher = Sha256::new();
    for file in files {
        hasher.update(format!("{} {} {} {}\n", file.app, file.name, file.coding, file.digest));
    }
    HEXLOWER.encode(&hasher.finalize())
}

fn read_folder(
    files: &mut Vec<BuildFile>,
    app: &'static str,
    folder: &Path,
) -> Result<(), WebAssetsError> {
    let unreadable = |cause| WebAssetsError::Unreadable { path: folder.to_owned(), cause };
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(unreadable(error)),
    };
    for entry in entries {
        let entry = entry.map_err(unreadable)?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        if !is_hashed_name(&name) {
            continue;
        }
        let Some(plain) = read_file(&entry.path())? else { continue };
        let packed = read_file(&folder.join(format!("{name}.br")))?;
        let packed = packed.filter(|packed| packed.len() < plain.len());
        for (coding, bytes) in [(IDENTITY, Some(plain)), (BROTLI, packed)] {
            let Some(bytes) = bytes else { continue };
            let digest = HEXLOWER.encode(&Sha256::digest(&bytes));
            files.push(BuildFile { app, name: name.clone(), coding, digest, bytes });
        }
    }
    Ok(())
}

/// Reads a file; `None` if there is none. Links are not followed.
fn read_file(path: &Path) -> Result<Option<Bytes>, WebAssetsError> {
    let unreadable = |cause| WebAssetsError::Unreadable { path: path.to_owned(), cause };
    let facts = match std::fs::symlink_metadata(path) {
        Ok(facts) => facts,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(unreadable(error)),
    };
    if !facts.is_file() {
        return Ok(None);
    }
    if facts.len() > ASSET_BYTES_MAX as u64 {
        return Err(WebAssetsError::TooLarge(path.to_owned()));
    }
    std::fs::read(path).map(|bytes| Some(bytes.into())).map_err(unreadable)
}
