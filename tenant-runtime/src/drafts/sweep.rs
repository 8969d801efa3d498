//! Hourly clean-up of old drafts.

use super::rows::{Column, Entity};
use chrono::Duration;
use platform::{Scope, System};
use sea_orm::{ColumnTrait, DbErr};

/// Time after its last change for which a draft is kept.
const LIFETIME: Duration = Duration::days(90);

/// Deletes drafts that were not changed for 90 days.
///
/// # Errors
/// Database errors.
pub async fn sweep(scope: &mut Scope<System>) -> Result<(), DbErr> {
    let tx = scope.begin().await?;
    let old = Column::Updated.lt(tx.now() - LIFETIME);
    tx.table_across_sites::<Entity>().delete(old).await?.as_many_as_there_are();
    tx.commit().await
}
