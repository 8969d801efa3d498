//! Availability of a portal, for content created earlier that refers to its origin.

use super::rows::TenantState;
use crate::domains;
use platform::{Scope, System};
use sea_orm::DbErr;
use wire::routes::origin_host;

/// Returns whether the site at this origin is open: always for the main site, for a portal while it
/// is active.
///
/// # Errors
/// Database errors.
pub async fn is_open(scope: &Scope<System>, origin: &str) -> Result<bool, DbErr> {
    let server = &scope.services().config().server;
    if origin == server.main_origin {
        return Ok(true);
    }
    let found = domains::tenant_at(scope, origin_host(origin)).await?;
    Ok(found.is_some_and(|found| lets_in(found.state, found.affiliation_is_paused)))
}

/// Returns whether a portal in this state is open: it must be active, and its affiliation must not
/// be paused (P-21).
pub(crate) const fn lets_in(state: TenantState, affiliation_is_paused: bool) -> bool {
    matches!(state, TenantState::Active) && !affiliation_is_paused
}
