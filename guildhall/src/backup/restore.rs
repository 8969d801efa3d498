//! `guildhall restore`.
//!
//! The archive is verified before anything is written. It is then extracted into a folder within the
//! data folder, checked again, and moved into place. An interruption before that moment leaves the
//! data folder as it was; after it, a start is refused until the restore has run again.

use super::encryption::Decryption;
use super::manifest::{BLOBS, DATABASE, KEYS, Manifest};
use super::{PROCEDURE, RestoreArgs, archive};
use anyhow::{Context, Result, bail, ensure};
use platform::Clock;
use platform::config::Config;
use platform::data_folder::{self, DataFolder, REPLACED_PREFIX, RESTORE_DIR, RESTORE_MARKER};
use platform::db::{CopyFacts, check_copy};
use platform::private_files::{create_private_dir, open_private_file};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use tokio::task::spawn_blocking;

/// Restores an embedded instance from a backup.
///
/// # Errors
/// The data folder is in use or not empty, the backup is damaged or from a newer version, or the
/// files cannot be written.
pub async fn restore(config: &Config, args: &RestoreArgs, out: &mut impl Write) -> Result<()> {
    if !config.is_embedded() {
        bail!(
            "`guildhall restore` is for an embedded instance. With PostgreSQL, recover the server to \
             a point in time: {PROCEDURE} has the procedure"
        );
    }
    let folder = config.data_dir.clone();
    require_default_layout(config)?;
    let is_new = !folder.exists();
    let verified = verify(args).await?;
    let lock = DataFolder::lock(&folder)?;
    let present = data_folder::entries(&folder)?;
    let is_half_restored = folder.join(RESTORE_DIR).join(RESTORE_MARKER).exists();
    if !args.force && (!present.is_empty() || is_half_restored) {
        bail!(
            "the data folder {} is not empty. Name another one (--set data_dir=FOLDER), or move its \
             content aside with --force",
            folder.display()
        );
    }
    let restored = extract(args, &folder, &verified).await;
    let aside = match restored {
        Ok(()) => {
            let folder = folder.clone();
            spawn_blocking(move || replace(&folder, &present)).await??
        }
        Err(error) => {
            discard(&folder, is_new);
            drop(lock);
            return Err(error);
        }
    };
    let (version, at) = (&verified.version, verified.created_at.format("%Y-%m-%d %H:%M:%S UTC"));
    let (files, to) = (verified.entries.len(), folder.display());
    writeln!(out, "{to}: {files} files of the backup of {at} (version {version}) restored")?;
    if let Some(aside) = aside {
        writeln!(out, "the previous content is in {}", aside.display())?;
    }
    if !verified.has_blobs {
        writeln!(out, "the pictures are in a bucket: restore it separately ({PROCEDURE})")?;
    }
    Ok(())
}

/// A backup contains the files of the default layout.
fn require_default_layout(config: &Config) -> Result<()> {
    let database = config.database_file();
    let is_default = database.is_none_or(|file| file == config.data_dir.join(DATABASE));
    ensure!(
        is_default,
        "`guildhall restore` writes the database into the data folder: remove database.url from the \
         settings"
    );
    Ok(())
}

/// Reads the whole archive without writing.
async fn verify(args: &RestoreArgs) -> Result<Manifest> {
    let (file, decryption) = (args.file.clone(), decryption(args)?);
    spawn_blocking(move || archive::read(decryption.open(&file)?, |_, _| Ok(()))).await?
}

fn decryption(args: &RestoreArgs) -> Result<Decryption> {
    Decryption::from_flags(args.identity.as_deref(), args.passphrase_file.as_deref())
}

