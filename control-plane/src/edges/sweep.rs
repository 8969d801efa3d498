//! Edges that are gone.

use super::rows;
use chrono::Duration;
use platform::jobs::JobScope;
use sea_orm::{ColumnTrait, DbErr};

/// How long an edge that was silent is remembered.
const KEPT: Duration = Duration::days(1);

/// Removes what has been silent for a day.
///
/// # Errors
/// The database's, to be tried again.
pub async fn sweep(scope: &mut JobScope) -> Result<(), DbErr> {
    let tx = scope.begin().await?;
    let silent = rows::Column::SeenAt.lt(tx.now() - KEPT);
    tx.doorless_table::<rows::Entity>().delete(silent).await?.as_many_as_there_are();
    tx.commit().await
}
