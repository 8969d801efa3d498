//! Begins a transaction in a way that may be cancelled at any time: by a client disconnect, a
//! timeout, or the shutdown of the process.

use futures::FutureExt;
use futures::future::BoxFuture;
use sea_orm::{
    DatabaseConnection, DatabaseTransaction, DbErr, TransactionOptions, TransactionTrait,
};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use tokio::runtime::Handle;

/// A transaction that is being begun. If cancelled, it finishes in the background and is rolled
/// back.
///
/// sqlx 0.9.0 returns a PostgreSQL connection to the pool with an open transaction if the future is
/// dropped before the response to `BEGIN` (launchbadge/sqlx#4393, fixed later). The next user of
/// the connection then writes into a transaction that is never committed: the acknowledged writes
/// are invisible to others, and lost when the server ends the transaction.
///
/// The future is polled in place, and becomes a separate task only when it is cancelled: a task for
/// every transaction would cost two thread switches each.
#[must_use = "futures do nothing unless they are awaited"]
pub(super) struct PendingBegin {
    begun: Option<BoxFuture<'static, Result<DatabaseTransaction, DbErr>>>,
}

impl PendingBegin {
    pub fn new(conn: &DatabaseConnection, options: TransactionOptions) -> Self {
        let conn = conn.clone();
        let begun = async move { conn.begin_with_options(options).await };
        Self { begun: Some(begun.boxed()) }
    }
}

impl Future for PendingBegin {
    type Output = Result<DatabaseTransaction, DbErr>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let Some(begun) = &mut self.begun else {
            // A completed future is not polled again; `async` code cannot do so.
            return Poll::Pending;
        };
        let outcome = ready!(begun.as_mut().poll(cx));
        self.begun = None;
        Poll::Ready(outcome)
    }
}

impl Drop for PendingBegin {
    fn drop(&mut self) {
        // Without a runtime the process is ending, and its connections with it.
        if let (Some(begun), Ok(runtime)) = (self.begun.take(), Handle::try_current()) {
            runtime.spawn(begun);
        }
    }
}
