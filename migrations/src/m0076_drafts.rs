//! Unsent texts of people, which they can continue on another device.

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0076_drafts"
    }
}

const TABLE: &str = "drafts";

/// A person has one draft for each place of a site. NULL is distinct from NULL in an index.
const UNIQUE: [&str; 2] = [
    "CREATE UNIQUE INDEX drafts_main_place ON drafts (user_id, place) \
     WHERE affiliation_id IS NULL",
    "CREATE UNIQUE INDEX drafts_portal_place ON drafts (user_id, affiliation_id, place) \
     WHERE affiliation_id IS NOT NULL",
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        let columns = vec![
            key("id"),
            id("user_id"),
            // Affiliation of the portal on which it is written; none for the main site.
            id_null("affiliation_id"),
            // Chosen by the client.
            text("place"),
            text("text"),
            // Post that it replies to, as the client wrote it, and the name of its author.
            text_null("reply_to_id"),
            text_null("reply_to_name"),
            time("updated"),
        ];
        table(TABLE, columns)
            .belongs("user_id", "users")
            .belongs("affiliation_id", "affiliations")
            .make(m)
            .await?;
        for statement in UNIQUE {
            m.get_connection().execute_unprepared(statement).await?;
        }
        index(m, false, "drafts_affiliation", TABLE, &["affiliation_id"]).await?;
        index(m, false, "drafts_updated", TABLE, &["updated"]).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        drop_all(m, &[TABLE]).await
    }
}
