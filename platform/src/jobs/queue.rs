//! Statements on `jobs`: enqueue, claim, renew, settle, reclaim. Each is a single statement, so any
//! number of workers may run them concurrently.

use super::NewJob;
use super::row::{ActiveModel, Column, Entity, JobState, Model};
use crate::db::{Database, Transaction};
use crate::ids::JobId;
use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::sea_query::{Expr, ExprTrait, LockBehavior, LockType, OnConflict};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, Condition, DbErr, EntityTrait, QueryFilter, QueryOrder,
    QuerySelect, QueryTrait,
};
use serde_json::Value;

/// Duration of a lease without renewal.
pub(super) const LEASE: TimeDelta = TimeDelta::seconds(60);
/// Maximum stored characters of an error.
const ERROR_CHARS: usize = 500;

/// Inserts a job in the caller's transaction; `None` if its dedupe key exists.
pub(crate) async fn insert(
    tx: &Transaction,
    job: NewJob,
    now: DateTime<Utc>,
) -> Result<Option<JobId>, DbErr> {
    let id = JobId::new();
    let row = ActiveModel {
        id: Set(id),
        kind: Set(job.kind.to_owned()),
        payload: Set(job.payload),
        dedupe_key: Set(job.dedupe_key),
        state: Set(JobState::Ready),
        run_at: Set(job.run_at.unwrap_or(now)),
        attempts: Set(0),
        max_attempts: Set(job.max_attempts),
        created_at: Set(now),
        ..Default::default()
    };
    let taken = OnConflict::column(Column::DedupeKey).do_nothing().to_owned();
    let inserted = Entity::insert(row).on_conflict(taken).exec_without_returning(tx).await?;
    Ok((inserted > 0).then_some(id))
}

/// Statements of one worker.
#[derive(Clone)]
pub(super) struct Queue {
    database: Database,
    worker: String,
}

impl Queue {
    pub fn new(database: Database) -> Self {
        Self { database, worker: uuid::Uuid::now_v7().simple().to_string() }
    }

    /// Id of the worker.
    pub fn worker(&self) -> &str {
        &self.worker
    }

