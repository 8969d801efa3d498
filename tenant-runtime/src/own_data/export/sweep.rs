//! Deletes expired exports.

use crate::own_data::rows::{Column, Entity};
use platform::jobs::{JobError, JobScope};
use sea_orm::ColumnTrait;

/// Deletes expired exports.
///
/// # Errors
/// Database or object store errors; the job is retried.
pub async fn sweep(scope: &mut JobScope) -> Result<(), JobError> {
    let expired = Column::ExpiresAt.lt(scope.now());
    let rows = scope.global::<Entity>().filter(expired).all().await?;
    for row in rows {
        if let Some(key) = row.blob_key.as_deref().and_then(|key| key.parse().ok()) {
            scope.services().blob().delete(&key).await.map_err(JobError::retryable)?;
        }
        let tx = scope.begin().await?;
        let this = Column::Id.eq(row.id.uuid());
        tx.global_table::<Entity>().delete(this).await?.as_many_as_there_are();
        tx.commit().await?;
    }
    Ok(())
}
