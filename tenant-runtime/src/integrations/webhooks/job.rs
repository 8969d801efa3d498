//! Job that makes one attempt to deliver an event to a webhook.
//!
//! A worker may die between the attempt and its record; the attempt is then made again, with the same
//! message id. Receivers ignore a message whose id they know.

use super::client::WebhookSender;
use super::outcome::{self, AttemptResult};
use super::secret;
use crate::integration_records::WebhookJob;
use crate::integration_records::webhook_rows::{delivery, webhook};
use http::{Request, StatusCode, header};
use platform::jobs::{JobError, JobScope};
use platform::outbound::WebhookFailure;
use std::time::Instant;

impl WebhookSender {
    /// Makes one attempt. Nothing happens if it was made before, or the webhook was deleted.
    ///
    /// # Errors
    /// Database errors; the job is retried.
    pub async fn deliver(self, mut scope: JobScope, job: WebhookJob) -> Result<(), JobError> {
        let found = scope.global::<delivery::Entity>().by_id(job.delivery).one().await?;
        let Some(row) = found.filter(|row| job.is_next_of(row)) else { return Ok(()) };
        let found = scope.global::<webhook::Entity>().by_id(row.webhook_id).one().await?;
        let Some(webhook) = found else { return Ok(()) };
        let result = if webhook.is_active {
            self.attempt(&scope, &webhook, &row).await?
        } else {
            AttemptResult::skipped()
        };
        Ok(outcome::record(&mut scope, &row, result).await?)
    }

    async fn attempt(
        &self,
        scope: &JobScope,
        webhook: &webhook::Model,
        row: &delivery::Model,
    ) -> Result<AttemptResult, JobError> {
        let client = self.client().map_err(JobError::retryable)?;
        let message = build_message(scope, webhook, row)?;
        let start = Instant::now();
        let answer = client.send(message).await;
        let duration_ms = i64::try_from(start.elapsed().as_millis()).unwrap_or(i64::MAX);
        Ok(match answer {
            Ok(status) => AttemptResult::answered(status, error_of(status), duration_ms),
            Err(failure) => AttemptResult::unanswered(error_word(failure), duration_ms),
        })
    }
}

fn build_message(
    scope: &JobScope,
    webhook: &webhook::Model,
    row: &delivery::Model,
) -> Result<Request<Vec<u8>>, JobError> {
    let now = scope.now();
    let secrets = secret::signing_secrets(&scope.services().keys().vault, webhook, now)?;
    let (id, timestamp) = (format!("msg_{}", row.id), now.timestamp());
    Request::post(&webhook.url)
        .header(header::CONTENT_TYPE, "application/json")
        .header("webhook-id", &id)
        .header("webhook-timestamp", timestamp)
        .header("webhook-signature", secret::sign(&secrets, &id, timestamp, &row.payload))
        .body(row.payload.clone().into_bytes())
        .map_err(JobError::permanent)
}

/// Why an answer counts as a failure; `None` for a success.
fn error_of(status: StatusCode) -> Option<&'static str> {
    match status {
        status if status.is_success() => None,
        status if status.is_redirection() => Some("redirect"),
        _ => Some("status"),
    }
}

const fn error_word(failure: WebhookFailure) -> &'static str {
    match failure {
        WebhookFailure::PrivateAddress => "private-address",
        WebhookFailure::Timeout => "timeout",
        WebhookFailure::NoConnection => "connection",
    }
}
