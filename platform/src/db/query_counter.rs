//! Statement counters: all statements for the metrics, and those of one task for tests and
//! benchmarks.

use crate::telemetry::DB_SECONDS;
use metrics::histogram;
use sea_orm::Statement;
use sea_orm::metric::Info;
use std::cell::RefCell;
use std::future::Future;

tokio::task_local! {
    static SENT: RefCell<Vec<Statement>>;
}

/// Counts a completed statement.
pub(super) fn record(statement: &Info<'_>) {
    histogram!(DB_SECONDS).record(statement.elapsed.as_secs_f64());
    // Outside of `recorded` there is no list.
    SENT.try_with(|sent| sent.borrow_mut().push(statement.statement.clone())).ok();
}

/// Awaits `act` and returns the number of statements of its task, without those that begin and end
/// transactions.
pub async fn count_queries<F: Future>(act: F) -> (F::Output, usize) {
    let (output, sent) = recorded(act).await;
    (output, sent.len())
}

/// Awaits `act` and returns those statements, for analysing their query plans. They contain
/// personal data and must not be logged.
pub async fn recorded<F: Future>(act: F) -> (F::Output, Vec<Statement>) {
    SENT.scope(RefCell::default(), async {
        let output = act.await;
        (output, SENT.with(RefCell::take))
    })
    .await
}
