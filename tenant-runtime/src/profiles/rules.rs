//! Access rules for changes of one's own profile.

use super::change::{self, ProfileChange};
use super::error::ProfileError;
use super::store;
use crate::legal;
use crate::search_index::{self, TextKind};
use platform::events::Topic;
use platform::limiter::{LimitKey, LimitedAction};
use platform::scope::GateError;
use platform::{AccountViewer, Scope, SignedIn};
use serde_json::json;

/// Refuses paused users: they only see the notice and the way to sign out.
pub(super) fn check_not_paused(scope: &Scope<SignedIn>) -> Result<(), GateError> {
    let paused =
        scope.facts().session.as_ref().is_some_and(|session| session.account_status.is_paused);
    if paused { Err(GateError::Paused) } else { Ok(()) }
}

/// Refuses users whose email address is not verified.
pub(super) fn check_verified(scope: &Scope<SignedIn>) -> Result<(), GateError> {
    let session = scope.facts().session.as_ref();
    let unproven = session.is_none_or(|session| session.account_status.needs_email_verification);
    if unproven { Err(GateError::NotVerified) } else { Ok(()) }
}

/// Changes the viewer's own profile.
pub(super) async fn change(
    scope: &mut Scope<SignedIn>,
    change: ProfileChange,
) -> Result<(), ProfileError> {
    let is_searched = change.changes_searched_text();
    let change = change::read(change, scope.now().date_naive())?;
    let user = scope.viewer().id();
    let limiter = scope.services().limiter();
    let verdict = limiter.count_attempt(LimitedAction::Write, &LimitKey::user(user)).await;
    if !verdict.allowed {
        let time = verdict.retry_at_words(scope.now());
        return Err(ProfileError::Limit(time, verdict));
    }
    let tx = scope.begin().await?;
    store::update_own(&tx, change).await?;
    if is_searched {
        search_index::refresh(&tx, TextKind::Person, &[user.uuid()]).await?;
    }
    tx.publish(Topic::User(user), "me.changed", &json!({})).await?;
    tx.commit().await?;
    Ok(())
}

/// Acknowledges the documents on this site.
pub(super) async fn acknowledge_documents(scope: &mut Scope<SignedIn>) -> Result<(), ProfileError> {
    let tx = scope.begin().await?;
    legal::acknowledge_all(&tx).await?;
    tx.publish(Topic::User(tx.viewer().id()), "me.changed", &json!({})).await?;
    tx.commit().await?;
    Ok(())
}
