//! Counting statements: all of them for operators, and those of one task for whoever wants to know
//! what an answer costs.

use crate::telemetry::DB_SECONDS;
use metrics::histogram;
use sea_orm::metric::Info;
use std::cell::Cell;
use std::future::Future;

tokio::task_local! {
    static SENT: Cell<usize>;
}

/// Notes a statement that the database has answered.
pub(super) fn note(statement: &Info<'_>) {
    histogram!(DB_SECONDS).record(statement.elapsed.as_secs_f64());
    // Outside of `counted` nobody counts.
    SENT.try_with(|sent| sent.set(sent.get() + 1)).ok();
}

/// Awaits `act` and says how many statements its task sent meanwhile, beside those that begin and end
/// a transaction.
pub async fn counted<F: Future>(act: F) -> (F::Output, usize) {
    SENT.scope(Cell::new(0), async {
        let output = act.await;
        (output, SENT.with(Cell::get))
    })
    .await
}
