//! The job that makes one attempt to deliver an event; `integrations` carries it out.

use super::WebhookDeliveryId;
use super::webhook_rows::{DeliveryStatus, delivery};
use chrono::{DateTime, Utc};
use platform::jobs::NewJob;
use sea_orm::DbErr;
use serde::{Deserialize, Serialize};

/// Kind of the job.
pub const JOB_KIND: &str = "webhook.deliver";

/// One attempt to deliver an event.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct WebhookJob {
    /// The event for one webhook.
    pub delivery: WebhookDeliveryId,
    /// Earlier attempts of the round.
    attempt: i64,
    round: i64,
}

impl WebhookJob {
    /// The next attempt of a delivery.
    #[must_use]
    pub const fn next(row: &delivery::Model) -> Self {
        Self { delivery: row.id, attempt: row.attempts, round: row.round }
    }

    /// The job, for this time.
    ///
    /// # Errors
    /// The payload cannot be serialised.
    pub fn to_job(self, at: DateTime<Utc>) -> Result<NewJob, DbErr> {
        let key = format!("webhook/{}/{}/{}", self.delivery, self.round, self.attempt);
        Ok(NewJob::new(JOB_KIND, &self)?.once_as(key).run_at(at))
    }

    /// Returns whether the delivery still waits for this attempt.
    #[must_use]
    pub fn is_next_of(self, row: &delivery::Model) -> bool {
        let is_pending = row.status == DeliveryStatus::Pending;
        is_pending && row.attempts == self.attempt && row.round == self.round
    }
}
