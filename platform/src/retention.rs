//! Hourly removal of expired data. Here: events that no stream can resume from, stored responses of
//! creates that will not be repeated, and sessions that ended long ago. Other crates remove their
//! own data in the same run.
//!
//! An ordinary job: each run enqueues the next one, keyed by its hour, so that it runs once with
//! any number of workers.

use crate::db::Tx;
use crate::jobs::{JobScope, NewJob};
use crate::services::Services;
use crate::{events, idempotency, sessions};
use chrono::{DateTime, Duration, DurationRound, Utc};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, Condition, DbErr, QuerySelect};
use serde::{Deserialize, Serialize};

/// Job kind; stored, so it keeps its old name.
pub const JOB_KIND: &str = "housekeeping";
/// Time for which a disconnected stream can resume.
const EVENTS_KEPT: Duration = Duration::hours(24);
/// Time for which a create may be repeated (security.md section 8).
const ANSWERS_KEPT: Duration = Duration::hours(24);
/// Time for which an ended session is kept.
const SESSIONS_KEPT: Duration = Duration::days(30);

/// Job payload: its hour, only for people who read the table.
#[derive(Debug, Serialize, Deserialize)]
pub struct RetentionJob {
    /// Time of the run.
    pub due: DateTime<Utc>,
}

/// Enqueues the next run unless it exists. Called at a worker's start and by each run.
///
/// # Errors
/// Database errors.
pub async fn schedule_sweep(services: &Services) -> Result<(), DbErr> {
    let mut system = services.system("schedule the housekeeping");
    let tx = system.begin().await?;
    let now = tx.now();
    let hour = now.duration_trunc(Duration::hours(1)).unwrap_or(now) + Duration::hours(1);
    let name = format!("{JOB_KIND}:{}", hour.format("%Y-%m-%dT%H"));
    tx.enqueue(NewJob::new(JOB_KIND, &RetentionJob { due: hour })?.run_at(hour).once_as(name))
        .await?;
    tx.commit().await
}

/// Removes the platform's expired data.
///
/// # Errors
/// Database errors; the job is retried.
pub async fn sweep(scope: &mut JobScope) -> Result<(), DbErr> {
    let tx = scope.begin().await?;
    delete_old_events(&tx).await?;
    let now = tx.now();
    let answers = idempotency::row::Column::CreatedAt.lt(now - ANSWERS_KEPT);
    tx.global_table::<idempotency::row::Entity>().delete(answers).await?.as_many_as_there_are();
    let ended = Condition::any()
        .add(sessions::row::Column::AbsoluteExpiresAt.lt(now - SESSIONS_KEPT))
        .add(sessions::row::Column::RevokedAt.lt(now - SESSIONS_KEPT));
    tx.global_table::<sessions::row::Entity>().delete(ended).await?.as_many_as_there_are();
    tx.commit().await
}

/// Deletes old events except those that a consumer has not consumed, and the newest, which holds the
/// position for the next number.
async fn delete_old_events<V>(tx: &Tx<'_, V>) -> Result<(), DbErr> {
    use events::row::{Column, Entity};
    let newest: Vec<Option<i64>> = tx
        .global::<Entity>()
        .modify_select(|select| select.select_only().column_as(Column::Seq.max(), "newest"))
        .all_tuples()
        .await?;
    let newest = newest.first().copied().flatten().unwrap_or(0);
    let old = Condition::all()
        .add(Column::CreatedAt.lt(tx.now() - EVENTS_KEPT))
        .add(Column::Seq.lt(newest))
        .add(Expr::cust(events::IS_CONSUMED));
    tx.global_table::<Entity>().delete(old).await?.as_many_as_there_are();
    Ok(())
}
