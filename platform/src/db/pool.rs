//! Connection pool: all statements outside of transactions pass through it.

use super::breaker::Breaker;
use super::storage::Storage;
use sea_orm::{
    ConnectionTrait, DatabaseConnection, DbBackend, DbErr, ExecResult, QueryResult, Statement,
};
use std::sync::Arc;

/// Connection pool. Clones share it.
#[derive(Debug, Clone)]
pub(crate) struct ConnectionPool {
    pub(super) inner: DatabaseConnection,
    pub(super) storage: Arc<Storage>,
    pub(super) breaker: Breaker,
}

impl ConnectionPool {
    async fn run<T>(
        &self,
        statement: impl Future<Output = Result<T, DbErr>> + Send,
    ) -> Result<T, DbErr> {
        let outcome = self.breaker.guard(statement).await;
        self.storage.observe(&outcome);
        outcome
    }
}

#[async_trait::async_trait]
impl ConnectionTrait for ConnectionPool {
    fn get_database_backend(&self) -> DbBackend {
        self.inner.get_database_backend()
    }

    async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        self.run(self.inner.execute_raw(statement)).await
    }

    async fn execute_unprepared(&self, sql: &str) -> Result<ExecResult, DbErr> {
        self.run(self.inner.execute_unprepared(sql)).await
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        self.run(self.inner.query_one_raw(statement)).await
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        self.run(self.inner.query_all_raw(statement)).await
    }
}
