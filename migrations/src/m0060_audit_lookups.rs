//! Indexes for the audit log by action, and for the sessions that view as a
//! member.

use crate::{IndexDefinition, create_index_concurrently};
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0060_audit_lookups"
    }
}

const INDEXES: [IndexDefinition; 2] = [
    IndexDefinition {
        name: "audit_log_action",
        table: "audit_log",
        columns: "(action, created_at, id)",
        is_unique: false,
    },
    IndexDefinition {
        name: "sessions_viewed",
        table: "sessions",
        columns: "(viewed_until) WHERE viewed_until IS NOT NULL",
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
