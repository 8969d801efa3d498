//! The last good table on disk. It is written beside the old one and renamed, so that a crash
//! leaves one or the other, never half of one.

use super::Table;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio::task::spawn_blocking;
use wire::RouteTable;

/// A file that remembers a table.
#[derive(Debug, Clone)]
pub struct Snapshot(Arc<Path>);

impl Snapshot {
    pub fn new(path: PathBuf) -> Self {
        Self(path.into())
    }

    /// Puts the remembered table in force, if there is a usable one.
    pub async fn recall_into(&self, table: &Table) {
        let path = Arc::clone(&self.0);
        let read = spawn_blocking(move || read(&path)).await.unwrap_or_else(|e| Err(e.into()));
        match read {
            Ok(Some(remembered)) => {
                let version = remembered.version;
                match table.recall(Arc::new(remembered)) {
                    Ok(_) => tracing::info!(
                        routes.version = version,
                        "route table {version} recalled from disk until the control plane speaks"
                    ),
                    Err(error) => tracing::warn!(%error, "the remembered route table is unusable"),
                }
            }
            Ok(None) => {}
            Err(error) => tracing::warn!(%error, "the remembered route table cannot be read"),
        }
    }

    /// Remembers `table`. A full disk must not stop an edge, so a failure is only logged.
    pub async fn store(&self, table: Arc<RouteTable>) {
        let path = Arc::clone(&self.0);
        let written =
            spawn_blocking(move || write(&path, &table)).await.unwrap_or_else(|e| Err(e.into()));
        if let Err(error) = written {
            tracing::warn!(%error, "the route table could not be kept on disk");
        }
    }
}

fn read(path: &Path) -> io::Result<Option<RouteTable>> {
    match std::fs::read(path) {
        Ok(bytes) => Ok(Some(serde_json::from_slice(&bytes)?)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

fn write(path: &Path, table: &RouteTable) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder {
        std::fs::create_dir_all(folder)?;
    }
    let beside = path.with_extension("new");
    let mut file = std::fs::File::create(&beside)?;
    file.write_all(&serde_json::to_vec(table)?)?;
    file.sync_all()?;
    std::fs::rename(&beside, path)?;
    // The rename itself lives in the folder.
    std::fs::File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}
