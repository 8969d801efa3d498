//! Index for the events of a community in the order of their start.

use crate::{IndexDefinition, create_index_concurrently};
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0081_events_by_start"
    }
}

const BY_START: IndexDefinition = IndexDefinition {
    name: "announcements_by_start",
    table: "announcements",
    columns: "(community_id, starts_at, id) WHERE starts_at IS NOT NULL",
    is_unique: false,
};

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    /// An index is created concurrently outside of a transaction only.
    fn use_transaction(&self) -> Option<bool> {
        Some(false)
    }

    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        create_index_concurrently(m, BY_START).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        let drop = format!("DROP INDEX IF EXISTS {}", BY_START.name);
        m.get_connection().execute_unprepared(&drop).await?;
        Ok(())
    }
}
