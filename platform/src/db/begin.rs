//! Beginning a transaction so that it may be given up at any moment: by a client that hangs up, by a
//! limit of time, by a process that stops.

use futures::FutureExt;
use futures::future::BoxFuture;
use sea_orm::{
    DatabaseConnection, DatabaseTransaction, DbErr, TransactionOptions, TransactionTrait,
};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use tokio::runtime::Handle;

/// A transaction that is being begun. Given up, it goes on by itself until it is begun, and is undone.
///
/// sqlx 0.9.0 by itself gives a connection to PostgreSQL back with its transaction open if nobody waits
/// for the answer to `BEGIN` any more (launchbadge/sqlx#4393, mended after that version). Whoever has the
/// connection next writes into a transaction that nobody ends: what is acknowledged to them is seen by
/// nobody else, and is lost when the server ends it.
///
/// It is polled where it is awaited, and becomes a task of its own only when it is given up: a task for each
/// would have every transaction change threads twice.
#[must_use = "futures do nothing unless they are awaited"]
pub(super) struct Beginning {
    begun: Option<BoxFuture<'static, Result<DatabaseTransaction, DbErr>>>,
}

impl Beginning {
    pub fn new(conn: &DatabaseConnection, options: TransactionOptions) -> Self {
        let conn = conn.clone();
        let begun = async move { conn.begin_with_options(options).await };
        Self { begun: Some(begun.boxed()) }
    }
}

impl Future for Beginning {
    type Output = Result<DatabaseTransaction, DbErr>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let Some(begun) = &mut self.begun else {
            // Whoever was answered asks no more; `async` code cannot.
            return Poll::Pending;
        };
        let outcome = ready!(begun.as_mut().poll(cx));
        self.begun = None;
        Poll::Ready(outcome)
    }
}

impl Drop for Beginning {
    fn drop(&mut self) {
        // Without a runtime the process ends, and its connections with it.
        if let (Some(begun), Ok(runtime)) = (self.begun.take(), Handle::try_current()) {
            runtime.spawn(begun);
        }
    }
}
