//! Whose turn it is at an empty bucket. Hosts that wait for the same token would all come back at its
//! moment, and all but one of them for nothing; so each is given a moment of its own, one token after
//! the one before it.

use super::budget::{Allowance, later_between};
use super::rows::budget::{self, Column, Entity};
use super::rows::job;
use chrono::{DateTime, Utc};
use platform::{Scope, System};
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, Condition, DbErr, ExprTrait};

/// The cause of a host that waits for its turn.
pub(super) const WAITING: &str = "waiting-for-budget";

/// When a host may come back to a bucket that has its next token at `free`.
///
/// # Errors
/// The database's.
pub(super) async fn take(
    scope: &mut Scope<System>,
    bucket: &Allowance,
    free: DateTime<Utc>,
) -> Result<DateTime<Utc>, DbErr> {
    let (free_us, every_us) = (free.timestamp_micros(), bucket.every_us());
    // Turns of hosts that did not wait for them must not hold up the others: there are never more than
    // hosts that wait, or are about to.
    let last_us = free_us.saturating_add(every_us.saturating_mul(waiting(scope).await?));
    let key = format!("{}|turns", bucket.key());
    let tx = scope.begin().await?;
    let turns = tx.doorless_table::<Entity>();
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

/// Hosts that wait for a turn, and those in hand, of which each may.
async fn waiting(scope: &Scope<System>) -> Result<i64, DbErr> {
    let later = Condition::all()
        .add(job::Column::CauseCode.eq(WAITING))
        .add(job::Column::NotBefore.gt(scope.now()));
    let either = Condition::any().add(later).add(job::Column::State.eq(job::State::Running));
    let count = scope.doorless::<job::Entity>().filter(either).count().await?;
    Ok(i64::try_from(count).unwrap_or(i64::MAX))
}
