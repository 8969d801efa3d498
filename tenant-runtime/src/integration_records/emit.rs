//! Stores an event for the webhooks that receive it, in the transaction of the event.

use super::event::{TEST_EVENT, WebhookEvent};
use super::job::WebhookJob;
use super::webhook_rows::{DeliveryStatus, delivery};
use super::{WebhookDeliveryId, WebhookId};
use chrono::SecondsFormat;
use platform::{AffiliationId, Tx};
use sea_orm::ActiveValue::Set;
use sea_orm::{DbErr, FromQueryResult};
use serde_json::{Value, json};
use uuid::Uuid;

/// Something that happened, by ids only: receivers read more with a token, if they may.
#[derive(Debug, Clone, Copy)]
pub struct EmittedEvent {
    event: WebhookEvent,
    subject: Uuid,
    affiliation: Option<AffiliationId>,
    is_for_network_only: bool,
}

impl EmittedEvent {
    /// An event about a person, a request or a ticket, for the webhooks of the network.
    #[must_use]
    pub fn new(event: WebhookEvent, subject: impl Into<Uuid>) -> Self {
        Self { event, subject: subject.into(), affiliation: None, is_for_network_only: false }
    }

    /// It belongs to an affiliation, whose webhooks receive it as well.
    #[must_use]
    pub const fn of_affiliation(mut self, affiliation: AffiliationId) -> Self {
        self.affiliation = Some(affiliation);
        self
    }

    /// Only the webhooks of the network receive it, because the affiliation cannot see the subject.
    #[must_use]
    pub const fn for_network_only(mut self) -> Self {
        self.is_for_network_only = true;
        self
    }
}

#[derive(FromQueryResult)]
struct ReceiverRow {
    id: WebhookId,
    events: Value,
}

/// Enqueues an event for all active webhooks that receive it. One query without such webhooks.
///
/// # Errors
/// Database errors.
pub async fn emit<V>(tx: &Tx<'_, V>, event: EmittedEvent) -> Result<(), DbErr> {
    const NETWORK: &str =
        "SELECT id, events FROM webhooks WHERE is_active AND affiliation_id IS NULL";
    let receivers = match event.affiliation.filter(|_| !event.is_for_network_only) {
        Some(affiliation) => {
            let sql = format!("{NETWORK} UNION ALL {}", NETWORK.replace("IS NULL", "= $1"));
            tx.raw(&sql, vec![affiliation.into()]).all::<ReceiverRow>().await?
        }
        None => tx.raw(NETWORK, vec![]).all::<ReceiverRow>().await?,
    };
    let name = event.event.name();
    let wanted = |row: &&ReceiverRow| {
        row.events.as_array().is_some_and(|events| events.iter().any(|one| one == name))
    };
    let data = json!({
        "id": event.subject.simple().to_string(), "affiliationId": event.affiliation,
    });
    for receiver in receivers.iter().filter(wanted) {
        store(tx, receiver.id, name, &data).await?;
    }
    Ok(())
}

/// Enqueues a test message for a webhook.
///
/// # Errors
/// Database errors.
pub async fn emit_test<V>(
    tx: &Tx<'_, V>,
    webhook: WebhookId,
    affiliation: Option<AffiliationId>,
) -> Result<delivery::Model, DbErr> {
    let data = json!({ "id": webhook, "affiliationId": affiliation });
    store(tx, webhook, TEST_EVENT, &data).await
}

async fn store<V>(
    tx: &Tx<'_, V>,
    webhook: WebhookId,
    event_type: &str,
    data: &Value,
) -> Result<delivery::Model, DbErr> {
    let now = tx.now();
    let payload = json!({
        "type": event_type,
        "timestamp": now.to_rfc3339_opts(SecondsFormat::Millis, true),
        "data": data,
    });
    let row = delivery::ActiveModel {
        id: Set(WebhookDeliveryId::new()),
        webhook_id: Set(webhook),
        event_type: Set(event_type.to_owned()),
        payload: Set(payload.to_string()),
        status: Set(DeliveryStatus::Pending),
        attempts: Set(0),
        round: Set(0),
        status_code: Set(None),
        duration_ms: Set(None),
        error: Set(None),
        created_at: Set(now),
        last_attempt_at: Set(None),
        next_attempt_at: Set(Some(now)),
    };
    let row = tx.global_table::<delivery::Entity>().insert(row).await?;
    tx.enqueue(WebhookJob::next(&row).to_job(now)?).await?;
    Ok(row)
}
