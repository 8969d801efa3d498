//! Number of domains by state.

use super::rows::DomainState;
use platform::{Scope, System};
use sea_orm::{DbErr, FromQueryResult};
use std::collections::BTreeMap;

const STATE_NAMES: [(DomainState, &str); 7] = [
    (DomainState::Verifying, "verifying"),
    (DomainState::AwaitingApproval, "awaitingApproval"),
    (DomainState::Issuing, "issuing"),
    (DomainState::Active, "active"),
    (DomainState::Failing, "failing"),
    (DomainState::Suspended, "suspended"),
    (DomainState::Released, "released"),
];

#[derive(FromQueryResult)]
struct DomainCount {
    state: DomainState,
    domains: i64,
}

/// Number of custom domains by state, over all portals.
///
/// # Errors
/// Database errors.
pub async fn count_by_state(scope: &Scope<System>) -> Result<BTreeMap<&'static str, u64>, DbErr> {
    const SQL: &str = "SELECT state, COUNT(*) AS domains FROM domains GROUP BY state";
    let mut counts: BTreeMap<_, _> = STATE_NAMES.iter().map(|(_, name)| (*name, 0)).collect();
    for DomainCount { state, domains } in scope.raw(SQL, Vec::new()).all::<DomainCount>().await? {
        if let Some((_, name)) = STATE_NAMES.iter().find(|(known, _)| *known == state) {
            counts.insert(*name, u64::try_from(domains).unwrap_or(0));
        }
    }
    Ok(counts)
}
