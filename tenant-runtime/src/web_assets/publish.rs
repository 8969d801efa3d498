//! Publishes the hashed files of the release of this program.

use super::build_files::{self, BuildFile};
use super::error::WebAssetsError;
use super::{WebBuildId, object_key, owner, store};
use futures::{StreamExt, TryStreamExt};
use platform::Services;
use platform::blob::Blob;
use std::collections::HashMap;
use wire::assets::content_type;

/// Concurrent uploads.
const UPLOADS: usize = 8;

/// Outcome of [`publish`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Publication {
    /// There are no web builds.
    NoBuild,
    /// The release was the current one already.
    Current,
    /// The release is the current one again, after a rollback.
    Restored,
    /// The release was published already, but the object store lacked files of it, for example
    /// because only the database was restored from a backup.
    Repaired {
        /// Number of objects that were uploaded again.
        objects: usize,
    },
    /// The files were uploaded.
    Published {
        /// Number of files.
        files: usize,
    },
}

/// Publishes the hashed files of both web builds. Their content is stored completely before the
/// first name, so an interrupted publication is invisible and can be repeated.
///
/// # Errors
/// A build cannot be read, or the object store or the database fails.
pub async fn publish(services: &Services) -> Result<Publication, WebAssetsError> {
    let own = services.clone();
    let reading =
        tokio::task::spawn_blocking(move || build_files::read_builds(&own.config().server));
    let files = reading.await.map_err(|error| sea_orm::DbErr::Custom(error.to_string()))??;
    if files.is_empty() {
        return Ok(Publication::NoBuild);
    }
    let marker = build_files::marker_of(&files);
    let mut scope = services.system("publish the files of the web builds");
    if let Some(build) = store::find_published(&scope, &marker).await? {
        let objects = upload_missing(services.blob(), build.id, &files).await?;
        if build.superseded_at.is_none() {
            return Ok(match objects {
                0 => Publication::Current,
                objects => Publication::Repaired { objects },
            });
        }
        let tx = scope.begin().await?;
        let is_restored = store::restore(&tx, build.id).await?;
        tx.commit().await?;
        if is_restored {
            return Ok(Publication::Restored);
        }
    }
    let id = WebBuildId::new();
    let tx = scope.begin().await?;
    store::insert_unpublished(&tx, id, &marker).await?;
    tx.commit().await?;
    upload_missing(services.blob(), id, &files).await?;
    let tx = scope.begin().await?;
    store::insert_published(&tx, id, &files).await?;
    tx.commit().await?;
    Ok(Publication::Published { files: files.len() })
}

/// Uploads the contents that are not stored, each once: both builds share many files. Returns
/// their number.
async fn upload_missing(
    blob: &Blob,
    id: WebBuildId,
    files: &[BuildFile],
) -> Result<usize, WebAssetsError> {
    let stored = blob.names_of(&owner(id)).await?;
    let missing = files.iter().filter(|file| !stored.contains(&file.digest));
    let missing: HashMap<&str, &BuildFile> =
        missing.map(|file| (file.digest.as_str(), file)).collect();
    let count = missing.len();
    futures::stream::iter(missing.into_values())
        .map(|file| async move {
            let key = object_key(id, &file.digest)?;
            blob.put(&key, file.bytes.clone(), content_type(&file.name)).await
        })
        .buffer_unordered(UPLOADS)
        .try_collect::<()>()
        .await?;
    Ok(count)
}
