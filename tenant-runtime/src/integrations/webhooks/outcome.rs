//! Records an attempt: the log, the next attempt, and the end of a webhook that only fails.

use super::{store, url};
use crate::accounts;
use crate::activity::{self, Notice, NotificationType};
use crate::affiliations;
use crate::integration_records::webhook_rows::{DeliveryStatus, delivery, webhook};
use crate::integration_records::{Owner, TEST_EVENT, WebhookId, WebhookJob};
use crate::integrations::owner::{OwnerChange, audit_as};
use chrono::{DateTime, TimeDelta, Utc};
use http::StatusCode;
use metrics::counter;
use platform::affiliations::AffiliationPermission;
use platform::jobs::JobScope;
use platform::telemetry::WEBHOOK_DELIVERIES;
use platform::{System, Tx};
use sea_orm::sea_query::{Expr, Func};
use sea_orm::{ColumnTrait, Condition, DbErr, UpdateMany};
use serde_json::json;

/// Time between an attempt and the next one (Standard Webhooks).
const RETRY_DELAYS: [TimeDelta; 7] = [
    TimeDelta::seconds(5),
    TimeDelta::minutes(5),
    TimeDelta::minutes(30),
    TimeDelta::hours(2),
    TimeDelta::hours(5),
    TimeDelta::hours(10),
    TimeDelta::hours(14),
];
/// A webhook is deactivated after this time without a success.
const FAILING_MAX: TimeDelta = TimeDelta::days(5);
/// Reason of such a webhook.
const FAILURES: &str = "failures";

/// Result of one attempt.
#[derive(Debug, Clone, Copy)]
pub(super) struct AttemptResult {
    status_code: Option<i64>,
    duration_ms: Option<i64>,
    /// `None` for a success.
    error: Option<&'static str>,
    /// No request was made, and none follows.
    is_skipped: bool,
}

impl AttemptResult {
    pub(super) fn answered(
        status: StatusCode,
        error: Option<&'static str>,
        duration_ms: i64,
    ) -> Self {
        let status_code = Some(i64::from(status.as_u16()));
        Self { status_code, duration_ms: Some(duration_ms), error, is_skipped: false }
    }

    pub(super) const fn unanswered(error: &'static str, duration_ms: i64) -> Self {
        let duration_ms = Some(duration_ms);
        Self { status_code: None, duration_ms, error: Some(error), is_skipped: false }
    }

    pub(super) const fn skipped() -> Self {
        Self { status_code: None, duration_ms: None, error: Some("inactive"), is_skipped: true }
    }

    /// Time until the next attempt after `attempts` of them; `None` if none follows.
    fn retry_delay(self, attempts: i64, is_test: bool) -> Option<TimeDelta> {
        if self.error.is_none() || self.is_skipped || is_test {
            return None;
        }
        RETRY_DELAYS.get(usize::try_from(attempts - 1).ok()?).copied()
    }
}

/// Records an attempt, unless the delivery was repeated by a person meanwhile.
pub(super) async fn record(
    scope: &mut JobScope,
    row: &delivery::Model,
    result: AttemptResult,
) -> Result<(), DbErr> {
    let tx = scope.begin().await?;
    let now = tx.now();
    let attempts = row.attempts + i64::from(!result.is_skipped);
    let delay = result.retry_delay(attempts, row.event_type == TEST_EVENT);
    let status = match (result.error, delay) {
        (None, _) => DeliveryStatus::Delivered,
        (Some(_), Some(_)) => DeliveryStatus::Pending,
        (Some(_), None) => DeliveryStatus::Failed,
    };
    let next = delivery::Model {
        status,
        attempts,
        status_code: result.status_code,
        duration_ms: result.duration_ms,
        error: result.error.map(str::to_owned),
        last_attempt_at: if result.is_skipped { row.last_attempt_at } else { Some(now) },
        next_attempt_at: delay.map(|delay| now + delay),
        ..row.clone()
    };
    if !store_attempt(&tx, row, &next).await? {
        return Ok(());
    }
    if let Some(at) = next.next_attempt_at {
        tx.enqueue(WebhookJob::next(&next).to_job(at)?).await?;
    }
    if !result.is_skipped {
        record_on_webhook(&tx, row.webhook_id, status, result.error.is_some()).await?;
    }
    tx.commit().await?;
    counter!(WEBHOOK_DELIVERIES, "outcome" => outcome_name(status, result)).increment(1);
    Ok(())
}

const fn outcome_name(status: DeliveryStatus, result: AttemptResult) -> &'static str {
    match status {
        _ if result.is_skipped => "skipped",
        DeliveryStatus::Pending => "retried",
        DeliveryStatus::Delivered => "delivered",
        DeliveryStatus::Failed => "failed",
    }
}

