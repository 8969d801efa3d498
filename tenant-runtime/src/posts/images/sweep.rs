//! Deletes the objects of pictures that are no longer referenced.

use super::key_of;
use crate::posts::rows::image;
use chrono::Duration;
use platform::jobs::{JobError, JobScope, NewJob};
use platform::{CommunityId, System, Tx, UserId};
use sea_orm::{ColumnTrait, Condition, DbErr, FromQueryResult, QuerySelect, Value};
use serde::{Deserialize, Serialize};

pub const JOB_KIND: &str = "forget-post-images";
/// How long an uploaded picture may wait for its post.
pub(crate) const UNUSED_LIFETIME: Duration = Duration::hours(24);
/// Pictures per sweep.
const CHUNK: u64 = 500;

/// Pictures whose rows were deleted.
#[derive(Debug, Serialize, Deserialize)]
pub struct OrphanedImages {
    /// Their former addresses.
    pub addresses: Vec<String>,
}

pub(crate) fn deletion_job(forgotten: &OrphanedImages) -> Result<NewJob, DbErr> {
    NewJob::new(JOB_KIND, forgotten)
}

/// Deletes pictures from the object store.
///
/// # Errors
/// Object store errors; the job is retried.
pub async fn delete_blobs(scope: JobScope, forgotten: OrphanedImages) -> Result<(), JobError> {
    for address in forgotten.addresses {
        let Some(key) = key_of(&address) else { continue };
        scope.services().blob().delete(&key).await.map_err(JobError::retryable)?;
    }
    Ok(())
}

/// Deletes pictures that no post has attached within a day.
///
/// # Errors
/// Database errors; the job is retried.
pub async fn sweep(scope: &mut JobScope) -> Result<(), DbErr> {
    use image::Column::{CreatedAt, Id, PostId};
    let late = scope.now() - UNUSED_LIFETIME;
    let unused = || Condition::all().add(PostId.is_null()).add(CreatedAt.lt(late));
    loop {
        let tx = scope.begin().await?;
        let some = tx
            .across_sites::<image::Entity>()
            .filter(unused())
            .modify_select(|select| select.limit(CHUNK))
            .all()
            .await?;
        if some.is_empty() {
            return Ok(());
        }
        let these = unused().add(Id.is_in(some.iter().map(|row| row.id.uuid())));
        let gone = tx.table_across_sites::<image::Entity>().delete_returning(these).await?;
        let addresses = gone.into_iter().map(|row| row.address).collect();
        tx.enqueue(deletion_job(&OrphanedImages { addresses })?).await?;
        tx.commit().await?;
    }
}

/// Deletes up to `most` pictures of a community that is being deleted. Returns their number.
///
/// # Errors
/// Database errors.
pub async fn delete_of_community(
    tx: &Tx<'_, System>,
    community: CommunityId,
    most: u64,
) -> Result<u64, DbErr> {
    const DELETE_OF_COMMUNITY_SQL: &str = "DELETE FROM post_images WHERE id IN (SELECT id FROM post_images \
         WHERE community_id = $1 LIMIT $2) RETURNING address";
    delete_with_objects(
        tx,
        DELETE_OF_COMMUNITY_SQL,
        vec![community.into(), most.cast_signed().into()],
    )
    .await
}

/// Deletes up to `most` pictures of a deleted account that are not part of a post; the others stay
/// with their posts. Returns their number.
///
/// # Errors
/// Database errors.
pub async fn delete_unused_of(tx: &Tx<'_, System>, user: UserId, most: u64) -> Result<u64, DbErr> {
    const DELETE_UNUSED_SQL: &str = "DELETE FROM post_images WHERE id IN (SELECT id FROM post_images \
         WHERE uploader_id = $1 AND post_id IS NULL LIMIT $2) RETURNING address";
    delete_with_objects(tx, DELETE_UNUSED_SQL, vec![user.into(), most.cast_signed().into()]).await
}

/// Deletes rows and enqueues the deletion of their objects. `sql` returns their addresses. Returns
/// the number of rows.
pub(in crate::posts) async fn delete_with_objects(
    tx: &Tx<'_, System>,
    sql: &str,
    values: Vec<Value>,
) -> Result<u64, DbErr> {
    #[derive(FromQueryResult)]
    struct DeletedImageRow {
        address: String,
    }
    let addresses: Vec<String> = tx
        .raw(sql, values)
        .all::<DeletedImageRow>()
        .await?
        .into_iter()
        .map(|row| row.address)
        .collect();
    let taken = addresses.len() as u64;
    if taken > 0 {
        tx.enqueue(deletion_job(&OrphanedImages { addresses })?).await?;
    }
    Ok(taken)
}
