//! A transaction that can only be rolled back after its first error.
//!
//! The databases behave differently after an error. SQLite may roll back by itself (for
//! SQLITE_FULL, IOERR, NOMEM, BUSY and INTERRUPT); each later statement is then committed on its
//! own. PostgreSQL rejects later statements, but answers COMMIT with a silent ROLLBACK. Code that
//! ignores an error would write outside of its transaction, or acknowledge a write that was rolled
//! back. Therefore all statements pass through [`Transaction`], which refuses statements after an
//! error. The same applies after a cancelled statement, whose error no one has seen.

use super::ErrorClass;
use super::breaker::Breaker;
use super::query_counter;
use super::storage::Storage;
use crate::telemetry::spans;
use sea_orm::{
    ConnectionTrait, DatabaseTransaction, DbBackend, DbErr, ExecResult, QueryResult, RuntimeErr,
    Statement,
};
use std::sync::{Arc, OnceLock};
use tracing::Instrument;

/// An open transaction. Dropping it rolls it back.
#[derive(Debug)]
pub(crate) struct Transaction {
    inner: DatabaseTransaction,
    storage: Arc<Storage>,
    breaker: Breaker,
    /// First error, if any.
    error: OnceLock<DbErr>,
}

impl Transaction {
    pub const fn new(inner: DatabaseTransaction, storage: Arc<Storage>, breaker: Breaker) -> Self {
        Self { inner, storage, breaker, error: OnceLock::new() }
    }

    /// Commits the transaction.
    ///
    /// # Errors
    /// Database errors, or the error of an earlier statement; then the transaction is rolled back.
    pub async fn commit(self) -> Result<(), DbErr> {
        self.check()?;
        let outcome = self.breaker.run_guarded(self.inner.commit()).await;
        self.storage.record_outcome(&outcome);
        outcome
    }

    /// Rolls back and waits for the completion.
    ///
    /// # Errors
    /// Database errors.
    pub async fn rollback(self) -> Result<(), DbErr> {
        self.breaker.run_guarded(self.inner.rollback()).await
    }

    async fn run<T>(
        &self,
        statement: impl Future<Output = Result<T, DbErr>> + Send,
    ) -> Result<T, DbErr> {
        self.check()?;
        let mut pending = PendingStatement { error: Some(&self.error) };
        let outcome = self.breaker.run_guarded(statement).await;
        pending.error = None;
        query_counter::discard_completed();
        self.storage.record_outcome(&outcome);
        if let Err(error) = &outcome {
            self.error.get_or_init(|| error.clone());
        }
        outcome
    }

    /// Fails after an earlier error. A storage error keeps its class, so that the response does
    /// too.
    fn check(&self) -> Result<(), DbErr> {
        match self.error.get() {
            None => Ok(()),
            Some(first) if ErrorClass::from_error(first).is_some() => Err(first.clone()),
            Some(first) => {
                let refusal =
                    format!("the transaction is undone because of an earlier error: {first}");
                Err(DbErr::Query(RuntimeErr::Internal(refusal)))
            }
        }
    }
}

/// A running statement. Dropping it before its result fails the transaction.
struct PendingStatement<'t> {
    error: Option<&'t OnceLock<DbErr>>,
}

impl Drop for PendingStatement<'_> {
    fn drop(&mut self) {
        if let Some(error) = self.error {
            let cancelled = "a statement was cancelled before its outcome was known";
            error.get_or_init(|| DbErr::Query(RuntimeErr::Internal(cancelled.to_owned())));
        }
    }
}

#[async_trait::async_trait]
impl ConnectionTrait for Transaction {
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
