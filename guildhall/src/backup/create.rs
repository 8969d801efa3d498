//! `guildhall backup`.

use super::archive::{self, ArchiveWriter};
use super::encryption::Encryption;
use super::manifest::{BLOBS, DATABASE, FORMAT, KEYS, Manifest};
use super::retention::{delete_older, name_at};
use super::stage::{Stage, files_below};
use super::{BackupArgs, PROCEDURE};
use crate::services::database_settings;
use anyhow::{Context, Result, bail, ensure};
use chrono::{DateTime, Utc};
use platform::config::{Config, KeyName, SecurityConfig, fingerprint};
use platform::db::{CopyFacts, check_copy};
use platform::private_files::restrict_to_owner;
use platform::{Clock, Database};
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use tokio::task::spawn_blocking;

/// Keys of one name, in the order of the ring.
type Ring = (KeyName, Vec<String>);

/// Writes a backup of an embedded instance, verifies it, and deletes older ones if wanted. The
/// instance may run meanwhile.
///
/// # Errors
/// The data is on a server, the file exists, or the backup cannot be written or verified.
pub async fn create(config: &Config, args: &BackupArgs, out: &mut impl Write) -> Result<()> {
    if !config.is_embedded() {
        bail!(
            "`guildhall backup` is for an embedded instance. With PostgreSQL, back up the server \
             continuously, and the bucket by versions: {PROCEDURE} has the procedure"
        );
    }
    let encryption = Encryption::from_flags(&args.recipients, args.passphrase_file.as_deref())?;
    let started_at = Clock::system_clock().now();
    let target = target(args, started_at, &encryption)?;
    let stage = Stage::open(&config.data_dir).context("failed to prepare the backup")?;
    let blobs = blob_folder(config);
    let earlier = config.security.reload_keys()?;
    let (stage, facts) = copy(config, stage, blobs.clone()).await?;
    // Both before and after: a key may be added or removed meanwhile.
    let keys = merged(&config.security.reload_keys()?, &earlier);
    require_keys(&facts, &keys)?;
    let manifest = Manifest {
        format: FORMAT,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        created_at: started_at,
        migrations: facts.migrations,
        keys: keys.iter().map(fingerprints).collect(),
        has_blobs: blobs.is_some(),
        entries: Default::default(),
    };
    let draft = Draft::new(&target)?;
    let written = spawn_blocking(move || {
        write(&draft, &stage, &keys, manifest, &encryption)?;
        let manifest = verify(&draft, encryption)?;
        Ok::<_, anyhow::Error>((manifest.entries.len(), draft.publish()?))
    });
    let (count, bytes) = written.await??;
    writeln!(out, "{}: {count} files, {bytes} bytes, written and verified", target.display())?;
    if blobs.is_none() {
        writeln!(out, "the pictures are in a bucket: back it up separately ({PROCEDURE})")?;
    }
    if let Some(keep) = args.keep {
        for deleted in delete_older(&args.file, usize::from(keep))? {
            writeln!(out, "{}: deleted", deleted.display())?;
        }
    }
    Ok(())
}

fn target(
    args: &BackupArgs,
    started_at: DateTime<Utc>,
    encryption: &Encryption,
) -> Result<PathBuf> {
    if args.file.is_dir() {
        return Ok(args.file.join(name_at(started_at, encryption.extension())));
    }
    ensure!(args.keep.is_none(), "--keep needs an existing folder instead of a file name");
    ensure!(!args.file.exists(), "{} exists already", args.file.display());
    Ok(args.file.clone())
}

/// Folder of the pictures; `None` if they are in a bucket.
fn blob_folder(config: &Config) -> Option<PathBuf> {
    let address = config.blob_url();
    let folder = address.strip_prefix("file://").unwrap_or(&address);
    (!address.starts_with("s3://")).then(|| folder.into())
}

async fn copy(config: &Config, stage: Stage, blobs: Option<PathBuf>) -> Result<(Stage, CopyFacts)> {
    let link = |stage: Stage, blobs: Option<PathBuf>| {
        spawn_blocking(move || {
            if let Some(blobs) = blobs {
                stage.link_blobs(&blobs)?;
            }
            anyhow::Ok(stage)
        })
    };
    let stage = link(stage, blobs.clone()).await??;
    let file = stage.database();
    let database = Database::open(&database_settings(config)).await?;
    let copied = database.copy_into(&file).await;
    database.close().await?;
    copied.context("failed to copy the database")?;
    restrict_to_owner(&file)?;
    let facts = check_copy(&file).await?;
    Ok((link(stage, blobs).await??, facts))
}

