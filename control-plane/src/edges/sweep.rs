//! Cleanup of edges that no longer exist.

use super::rows;
use chrono::Duration;
use platform::jobs::JobScope;
use sea_orm::{ColumnTrait, DbErr};

/// Time for which a silent edge is kept.
const RETENTION: Duration = Duration::days(1);

/// Deletes edges that have not reported for a day.
///
/// # Errors
/// Database errors; the job is retried.
pub async fn sweep(scope: &mut JobScope) -> Result<(), DbErr> {
    let tx = scope.begin().await?;
    let silent = rows::Column::SeenAt.lt(tx.now() - RETENTION);
    tx.global_table::<rows::Entity>().delete(silent).await?.as_many_as_there_are();
    tx.commit().await
}
