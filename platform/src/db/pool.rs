//! Connection pool: all statements outside of transactions pass through it.

use super::breaker::Breaker;
use super::query_counter;
use super::storage::Storage;
use crate::telemetry::spans;
use sea_orm::{
    ConnectionTrait, DatabaseConnection, DbBackend, DbErr, ExecResult, QueryResult, Statement,
};
use std::sync::Arc;
use std::time::Instant;
use tracing::Instrument;

/// Connection pool. Clones share it.
#[derive(Debug, Clone)]
pub(crate) struct ConnectionPool {
    pub(super) inner: DatabaseConnection,
    pub(super) storage: Arc<Storage>,
    pub(super) breaker: Breaker,
}

impl ConnectionPool {
    /// Number of open connections, and how many of them are idle.
    pub fn size(&self) -> (u32, u32) {
        let (size, idle) = match self.inner.get_database_backend() {
            DbBackend::Postgres => {
                let pool = self.inner.get_postgres_connection_pool();
                (pool.size(), pool.num_idle())
            }
            _ => {
                let pool = self.inner.get_sqlite_connection_pool();
                (pool.size(), pool.num_idle())
            }
        };
        (size, u32::try_from(idle).unwrap_or(u32::MAX))
    }

    async fn run<T>(
        &self,
        statement: impl Future<Output = Result<T, DbErr>> + Send,
    ) -> Result<T, DbErr> {
        let begun = Instant::now();
        let outcome = self.breaker.run_guarded(statement).await;
        query_counter::record_acquire(begun.elapsed());
        self.storage.record_outcome(&outcome);
        outcome
    }
}

#[async_trait::async_trait]
impl ConnectionTrait for ConnectionPool {
    fn get_database_backend(&self) -> DbBackend {
        self.inner.get_database_backend()
    }

    async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        let span = spans::statement(&statement.sql, statement.db_backend);
        self.run(self.inner.execute_raw(statement).instrument(span)).await
    }

    async fn execute_unprepared(&self, sql: &str) -> Result<ExecResult, DbErr> {
        let span = spans::statement(sql, self.get_database_backend());
        self.run(self.inner.execute_unprepared(sql).instrument(span)).await
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        let span = spans::statement(&statement.sql, statement.db_backend);
        self.run(self.inner.query_one_raw(statement).instrument(span)).await
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        let span = spans::statement(&statement.sql, statement.db_backend);
        self.run(self.inner.query_all_raw(statement).instrument(span)).await
    }
}
