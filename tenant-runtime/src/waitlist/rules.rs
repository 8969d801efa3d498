//! Submission to the waitlist.

use super::error::WaitlistError;
use super::form::{self, WaitlistForm};
use super::rows::Model;
use super::store;
use platform::limiter::{LimitKey, LimitedAction};
use platform::{Scope, Site, Visitor};

/// Stores an entry. Only valid submissions count against the limit, so that a typo causes no wait.
/// They count before the email address is looked up, so that the waitlist cannot be probed.
pub(super) async fn submit(
    scope: &mut Scope<Visitor>,
    form: &WaitlistForm,
) -> Result<Model, WaitlistError> {
    if scope.site() != Site::Main {
        return Err(WaitlistError::NotHere);
    }
    let answers = form::check(form)?;
    if scope.facts().session.as_ref().is_some_and(|session| session.account_status.suspended) {
        return Err(WaitlistError::NotAllowed);
    }
    count(scope).await?;
    let tx = scope.begin().await?;
    let entry = store::insert(&tx, answers).await.map_err(|error| {
        if platform::db::is_taken(&error) { WaitlistError::Duplicate } else { error.into() }
    })?;
    tx.commit().await?;
    tracing::info!(entry.id = %entry.id, "waitlist entry submitted");
    Ok(entry)
}

/// Limits per browser: 30 seconds between submissions, three per hour. Higher limits apply per
/// network, which an office may share, so that changing the browser does not help (G-027). A
/// visitor's browser is identified by network and user agent.
async fn count(scope: &Scope<Visitor>) -> Result<(), WaitlistError> {
    let facts = scope.facts();
    let limiter = scope.services().limiter();
    let name = facts.user_agent.as_deref().unwrap_or_default();
    let browser = LimitKey::client(Some(facts.context.client_ip), Some(name));
    let network = LimitKey::network(facts.context.client_ip);
    let hourly = limiter.check(LimitedAction::WaitlistHourly, &browser).await;
    if !hourly.allowed {
        return Err(WaitlistError::TooMany(hourly));
    }
    let gap = limiter.count_attempt(LimitedAction::Waitlist, &browser).await;
    if !gap.allowed {
        return Err(WaitlistError::TooSoon(gap));
    }
    let limits =
        [(LimitedAction::WaitlistHourly, browser), (LimitedAction::WaitlistNetwork, network)];
    let verdict = limiter.count_attempts(&limits).await;
    if verdict.allowed { Ok(()) } else { Err(WaitlistError::TooMany(verdict)) }
}