/// Stores the attempt; false if another one was recorded, or the delivery was repeated or deleted.
async fn store_attempt(
    tx: &Tx<'_, System>,
    before: &delivery::Model,
    after: &delivery::Model,
) -> Result<bool, DbErr> {
    use delivery::Column::{
        Attempts, DurationMs, Error, Id, LastAttemptAt, NextAttemptAt, Round, Status, StatusCode,
    };
    let this = Condition::all()
        .add(Id.eq(before.id.uuid()))
        .add(Status.eq(DeliveryStatus::Pending))
        .add(Attempts.eq(before.attempts))
        .add(Round.eq(before.round));
    let after = after.clone();
    let set = |update: UpdateMany<delivery::Entity>| {
        update
            .col_expr(Status, Expr::value(after.status))
            .col_expr(Attempts, Expr::value(after.attempts))
            .col_expr(StatusCode, Expr::value(after.status_code))
            .col_expr(DurationMs, Expr::value(after.duration_ms))
            .col_expr(Error, Expr::value(after.error))
            .col_expr(LastAttemptAt, Expr::value(after.last_attempt_at))
            .col_expr(NextAttemptAt, Expr::value(after.next_attempt_at))
    };
    Ok(tx.global_table::<delivery::Entity>().update(this, set).await?.is_changed())
}

/// Updates the state of the webhook, and deactivates it if it has failed for too long.
async fn record_on_webhook(
    tx: &Tx<'_, System>,
    id: WebhookId,
    status: DeliveryStatus,
    is_failure: bool,
) -> Result<(), DbErr> {
    use webhook::Column::{FailingSince, LastAttemptAt, LastStatus};
    let now = tx.now();
    let since = if is_failure {
        Func::coalesce([Expr::col(FailingSince), Expr::value(now)]).into()
    } else {
        Expr::value(Option::<DateTime<Utc>>::None)
    };
    let changed = store::change(tx, id, |update| {
        update
            .col_expr(LastStatus, Expr::value(status))
            .col_expr(LastAttemptAt, Expr::value(now))
            .col_expr(FailingSince, since)
    })
    .await?;
    let failing = changed.filter(|row| {
        row.is_active && row.failing_since.is_some_and(|since| since <= now - FAILING_MAX)
    });
    match failing {
        Some(row) => deactivate(tx, row).await,
        None => Ok(()),
    }
}

async fn deactivate(tx: &Tx<'_, System>, row: webhook::Model) -> Result<(), DbErr> {
    use webhook::Column::{DisabledReason, IsActive};
    store::change(tx, row.id, |update| {
        update
            .col_expr(IsActive, Expr::value(false))
            .col_expr(DisabledReason, Expr::value(FAILURES))
    })
    .await?;
    let owner = Owner::from_column(row.affiliation_id);
    let change = OwnerChange {
        action: "webhook.disable",
        kind: "webhook",
        id: row.id.to_string(),
        before: json!({ "webhookId": row.id, "isActive": true }),
        after: json!({ "isActive": false, "disabledReason": FAILURES,
            "failingSince": row.failing_since }),
    };
    audit_as(tx, None, owner, change).await?;
    let people = match owner {
        Owner::Network => accounts::administrators(tx).await?,
        Owner::Affiliation(id) => {
            affiliations::people_with(tx, id, AffiliationPermission::ManagePage).await?
        }
    };
    let host = url::host_of(&row.url);
    let title = format!("The webhook to {host} was turned off: all deliveries failed for 5 days");
    let about = json!({ "webhookId": row.id, "affiliationId": row.affiliation_id });
    let mut notice = Notice::new(NotificationType::SystemMessage, &title, "", about);
    if let Some(id) = row.affiliation_id {
        notice = notice.of_affiliation(id);
    }
    activity::notify(tx, &people, &notice).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_attempts_are_made_within_32_hours() {
        let failed = AttemptResult::unanswered("timeout", 5000);
        let delays: Vec<_> = (1..=9).map(|n| failed.retry_delay(n, false)).collect();
        assert_eq!(delays.iter().flatten().count(), RETRY_DELAYS.len());
        assert_eq!(delays[7], None, "the eighth attempt is the last");
        let total: TimeDelta = delays.into_iter().flatten().sum();
        assert!(total < TimeDelta::hours(32) && total > TimeDelta::hours(31), "{total}");
    }

    #[test]
    fn successes_tests_and_inactive_webhooks_are_not_retried() {
        let done = AttemptResult::answered(StatusCode::OK, None, 3);
        assert_eq!(done.retry_delay(1, false), None);
        assert_eq!(AttemptResult::skipped().retry_delay(1, false), None);
        assert_eq!(AttemptResult::unanswered("timeout", 1).retry_delay(1, true), None);
    }
}
