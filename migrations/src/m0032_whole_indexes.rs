//! Full indexes instead of partial ones by state: a statement is planned once per connection,
//! before its parameters are known.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::ConnectionTrait;

pub struct Migration;

/// Table and column of each index.
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