/// Keys of both, without repetition; those of `newest` first.
fn merged(newest: &SecurityConfig, earlier: &SecurityConfig) -> Vec<Ring> {
    let ring = |name: KeyName| {
        let (newest, earlier) = (newest.ring(name), earlier.ring(name));
        let mut keys: Vec<String> = Vec::new();
        for key in newest.iter().chain(earlier.iter()) {
            if !keys.iter().any(|known| known == key) {
                keys.push((*key).to_owned());
            }
        }
        (name, keys)
    };
    KeyName::ALL.into_iter().map(ring).collect()
}

fn fingerprints((name, keys): &Ring) -> (String, Vec<String>) {
    let keys = keys.iter().map(|key| fingerprint(*name, key)).collect();
    (name.field_name().to_owned(), keys)
}

/// A backup without the keys of its database could not be used.
fn require_keys(facts: &CopyFacts, keys: &[Ring]) -> Result<()> {
    for (name, recorded) in &facts.keys {
        let of_name = keys.iter().map(fingerprints).find(|(field, _)| field == name);
        let has = of_name.is_some_and(|(_, keys)| keys.contains(recorded));
        ensure!(has, "the key {name} with the fingerprint {recorded} of this database is missing");
    }
    Ok(())
}

fn write(
    draft: &Draft,
    stage: &Stage,
    keys: &[Ring],
    manifest: Manifest,
    encryption: &Encryption,
) -> Result<()> {
    let failed = || format!("failed to write {}", draft.path.display());
    let seconds = u64::try_from(manifest.created_at.timestamp())?;
    let output = encryption.write_to(draft.create().with_context(failed)?)?;
    let mut archive = ArchiveWriter::new(output, seconds);
    archive.add_file(DATABASE, &stage.database())?;
    for (name, keys) in keys {
        let text: String = keys.iter().map(|key| format!("{key}\n")).collect();
        let path = format!("{KEYS}/{}", name.file_name());
        archive.add(&path, u64::try_from(text.len())?, text.as_bytes())?;
    }
    for (path, file) in files_below(&stage.blobs())? {
        archive.add_file(&format!("{BLOBS}/{path}"), &file)?;
    }
    let (output, _) = archive.finish(manifest).with_context(failed)?;
    output.finish().and_then(|file| Ok(file.sync_all()?)).with_context(failed)
}

/// Reads the written file back and compares all checksums.
fn verify(draft: &Draft, encryption: Encryption) -> Result<Manifest> {
    let decryption = encryption.into_decryption();
    let source = decryption.open(&draft.path)?;
    archive::read(source, |_, _| Ok(())).context("the written backup is not readable")
}

/// New file next to the target, deleted unless it is published.
struct Draft {
    path: PathBuf,
    target: PathBuf,
}

impl Draft {
    fn new(target: &Path) -> Result<Self> {
        let name = target.file_name().context("the backup needs a file name")?;
        let mut draft = std::ffi::OsString::from(".");
        draft.push(name);
        draft.push(format!(".{}.partial", uuid::Uuid::now_v7().simple()));
        Ok(Self { path: target.with_file_name(draft), target: target.to_owned() })
    }

    fn create(&self) -> std::io::Result<File> {
        OpenOptions::new().write(true).create_new(true).mode(0o600).open(&self.path)
    }

    /// Gives the file its name, durably. Returns its size.
    fn publish(&self) -> Result<u64> {
        let bytes = self.path.metadata()?.len();
        let exists = self.target.exists();
        ensure!(!exists, "{} was created meanwhile", self.target.display());
        fs::rename(&self.path, &self.target)?;
        let folder = self.target.parent().filter(|folder| !folder.as_os_str().is_empty());
        File::open(folder.unwrap_or(Path::new(".")))?.sync_all()?;
        Ok(bytes)
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // A published draft does not exist any more.
        drop(fs::remove_file(&self.path));
    }
}
