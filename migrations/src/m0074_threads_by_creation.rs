//! Index for the list of a community's threads by their creation.

use crate::online::{IndexDefinition, create_index_concurrently};
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0074_threads_by_creation"
    }
}

const BY_CREATION: IndexDefinition = IndexDefinition {
    name: "threads_newest",
    table: "threads",
    columns: "(community_id, created, id)",
    is_unique: false,
};

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    /// An index is created concurrently outside of a transaction only.
    fn use_transaction(&self) -> Option<bool> {
        Some(false)
    }

    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        create_index_concurrently(m, BY_CREATION).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        let statement = format!("DROP INDEX IF EXISTS {}", BY_CREATION.name);
        m.get_connection().execute_unprepared(&statement).await.map(drop)
    }
}
