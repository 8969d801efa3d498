//! Connects an identity with an existing account.

use super::store;
use crate::accounts::error::AccountError;
use platform::{AccountViewer, Scope, SignedIn, tokens};

/// Connects the identity. The user must have authenticated with the account's own credential after
/// the issuer confirmed the same address, and for this account: the current session was opened by
/// it.
pub(super) async fn link_identity(
    scope: &mut Scope<SignedIn>,
    ticket: &str,
) -> Result<(), AccountError> {
    let user = scope.viewer().id();
    let shown_at = scope.facts().session.as_ref().map(|session| session.auth_time);
    let tx = scope.begin().await?;
    let ticket = store::consume_ticket(&tx, &tokens::hash(ticket), user).await?;
    let ticket = ticket.ok_or(AccountError::GoogleFailed)?;
    // The time of a session has a resolution of one second.
    let began = ticket.created_at.timestamp();
    if shown_at.is_none_or(|shown| shown.timestamp() < began) {
        return Err(AccountError::GoogleFailed);
    }
    store::insert_identity(&tx, user, &ticket.issuer, &ticket.subject, &ticket.email)
        .await
        .map_err(|error| {
            if platform::db::is_taken(&error) { AccountError::GoogleFailed } else { error.into() }
        })?;
    store::set_verified(&tx, user).await?;
    tx.commit().await?;
    tracing::info!(user.id = %user, "external identity linked to account");
    Ok(())
}
