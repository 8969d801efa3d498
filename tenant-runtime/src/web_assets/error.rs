//! Errors of publishing.

use platform::blob::BlobError;
use sea_orm::DbErr;
use std::path::PathBuf;

/// Reason why the files of a release could not be published.
#[derive(Debug, thiserror::Error)]
pub enum WebAssetsError {
    /// A folder or file of a web build cannot be read.
    #[error("failed to read {path:?}: {cause}")]
    Unreadable {
        /// Folder or file.
        path: PathBuf,
        /// Operating system error.
        cause: std::io::Error,
    },
    /// A file exceeds [`wire::assets::ASSET_BYTES_MAX`].
    #[error("{0:?} is too large for a file of a web build")]
    TooLarge(PathBuf),
    /// Object store error.
    #[error(transparent)]
    Blob(#[from] BlobError),
    /// Database error.
    #[error(transparent)]
    Database(#[from] DbErr),
}
