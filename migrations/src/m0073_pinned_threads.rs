//! Index for the pinned threads of a community, which its list of threads shows first.

use crate::{IndexDefinition, create_index_concurrently};
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0073_pinned_threads"
    }
}

const PINNED: IndexDefinition = IndexDefinition {
    name: "threads_pinned",
    table: "threads",
    columns: "(community_id, pinned_position) WHERE pinned_position IS NOT NULL",
    is_unique: false,
};

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    /// An index is created concurrently outside of a transaction only.
    fn use_transaction(&self) -> Option<bool> {
        Some(false)
    }

    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        create_index_concurrently(m, PINNED).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        let drop = format!("DROP INDEX IF EXISTS {}", PINNED.name);
        m.get_connection().execute_unprepared(&drop).await?;
        Ok(())
    }
}
