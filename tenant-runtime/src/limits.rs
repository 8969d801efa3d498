//! Rate limits of writes.

use platform::limiter::{LimitClass, LimitKey, LimitedAction};
use platform::{AccountViewer, Member, Problem, Services, Tx};

/// Counts one attempt of the viewer against the limit. Staff have the larger one on the main site.
///
/// # Errors
/// 429 with the specified message, and the time of the next allowed attempt.
pub async fn check_limit(
    services: &Services,
    viewer: &impl AccountViewer,
    action: LimitedAction,
) -> Result<(), Problem> {
    check_limit_as(services, viewer, action, class_of(viewer)).await
}

/// Key of the viewer outside communities, for limits with a message of their own.
#[must_use]
pub fn viewer_key(viewer: &impl AccountViewer) -> LimitKey {
    LimitKey::user(viewer.id()).in_class(class_of(viewer))
}

fn class_of(viewer: &impl AccountViewer) -> LimitClass {
    if viewer.acts_as_staff() { LimitClass::Staff } else { LimitClass::Member }
}

/// Like [`check_limit`], in a community in which the viewer has this class
/// (`Access::limit_class`).
///
/// # Errors
/// Like [`check_limit`].
pub async fn check_limit_as(
    services: &Services,
    viewer: &impl AccountViewer,
    action: LimitedAction,
    class: LimitClass,
) -> Result<(), Problem> {
    let key = LimitKey::user(viewer.id()).in_class(class);
    let verdict = services.limiter().count_attempt(action, &key).await;
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
    assert_short(tx, action);
    check_limit(tx.services(), tx.viewer(), action).await
}

/// Like [`check_limit_as`], within an open transaction.
///
/// # Errors
/// Like [`check_limit`].
pub async fn check_limit_within_as(
    tx: &Tx<'_, Member>,
    action: LimitedAction,
    class: LimitClass,
) -> Result<(), Problem> {
    assert_short(tx, action);
    check_limit_as(tx.services(), tx.viewer(), action, class).await
}

fn assert_short<V>(tx: &Tx<'_, V>, action: LimitedAction) {
    debug_assert!(
        tx.services().limiter().has_short_window(action),
        "{action:?} is counted in the database: check it before the transaction"
    );
}
