//! Changes of large tables while programs use them.

use sea_orm::{ConnectionTrait, DbBackend, Statement};
use sea_orm_migration::SchemaManager;
use sea_orm_migration::prelude::DbErr;

/// An index on an existing table.
#[derive(Debug, Clone, Copy)]
pub struct IndexDefinition {
    /// Its name.
    pub name: &'static str,
    /// Its table.
    pub table: &'static str,
    /// Columns and condition, such as `(user_id, created_at) WHERE deleted_at IS NULL`.
    pub columns: &'static str,
    /// True if it is unique.
    pub is_unique: bool,
}

/// Creates an index on an existing table. On PostgreSQL writes continue meanwhile (`CREATE INDEX
/// CONCURRENTLY`), and the invalid index of an earlier failed attempt is replaced.
///
/// The migration must override `use_transaction` with `Some(false)` and do nothing else, so that a
/// failed attempt can be repeated.
///
/// # Errors
/// Database errors.
pub async fn create_index_concurrently(
    manager: &SchemaManager<'_>,
    index: IndexDefinition,
) -> Result<(), DbErr> {
    let IndexDefinition { name, table, columns, is_unique } = index;
    let (connection, unique) = (manager.get_connection(), if is_unique { "UNIQUE " } else { "" });
    if connection.get_database_backend() != DbBackend::Postgres {
        let create = format!("CREATE {unique}INDEX IF NOT EXISTS {name} ON {table} {columns}");
        return connection.execute_unprepared(&create).await.map(drop);
    }
    let invalid = format!(
        "SELECT 1 FROM pg_index JOIN pg_class ON pg_class.oid = pg_index.indexrelid \
         WHERE pg_class.relname = '{name}' AND NOT pg_index.indisvalid \
         AND pg_class.relnamespace = current_schema()::text::regnamespace"
    );
    #[expect(clippy::disallowed_methods, reason = "a migration has no scope")]
    let invalid = Statement::from_string(DbBackend::Postgres, invalid);
    if connection.query_one_raw(invalid).await?.is_some() {
        connection.execute_unprepared(&format!("DROP INDEX CONCURRENTLY {name}")).await?;
    }
    let create =
        format!("CREATE {unique}INDEX CONCURRENTLY IF NOT EXISTS {name} ON {table} {columns}");
    connection.execute_unprepared(&create).await.map(drop)
}
