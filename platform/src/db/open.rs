//! Opening the database: SQLite for one node, PostgreSQL for many, with the durability that an
//! acknowledged write needs (security.md section 8) checked at start.

use super::begin::Beginning;
use super::breaker::Breaker;
use super::pool::Pool;
use super::storage::Storage;
use super::{Transaction, acquire, tally};
use migrations::Migrator;
use sea_orm::{
    ConnectOptions, ConnectionTrait, DatabaseConnection, DbBackend, DbErr, SqliteTransactionMode,
    Statement, TransactionOptions,
};
use sea_orm_migration::MigratorTrait;
use sqlx::postgres::PgConnectOptions;
use sqlx::sqlite::{SqliteJournalMode, SqliteSynchronous};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

/// One key for all migrators, so that replicas starting together take turns.
const MIGRATION_LOCK: i64 = 7_261_742_001;
/// Longest wait for a connection of the pool.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(8);
/// A connection that was used so short a time ago is taken to be there still. Asking each time whether it
/// is costs as much as a small statement; one that broke in this time fails one request.
const TRUSTED_FOR: Duration = Duration::from_secs(1);
/// Statements that are kept prepared for a connection: as many as the product has.
const PREPARED_MAX: usize = 500;
/// Longest wait for SQLite's write lock.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);
/// How long PostgreSQL lets a transaction stand still: a process that is stopped in the middle of one
/// (a machine that stalls) would keep everybody else from the rows that it has changed.
const IDLE_IN_TRANSACTION_MAX: &str = "10s";
/// A statement is planned once a connection, for whatever values it is given (PostgreSQL, "PREPARE"). Left to
/// itself PostgreSQL plans many of ours again at every execution, which takes it longer than to execute them:
/// the search for people a threefold time. So no statement may need its values to be planned well: what an
/// index is to find by its beginning is asked for as a range, and an index of the rows in one state is found
/// only by a statement that has the state in it.
const PLANNED_ONCE: (&str, &str) = ("plan_cache_mode", "force_generic_plan");

/// Where the database is.
#[derive(Debug, Clone)]
pub struct DbSettings {
    /// `sqlite:///path/to/file.db` or `postgres://…`.
    pub url: String,
    /// Size of the pool.
    pub max_connections: u32,
}

/// Why the database was not opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// No connection, or a statement failed.
    #[error("the database cannot be opened: {0}")]
    Db(#[from] DbErr),
    /// A setting would let an acknowledged write be lost.
    #[error("refusing to run: PostgreSQL has {name} = {value}, but acknowledged writes need it on")]
    NotDurable {
        /// The setting.
        name: &'static str,
        /// What it is set to.
        value: String,
    },
}

/// PostgreSQL can be unavailable while this process runs; a file of SQLite is not reached over anything.
fn breaker_for(url: &str) -> Result<Breaker, DbErr> {
    if url.starts_with("sqlite:") {
        return Ok(Breaker::default());
    }
    let server = PgConnectOptions::from_str(url);
    server.map(Breaker::new).map_err(|error| DbErr::Custom(error.to_string()))
}

/// A pool of connections. Cloning shares it.
#[derive(Debug, Clone)]
pub struct Database {
    pool: Pool,
}

impl Database {
    /// Connects, and on PostgreSQL asserts the settings that durability rests on.
    ///
    /// # Errors
    /// [`OpenError`] when there is no connection or a setting is unsafe.
    pub async fn open(settings: &DbSettings) -> Result<Self, OpenError> {
        let mut options = ConnectOptions::new(settings.url.clone());
        options
            .max_connections(settings.max_connections)
            .acquire_timeout(ACQUIRE_TIMEOUT)
            .test_before_acquire_if_idle_for(TRUSTED_FOR)
            .sqlx_logging(false)
            .map_sqlx_postgres_before_acquire(|conn, _| acquire::check_postgres(conn))
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
        let storage = Arc::new(Storage::of(&settings.url));
        // A new connection to SQLite makes files of its own.
        let _space = storage.release_part().await;
        let inner = sea_orm::Database::connect(options).await?;
        let database = Self::on(inner, storage.clone(), breaker_for(&settings.url)?);
        if database.backend() == DbBackend::Postgres {
            database.assert_durable().await?;
        }
        Ok(database)
    }

    pub(super) fn on(
        mut inner: DatabaseConnection,
        storage: Arc<Storage>,
        breaker: Breaker,
    ) -> Self {
        inner.set_metric_callback(tally::note);
        Self { pool: Pool { inner, storage, breaker } }
    }

    /// Which of the two databases this is.
    #[must_use]
    pub fn backend(&self) -> DbBackend {
        self.pool.get_database_backend()
    }

    pub(crate) const fn conn(&self) -> &Pool {
        &self.pool
    }

    pub(crate) const fn storage(&self) -> &Arc<Storage> {
        &self.pool.storage
    }

    /// Keeps space for signing out while the disk is full: for a process that serves requests.
    pub async fn reserve_space(&self) {
        self.storage().fill_reserve().await;
    }

    /// Begins a transaction that may write: `BEGIN IMMEDIATE` on SQLite, because a read that turns
    /// into a write there fails under concurrency whatever the busy timeout is.
    pub(crate) async fn begin(&self) -> Result<Transaction, DbErr> {
        let options = TransactionOptions {
            sqlite_transaction_mode: Some(SqliteTransactionMode::Immediate),
            ..Default::default()
        };
        self.begin_with(options).await
    }

    /// Begins a transaction that only reads.
    pub(crate) async fn begin_reading(&self) -> Result<Transaction, DbErr> {
        self.begin_with(TransactionOptions::default()).await
    }

    async fn begin_with(&self, options: TransactionOptions) -> Result<Transaction, DbErr> {
        let Pool { inner, storage, breaker } = &self.pool;
        let begun = breaker.guard(Beginning::new(inner, options)).await;
        storage.observe(&begun);
        Ok(Transaction::new(begun?, storage.clone(), breaker.clone()))
    }

    /// Brings the tables up to date. Replicas that start together take turns.
    ///
    /// # Errors
    /// The failed migration's error.
    pub async fn migrate(&self) -> Result<(), OpenError> {
        if self.backend() == DbBackend::Sqlite {
            return Ok(Migrator::up(&self.pool.inner, None).await?);
        }
        let guard = self.begin_reading().await?;
        // It stands still while the tables are changed, however long that takes.
        guard.execute_unprepared("SET LOCAL idle_in_transaction_session_timeout = 0").await?;
        let lock = format!("SELECT pg_advisory_xact_lock({MIGRATION_LOCK})");
        guard.execute_unprepared(&lock).await?;
        let outcome = Migrator::up(&self.pool.inner, None).await;
        guard.commit().await?;
        Ok(outcome?)
    }

    /// Closes the pool; SQLite checkpoints its log.
    ///
    /// # Errors
    /// The driver's.
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
            // Stronger forms of synchronous_commit (remote_apply, …) are as good as `on`.
            if matches!(value.as_str(), "off" | "local" | "") {
                return Err(OpenError::NotDurable { name, value });
            }
        }
        Ok(())
    }
}
