//! Jobs for the operator: those that failed or wait for another attempt, and their repetition. The
//! payload, which may contain personal data, is never returned.

use crate::audit::{AuditedAction, record_action};
use crate::db::AffectedRows;
use crate::ids::{JobId, UserId};
use crate::jobs::row::{ActiveModel, Column, Entity, JobState, Model};
use crate::page::TimeCursor;
use crate::scope::Scope;
use chrono::{DateTime, Utc};
use sea_orm::{ActiveValue::Set, ColumnTrait, Condition, DbErr, QueryOrder, QuerySelect};
use serde::Serialize;
use serde_json::{Value, json};

/// State of a job for the operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum JobStatus {
    /// Failed permanently.
    Failed,
    /// Failed at least once, and waits for another attempt.
    Retrying,
    /// Waits for its first attempt.
    Waiting,
    /// A worker runs it.
    Running,
}

impl JobStatus {
    /// Name as on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Failed => "failed",
            Self::Retrying => "retrying",
            Self::Waiting => "waiting",
            Self::Running => "running",
        }
    }

    fn condition(self) -> Condition {
        let ready = || Condition::all().add(Column::State.eq(JobState::Ready));
        match self {
            Self::Failed => Condition::all().add(Column::State.eq(JobState::Failed)),
            Self::Running => Condition::all().add(Column::State.eq(JobState::Running)),
            Self::Retrying => ready().add(Column::Attempts.gt(0)),
            Self::Waiting => ready().add(Column::Attempts.eq(0)),
        }
    }

    const fn of_job(job: &Model) -> Option<Self> {
        match job.state {
            JobState::Failed => Some(Self::Failed),
            JobState::Running => Some(Self::Running),
            JobState::Ready if job.attempts > 0 => Some(Self::Retrying),
            JobState::Ready => Some(Self::Waiting),
            JobState::Done => None,
        }
    }
}

/// Selection of jobs.
#[derive(Debug, Clone, Default)]
pub struct JobFilter {
    /// Only this job.
    pub id: Option<JobId>,
    /// Only jobs of this kind.
    pub kind: Option<String>,
    /// Only jobs in these states; all if empty.
    pub states: Vec<JobStatus>,
    /// Only jobs after this position.
    pub after: Option<TimeCursor>,
}

impl JobFilter {
    fn condition(&self) -> Condition {
        let mut any = Condition::any();
        for state in &self.states {
            any = any.add(state.condition());
        }
        Condition::all()
            .add(Column::State.ne(JobState::Done))
            .add_option(self.id.map(|id| Column::Id.eq(id)))
            .add_option(self.kind.as_deref().map(|kind| Column::Kind.eq(kind)))
            .add_option((!self.states.is_empty()).then_some(any))
            .add_option(
                self.after.map(|last| last.after_in_ascending(Column::CreatedAt, Column::Id)),
            )
    }
}

/// A job without its payload.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct JobSummary {
    /// Id.
    pub id: JobId,
    /// Kind.
    pub kind: String,
    /// State.
    pub state: JobStatus,
    /// Started attempts.
    pub attempts: i64,
    /// Maximum number of attempts.
    pub max_attempts: i64,
    /// Error of the last attempt; contains no personal data.
    pub last_error: Option<String>,
    /// Time of creation.
    pub created_at: DateTime<Utc>,
    /// Earliest time of the next attempt.
    pub run_at: DateTime<Utc>,
    /// When it failed permanently.
    pub finished_at: Option<DateTime<Utc>>,
}

/// Lists at most `limit` jobs, the oldest first.
///
/// # Errors
/// Database errors.
pub async fn list_jobs<V>(
    scope: &Scope<V>,
    filter: &JobFilter,
    limit: u64,
) -> Result<Vec<JobSummary>, DbErr> {
    let rows = scope
        .global::<Entity>()
        .filter(filter.condition())
        .modify_select(|select| {
            select.order_by_asc(Column::CreatedAt).order_by_asc(Column::Id).limit(limit)
        })
        .all()
        .await?;
    let summary = |job: Model| {
        let state = JobStatus::of_job(&job)?;
        Some(JobSummary {
            id: job.id,
            kind: job.kind,
            state,
            attempts: job.attempts,
            max_attempts: job.max_attempts,
            last_error: job.last_error,
            created_at: job.created_at,
            run_at: job.run_at,
            finished_at: job.finished_at,
        })
    };
    Ok(rows.into_iter().filter_map(summary).collect())
}

/// Makes the selected jobs due now, with all attempts again, and records this in the audit log.
/// Only jobs that failed or wait for another attempt are repeated. Returns their number.
///
/// # Errors
/// Database errors.
pub async fn retry_jobs<V>(
    scope: &mut Scope<V>,
    filter: &JobFilter,
    (actor, reason): (Option<UserId>, &str),
) -> Result<u64, DbErr> {
    let failed = vec![JobStatus::Failed, JobStatus::Retrying];
    let filter = JobFilter { states: failed, ..filter.clone() };
    let tx = scope.begin().await?;
    let now = tx.now();
    let change = ActiveModel {
        state: Set(JobState::Ready),
        attempts: Set(0),
        run_at: Set(now),
        finished_at: Set(None),
        ..Default::default()
    };
    let AffectedRows(changed) =
        tx.global_table::<Entity>().update(filter.condition(), |update| update.set(change)).await?;
    if changed > 0 {
        let subject = filter.id.map(|id| id.to_string()).or(filter.kind);
        let act = AuditedAction {
            actor,
            action: "jobs.retry",
            subject_kind: "job",
            subject_id: subject.unwrap_or_else(|| "all".to_owned()),
            before: Value::Null,
            after: json!({ "jobs": changed }),
            reason: Some(reason).filter(|reason| !reason.is_empty()),
        };
        record_action(&tx, act).await?;
    }
    tx.commit().await?;
    Ok(changed)
}
