//! Publishes the hashed files of the release of this program.

use super::build_files::{self, BuildFile};
use super::error::WebAssetsError;
use super::{WebBuildId, object_key, store};
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
    if store::is_current(&scope, &marker).await? {
        return Ok(Publication::Current);
    }
    let tx = scope.begin().await?;
    if store::restore(&tx, &marker).await? {
        tx.commit().await?;
        return Ok(Publication::Restored);
    }
    let id = WebBuildId::new();
    store::insert_unpublished(&tx, id, &marker).await?;
    tx.commit().await?;
    upload(services.blob(), id, &files).await?;
    let tx = scope.begin().await?;
    store::insert_published(&tx, id, &files).await?;
    tx.commit().await?;
    Ok(Publication::Published { files: files.len() })
}

/// Uploads each content once: both builds share many files.
async fn upload(blob: &Blob, id: WebBuildId, files: &[BuildFile]) -> Result<(), WebAssetsError> {
    let distinct: HashMap<&str, &BuildFile> =
        files.iter().map(|file| (file.digest.as_str(), file)).collect();
    futures::stream::iter(distinct.into_values())
        .map(|file| async move {
            let key = object_key(id, &file.digest)?;
            blob.put(&key, file.bytes.clone(), content_type(&file.name)).await
        })
        .buffer_unordered(UPLOADS)
        .try_collect::<()>()
        .await?;
    Ok(())
}
