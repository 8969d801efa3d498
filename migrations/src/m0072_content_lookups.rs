//! Indexes for notifications by their content, and for the posts of an author, newest first.

use crate::{IndexDefinition, create_index_concurrently};
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0072_content_lookups"
    }
}

const INDEXES: [IndexDefinition; 3] = [
    IndexDefinition {
        name: "notifications_content",
        table: "notifications",
        columns: "(content_id) WHERE content_id IS NOT NULL",
        is_unique: false,
    },
    IndexDefinition {
        name: "notifications_container",
        table: "notifications",
        columns: "(container_id) WHERE container_id IS NOT NULL",
        is_unique: false,
    },
    IndexDefinition {
        name: "posts_author_created",
        table: "posts",
        columns: "(author_id, created, id) WHERE removed_at IS NULL",
        is_unique: false,
    },
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    /// An index is created concurrently outside of a transaction only.
    fn use_transaction(&self) -> Option<bool> {
        Some(false)
    }

    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        for index in INDEXES {
            create_index_concurrently(m, index).await?;
        }
        Ok(())
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        for IndexDefinition { name, .. } in INDEXES {
            let drop = format!("DROP INDEX IF EXISTS {name}");
            m.get_connection().execute_unprepared(&drop).await?;
        }
        Ok(())
    }
}
