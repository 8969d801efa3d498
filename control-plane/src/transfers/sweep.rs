//! Intents and codes that have served their time.

use super::rows::{code, intent};
use chrono::Duration;
use platform::jobs::JobScope;
use sea_orm::{ColumnTrait, DbErr};

/// How long a code that was spent is remembered, so that a second use is noticed (security.md
/// section 5.2 asks for 60 s).
const KEPT: Duration = Duration::hours(1);

/// Removes what is older than an hour.
///
/// # Errors
/// The database's, to be tried again.
pub async fn sweep(scope: &mut JobScope) -> Result<(), DbErr> {
    let tx = scope.begin().await?;
    let old = tx.now() - KEPT;
    let intents = intent::Column::ExpiresAt.lt(old);
    tx.doorless_table::<intent::Entity>().delete(intents).await?.as_many_as_there_are();
    let codes = code::Column::ExpiresAt.lt(old);
    tx.doorless_table::<code::Entity>().delete(codes).await?.as_many_as_there_are();
    tx.commit().await
}
