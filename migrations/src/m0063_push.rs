//! Web push: the keys with which this instance signs, and the subscriptions of people.

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0063_push"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        let columns = vec![
            key("id"),
            // Zero for the first key; the highest signs new subscriptions.
            number("generation", 0),
            text("public_key"),
            text("sealed_private_key"),
            time("created_at"),
        ];
        table("push_keys", columns).make(m).await?;
        index(m, true, "push_keys_generation", "push_keys", &["generation"]).await?;
        let columns = vec![
            key("id"),
            id("user_id"),
            id("session_id"),
            // Affiliation of the portal on which it was made; none for the main site.
            id_null("affiliation_id"),
            text("host"),
            text("site_name"),
            id("key_id"),
            // SHA-256 of the endpoint, which itself is a secret.
            text("endpoint_hash"),
            text("sealed_target"),
            text("device_name"),
            time("created_at"),
            time_null("last_used_at"),
        ];
        table("push_subscriptions", columns)
            .belongs("user_id", "users")
            .belongs("session_id", "sessions")
            .belongs("affiliation_id", "affiliations")
            .needs("key_id", "push_keys")
            .make(m)
            .await?;
        let name = "push_subscriptions";
        index(m, true, "push_subscriptions_endpoint", name, &["endpoint_hash"]).await?;
        index(m, false, "push_subscriptions_user", name, &["user_id", "created_at", "id"]).await?;
        index(m, false, "push_subscriptions_session", name, &["session_id"]).await?;
        index(m, false, "push_subscriptions_affiliation", name, &["affiliation_id"]).await?;
        index(m, false, "push_subscriptions_key", name, &["key_id"]).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        drop_all(m, &["push_subscriptions", "push_keys"]).await
    }
}
