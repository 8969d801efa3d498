//! Indexes of every row where there were only some of the rows that are in a state: a statement is planned once
//! a connection, before the state it asks for is known.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::ConnectionTrait;

pub struct Migration;

/// The table and the column of each.
const INDEXES: [(&str, &str); 6] = [
    ("affiliation_invitations", "user_id"),
    ("affiliation_invitations", "affiliation_id"),
    ("domains", "tenant_id"),
    ("reports", "subject_id"),
    ("tenants", "affiliation_id"),
    ("tenants", "subdomain"),
];

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0032_whole_indexes"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        for (table, column) in INDEXES {
            let index = format!("CREATE INDEX {table}_by_{column} ON {table} ({column})");
            m.get_connection().execute_unprepared(&index).await?;
        }
        Ok(())
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        for (table, column) in INDEXES {
            let index = format!("DROP INDEX {table}_by_{column}");
            m.get_connection().execute_unprepared(&index).await?;
        }
        Ok(())
    }
}
