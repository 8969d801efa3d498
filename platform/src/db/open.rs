//! Opening of the database: SQLite for one node, PostgreSQL for several. At start-up it checks the
//! durability settings that acknowledged writes need (security.md section 8).

use super::begin::PendingBegin;
use super::breaker::Breaker;
use super::pool::ConnectionPool;
use super::schema::SchemaFault;
use super::storage::Storage;
use super::{Transaction, acquire, query_counter};
use crate::telemetry::DATABASE_AVAILABLE;
use metrics::gauge;
use sea_orm::{
    ConnectOptions, ConnectionTrait, DatabaseConnection, DbBackend, DbErr, SqliteTransactionMode,
    Statement, TransactionOptions,
};
use sqlx::postgres::PgConnectOptions;
use sqlx::sqlite::{SqliteJournalMode, SqliteSynchronous};
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Maximum wait for a connection of the pool.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(8);
/// A connection that was used within this time is not tested before reuse. The test costs as much
/// as a small statement; a connection that broke meanwhile fails one request.
const TRUSTED_FOR: Duration = Duration::from_secs(1);
/// Maximum prepared statements per connection; as many as the product has.
const PREPARED_MAX: usize = 500;
/// Maximum wait for SQLite's write lock.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);
/// PostgreSQL's timeout for idle transactions: a process that is suspended within a transaction
/// would block all others from the rows it has changed.
const IDLE_IN_TRANSACTION_MAX: &str = "10s";
/// Each statement is planned once per connection, independent of its parameter values (PostgreSQL,
/// "PREPARE"). By default PostgreSQL would plan many of our statements at every execution, which
/// takes longer than the execution; for the member search three times as long. Statements must
/// therefore not depend on parameter values for a good plan: an index prefix search is written as a
/// range, and a partial index is used only by a statement that contains its condition literally.
const PLANNED_ONCE: (&str, &str) = ("plan_cache_mode", "force_generic_plan");

/// Address of the database.
#[derive(Debug, Clone)]
pub struct DbSettings {
    /// `sqlite:///path/to/file.db` or `postgres://…`.
    pub url: String,
    /// Maximum number of connections.
    pub max_connections: u32,
}

