//! Aggregates analytics events: counts by hour, kind and site, and active users by week and site
//! (G-016).
//!
//! Counting can be repeated at any time. Each run counts the hours since the last run from their
//! events, including the last counted hour, because a transaction that began in it may have
//! committed later. Like retention jobs, each run enqueues the next one, named by its time.

use chrono::{DateTime, Datelike, Duration, DurationRound, Utc};
use platform::jobs::{JobError, JobScope, NewJob};
use platform::{Services, System, Tx};
use sea_orm::{DbErr, FromQueryResult};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

pub const JOB_KIND: &str = "count-analytics";
/// Maximum age of a count.
const COUNT_INTERVAL: Duration = Duration::minutes(5);
/// Maximum duration of a transaction.
const LATE_EVENT_MARGIN: Duration = Duration::minutes(10);

/// Payload of the job: its due time, for people who read the table.
#[derive(Debug, Serialize, Deserialize)]
pub struct CountingJob {
    due: DateTime<Utc>,
}

/// Enqueues the next run unless it exists: at once if nothing was counted yet. Called when a worker
/// starts and by each run.
///
/// # Errors
/// Database errors.
pub async fn schedule_count(services: &Services) -> Result<(), DbErr> {
    let mut system = services.system("schedule the analytics aggregation");
    let tx = system.begin().await?;
    let now = tx.now();
    let (due, slot) = match counted_until(&tx).await? {
        Some(_) => {
            let due = now.duration_trunc(COUNT_INTERVAL).unwrap_or(now) + COUNT_INTERVAL;
            (due, due.format("%Y-%m-%dT%H:%M").to_string())
        }
        None => (now, "first".to_owned()),
    };
    let name = format!("{JOB_KIND}:{slot}");
    tx.enqueue(NewJob::new(JOB_KIND, &CountingJob { due })?.run_at(due).once_as(name)).await?;
    tx.commit().await
}

/// Counts the events since the last run, one hour per transaction.
///
/// # Errors
/// Database errors; the job is retried.
pub async fn count(mut scope: JobScope, _: CountingJob) -> Result<(), JobError> {
    let now = scope.now();
    let mut from = counted_until(&scope).await?.map(|until| until - LATE_EVENT_MARGIN);
    while let Some(hour) = next_hour(&scope, from).await?.filter(|hour| *hour <= now) {
        // The first run counts months of hours; a stop must not wait for them.
        if scope.services().is_worker_stopping() {
            return Err(JobError::Interrupted);
        }
        let tx = scope.begin().await?;
        count_hour(&tx, hour).await?;
        record_progress(&tx, now.min(hour + Duration::hours(1))).await?;
        tx.commit().await?;
        from = Some(hour + Duration::hours(1));
    }
    let tx = scope.begin().await?;
    record_progress(&tx, now).await?;
    tx.commit().await?;
    schedule_count(scope.services()).await?;
    Ok(())
}

/// Time until which events have been counted; `None` before the first run.
///
/// # Errors
/// Database errors.
pub(super) async fn counted_until(
    reads: &impl crate::sql::SqlReader,
) -> Result<Option<DateTime<Utc>>, DbErr> {
    #[derive(FromQueryResult)]
    struct CountedUntil {
        until: DateTime<Utc>,
    }
    const SQL: &str = "SELECT until FROM analytics_counted WHERE what = 'events'";
    Ok(reads.sql(SQL, Vec::new()).one::<CountedUntil>().await?.map(|row| row.until))
}

/// The first hour with events from this time on.
async fn next_hour(
    scope: &JobScope,
    from: Option<DateTime<Utc>>,
) -> Result<Option<DateTime<Utc>>, DbErr> {
    #[derive(FromQueryResult)]
    struct FirstEventRow {
        timestamp: DateTime<Utc>,
    }
    const SQL: &str = "SELECT timestamp FROM analytics_events WHERE timestamp >= $1 \
         ORDER BY timestamp LIMIT 1";
    let from = from.map_or(DateTime::UNIX_EPOCH, hour_of);
    let first = scope.raw(SQL, vec![from.into()]).one::<FirstEventRow>().await?;
    Ok(first.map(|row| hour_of(row.timestamp)))
}

fn hour_of(time: DateTime<Utc>) -> DateTime<Utc> {
    time.duration_trunc(Duration::hours(1)).unwrap_or(time)
}

/// The Monday on which the week of this time began, in UTC.
pub(super) fn week_of(time: DateTime<Utc>) -> DateTime<Utc> {
    let day = time.duration_trunc(Duration::days(1)).unwrap_or(time);
    day - Duration::days(i64::from(day.weekday().num_days_from_monday()))
}

async fn count_hour(tx: &Tx<'_, System>, hour: DateTime<Utc>) -> Result<(), DbErr> {
    const DELETE_HOUR_SQL: &str = "DELETE FROM analytics_hours WHERE hour = $1";
    const COUNT_HOUR_SQL: &str = "INSERT INTO analytics_hours (affiliation_id, hour, event_type, count) \
         SELECT COALESCE(affiliation_id, $3), $1, event_type, COUNT(*) FROM analytics_events \
         WHERE timestamp >= $1 AND timestamp < $2 \
         GROUP BY COALESCE(affiliation_id, $3), event_type";
    const COUNT_WEEK_SQL: &str = "INSERT INTO analytics_weeks (affiliation_id, week, user_id) \
         SELECT DISTINCT COALESCE(affiliation_id, $4), $3, user_id FROM analytics_events \
         WHERE timestamp >= $1 AND timestamp < $2 AND user_id IS NOT NULL \
         ON CONFLICT DO NOTHING";
    let next = hour + Duration::hours(1);
    let main = Uuid::nil();
    tx.execute(DELETE_HOUR_SQL, vec![hour.into()]).await?;
    tx.execute(COUNT_HOUR_SQL, vec![hour.into(), next.into(), main.into()]).await?;
    let week = week_of(hour);
    tx.execute(COUNT_WEEK_SQL, vec![hour.into(), next.into(), week.into(), main.into()]).await?;
    Ok(())
}

async fn record_progress(tx: &Tx<'_, System>, until: DateTime<Utc>) -> Result<(), DbErr> {
    const SQL: &str = "INSERT INTO analytics_counted (what, until) VALUES ('events', $1) \
         ON CONFLICT (what) DO UPDATE SET until = excluded.until";
    tx.execute(SQL, vec![until.into()]).await.map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_week_starts_on_monday() {
        let at = |text: &str| text.parse::<DateTime<Utc>>().unwrap_or_default();
        for time in ["2026-11-23T00:00:00Z", "2026-11-26T07:30:00Z", "2026-11-29T23:59:59Z"] {
            assert_eq!(week_of(at(time)), at("2026-11-23T00:00:00Z"), "{time}");
        }
        assert_eq!(week_of(at("2026-11-22T23:59:59Z")), at("2026-11-16T00:00:00Z"));
    }
}
