//! Hourly clean-up of reports, and of suppressed addresses without an account.

use super::rows::{feedback, suppression};
use chrono::Duration;
use platform::{Scope, System};
use sea_orm::{ColumnTrait, Condition, DbErr};

/// Time for which a report is stored.
const REPORTS_KEPT: Duration = Duration::days(90);
/// Time for which an address without an account stays suppressed.
const FOREIGN_ADDRESSES_KEPT: Duration = Duration::days(90);

/// Deletes old rows.
///
/// # Errors
/// Database errors.
pub async fn sweep(scope: &mut Scope<System>) -> Result<(), DbErr> {
    let tx = scope.begin().await?;
    let now = tx.now();
    let old = Condition::all().add(feedback::Column::CreatedAt.lt(now - REPORTS_KEPT));
    tx.global_table::<feedback::Entity>().delete(old).await?.as_many_as_there_are();
    let foreign = Condition::all()
        .add(suppression::Column::UserId.is_null())
        .add(suppression::Column::UpdatedAt.lt(now - FOREIGN_ADDRESSES_KEPT));
    tx.global_table::<suppression::Entity>().delete(foreign).await?.as_many_as_there_are();
    tx.commit().await
}
