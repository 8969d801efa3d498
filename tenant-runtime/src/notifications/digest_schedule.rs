//! Jobs of digests. A person has at most one job for each time; daily and weekly digests that are
//! due together become one email.

use crate::notification_settings::{DigestCadence, NotificationSettings};
use chrono::{DateTime, Utc};
use platform::jobs::NewJob;
use platform::{Tx, UserId};
use sea_orm::DbErr;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Kind of the job that sends a digest.
pub const DIGEST_JOB: &str = "notification-digest";
/// Maximum attempts; enough for a mail server outage of a day.
const ATTEMPTS_MAX: i64 = 2000;

/// A digest to send.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct DigestJob {
    pub user: UserId,
    pub due_at: DateTime<Utc>,
    /// Identical at every attempt.
    pub mail: Uuid,
}

/// Enqueues the next digest of a cadence, unless it is enqueued already.
pub(super) async fn enqueue<V>(
    tx: &Tx<'_, V>,
    user: UserId,
    settings: &NotificationSettings,
    cadence: DigestCadence,
) -> Result<(), DbErr> {
    let Some(due_at) = settings.next_digest(cadence, tx.now()) else { return Ok(()) };
    let job = DigestJob { user, due_at, mail: Uuid::now_v7() };
    let job = NewJob::new(DIGEST_JOB, &job)?
        .run_at(due_at)
        .once_as(format!("{DIGEST_JOB}:{user}:{}", due_at.timestamp()))
        .max_attempts(ATTEMPTS_MAX);
    tx.enqueue(job).await.map(drop)
}

/// Enqueues the next digest of each cadence. One without content is not sent.
pub(super) async fn enqueue_all<V>(
    tx: &Tx<'_, V>,
    user: UserId,
    settings: &NotificationSettings,
) -> Result<(), DbErr> {
    for cadence in [DigestCadence::Daily, DigestCadence::Weekly] {
        enqueue(tx, user, settings, cadence).await?;
    }
    Ok(())
}
