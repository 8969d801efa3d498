//! Snapshot of the last valid table on disk. It contains private keys, so the file is encrypted and
//! authenticated: reading the disk reveals nothing, and writing to it cannot change the edge's
//! routes. It is written to a temporary file and renamed, so that a crash never leaves a partial
//! file.

use super::{ActiveRoutes, Table, TableError};
use aws_lc_rs::aead::{AES_256_GCM, Aad, NONCE_LEN, Nonce, RandomizedNonceKey};
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::task::spawn_blocking;
use wire::{HostCertificate, RingKeys, RouteTable};

/// File header; a new file format gets a new header. The encrypted content is lines of JSON: the
/// table without its certificates, then one line per certificate, so that only one of 10,000
/// certificates is held in serialised form at a time.
const FILE_HEADER: &[u8] = b"guildhall routes 2\n";

/// Delay that batches several changes into one write, because each write contains the whole table.
const COALESCE_DELAY: Duration = Duration::from_millis(250);

/// Reason why the file was not loaded.
#[derive(Debug, thiserror::Error)]
pub enum SnapshotFileError {
    /// I/O error.
    #[error(transparent)]
    File(#[from] io::Error),
    /// The file is damaged, has another format, or is encrypted with another key.
    #[error("failed to decrypt the file")]
    Seal,
    /// Decrypted, but not a table of this product version.
    #[error("failed to parse the route table: {0}")]
    Table(#[from] serde_json::Error),
    /// The table is valid but cannot be served.
    #[error(transparent)]
    Refused(#[from] TableError),
}

/// A snapshot file. Clones refer to the same file.
#[derive(Clone)]
pub struct RouteSnapshotFile {
    path: Arc<Path>,
    keys: Arc<RingKeys<[u8; 32]>>,
}

impl RouteSnapshotFile {
    /// Uses the file at `path`, encrypted with AES-256-GCM: the first key encrypts, all decrypt.
    #[must_use]
    pub fn new(path: PathBuf, keys: impl Into<RingKeys<[u8; 32]>>) -> Self {
        Self { path: path.into(), keys: Arc::new(keys.into()) }
    }

    /// Reads and decrypts the file; `None` if it does not exist. Blocking.
    ///
    /// # Errors
    /// [`SnapshotFileError`] if the file was changed or cannot be read.
    pub fn read(&self) -> Result<Option<RouteTable>, SnapshotFileError> {
        let Some(mut bytes) = self.read_encrypted()? else { return Ok(None) };
        let (mut table, certificates) = self.open(&mut bytes)?;
        table.certificates = certificates.collect::<Result<_, _>>()?;
        Ok(Some(table))
    }

    /// Loads the snapshot into `holder`; `None` if there is none. Skips certificates that cannot be
    /// parsed. Blocking.
    ///
    /// # Errors
    /// [`SnapshotFileError`] if the file was changed, or its table cannot be served.
    pub fn load_into(
        &self,
        holder: &Table,
    ) -> Result<Option<Arc<ActiveRoutes>>, SnapshotFileError> {
        let Some(mut bytes) = self.read_encrypted()? else { return Ok(None) };
        let (table, certificates) = self.open(&mut bytes)?;
        let certificates = certificates.filter_map(|certificate| {
            certificate
                .inspect_err(|error| tracing::error!(%error, "failed to parse certificate"))
                .ok()
        });
        Ok(Some(holder.apply_snapshot_with(table, certificates)?))
    }

    fn read_encrypted(&self) -> io::Result<Option<Vec<u8>>> {
        match std::fs::read(&self.path) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Encrypts `table` and replaces the file, synced to disk. Blocking.
    ///
    /// # Errors
    /// [`SnapshotFileError::File`] if writing fails.
    pub fn write(&self, table: &RouteTable) -> Result<(), SnapshotFileError> {
        let routes = RouteTable { certificates: Vec::new(), ..table.clone() };
        self.write_lines(&routes, table.certificates.iter().cloned())
    }

    fn write_lines(
        &self,
        routes: &RouteTable,
        certificates: impl Iterator<Item = HostCertificate>,
    ) -> Result<(), SnapshotFileError> {
        let mut lines = serde_json::to_vec(routes)?;
        for certificate in certificates {
            lines.push(b'\n');
            serde_json::to_writer(&mut lines, &certificate)?;
        }
        let nonce = self.encrypt_lines(&mut lines)?;
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
        for part in [FILE_HEADER, nonce.as_ref(), &lines] {
            file.write_all(part)?;
        }
        file.sync_all()?;
        std::fs::rename(&beside, &self.path)?;
        // The rename is durable only after the folder is synced.
        File::open(folder.unwrap_or(Path::new(".")))?.sync_all()?;
        Ok(())
    }

    /// Loads the snapshot, if there is a usable one.
    pub(super) async fn load_lines_into(&self, table: &Table) {
        let (memory, holder) = (self.clone(), table.clone());
        let recalled = spawn_blocking(move || memory.load_into(&holder)).await;
        match recalled.unwrap_or_else(|error| Err(io::Error::from(error).into())) {
            Ok(Some(known)) => tracing::info!(
                routes.version = known.version,
                "route table {} loaded from disk; waiting for the control plane",
                known.version
            ),
            Ok(None) => {}
            Err(error) => tracing::warn!(%error, "failed to load the route table from disk"),
        }
    }

    /// Stores the active table now and after every change; consecutive changes are written once.
    pub(super) async fn save(&self, table: &Table, kept: &mut Option<Arc<ActiveRoutes>>) {
        let mut changes = table.subscribe_changes();
        loop {
            changes.mark_unchanged();
            self.store_newest(table, kept).await;
            tokio::time::sleep(COALESCE_DELAY).await;
            if changes.changed().await.is_err() {
                return;
            }
        }
    }

    /// Stores the active table unless it equals the last stored one. A failure is only logged,
    /// because a full disk must not stop an edge.
    pub(super) async fn store_newest(&self, table: &Table, kept: &mut Option<Arc<ActiveRoutes>>) {
        let Some(newest) = table.active_routes().filter(|newest| newest.hash().is_some()) else {
            return;
        };
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
            tracing::warn!(%error, "failed to store the route table on disk");
        }
    }

    fn encrypt_lines(&self, lines: &mut Vec<u8>) -> io::Result<Nonce> {
        let failed = |_| io::Error::other("the table could not be sealed");
        let key = RandomizedNonceKey::new(&AES_256_GCM, self.keys.first()).map_err(failed)?;
        key.seal_in_place_append_tag(Aad::from(FILE_HEADER), lines).map_err(failed)
    }

    /// Splits the decrypted content into the table without certificates, and the certificates.
    fn open<'b>(
        &self,
        bytes: &'b mut [u8],
    ) -> Result<
        (RouteTable, impl Iterator<Item = serde_json::Result<HostCertificate>> + 'b),
        SnapshotFileError,
    > {
        let mut lines =
            self.decrypt_bytes(bytes).ok_or(SnapshotFileError::Seal)?.split(|byte| *byte == b'\n');
        let table = serde_json::from_slice(lines.next().unwrap_or_default())?;
        Ok((table, lines.map(serde_json::from_slice)))
    }

    fn decrypt_bytes<'b>(&self, bytes: &'b mut [u8]) -> Option<&'b [u8]> {
        let rest = bytes.strip_prefix(FILE_HEADER)?.len();
        let begin = bytes.len() - rest;
        let (nonce, sealed) = bytes[begin..].split_first_chunk_mut::<NONCE_LEN>()?;
        // Decryption overwrites its input, so it is tried on a copy if there are several keys.
        let mut keys = self.keys.iter().peekable();
        while let Some(key) = keys.next() {
            if keys.peek().is_none() || decrypt(key, nonce, &mut sealed.to_vec()).is_some() {
                return decrypt(key, nonce, sealed);
            }
        }
        None
    }
}

fn decrypt<'b>(key: &[u8; 32], nonce: &[u8; NONCE_LEN], sealed: &'b mut [u8]) -> Option<&'b [u8]> {
    let key = RandomizedNonceKey::new(&AES_256_GCM, key).ok()?;
    let nonce = Nonce::assume_unique_for_key(*nonce);
    key.open_in_place(nonce, Aad::from(FILE_HEADER), sealed).ok().map(|lines| &*lines)
}
