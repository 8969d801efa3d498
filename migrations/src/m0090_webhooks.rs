//! Addresses that receive events of the network or of one affiliation.

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0090_webhooks"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        let webhook = vec![
            key("id"),
            // Without an affiliation: of the network.
            id_null("affiliation_id"),
            text("url"),
            json("events"),
            text("sealed_secret"),
            // The secret before the last rotation, which signs as well for a while.
            text_null("previous_sealed_secret"),
            time_null("previous_until"),
            flag("is_active", true),
            text_null("disabled_reason"),
            // First failure since the last success.
            time_null("failing_since"),
            text_null("last_status"),
            time_null("last_attempt_at"),
            id_null("created_by"),
            time("created_at"),
        ];
        table("webhooks", webhook)
            .belongs("affiliation_id", "affiliations")
            .mentions("created_by", "users")
            .make(m)
            .await?;
        index(m, false, "webhooks_owner", "webhooks", &["affiliation_id", "created_at"]).await?;
        index(m, false, "webhooks_creator", "webhooks", &["created_by"]).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        drop_all(m, &["webhooks"]).await
    }
}
