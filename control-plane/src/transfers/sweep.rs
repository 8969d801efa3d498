//! Cleanup of expired intents and codes.

use super::rows::{code, intent};
use chrono::Duration;
use platform::jobs::JobScope;
use sea_orm::{ColumnTrait, DbErr};

/// Time for which a used code is kept to detect a second use (security.md section 5.2 requires 60
/// s).
const RETENTION: Duration = Duration::hours(1);

/// Deletes intents and codes older than an hour.
///
/// # Errors
/// Database errors; the job is retried.
pub async fn sweep(scope: &mut JobScope) -> Result<(), DbErr> {
    let tx = scope.begin().await?;
    let old = tx.now() - RETENTION;
    let intents = intent::Column::ExpiresAt.lt(old);
    tx.global_table::<intent::Entity>().delete(intents).await?.as_many_as_there_are();
    let codes = code::Column::ExpiresAt.lt(old);
    tx.global_table::<code::Entity>().delete(codes).await?.as_many_as_there_are();
    tx.commit().await
}
