//! Jobs of a scheduled deletion: the last warning, then the deletion.

use super::rows::Model;
use super::{stages, store};
use crate::activity::{self, Notice, NotificationType};
use crate::communities::rows::community;
use crate::posts;
use chrono::{DateTime, TimeDelta, Utc};
use platform::jobs::{JobError, JobScope, NewJob};
use platform::{CommunityId, System, Tx};
use sea_orm::DbErr;
use serde::{Deserialize, Serialize};
use serde_json::json;

pub const JOB_KIND: &str = "end-community";
/// Members are warned again this long before the deletion (G-087).
const WARNING_LEAD_TIME: TimeDelta = TimeDelta::hours(24);
/// Maximum attempts of the job. A deletion with many posts takes long, and each worker restart
/// counts as an attempt.
const TRIES_MAX: i64 = 1_000;
/// Maximum records that one sweep examines.
const SWEPT_MAX: u64 = 500;

/// A community whose warning or deletion is due.
#[derive(Debug, Serialize, Deserialize)]
pub struct CommunityDeletionJob {
    community: CommunityId,
}

fn new(community: CommunityId, name: &str) -> Result<NewJob, DbErr> {
    let job = NewJob::new(JOB_KIND, &CommunityDeletionJob { community })?;
    Ok(job.once_as(format!("{JOB_KIND}:{community}:{name}")).max_attempts(TRIES_MAX))
}

/// Job that deletes the community at `at`.
pub(super) fn deletion_job(community: CommunityId, at: DateTime<Utc>) -> Result<NewJob, DbErr> {
    Ok(new(community, &at.timestamp_micros().to_string())?.run_at(at))
}

/// Job that warns the members before the deletion.
pub(super) fn warning_job(community: CommunityId, end: DateTime<Utc>) -> Result<NewJob, DbErr> {
    Ok(new(community, &format!("{}:warning", end.timestamp_micros()))?
        .run_at(end - WARNING_LEAD_TIME))
}

/// Sends the warning or deletes the community, unless the deletion was cancelled.
///
/// # Errors
/// Database errors; the job is retried.
pub async fn carry_out(mut scope: JobScope, job: CommunityDeletionJob) -> Result<(), JobError> {
    let tx = scope.begin().await?;
    let Some((record, row)) = lock_due_deletion(&tx, job.community).await? else {
        return Ok(tx.commit().await?);
    };
    let left = record.scheduled_for - tx.now();
    if left > TimeDelta::zero() {
        if left <= WARNING_LEAD_TIME && record.warned_at.is_none() {
            send_warning(&tx, &record, &row).await?;
        }
        return Ok(tx.commit().await?);
    }
    if !row.is_gone {
        stages::begin(&tx, row.id).await?;
    }
    tx.commit().await?;
    stages::delete_rows(&mut scope, job.community).await?;
    posts::images::keep_moved(&mut scope, job.community).await?;
    posts::files::keep_moved(&mut scope, job.community).await?;
    let owner = posts::images::owner(job.community);
    scope.services().blob().delete_all_of(&owner).await.map_err(JobError::retryable)?;
    Ok(stages::delete_community_row(&mut scope, job.community).await?)
}

/// The deletion record and its community, locked. Deletes the record if the community does not
/// exist or its deletion was cancelled.
async fn lock_due_deletion(
    tx: &Tx<'_, System>,
    id: CommunityId,
) -> Result<Option<(Model, community::Model)>, DbErr> {
    let row = store::lock_deleted_too(tx, id).await?.filter(|row| row.deletion_pending);
    let Some(row) = row else {
        store::cancel_schedule(tx, id).await?;
        return Ok(None);
    };
    Ok(store::find(tx, id).await?.map(|record| (record, row)))
}

async fn send_warning(
    tx: &Tx<'_, System>,
    record: &Model,
    row: &community::Model,
) -> Result<(), DbErr> {
    store::record_warning(tx, row.id).await?;
    let when = record.scheduled_for.format("%-d %B %Y at %H:%M UTC");
    let title = format!("{} will be deleted on {when}", row.name);
    let message = "A day is left. Until then any of its admins can cancel the deletion.";
    let about = json!({ "communityId": row.id, "scheduledFor": record.scheduled_for });
    let notice = Notice::new(NotificationType::SystemMessage, &title, message, about);
    activity::notify_members(tx, row.id, None, notice.of_community(row.id)).await
}

/// Deletes obsolete records, and enqueues a job for each due one in case its own job was lost.
///
/// # Errors
/// Database errors.
pub async fn sweep(scope: &mut JobScope) -> Result<(), DbErr> {
    let tx = scope.begin().await?;
    store::drop_stale(&tx).await?;
    let hour = tx.now().timestamp() / 3_600;
    for record in store::due_by(&tx, tx.now() + WARNING_LEAD_TIME, SWEPT_MAX).await? {
        if record.scheduled_for <= tx.now() || record.warned_at.is_none() {
            tx.enqueue(new(record.community_id, &format!("sweep:{hour}"))?).await?;
        }
    }
    tx.commit().await
}
