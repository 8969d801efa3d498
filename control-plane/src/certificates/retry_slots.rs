//! Retry slots of an empty bucket. Hosts that wait for the same token would all retry at the same
//! time, and all but one in vain; so each gets its own time, one token interval after the previous
//! one.

use super::budget::{Allowance, later_between};
use super::rows::budget::{self, Column, Entity};
use super::rows::job;
use chrono::{DateTime, Utc};
use platform::{Scope, System};
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, Condition, DbErr, ExprTrait};

/// Cause code of a host that waits for its slot.
pub(super) const WAITING_CAUSE: &str = "waiting-for-budget";

/// Reserves the time at which a host retries a bucket whose next token is at `free`.
///
/// # Errors
/// Database errors.
pub(super) async fn reserve_retry_time(
    scope: &mut Scope<System>,
    bucket: &Allowance,
    free: DateTime<Utc>,
) -> Result<DateTime<Utc>, DbErr> {
    let (free_us, every_us) = (free.timestamp_micros(), bucket.interval_us());
    // Slots of hosts that no longer use them must not delay the others: there are never more slots
    // than hosts that wait or are in progress.
    let last_us = free_us.saturating_add(every_us.saturating_mul(waiting_hosts(scope).await?));
    let key = format!("{}|turns", bucket.bucket_key());
    let tx = scope.begin().await?;
    let turns = tx.global_table::<Entity>();
    let none = budget::ActiveModel { key: Set(key.clone()), due_us: Set(0), shut_until_us: Set(0) };
    turns.insert_unless_there(none, &[Column::Key]).await?;
    let next = later_between(free_us - every_us, last_us - every_us).add(every_us);
    let moved = turns
        .update_returning(Column::Key.eq(&key), |rows| rows.col_expr(Column::DueUs, next))
        .await?;
    tx.commit().await?;
    let turn = moved.first().and_then(|turns| DateTime::from_timestamp_micros(turns.due_us));
    Ok(turn.unwrap_or(free))
}

/// Number of hosts that wait for a slot or are in progress.
async fn waiting_hosts(scope: &Scope<System>) -> Result<i64, DbErr> {
    let later = Condition::all()
        .add(job::Column::CauseCode.eq(WAITING_CAUSE))
        .add(job::Column::NotBefore.gt(scope.now()));
    let either =
        Condition::any().add(later).add(job::Column::State.eq(job::CertificateJobState::Running));
    let count = scope.global::<job::Entity>().filter(either).count().await?;
    Ok(i64::try_from(count).unwrap_or(i64::MAX))
}
