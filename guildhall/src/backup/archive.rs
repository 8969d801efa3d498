//! The archive: entries are streamed, and hashed while they are written and read.

use super::manifest::{EntrySum, MANIFEST, Manifest, is_valid_path};
use anyhow::{Context, Result, bail, ensure};
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use tar::{Archive, Builder, EntryType, Header};

/// Maximum size of a manifest: a million pictures.
const MANIFEST_BYTES_MAX: u64 = 256 << 20;

/// Writes an archive.
pub struct ArchiveWriter<W: Write> {
    tar: Builder<W>,
    entries: BTreeMap<String, EntrySum>,
    seconds: u64,
}

impl<W: Write> ArchiveWriter<W> {
    /// Begins an archive whose entries have this time of change, in Unix seconds.
    pub fn new(out: W, seconds: u64) -> Self {
        Self { tar: Builder::new(out), entries: BTreeMap::new(), seconds }
    }

    /// Appends a file.
    pub fn add_file(&mut self, path: &str, source: &Path) -> Result<()> {
        let failed = || format!("failed to read {}", source.display());
        let file = File::open(source).with_context(failed)?;
        let bytes = file.metadata().with_context(failed)?.len();
        self.add(path, bytes, file).with_context(failed)
    }

    /// Appends an entry of this size.
    pub fn add(&mut self, path: &str, bytes: u64, source: impl Read) -> Result<()> {
        let mut source = Hashing::new(source.take(bytes));
        self.append(path, bytes, &mut source)?;
        ensure!(source.bytes == bytes, "{path} was truncated while it was read");
        self.entries.insert(path.to_owned(), source.sum());
        Ok(())
    }

    fn append(&mut self, path: &str, bytes: u64, source: impl Read) -> io::Result<()> {
        let mut header = Header::new_gnu();
        header.set_entry_type(EntryType::Regular);
        header.set_size(bytes);
        header.set_mode(0o600);
        header.set_mtime(self.seconds);
        self.tar.append_data(&mut header, path, source)
    }

    /// Appends the manifest and ends the archive.
    pub fn finish(mut self, mut manifest: Manifest) -> Result<(W, Manifest)> {
        manifest.entries = std::mem::take(&mut self.entries);
        let text = serde_json::to_vec_pretty(&manifest)?;
        self.append(MANIFEST, u64::try_from(text.len())?, text.as_slice())?;
        Ok((self.tar.into_inner()?, manifest))
    }
}

/// Reads an archive and verifies it. `take` may consume the content of each entry.
///
/// # Errors
/// The archive is damaged or has no manifest, or `take` fails.
pub fn read(
    source: impl Read,
    mut take: impl FnMut(&Path, &mut dyn Read) -> Result<()>,
) -> Result<Manifest> {
    let mut archive = Archive::new(source);
    let mut manifest = None;
    let mut found = BTreeMap::new();
    for entry in archive.entries().context("not a backup")? {
        let mut entry = entry.context("the backup is damaged, or not a backup of Guildhall")?;
        ensure!(manifest.is_none(), "the backup continues after its manifest");
        let path = entry.path()?.into_owned();
        let is_file = entry.header().entry_type() == EntryType::Regular;
        ensure!(is_file && is_valid_path(&path), "the backup contains {}", path.display());
        if path == Path::new(MANIFEST) {
            let mut text = Vec::new();
            entry.take(MANIFEST_BYTES_MAX).read_to_end(&mut text)?;
            manifest = Some(serde_json::from_slice::<Manifest>(&text).context("the manifest")?);
            continue;
        }
        let mut content = Hashing::new(&mut entry);
        take(&path, &mut content)?;
        io::copy(&mut content, &mut io::sink())
            .with_context(|| format!("{} in the backup is damaged", path.display()))?;
        let path = path.to_string_lossy().into_owned();
        let twice = found.insert(path, content.sum());
        ensure!(twice.is_none(), "the backup contains an entry twice");
    }
    let Some(manifest) = manifest else { bail!("the backup is incomplete: it has no manifest") };
    manifest.verify(&found)?;
    // The rest of the source is read, so that the end of an encrypted file is verified too.
    io::copy(&mut archive.into_inner(), &mut io::sink()).context("the backup is damaged")?;
    Ok(manifest)
}

/// Hashes what is read.
struct Hashing<R> {
    inner: R,
    hash: Sha256,
    bytes: u64,
}

impl<R: Read> Hashing<R> {
    fn new(inner: R) -> Self {
        Self { inner, hash: Sha256::new(), bytes: 0 }
    }

    fn sum(self) -> EntrySum {
        EntrySum { bytes: self.bytes, sha256: HEXLOWER.encode(&self.hash.finalize()) }
    }
}

impl<R: Read> Read for Hashing<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.hash.update(&buffer[..count]);
        self.bytes += u64::try_from(count).unwrap_or_default();
        Ok(count)
    }
}