/// Reason why the database was not opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The connection or a statement failed.
    #[error("failed to open the database: {0}")]
    Db(#[from] DbErr),
    /// The schema does not fit this program.
    #[error(transparent)]
    Schema(#[from] SchemaFault),
    /// A setting would allow acknowledged writes to be lost.
    #[error("refusing to run: PostgreSQL has {name} = {value}, but acknowledged writes need it on")]
    NotDurable {
        /// Name of the setting.
        name: &'static str,
        /// Its value.
        value: String,
    },
}

/// Only PostgreSQL needs a breaker; a SQLite file is local.
fn breaker_for(url: &str) -> Result<Breaker, DbErr> {
    if url.starts_with("sqlite:") {
        gauge!(DATABASE_AVAILABLE).set(1.0);
        return Ok(Breaker::default());
    }
    let server = PgConnectOptions::from_str(url);
    server.map(Breaker::new).map_err(|error| DbErr::Custom(error.to_string()))
}

/// Connection pool. Clones share it.
#[derive(Debug, Clone)]
pub struct Database {
    pool: ConnectionPool,
}

impl Database {
    /// Connects; on PostgreSQL also checks the durability settings.
    ///
    /// # Errors
    /// [`OpenError`] if the connection fails or a setting is unsafe.
    pub async fn open(settings: &DbSettings) -> Result<Self, OpenError> {
        let breaker = breaker_for(&settings.url)?;
        let checking = breaker.clone();
        let mut options = ConnectOptions::new(settings.url.clone());
        options
            .max_connections(settings.max_connections)
            .acquire_timeout(ACQUIRE_TIMEOUT)
            .test_before_acquire_if_idle_for(TRUSTED_FOR)
            .sqlx_logging(false)
            .map_sqlx_postgres_before_acquire(move |conn, meta| {
                acquire::check_postgres(conn, meta.age, &checking)
            })
            .map_sqlx_sqlite_before_acquire(|conn, _| acquire::settle_sqlite(conn))
            .map_sqlx_postgres_opts(|postgres| {
                let idle = "idle_in_transaction_session_timeout";
                postgres
                    .options([(idle, IDLE_IN_TRANSACTION_MAX), PLANNED_ONCE])
                    .statement_cache_capacity(PREPARED_MAX)
            })
            .map_sqlx_sqlite_opts(|sqlite| {
                sqlite
                    .create_if_missing(true)
                    .journal_mode(SqliteJournalMode::Wal)
                    .synchronous(SqliteSynchronous::Full)
                    .busy_timeout(BUSY_TIMEOUT)
                    .foreign_keys(true)
                    .statement_cache_capacity(PREPARED_MAX)
            });
        let storage = Arc::new(Storage::from_url(&settings.url));
        // A new SQLite connection creates files of its own.
        let _space = storage.release_part().await;
        let inner = sea_orm::Database::connect(options).await?;
        let database = Self::from_connection(inner, storage.clone(), breaker);
        if database.backend() == DbBackend::Postgres {
            database.assert_durable().await?;
        }
        Ok(database)
    }

    pub(super) fn from_connection(
        mut inner: DatabaseConnection,
        storage: Arc<Storage>,
        breaker: Breaker,
    ) -> Self {
        inner.set_metric_callback(query_counter::count_statement);
        Self { pool: ConnectionPool { inner, storage, breaker } }
    }

    /// Returns the kind of database.
    #[must_use]
    pub fn backend(&self) -> DbBackend {
        self.pool.get_database_backend()
    }

    pub(crate) const fn conn(&self) -> &ConnectionPool {
        &self.pool
    }

    pub(crate) const fn storage(&self) -> &Arc<Storage> {
        &self.pool.storage
    }

    /// Reserves space so that sign-outs succeed while the disk is full; for a process that serves
    /// requests.
    pub async fn reserve_space(&self) {
        self.storage().fill_reserve().await;
    }

    /// Begins a write transaction: `BEGIN IMMEDIATE` on SQLite, where upgrading a read transaction
    /// fails under concurrency even with a busy timeout.
    pub(crate) async fn begin(&self) -> Result<Transaction, DbErr> {
        let options = TransactionOptions {
            sqlite_transaction_mode: Some(SqliteTransactionMode::Immediate),
            ..Default::default()
        };
        self.begin_with(options).await
    }

    /// Begins a read-only transaction.
    pub(crate) async fn begin_reading(&self) -> Result<Transaction, DbErr> {
        self.begin_with(TransactionOptions::default()).await
    }

    async fn begin_with(&self, options: TransactionOptions) -> Result<Transaction, DbErr> {
        let ConnectionPool { inner, storage, breaker } = &self.pool;
        let since = Instant::now();
        let begun = breaker.run_guarded(PendingBegin::new(inner, options)).await;
        query_counter::record_acquire(since.elapsed());
        storage.record_outcome(&begun);
        Ok(Transaction::new(begun?, storage.clone(), breaker.clone()))
    }

    /// Closes the pool; SQLite checkpoints its log.
    ///
    /// # Errors
    /// Driver errors.
    pub async fn close(self) -> Result<(), DbErr> {
        self.pool.inner.close().await
    }

    async fn assert_durable(&self) -> Result<(), OpenError> {
        for name in ["synchronous_commit", "fsync", "full_page_writes"] {
            let statement = Statement::from_string(DbBackend::Postgres, format!("SHOW {name}"));
            let row = self.pool.query_one_raw(statement).await?;
            let value: String = match row {
                Some(row) => row.try_get_by_index(0)?,
                None => String::new(),
            };
            // Stronger values of synchronous_commit (remote_apply, …) are accepted like `on`.
            if matches!(value.as_str(), "off" | "local" | "") {
                return Err(OpenError::NotDurable { name, value });
            }
        }
        Ok(())
    }
}
