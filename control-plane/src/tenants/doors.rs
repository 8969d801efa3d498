//! Whether a portal's door is open, asked by what was written for it earlier.

use super::rows::State;
use crate::domains;
use platform::{Scope, System};
use sea_orm::DbErr;
use wire::routes::origin_host;

/// Whether whoever goes to this origin is let in: always at main, at a portal while it is open.
///
/// # Errors
/// The database's.
pub async fn is_open(scope: &Scope<System>, origin: &str) -> Result<bool, DbErr> {
    let server = &scope.services().config().server;
    if origin == server.main_origin {
        return Ok(true);
    }
    let found = domains::tenant_at(scope, origin_host(origin)).await?;
    Ok(found.is_some_and(|found| lets_in(found.state, found.affiliation_is_paused)))
}

/// Whether a portal in this state lets anybody in: only while its affiliation is not paused either (P-21).
pub(crate) const fn lets_in(state: State, affiliation_is_paused: bool) -> bool {
    matches!(state, State::Active) && !affiliation_is_paused
}
