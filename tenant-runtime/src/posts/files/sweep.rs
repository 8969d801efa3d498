//! Deletes files that are no longer referenced, and their objects.

use super::rows::file;
use crate::posts::images::{OrphanedImages, UNUSED_LIFETIME, delete_with_objects, deletion_job};
use platform::jobs::JobScope;
use platform::{CommunityId, PostId, System, Tx, UserId};
use sea_orm::{ColumnTrait, Condition, DbErr, QuerySelect};

/// Files per sweep.
const CHUNK: u64 = 500;

/// Deletes files that no post has attached within a day.
///
/// # Errors
/// Database errors; the job is retried.
pub async fn sweep(scope: &mut JobScope) -> Result<(), DbErr> {
    use file::Column::{CreatedAt, Id, PostId};
    let late = scope.now() - UNUSED_LIFETIME;
    let unused = || Condition::all().add(PostId.is_null()).add(CreatedAt.lt(late));
    loop {
        let tx = scope.begin().await?;
        let some = tx
            .across_sites::<file::Entity>()
            .filter(unused())
            .modify_select(|select| select.limit(CHUNK))
            .all()
            .await?;
        if some.is_empty() {
            return Ok(());
        }
        let these = unused().add(Id.is_in(some.iter().map(|row| row.id.uuid())));
        delete(&tx, these).await?;
        tx.commit().await?;
    }
}

/// Deletes the files of these posts.
///
/// # Errors
/// Database errors.
pub(in crate::posts) async fn delete_of_posts(
    tx: &Tx<'_, System>,
    posts: &[PostId],
) -> Result<(), DbErr> {
    let of_these = file::Column::PostId.is_in(posts.iter().map(|id| id.uuid()));
    delete(tx, Condition::all().add(of_these)).await
}

async fn delete(tx: &Tx<'_, System>, these: Condition) -> Result<(), DbErr> {
    let gone = tx.table_across_sites::<file::Entity>().delete_returning(these).await?;
    if gone.is_empty() {
        return Ok(());
    }
    let addresses = gone.into_iter().map(|row| row.address).collect();
    tx.enqueue(deletion_job(&OrphanedImages { addresses })?).await.map(drop)
}

/// Deletes up to `most` files of a community that is being deleted. Returns their number.
///
/// # Errors
/// Database errors.
pub async fn delete_of_community(
    tx: &Tx<'_, System>,
    community: CommunityId,
    most: u64,
) -> Result<u64, DbErr> {
    const SQL: &str = "DELETE FROM post_files WHERE id IN (SELECT id FROM post_files \
         WHERE community_id = $1 LIMIT $2) RETURNING address";
    delete_with_objects(tx, SQL, vec![community.into(), most.cast_signed().into()]).await
}

/// Deletes up to `most` files of a deleted account that are not part of a post; the others stay
/// with their posts. Returns their number.
///
/// # Errors
/// Database errors.
pub async fn delete_unused_of(tx: &Tx<'_, System>, user: UserId, most: u64) -> Result<u64, DbErr> {
    const SQL: &str = "DELETE FROM post_files WHERE id IN (SELECT id FROM post_files \
         WHERE uploader_id = $1 AND post_id IS NULL LIMIT $2) RETURNING address";
    delete_with_objects(tx, SQL, vec![user.into(), most.cast_signed().into()]).await
}
