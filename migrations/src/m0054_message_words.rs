//! Search index of messages on PostgreSQL. Each message is indexed together with its conversation,
//! so that a search within one's own conversations reads only their entries. SQLite has triggers
//! since `m0052_message_delivery`.

use crate::{IndexDefinition, create_index_concurrently};
use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend};

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0054_message_words"
    }
}

const WORDS: IndexDefinition = IndexDefinition {
    name: "messages_words",
    table: "messages",
    columns: "USING gin (words_of(content, conversation_id)) \
         WHERE kind = 'text' AND deleted_at IS NULL",
    is_unique: false,
};

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    /// An index is created concurrently outside of a transaction only.
    fn use_transaction(&self) -> Option<bool> {
        Some(false)
    }

    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        if m.get_database_backend() == DbBackend::Postgres {
            create_index_concurrently(m, WORDS).await?;
        }
        Ok(())
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        m.get_connection().execute_unprepared("DROP INDEX IF EXISTS messages_words").await.map(drop)
    }
}