    /// Claims up to `most` due jobs of a known kind, each for one lease.
    pub async fn claim(
        &self,
        kinds: &[&'static str],
        most: u64,
        now: DateTime<Utc>,
    ) -> Result<Vec<Model>, DbErr> {
        let mut due = Entity::find()
            .select_only()
            .column(Column::Id)
            .filter(Column::State.eq(JobState::Ready))
            .filter(Column::RunAt.lte(now))
            .filter(Column::Kind.is_in(kinds.iter().copied()))
            .order_by_asc(Column::RunAt)
            .order_by_asc(Column::Id)
            .limit(most)
            .into_query();
        // Skipped on SQLite, which has a single writer and no such clause.
        due.lock_with_behavior(LockType::Update, LockBehavior::SkipLocked);
        let mut claimed = Entity::update_many()
            .col_expr(Column::State, Expr::value(JobState::Running))
            .col_expr(Column::Attempts, Expr::col(Column::Attempts).add(1))
            .col_expr(Column::LockedBy, Expr::value(self.worker.clone()))
            .col_expr(Column::LockedUntil, Expr::value(now + LEASE))
            .filter(Column::Id.in_subquery(due))
            .exec_with_returning(self.database.conn())
            .await?;
        // The rows of an update are unordered.
        claimed.sort_by_key(|job| (job.run_at, job.id));
        Ok(claimed)
    }

    /// Renews a lease; `false` if the job no longer belongs to this worker.
    pub async fn renew(&self, job: &Model, now: DateTime<Utc>) -> Result<bool, DbErr> {
        let kept = Entity::update_many()
            .col_expr(Column::LockedUntil, Expr::value(now + LEASE))
            .filter(self.claim_condition(job))
            .exec(self.database.conn())
            .await?;
        Ok(kept.rows_affected > 0)
    }

    /// Marks a job as done and deletes its payload, which may contain personal data.
    pub async fn complete(&self, job: &Model, now: DateTime<Utc>) -> Result<bool, DbErr> {
        let change = ActiveModel {
            state: Set(JobState::Done),
            payload: Set(Value::Null),
            last_error: Set(None),
            finished_at: Set(Some(now)),
            ..unlocked_columns()
        };
        self.finish_attempt(job, change).await
    }

    /// Reschedules a job for `run_at`.
    pub async fn reschedule(
        &self,
        job: &Model,
        error: &str,
        run_at: DateTime<Utc>,
    ) -> Result<bool, DbErr> {
        let change = ActiveModel {
            state: Set(JobState::Ready),
            run_at: Set(run_at),
            last_error: Set(Some(truncate_error(error))),
            ..unlocked_columns()
        };
        self.finish_attempt(job, change).await
    }

    /// Makes an interrupted job ready again. The attempt does not count.
    pub async fn put_back(&self, job: &Model, now: DateTime<Utc>) -> Result<bool, DbErr> {
        let change = ActiveModel {
            state: Set(JobState::Ready),
            run_at: Set(now),
            attempts: Set(job.attempts - 1),
            ..unlocked_columns()
        };
        self.finish_attempt(job, change).await
    }

    /// Marks a job as failed, and frees its key. It keeps its payload until it is deleted, so that
    /// the operator can repeat it ([`crate::job_admin`]).
    pub async fn release(
        &self,
        job: &Model,
        error: &str,
        now: DateTime<Utc>,
    ) -> Result<bool, DbErr> {
        self.finish_attempt(job, mark_failed(error, now)).await
    }

    /// Makes jobs with an expired lease ready again; marks those as failed that were started too
    /// often, because they may crash the worker.
    pub async fn reclaim_expired(&self, now: DateTime<Utc>) -> Result<u64, DbErr> {
        let overdue = || {
            let running = Column::State.eq(JobState::Running);
            Condition::all().add(running).add(Column::LockedUntil.lt(now))
        };
        let used_up = Expr::col(Column::Attempts).gte(Expr::col(Column::MaxAttempts));
        let hopeless = Entity::update_many()
            .set(mark_failed("its worker never came back", now))
            .filter(overdue().add(used_up))
            .exec(self.database.conn())
            .await?;
        let ready = ActiveModel { state: Set(JobState::Ready), ..unlocked_columns() };
        let statement = Entity::update_many().set(ready).filter(overdue());
        let taken = statement.exec(self.database.conn()).await?;
        Ok(hopeless.rows_affected + taken.rows_affected)
    }

    /// Deletes jobs that ended before `then`.
    pub async fn sweep(&self, then: DateTime<Utc>) -> Result<u64, DbErr> {
        let swept = Entity::delete_many()
            .filter(Column::State.is_in([JobState::Done, JobState::Failed]))
            .filter(Column::FinishedAt.lt(then))
            .exec(self.database.conn())
            .await?;
        Ok(swept.rows_affected)
    }

    async fn finish_attempt(&self, job: &Model, change: ActiveModel) -> Result<bool, DbErr> {
        let statement = Entity::update_many().set(change).filter(self.claim_condition(job));
        Ok(statement.exec(self.database.conn()).await?.rows_affected > 0)
    }

    /// Condition: this worker still holds this attempt of the job.
    fn claim_condition(&self, job: &Model) -> Condition {
        Condition::all()
            .add(Column::Id.eq(job.id))
            .add(Column::State.eq(JobState::Running))
            .add(Column::LockedBy.eq(self.worker.as_str()))
            .add(Column::Attempts.eq(job.attempts))
    }
}

fn mark_failed(error: &str, now: DateTime<Utc>) -> ActiveModel {
    ActiveModel {
        state: Set(JobState::Failed),
        dedupe_key: Set(None),
        last_error: Set(Some(truncate_error(error))),
        finished_at: Set(Some(now)),
        ..unlocked_columns()
    }
}

fn unlocked_columns() -> ActiveModel {
    ActiveModel { locked_by: Set(None), locked_until: Set(None), ..Default::default() }
}

fn truncate_error(error: &str) -> String {
    error.chars().take(ERROR_CHARS).collect()
}
