//! Withdraws unread notifications when the content that they are about is deleted or removed.

use super::rules::publish_changed;
use platform::jobs::{JobError, JobScope, NewJob};
use platform::{Tx, UserId};
use sea_orm::{DbErr, FromQueryResult};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

pub const JOB_KIND: &str = "withdraw-notices";
/// Notifications withdrawn per transaction.
const CHUNK: usize = 500;

/// Content whose remaining notifications are withdrawn.
#[derive(Debug, Serialize, Deserialize)]
pub struct WithdrawalJob {
    content: Uuid,
}

/// Deletes the unread notifications about a post, thread, comment or article, and about what a
/// thread or article contains. Their recipients' counts change at once. The first 500 are deleted
/// in this transaction, further ones by a job.
///
/// # Errors
/// Database errors.
pub async fn delete_notices_about<V>(tx: &Tx<'_, V>, content: Uuid) -> Result<(), DbErr> {
    #[derive(FromQueryResult)]
    struct RecipientRow {
        user_id: UserId,
    }
    const WITHDRAW: &str = "DELETE FROM notifications WHERE id IN (SELECT id FROM notifications \
         WHERE (content_id = $1 OR container_id = $1) AND read = FALSE LIMIT $2) \
         RETURNING user_id";
    let most = i64::try_from(CHUNK).unwrap_or(i64::MAX);
    let values = vec![content.into(), most.into()];
    let rows = tx.raw(WITHDRAW, values).all::<RecipientRow>().await?;
    if rows.len() == CHUNK {
        tx.enqueue(NewJob::new(JOB_KIND, &WithdrawalJob { content })?).await?;
    }
    publish_changed(tx, rows.into_iter().map(|row| row.user_id)).await
}

/// Deletes one chunk of the remaining notifications, and enqueues a job for the next in the same
/// transaction.
///
/// # Errors
/// Database errors; the job is retried.
pub async fn withdraw_remaining_notices(
    mut scope: JobScope,
    job: WithdrawalJob,
) -> Result<(), JobError> {
    let tx = scope.begin().await?;
    delete_notices_about(&tx, job.content).await?;
    tx.commit().await?;
    Ok(())
}
