//! Webhooks and deliveries in API responses.

use crate::integration_records::webhook_rows::{DeliveryStatus, delivery, webhook};
use crate::integration_records::{TEST_EVENT, WebhookDeliveryId, WebhookEvent, WebhookId};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

/// A webhook.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Webhook)]
pub(super) struct WebhookView {
    pub id: WebhookId,
    pub url: String,
    pub events: Vec<WebhookEvent>,
    pub is_active: bool,
    /// `failures` if it was deactivated because deliveries failed for five days.
    pub disabled_reason: Option<String>,
    pub created: DateTime<Utc>,
    /// The delivery that was last attempted.
    pub last_delivery: Option<LastDelivery>,
}

/// The delivery that was last attempted.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = WebhookLastDelivery)]
pub(super) struct LastDelivery {
    pub status: DeliveryStatus,
    pub at: DateTime<Utc>,
}

impl From<webhook::Model> for WebhookView {
    fn from(row: webhook::Model) -> Self {
        let last = row.last_status.zip(row.last_attempt_at);
        Self {
            id: row.id,
            events: events_of(&row),
            url: row.url,
            is_active: row.is_active,
            disabled_reason: row.disabled_reason,
            created: row.created_at,
            last_delivery: last.map(|(status, at)| LastDelivery { status, at }),
        }
    }
}

/// The events of a webhook; unknown ones, of later versions, are left out.
pub(super) fn events_of(row: &webhook::Model) -> Vec<WebhookEvent> {
    let names = row.events.as_array().into_iter().flatten();
    names.filter_map(|name| WebhookEvent::from_name(name.as_str()?)).collect()
}

/// The webhooks of an owner, newest first: at most 20.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct WebhookList {
    pub items: Vec<WebhookView>,
}

/// A new webhook, with its signing secret.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct WebhookWithSecret {
    #[serde(flatten)]
    pub view: WebhookView,
    /// `whsec_` and base64; not shown again.
    pub secret: String,
}

/// A new signing secret.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct WebhookSecret {
    /// `whsec_` and base64; not shown again. The previous secret signs as well for 24 hours.
    pub secret: String,
}

/// An event that was or will be sent to a webhook.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WebhookDelivery)]
pub(super) struct DeliveryView {
    pub id: WebhookDeliveryId,
    /// Type of the event, or `webhook.test`.
    pub event: String,
    pub is_test: bool,
    pub status: DeliveryStatus,
    /// Attempts since it was created or repeated.
    pub attempts: i64,
    /// Status of the last answer.
    pub status_code: Option<i64>,
    /// Duration of the last attempt in milliseconds.
    pub duration_ms: Option<i64>,
    /// Reason why the last attempt failed: `status`, `redirect`, `timeout`, `connection`,
    /// `private-address` or `inactive`.
    pub error: Option<String>,
    pub created: DateTime<Utc>,
    pub last_attempt: Option<DateTime<Utc>>,
    /// Time of the next attempt.
    pub next_attempt: Option<DateTime<Utc>>,
}

impl From<delivery::Model> for DeliveryView {
    fn from(row: delivery::Model) -> Self {
        Self {
            id: row.id,
            is_test: row.event_type == TEST_EVENT,
            event: row.event_type,
            status: row.status,
            attempts: row.attempts,
            status_code: row.status_code,
            duration_ms: row.duration_ms,
            error: row.error,
            created: row.created_at,
            last_attempt: row.last_attempt_at,
            next_attempt: row.next_attempt_at,
        }
    }
}
