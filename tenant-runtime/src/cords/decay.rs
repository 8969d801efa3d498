//! The weekly decay: persists the decayed strengths, adds the weeks in which both people were
//! active, drops strands below 1, and deletes cords below 1 (C-104, C-110, G-086).
//!
//! Each transaction takes up to 450 cords whose decay was not applied this week. A repeated or
//! concurrent run finds none of them again, and an interrupted one resumes where it stopped.

use super::consumer::{BATCH, week_of};
use super::rows::cord;
use super::strength::{CordRules, is_deleted};
use super::{consumer, store};
use crate::sql::placeholders;
use chrono::{DateTime, Duration, Utc};
use platform::jobs::{JobError, JobScope, NewJob};
use platform::{Services, System, Tx, UserId};
use sea_orm::sea_query::LockType;
use sea_orm::{ColumnTrait, DbErr, FromQueryResult, QueryOrder, QuerySelect, Value};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, HashMap};

pub const JOB_KIND: &str = "decay-cords";
/// Time of the run after the start of the week, when a network is quiet.
const RUNS_AT: Duration = Duration::hours(3);
/// Time for which active weeks are kept, for a decay that could not run for some weeks.
const WEEKS_KEPT: Duration = Duration::weeks(9);

/// Payload of the job: its week, for people who read the table.
#[derive(Debug, Serialize, Deserialize)]
pub struct DecayWeek {
    week: DateTime<Utc>,
}

/// Enqueues the next run unless it exists. Called when a worker starts and by each run.
///
/// # Errors
/// Database errors.
pub async fn schedule(services: &Services) -> Result<(), DbErr> {
    let mut system = services.system("schedule the decay of cords");
    let tx = system.begin().await?;
    let this_week = week_of(tx.now());
    let is_over = tx.now() >= this_week + RUNS_AT;
    let week = if is_over { this_week + Duration::weeks(1) } else { this_week };
    let name = format!("{JOB_KIND}:{}", week.format("%Y-%m-%d"));
    let job = NewJob::new(JOB_KIND, &DecayWeek { week })?.run_at(week + RUNS_AT).once_as(name);
    tx.enqueue(job).await?;
    tx.commit().await
}

/// Applies the decay to all cords, one batch per transaction.
///
/// # Errors
/// Database errors; the job is retried.
pub async fn decay_cords(mut scope: JobScope, _: DecayWeek) -> Result<(), JobError> {
    let week = week_of(scope.now());
    loop {
        if scope.services().is_worker_stopping() {
            return Err(JobError::Interrupted);
        }
        let tx = scope.begin().await?;
        let count = decay_batch(&tx, week).await?;
        tx.commit().await?;
        if count == 0 {
            break;
        }
    }
    let tx = scope.begin().await?;
    delete_old_weeks(&tx).await?;
    tx.commit().await?;
    schedule(scope.services()).await?;
    Ok(())
}

/// Applies the decay to one batch; returns the number of its cords.
async fn decay_batch(tx: &Tx<'_, System>, week: DateTime<Utc>) -> Result<usize, DbErr> {
    let rows = tx
        .across_sites::<cord::Entity>()
        .filter(cord::Column::LastDecayApplied.lt(week))
        .modify_select(|select| {
            select.order_by_asc(cord::Column::Id).limit(BATCH).lock(LockType::NoKeyUpdate)
        })
        .all()
        .await?;
    let (count, now) = (rows.len(), tx.now());
    let active = active_weeks(tx, &rows).await?;
    let rules = CordRules(&tx.services().config().cords);
    let (mut kept, mut deleted) = (Vec::new(), Vec::new());
    for row in rows {
        let mut state = row.state();
        let common = common_weeks(&row, &active, week);
        state.decay_weekly(rules, common, now);
        if is_deleted(state.total(rules, now)) {
            deleted.push(row.id);
        } else {
            let row = cord::Model { last_decay_applied: now, ..row };
            kept.push(store::to_row(row, &state, rules, now)?);
        }
    }
    if !kept.is_empty() {
        store::write(tx, kept).await?;
    }
    if !deleted.is_empty() {
        let weak = cord::Column::Id.is_in(deleted);
        tx.table_across_sites::<cord::Entity>().delete(weak).await?.as_many_as_there_are();
    }
    Ok(count)
}

/// Weeks in which each of these people was active.
type ActiveWeeks = HashMap<UserId, BTreeSet<DateTime<Utc>>>;

async fn active_weeks(tx: &Tx<'_, System>, rows: &[cord::Model]) -> Result<ActiveWeeks, DbErr> {
    #[derive(FromQueryResult)]
    struct WeekRow {
        user_id: UserId,
        week: DateTime<Utc>,
    }
    let people: BTreeSet<UserId> = rows.iter().flat_map(|row| [row.user_a, row.user_b]).collect();
    if people.is_empty() {
        return Ok(ActiveWeeks::new());
    }
    let sql = format!(
        "SELECT user_id, week FROM cord_active_weeks WHERE user_id IN ({})",
        placeholders(1, people.len())
    );
    let values: Vec<Value> = people.into_iter().map(Value::from).collect();
    let mut weeks = ActiveWeeks::new();
    for row in tx.raw(&sql, values).all::<WeekRow>().await? {
        weeks.entry(row.user_id).or_default().insert(row.week);
    }
    Ok(weeks)
}

/// Number of weeks completed since the last decay in which both people were active.
fn common_weeks(row: &cord::Model, active: &ActiveWeeks, current: DateTime<Utc>) -> usize {
    let (Some(first), Some(second)) = (active.get(&row.user_a), active.get(&row.user_b)) else {
        return 0;
    };
    let since = week_of(row.last_decay_applied);
    let is_new = |week: &&DateTime<Utc>| **week >= since && **week < current;
    first.intersection(second).filter(is_new).count()
}

async fn delete_old_weeks(tx: &Tx<'_, System>) -> Result<(), DbErr> {
    const SQL: &str = "DELETE FROM cord_active_weeks WHERE week < $1";
    tx.execute(SQL, vec![(tx.now() - WEEKS_KEPT).into()]).await.map(drop)
}

/// Hourly clean-up.
///
/// # Errors
/// Database errors.
pub async fn sweep(scope: &mut JobScope) -> Result<(), DbErr> {
    let tx = scope.begin().await?;
    consumer::delete_expired_keys(&tx).await?;
    tx.commit().await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_weeks_are_those_completed_since_the_last_decay() {
        let monday = |week: i64| week_of(DateTime::UNIX_EPOCH) + Duration::weeks(week);
        let (ada, bob) = (UserId::new(), UserId::new());
        let weeks = |numbers: &[i64]| numbers.iter().map(|week| monday(*week)).collect();
        let active = ActiveWeeks::from([(ada, weeks(&[1, 2, 3, 4])), (bob, weeks(&[0, 1, 3, 4]))]);
        let at = monday(2) + RUNS_AT;
        let row = cord::Model {
            id: String::new(),
            user_a: ada,
            user_b: bob,
            total_strength: 0.0,
            is_active: false,
            threads: serde_json::Value::Null,
            reply_a_at: None,
            reply_b_at: None,
            created_at: at,
            last_updated: at,
            last_decay_applied: at,
            erased_at: None,
        };
        assert_eq!(common_weeks(&row, &active, monday(4)), 1, "the week 3");
    }
}
