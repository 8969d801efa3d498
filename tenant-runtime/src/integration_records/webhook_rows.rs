//! The tables `webhooks` and `webhook_deliveries`.

use super::{WebhookDeliveryId, WebhookId};
use chrono::{DateTime, Utc};
use platform::sealed_column::{SealedColumn, SealedValues};
use platform::{AffiliationId, SiteIndependent, UserId};
use sea_orm::entity::prelude::*;
use serde::Serialize;
use utoipa::ToSchema;

/// The table `webhooks`.
pub mod webhook {
    use super::*;

    /// An address that receives events.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "webhooks")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: WebhookId,
        /// `None` for a webhook of the network.
        pub affiliation_id: Option<AffiliationId>,
        pub url: String,
        /// Names of [`crate::integration_records::WebhookEvent`].
        pub events: Json,
        /// Signing secret, encrypted.
        pub sealed_secret: String,
        /// Secret before the last rotation, encrypted.
        pub previous_sealed_secret: Option<String>,
        /// Time until which the previous secret signs as well.
        pub previous_until: Option<DateTime<Utc>>,
        pub is_active: bool,
        /// Reason why the product deactivated it.
        pub disabled_reason: Option<String>,
        /// First failed attempt since the last success.
        pub failing_since: Option<DateTime<Utc>>,
        /// Status of the delivery that was last attempted.
        pub last_status: Option<DeliveryStatus>,
        pub last_attempt_at: Option<DateTime<Utc>>,
        /// `None` after the creator has deleted their account.
        pub created_by: Option<UserId>,
        pub created_at: DateTime<Utc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    /// Managed on the main site only; every query names the owner.
    impl SiteIndependent for Entity {}
}

/// Status of a delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, ToSchema)]
#[sea_orm(rs_type = "String", db_type = "Text")]
#[serde(rename_all = "lowercase")]
#[schema(as = WebhookDeliveryStatus)]
pub enum DeliveryStatus {
    /// An attempt follows.
    #[sea_orm(string_value = "pending")]
    Pending,
    /// The receiver accepted it.
    #[sea_orm(string_value = "delivered")]
    Delivered,
    /// The last attempt failed.
    #[sea_orm(string_value = "failed")]
    Failed,
}

/// The table `webhook_deliveries`.
pub mod delivery {
    use super::*;

    /// An event for one webhook.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "webhook_deliveries")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: WebhookDeliveryId,
        pub webhook_id: WebhookId,
        pub event_type: String,
        /// The sent JSON.
        pub payload: String,
        pub status: DeliveryStatus,
        /// Attempts of the current round.
        pub attempts: i64,
        /// Raised by each repetition that a person asks for.
        pub round: i64,
        /// Status of the last answer.
        pub status_code: Option<i64>,
        /// Duration of the last attempt in milliseconds.
        pub duration_ms: Option<i64>,
        /// Reason why the last attempt failed.
        pub error: Option<String>,
        pub created_at: DateTime<Utc>,
        pub last_attempt_at: Option<DateTime<Utc>>,
        pub next_attempt_at: Option<DateTime<Utc>>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    /// Read through the webhook, whose owner every query names.
    impl SiteIndependent for Entity {}
}

/// Place for which a signing secret is encrypted.
#[must_use]
pub fn place_of(id: WebhookId) -> String {
    format!("webhook/{id}")
}

/// Encrypted columns.
#[must_use]
pub fn sealed_columns() -> Vec<Box<dyn SealedValues>> {
    use webhook::Column::{Id, PreviousSealedSecret, SealedSecret};
    let column = |name, sealed| -> Box<dyn SealedValues> {
        let place = |row: &webhook::Model| place_of(row.id);
        Box::new(SealedColumn::<webhook::Entity> { name, key: Id, sealed, place })
    };
    vec![
        column("webhook secrets", SealedSecret),
        column("previous webhook secrets", PreviousSealedSecret),
    ]
}
