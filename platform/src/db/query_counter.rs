//! Statement counters: all statements for the metrics, and those of one task for tests and
//! benchmarks.

use crate::telemetry::{DB_ACQUIRE_SECONDS, DB_SECONDS};
use metrics::histogram;
use sea_orm::Statement;
use sea_orm::metric::Info;
use std::cell::{Cell, RefCell};
use std::future::Future;
use std::time::Duration;

thread_local! {
    /// Duration of the statement that this thread completed last. The driver reports it in the same
    /// poll in which the statement's future completes.
    static COMPLETED: Cell<Option<Duration>> = const { Cell::new(None) };
}

tokio::task_local! {
    static RECORDED_STATEMENTS: RefCell<Vec<Statement>>;
}

/// Counts a completed statement.
pub(super) fn count_statement(statement: &Info<'_>) {
    histogram!(DB_SECONDS).record(statement.elapsed.as_secs_f64());
    COMPLETED.set(Some(statement.elapsed));
    // Outside of `recorded` there is no list.
    RECORDED_STATEMENTS.try_with(|sent| sent.borrow_mut().push(statement.statement.clone())).ok();
}

/// Records the wait for a connection: the total time of a statement of the pool, without the time of
/// the statement itself. Called when the statement's future has completed.
pub(super) fn record_acquire(total: Duration) {
    let statement = COMPLETED.take().unwrap_or_default();
    histogram!(DB_ACQUIRE_SECONDS).record(total.saturating_sub(statement).as_secs_f64());
}

/// Discards the duration of a statement in a transaction, which needs no other connection.
pub(super) fn discard_completed() {
    COMPLETED.set(None);
}

/// Awaits `act` and returns the number of statements of its task, without those that begin and end
/// transactions.
pub async fn count_queries<F: Future>(act: F) -> (F::Output, usize) {
    let (output, sent) = record_statements(act).await;
    (output, sent.len())
}

/// Awaits `act` and returns those statements, for analysing their query plans. They contain
/// personal data and must not be logged.
pub async fn record_statements<F: Future>(act: F) -> (F::Output, Vec<Statement>) {
    RECORDED_STATEMENTS
        .scope(RefCell::default(), async {
            let output = act.await;
            (output, RECORDED_STATEMENTS.with(RefCell::take))
        })
        .await
}
