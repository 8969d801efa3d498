//! Deletes releases that were replaced long ago, and publications that never finished.

use super::rows::build;
use super::{WebBuildId, owner};
use chrono::Duration;
use platform::jobs::{JobError, JobScope, NewJob};
use sea_orm::{ColumnTrait, Condition, DbErr};
use serde::{Deserialize, Serialize};

/// Job kind of the deletion of files.
pub const JOB_KIND: &str = "delete-web-build";
/// How long the files of a replaced release are kept: tabs may be open that long.
const SUPERSEDED_KEPT: Duration = Duration::days(7);
/// How long a publication may take.
const UNPUBLISHED_KEPT: Duration = Duration::days(1);

/// A release whose rows were deleted.
#[derive(Debug, Serialize, Deserialize)]
pub struct DeletedBuild {
    /// Its former id.
    pub build: WebBuildId,
}

/// Deletes the rows of old releases and enqueues the deletion of their files.
///
/// # Errors
/// Database errors; the job is retried.
pub async fn sweep(scope: &mut JobScope) -> Result<(), DbErr> {
    let tx = scope.begin().await?;
    let unfinished = Condition::all()
        .add(build::Column::PublishedAt.is_null())
        .add(build::Column::CreatedAt.lt(tx.now() - UNPUBLISHED_KEPT));
    let old = Condition::any()
        .add(build::Column::SupersededAt.lt(tx.now() - SUPERSEDED_KEPT))
        .add(unfinished);
    let deleted = tx.global_table::<build::Entity>().delete_returning(old).await?;
    for row in deleted {
        tx.enqueue(NewJob::new(JOB_KIND, &DeletedBuild { build: row.id })?).await?;
    }
    tx.commit().await
}

/// Deletes the files of a release from the object store.
///
/// # Errors
/// Object store errors; the job is retried.
pub async fn delete_files(scope: JobScope, deleted: DeletedBuild) -> Result<(), JobError> {
    let files = owner(deleted.build);
    scope.services().blob().delete_all_of(&files).await.map_err(JobError::retryable)?;
    Ok(())
}
