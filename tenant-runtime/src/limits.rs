//! Rate limits of writes.

use platform::limiter::{LimitKey, LimitedAction};
use platform::{AccountViewer, Problem, Services, Tx};

/// Counts one attempt of the viewer against the limit.
///
/// # Errors
/// 429 with the specified message, and the time of the next allowed attempt.
pub async fn check_limit(
    services: &Services,
    viewer: &impl AccountViewer,
    action: LimitedAction,
) -> Result<(), Problem> {
    let verdict = services.limiter().count_attempt(action, &LimitKey::user(viewer.id())).await;
    if verdict.allowed {
        return Ok(());
    }
    let again = verdict.retry_at_words(services.clock().now());
    let detail = format!("Rate limit exceeded. Try again at {again}");
    Err(Problem::rate_limited(detail, verdict.retry_after_s))
}

/// Counts one attempt of the viewer within an open transaction.
///
/// Only for limits with a short window. Those with a long one are stored in the database on another
/// connection, which on SQLite waits for this transaction: check them before it begins.
///
/// # Errors
/// Like [`check_limit`].
pub async fn check_limit_within<V: AccountViewer>(
    tx: &Tx<'_, V>,
    action: LimitedAction,
) -> Result<(), Problem> {
    debug_assert!(
        tx.services().limiter().has_short_window(action),
        "{action:?} is counted in the database: check it before the transaction"
    );
    check_limit(tx.services(), tx.viewer(), action).await
}
