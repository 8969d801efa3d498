//! Log of the events that were sent to webhooks.

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0091_webhook_deliveries"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        let delivery = vec![
            // Also the id of the message, the same for all attempts.
            key("id"),
            id("webhook_id"),
            text("event_type"),
            // The sent text, because its signature covers every byte.
            text("payload"),
            text("status"),
            number("attempts", 0),
            // Raised by each repetition that a person asks for.
            number("round", 0),
            number_null("status_code"),
            number_null("duration_ms"),
            text_null("error"),
            time("created_at"),
            time_null("last_attempt_at"),
            time_null("next_attempt_at"),
        ];
        table("webhook_deliveries", delivery)
            .belongs("webhook_id", "webhooks")
            .one_of("status", &["pending", "delivered", "failed"])
            .make(m)
            .await?;
        let of_webhook = ["webhook_id", "created_at", "id"];
        index(m, false, "webhook_deliveries_log", "webhook_deliveries", &of_webhook).await?;
        index(m, false, "webhook_deliveries_age", "webhook_deliveries", &["created_at"]).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        drop_all(m, &["webhook_deliveries"]).await
    }
}
