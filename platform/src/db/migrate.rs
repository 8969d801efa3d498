//! Running of migrations while programs of the previous version use the tables.

use super::open::OpenError;
use super::schema::SchemaFault;
use super::{Database, Transaction};
use chrono::Utc;
use migrations::{MigrationKind, Migrator, kind_of};
use sea_orm::{
    ConnectionTrait, DatabaseConnection, DbBackend, DbErr, RuntimeErr, Statement, TransactionTrait,
};
use sea_orm_migration::{MigrationTrait, MigratorTrait, SchemaManager};
use std::time::Duration;

/// Advisory lock key of all migrators, so that two do not migrate concurrently.
const MIGRATION_LOCK: i64 = 7_261_742_001;
/// Interval at which a second migrator tries the lock. It must not wait in a statement: its snapshot
/// would block `CREATE INDEX CONCURRENTLY` of the first one.
const LOCK_RETRY: Duration = Duration::from_millis(500);
/// Maximum wait of a migration for the lock of a table. Statements queue behind a waiting `ALTER
/// TABLE`, so it gives up soon and tries again.
const TABLE_LOCK_TIMEOUT: &str = "SET LOCAL lock_timeout = '2s'";
/// Attempts to lock a table, and the pause between two.
const TABLE_LOCK_ATTEMPTS: u32 = 60;
const TABLE_LOCK_PAUSE: Duration = Duration::from_secs(1);
/// PostgreSQL: `lock_timeout` passed.
const LOCK_NOT_AVAILABLE: &str = "55P03";

impl Database {
    /// Applies all pending migrations. Processes that start together do so one after another. On a
    /// schema that a later version has expanded, there is nothing to do.
    ///
    /// # Errors
    /// [`OpenError`]: a migration failed, or a later version has contracted the schema.
    pub async fn migrate(&self) -> Result<(), OpenError> {
        let guard = self.lock_migrations().await?;
        let outcome = self.apply_pending().await;
        if let Some(guard) = guard {
            guard.commit().await?;
        }
        outcome
    }

    /// Locks out other migrators until the transaction ends; `None` on SQLite, which has one process.
    async fn lock_migrations(&self) -> Result<Option<Transaction>, DbErr> {
        if self.backend() != DbBackend::Postgres {
            return Ok(None);
        }
        let mut is_logged = false;
        loop {
            let guard = self.begin_reading().await?;
            // The transaction is idle while the tables are changed, for an unknown time.
            guard.execute_unprepared("SET LOCAL idle_in_transaction_session_timeout = 0").await?;
            let lock = format!("SELECT pg_try_advisory_xact_lock({MIGRATION_LOCK})");
            let lock = Statement::from_string(DbBackend::Postgres, lock);
            let row = guard.query_one_raw(lock).await?;
            if row.map_or(Ok(false), |row| row.try_get_by_index(0))? {
                return Ok(Some(guard));
            }
            guard.commit().await?;
            if !std::mem::replace(&mut is_logged, true) {
                tracing::info!("waiting for another process that migrates the database");
            }
            tokio::time::sleep(LOCK_RETRY).await;
        }
    }

    async fn apply_pending(&self) -> Result<(), OpenError> {
        let pending = match self.schema_fault().await? {
            None => return Ok(()),
            Some(SchemaFault::Older { pending }) => pending,
            Some(contracted) => return Err(contracted.into()),
        };
        let connection = &self.conn().inner;
        Migrator::install(connection).await?;
        for migration in Migrator::migrations() {
            if pending.iter().any(|name| name == migration.name()) {
                apply_with_retries(connection, migration.as_ref()).await?;
            }
        }
        Ok(())
    }
}

async fn apply_with_retries(
    connection: &DatabaseConnection,
    migration: &dyn MigrationTrait,
) -> Result<(), DbErr> {
    let name = migration.name();
    let mut attempts = 1;
    loop {
        match apply(connection, migration).await {
            Err(error) if is_lock_timeout(&error) && attempts < TABLE_LOCK_ATTEMPTS => {
                attempts += 1;
                tracing::info!("migration {name} waits for a lock; attempt {attempts}");
                tokio::time::sleep(TABLE_LOCK_PAUSE).await;
            }
            outcome => return outcome.inspect(|()| tracing::info!("migration {name} applied")),
        }
    }
}

async fn apply(
    connection: &DatabaseConnection,
    migration: &dyn MigrationTrait,
) -> Result<(), DbErr> {
    let is_postgres = connection.get_database_backend() == DbBackend::Postgres;
    if !migration.use_transaction().unwrap_or(is_postgres) {
        declare_contract(connection, migration.name()).await?;
        migration.up(&SchemaManager::new(connection)).await?;
        return record(connection, migration.name()).await;
    }
    let transaction = connection.begin().await?;
    if is_postgres {
        transaction.execute_unprepared(TABLE_LOCK_TIMEOUT).await?;
    }
    declare_contract(&transaction, migration.name()).await?;
    migration.up(&SchemaManager::new(&transaction)).await?;
    record(&transaction, migration.name()).await?;
    transaction.commit().await
}

async fn record(connection: &impl ConnectionTrait, name: &str) -> Result<(), DbErr> {
    let backend = connection.get_database_backend();
    let insert = "INSERT INTO seaql_migrations (version, applied_at) VALUES ($1, $2)";
    let values = [name.into(), Utc::now().timestamp().into()];
    let insert = Statement::from_sql_and_values(backend, insert, values);
    connection.execute_raw(insert).await.map(drop)
}

/// Declares the contract point of a contracting migration, before earlier programs could fail.
async fn declare_contract(connection: &impl ConnectionTrait, name: &str) -> Result<(), DbErr> {
    let MigrationKind::Contract { programs_below, reason } = kind_of(name) else { return Ok(()) };
    let backend = connection.get_database_backend();
    let insert = "INSERT INTO schema_contracts (migration, programs_below, reason) \
         VALUES ($1, $2, $3) ON CONFLICT (migration) DO NOTHING";
    let values = [name.into(), i64::from(programs_below).into(), reason.into()];
    let insert = Statement::from_sql_and_values(backend, insert, values);
    connection.execute_raw(insert).await.map(drop)
}

fn is_lock_timeout(error: &DbErr) -> bool {
    let (DbErr::Exec(RuntimeErr::SqlxError(error)) | DbErr::Query(RuntimeErr::SqlxError(error))) =
        error
    else {
        return false;
    };
    let code = error.as_database_error().and_then(|error| error.code());
    code.as_deref() == Some(LOCK_NOT_AVAILABLE)
}
