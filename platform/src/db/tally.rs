//! Counting statements: all of them for operators, and those of one task for whoever wants to know
//! what an answer costs.

use crate::telemetry::DB_SECONDS;
use metrics::histogram;
use sea_orm::Statement;
use sea_orm::metric::Info;
use std::cell::RefCell;
use std::future::Future;

tokio::task_local! {
    static SENT: RefCell<Vec<Statement>>;
}

/// Notes a statement that the database has answered.
pub(super) fn note(statement: &Info<'_>) {
    histogram!(DB_SECONDS).record(statement.elapsed.as_secs_f64());
    // Outside of `recorded` nobody listens.
    SENT.try_with(|sent| sent.borrow_mut().push(statement.statement.clone())).ok();
}

/// Awaits `act` and says how many statements its task sent meanwhile, beside those that begin and end
/// a transaction.
pub async fn counted<F: Future>(act: F) -> (F::Output, usize) {
    let (output, sent) = recorded(act).await;
    (output, sent.len())
}

/// Awaits `act` and says which statements those were, for whoever wants to know how the database carries
/// them out. They hold people's values: nothing of them may be logged.
pub async fn recorded<F: Future>(act: F) -> (F::Output, Vec<Statement>) {
    SENT.scope(RefCell::default(), async {
        let output = act.await;
        (output, SENT.with(RefCell::take))
    })
    .await
}
