//! What has served its time is removed, hour by hour. Here: events that no stream can resume from any
//! more, answers to creates that nobody will repeat, sessions that ended long ago. The other crates
//! remove what is theirs in the same run.
//!
//! A job like any other: each run leaves the next one, named by its hour, so that any number of
//! workers do it once.

use crate::db::Tx;
use crate::jobs::{JobScope, NewJob};
use crate::services::Services;
use crate::{events, idempotency, sessions};
use chrono::{DateTime, Duration, DurationRound, Utc};
use sea_orm::{ColumnTrait, Condition, DbErr, QuerySelect};
use serde::{Deserialize, Serialize};

/// The kind of this job.
pub const JOB_KIND: &str = "housekeeping";
/// How long a stream may have been away and still resume.
const EVENTS_KEPT: Duration = Duration::hours(24);
/// How long a create may be repeated (security.md section 8).
const ANSWERS_KEPT: Duration = Duration::hours(24);
/// How long an ended session can still be looked up.
const SESSIONS_KEPT: Duration = Duration::days(30);

/// The job's payload: nothing but its hour, for people who read the table.
#[derive(Debug, Serialize, Deserialize)]
pub struct Hour {
    /// When it is due.
    pub due: DateTime<Utc>,
}

/// Leaves the next run, unless it is there already. Called at a worker's start and by each run.
///
/// # Errors
/// The database's.
pub async fn schedule(services: &Services) -> Result<(), DbErr> {
    let mut system = services.system("schedule the housekeeping");
    let tx = system.begin().await?;
    let now = tx.now();
    let hour = now.duration_trunc(Duration::hours(1)).unwrap_or(now) + Duration::hours(1);
    let name = format!("{JOB_KIND}:{}", hour.format("%Y-%m-%dT%H"));
    tx.enqueue(NewJob::new(JOB_KIND, &Hour { due: hour })?.at(hour).once_as(name)).await?;
    tx.commit().await
}

/// Removes what the platform keeps.
///
/// # Errors
/// The database's, to be tried again.
pub async fn sweep(scope: &mut JobScope) -> Result<(), DbErr> {
    let tx = scope.begin().await?;
    forget_events(&tx).await?;
    let now = tx.now();
    let answers = idempotency::row::Column::CreatedAt.lt(now - ANSWERS_KEPT);
    tx.doorless_table::<idempotency::row::Entity>().delete(answers).await?.as_many_as_there_are();
    let ended = Condition::any()
        .add(sessions::row::Column::AbsoluteExpiresAt.lt(now - SESSIONS_KEPT))
        .add(sessions::row::Column::RevokedAt.lt(now - SESSIONS_KEPT));
    tx.doorless_table::<sessions::row::Entity>().delete(ended).await?.as_many_as_there_are();
    tx.commit().await
}

/// Removes old events but the newest: it holds the place in the order that the next ones follow.
async fn forget_events<V>(tx: &Tx<'_, V>) -> Result<(), DbErr> {
    use events::row::{Column, Entity};
    let newest: Vec<Option<i64>> = tx
        .doorless::<Entity>()
        .shape(|select| select.select_only().column_as(Column::Seq.max(), "newest"))
        .tuples()
        .await?;
    let newest = newest.first().copied().flatten().unwrap_or(0);
    let old = Condition::all()
        .add(Column::CreatedAt.lt(tx.now() - EVENTS_KEPT))
        .add(Column::Seq.lt(newest));
    tx.doorless_table::<Entity>().delete(old).await?.as_many_as_there_are();
    Ok(())
}
