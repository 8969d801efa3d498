//! Deletes images that no message has attached.

use super::rows::{Column, Entity};
use crate::posts::images::{OrphanedImages, UNUSED_LIFETIME, deletion_job};
use platform::jobs::JobScope;
use sea_orm::{ColumnTrait, Condition, DbErr, QuerySelect};

/// Images per transaction.
const CHUNK: u64 = 500;

/// Deletes images that no message has attached within a day.
///
/// # Errors
/// Database errors; the job is retried.
pub async fn sweep(scope: &mut JobScope) -> Result<(), DbErr> {
    let late = scope.now() - UNUSED_LIFETIME;
    let unused =
        || Condition::all().add(Column::MessageId.is_null()).add(Column::CreatedAt.lt(late));
    loop {
        let tx = scope.begin().await?;
        let some = tx
            .across_sites::<Entity>()
            .filter(unused())
            .modify_select(|select| select.limit(CHUNK))
            .all()
            .await?;
        if some.is_empty() {
            return Ok(());
        }
        let these = unused().add(Column::Id.is_in(some.iter().map(|row| row.id.uuid())));
        let deleted = tx.table_across_sites::<Entity>().delete_returning(these).await?;
        let addresses = deleted.into_iter().map(|row| row.address).collect();
        tx.enqueue(deletion_job(&OrphanedImages { addresses })?).await?;
        tx.commit().await?;
    }
}