/// Extracts the archive next to its place, and checks the database and its keys.
async fn extract(args: &RestoreArgs, folder: &Path, expected: &Manifest) -> Result<()> {
    let (file, decryption) = (args.file.clone(), decryption(args)?);
    let target = folder.join(RESTORE_DIR);
    let into = target.clone();
    let extracted = spawn_blocking(move || {
        // An earlier restore that was interrupted. Its marker stays until this one is complete.
        for name in [DATABASE, KEYS, BLOBS].map(|name| into.join(name)) {
            remove(&name)?;
        }
        create_private_dir(&into)?;
        let read = archive::read(decryption.open(&file)?, |path, content| {
            write_entry(&into.join(path), content)
                .with_context(|| format!("failed to write {}", path.display()))
        })?;
        // One call for all files.
        rustix::fs::syncfs(File::open(&into)?)?;
        anyhow::Ok(read)
    });
    let manifest = extracted.await??;
    ensure!(manifest == *expected, "the backup was changed while it was read");
    let facts = check_copy(&target.join(DATABASE)).await?;
    check_facts(&facts, &manifest)?;
    Ok(())
}

fn check_facts(facts: &CopyFacts, manifest: &Manifest) -> Result<()> {
    let unknown = facts.unknown_migrations();
    ensure!(
        unknown.is_empty(),
        "the backup is of version {}, which is newer than this program ({} is unknown to it). Restore \
         it with that version",
        manifest.version,
        unknown.join(", ")
    );
    for (name, fingerprint) in &facts.keys {
        let has = manifest.keys.get(name).is_some_and(|keys| keys.contains(fingerprint));
        ensure!(has, "the backup lacks the key {name} with the fingerprint {fingerprint}");
    }
    Ok(())
}

fn write_entry(path: &Path, content: &mut dyn Read) -> Result<()> {
    if let Some(folder) = path.parent() {
        create_private_dirs(folder)?;
    }
    let mut file = open_private_file(path)?;
    io::copy(content, &mut file)?;
    Ok(())
}

/// Like [`create_private_dir`], also for each missing parent.
fn create_private_dirs(folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    if let Some(parent) = folder.parent() {
        create_private_dirs(parent)?;
    }
    create_private_dir(folder)
}

/// Moves the previous content aside and the extracted files into place. Returns the folder with the
/// previous content.
fn replace(folder: &Path, present: &[PathBuf]) -> Result<Option<PathBuf>> {
    let source = folder.join(RESTORE_DIR);
    let marker = source.join(RESTORE_MARKER);
    File::create(&marker)?.sync_all()?;
    File::open(&source)?.sync_all()?;
    let aside = if present.is_empty() { None } else { Some(move_aside(folder, present)?) };
    // The database last: it needs the others.
    for name in [KEYS, BLOBS, DATABASE] {
        let from = source.join(name);
        if from.exists() {
            let to = folder.join(name);
            fs::rename(&from, &to).with_context(|| format!("failed to write {}", to.display()))?;
        }
    }
    File::open(folder)?.sync_all()?;
    fs::remove_dir_all(&source)?;
    File::open(folder)?.sync_all()?;
    Ok(aside)
}

fn move_aside(folder: &Path, present: &[PathBuf]) -> Result<PathBuf> {
    let stamp = Clock::system_clock().now().format("%Y%m%dT%H%M%S%3fZ");
    let aside = folder.join(format!("{REPLACED_PREFIX}{stamp}"));
    create_private_dir(&aside)?;
    for path in present {
        let name = path.file_name().unwrap_or_default();
        fs::rename(path, aside.join(name))
            .with_context(|| format!("failed to move {}", path.display()))?;
    }
    Ok(aside)
}

fn remove(path: &Path) -> io::Result<()> {
    let removed = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
    match removed {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}

/// Deletes what a failed restore has extracted. Keeps the marker of an earlier, interrupted one.
fn discard(folder: &Path, is_new: bool) {
    let extracted = folder.join(RESTORE_DIR);
    for name in [DATABASE, KEYS, BLOBS] {
        drop(remove(&extracted.join(name)));
    }
    // Fails, as it should, while the marker is in it.
    drop(fs::remove_dir(&extracted));
    if is_new {
        drop(fs::remove_dir_all(folder));
    }
}
