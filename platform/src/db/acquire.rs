//! Check of an idle connection before the pool hands it out: it must not be in a transaction.
//!
//! sqlx-sqlite 0.9.0 ignores the error of the ROLLBACK that it sends for a dropped transaction.
//! After an error for which SQLite has already rolled back (a full disk, an I/O error) that
//! ROLLBACK always fails, and the driver's transaction depth stays at 1. sea-orm then opens
//! savepoints instead of transactions, and after the next rollback everything that the connection
//! acknowledges is in a transaction that is never committed.
//!
//! The pool pings a connection when it is returned, and the ping is queued after that ROLLBACK. The
//! depth is therefore corrected here.

use super::breaker::Breaker;
use futures::FutureExt as _;
use futures::future::BoxFuture;
use sqlx::postgres::PgConnection;
use sqlx::sqlite::SqliteConnection;
use sqlx::{Connection as _, Error, Sqlite};
use sqlx_core::transaction::TransactionManager;
use std::time::Duration;

/// Resets the driver's transaction depth after SQLite has rolled back by itself. The connection is
/// kept, because a new one may not open while the disk is full. If SQLite is in a transaction after
/// all, BEGIN fails, and the pool closes the connection.
pub(super) fn settle_sqlite(conn: &mut SqliteConnection) -> BoxFuture<'_, Result<bool, Error>> {
    async move {
        if conn.is_in_transaction() {
            sqlx::raw_sql("BEGIN").execute(&mut *conn).await?;
            <Sqlite as sqlx::Database>::TransactionManager::rollback(conn).await?;
        }
        Ok(!conn.is_in_transaction())
    }
    .boxed()
}

/// Closes a PostgreSQL connection with an open transaction, which the server rolls back, and one
/// that leads to a server without writes.
pub(super) fn check_postgres<'c>(
    conn: &'c mut PgConnection,
    age: Duration,
    breaker: &Breaker,
) -> BoxFuture<'c, Result<bool, Error>> {
    let is_usable = !conn.is_in_transaction() && breaker.accepts_age(age);
    async move { Ok(is_usable) }.boxed()
}
