//! Tokens with which programs read the network or one affiliation.

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0089_api_tokens"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        let token = vec![
            key("id"),
            // Without an affiliation: of the network.
            id_null("affiliation_id"),
            text("name"),
            json("scopes"),
            // First characters, which people recognise it by.
            text("prefix"),
            text("token_hash"),
            id_null("created_by"),
            time("created_at"),
            time("expires_at"),
            time_null("last_used_at"),
            time_null("revoked_at"),
        ];
        table("api_tokens", token)
            .belongs("affiliation_id", "affiliations")
            .mentions("created_by", "users")
            .make(m)
            .await?;
        index(m, true, "api_tokens_hash", "api_tokens", &["token_hash"]).await?;
        index(m, false, "api_tokens_owner", "api_tokens", &["affiliation_id", "created_at"])
            .await?;
        index(m, false, "api_tokens_creator", "api_tokens", &["created_by"]).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        drop_all(m, &["api_tokens"]).await
    }
}
