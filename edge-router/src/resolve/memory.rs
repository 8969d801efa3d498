//! The last good table on disk. It holds private keys, so the file is sealed: whoever reads the disk
//! alone learns nothing, and whoever writes to it cannot give an edge other routes. It is written
//! beside the old one and renamed, so that a crash leaves one or the other, never half of one.

use super::{InForce, Table, TableError};
use aws_lc_rs::aead::{AES_256_GCM, Aad, NONCE_LEN, Nonce, RandomizedNonceKey};
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::task::spawn_blocking;
use wire::{HostCertificate, RouteTable};

/// What every file begins with; another form of the file gets another word. Sealed behind it are lines of
/// JSON: the table without its certificates, then each of them, so that no more than one of ten thousand
/// is held in the form of the file.
const FORM: &[u8] = b"guildhall routes 2\n";

/// How long changes are gathered before they are written: each time all of it is.
const GATHER: Duration = Duration::from_millis(250);

/// Why a file was not read.
#[derive(Debug, thiserror::Error)]
pub enum MemoryError {
    /// The system said no.
    #[error(transparent)]
    File(#[from] io::Error),
    /// The file is damaged, of another form, or sealed with another key.
    #[error("the seal is broken")]
    Seal,
    /// Sealed by us, and still no table of this version of the product.
    #[error("the table cannot be understood: {0}")]
    Table(#[from] serde_json::Error),
    /// It was understood, and cannot be served.
    #[error(transparent)]
    Refused(#[from] TableError),
}

/// A file that remembers a table. Clones are the same file.
#[derive(Clone)]
pub struct Memory {
    path: Arc<Path>,
    key: [u8; 32],
}

impl Memory {
    /// The file at `path`, sealed with AES-256-GCM under `key`.
    #[must_use]
    pub fn new(path: PathBuf, key: [u8; 32]) -> Self {
        Self { path: path.into(), key }
    }

    /// Reads and opens the file; `None` when there is none. Blocks.
    ///
    /// # Errors
    /// [`MemoryError`] when the file is not exactly what was written.
    pub fn read(&self) -> Result<Option<RouteTable>, MemoryError> {
        let Some(mut bytes) = self.sealed()? else { return Ok(None) };
        let (mut table, certificates) = self.open(&mut bytes)?;
        table.certificates = certificates.collect::<Result<_, _>>()?;
        Ok(Some(table))
    }

    /// Puts the remembered table in force; `None` when there is none. A certificate that cannot be
    /// understood is left out. Blocks.
    ///
    /// # Errors
    /// [`MemoryError`] when the file is not exactly what was written, or its table cannot be served.
    pub fn recall(&self, holder: &Table) -> Result<Option<Arc<InForce>>, MemoryError> {
        let Some(mut bytes) = self.sealed()? else { return Ok(None) };
        let (table, certificates) = self.open(&mut bytes)?;
        let certificates = certificates.filter_map(|certificate| {
            certificate
                .inspect_err(|error| tracing::error!(%error, "a certificate is not understood"))
                .ok()
        });
        Ok(Some(holder.recall_with(table, certificates)?))
    }

    fn sealed(&self) -> io::Result<Option<Vec<u8>>> {
        match std::fs::read(&self.path) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Seals `table` and puts it in the old one's place, on disk for good. Blocks.
    ///
    /// # Errors
    /// [`MemoryError::File`] when the disk does not take it.
    pub fn write(&self, table: &RouteTable) -> Result<(), MemoryError> {
        let routes = RouteTable { certificates: Vec::new(), ..table.clone() };
        self.write_lines(&routes, table.certificates.iter().cloned())
    }

    fn write_lines(
        &self,
        routes: &RouteTable,
        certificates: impl Iterator<Item = HostCertificate>,
    ) -> Result<(), MemoryError> {
        let mut lines = serde_json::to_vec(routes)?;
        for certificate in certificates {
            lines.push(b'\n');
            serde_json::to_writer(&mut lines, &certificate)?;
        }
        let nonce = self.seal(&mut lines)?;
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder {
            std::fs::create_dir_all(folder)?;
        }
        let beside = self.path.with_extension("new");
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(&beside)?;
        for part in [FORM, nonce.as_ref(), &lines] {
            file.write_all(part)?;
        }
        file.sync_all()?;
        std::fs::rename(&beside, &self.path)?;
        // The rename itself lives in the folder.
        File::open(folder.unwrap_or(Path::new(".")))?.sync_all()?;
        Ok(())
    }

    /// Puts the remembered table in force, if there is a usable one.
    pub(super) async fn recall_into(&self, table: &Table) {
        let (memory, holder) = (self.clone(), table.clone());
        let recalled = spawn_blocking(move || memory.recall(&holder)).await;
        match recalled.unwrap_or_else(|error| Err(io::Error::from(error).into())) {
            Ok(Some(known)) => tracing::info!(
                routes.version = known.version,
                "route table {} recalled from disk until the control plane speaks",
                known.version
            ),
            Ok(None) => {}
            Err(error) => tracing::warn!(%error, "the remembered route table is unusable"),
        }
    }

    /// Remembers what is in force, now and whenever it changes; many changes in a row are written once.
    pub(super) async fn keep(&self, table: &Table, kept: &mut Option<Arc<InForce>>) {
        let mut changes = table.changes();
        loop {
            changes.mark_unchanged();
            self.store_newest(table, kept).await;
            tokio::time::sleep(GATHER).await;
            if changes.changed().await.is_err() {
                return;
            }
        }
    }

    /// Remembers what is in force, unless that is what was remembered last. A full disk must not stop an
    /// edge, so a failure is only logged.
    pub(super) async fn store_newest(&self, table: &Table, kept: &mut Option<Arc<InForce>>) {
        let Some(newest) = table.current().filter(|newest| newest.hash().is_some()) else { return };
        if kept.as_ref().is_some_and(|kept| Arc::ptr_eq(kept, &newest)) {
            return;
        }
        let (memory, known) = (self.clone(), Arc::clone(&newest));
        let written = spawn_blocking(move || {
            memory.write_lines(&known.to_table(), known.remembered_certificates())
        });
        let written = written.await;
        *kept = Some(newest);
        if let Err(error) = written.unwrap_or_else(|error| Err(io::Error::from(error).into())) {
            tracing::warn!(%error, "the route table could not be kept on disk");
        }
    }

    fn seal(&self, lines: &mut Vec<u8>) -> io::Result<Nonce> {
        let failed = |_| io::Error::other("the table could not be sealed");
        let key = RandomizedNonceKey::new(&AES_256_GCM, &self.key).map_err(failed)?;
        key.seal_in_place_append_tag(Aad::from(FORM), lines).map_err(failed)
    }

    /// The table without its certificates, and those.
    fn open<'b>(
        &self,
        bytes: &'b mut [u8],
    ) -> Result<
        (RouteTable, impl Iterator<Item = serde_json::Result<HostCertificate>> + 'b),
        MemoryError,
    > {
        let mut lines = self.unseal(bytes).ok_or(MemoryError::Seal)?.split(|byte| *byte == b'\n');
        let table = serde_json::from_slice(lines.next().unwrap_or_default())?;
        Ok((table, lines.map(serde_json::from_slice)))
    }

    fn unseal<'b>(&self, bytes: &'b mut [u8]) -> Option<&'b [u8]> {
        let rest = bytes.strip_prefix(FORM)?.len();
        let begin = bytes.len() - rest;
        let (nonce, sealed) = bytes[begin..].split_first_chunk_mut::<NONCE_LEN>()?;
        let nonce = Nonce::assume_unique_for_key(*nonce);
        let key = RandomizedNonceKey::new(&AES_256_GCM, &self.key).ok()?;
        key.open_in_place(nonce, Aad::from(FORM), sealed).ok().map(|lines| &*lines)
    }
}
