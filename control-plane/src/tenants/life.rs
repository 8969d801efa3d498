//! The life of a portal: draft → active ⇄ suspended → archived, and a draft may be thrown away. What
//! follows from a step is part of it: the edges' table, the sessions on its hosts, its addresses.

use super::error::TenantError;
use super::rows::{self, State};
use super::{opening, subdomain};
use crate::certificates;
use crate::domains;
use crate::routes_feed;
use platform::audit::{Act, record};
use platform::{Identified, Problem, Scope, Staff, TenantId, Tx, UserId, proof, sessions};
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, ExprTrait};
use serde_json::{Value, json};

/// Longest reason, in characters.
const REASON_CHARS_MAX: usize = 500;

/// Who does it, and why.
pub(super) type By<'a> = (Option<UserId>, Option<&'a str>);

/// Opens a portal, for the first time or again.
///
/// # Errors
/// [`TenantError`], the request for a proof, or the database's.
pub(super) async fn activate(scope: &mut Scope<Staff>, id: TenantId) -> Result<(), Problem> {
    step(scope, id, State::Active, None).await
}

/// Closes a portal for now. Its data and its addresses stay.
///
/// # Errors
/// As [`activate`].
pub(super) async fn suspend(
    scope: &mut Scope<Staff>,
    id: TenantId,
    reason: &str,
) -> Result<(), Problem> {
    step(scope, id, State::Suspended, Some(&checked_reason(reason)?)).await
}

/// Ends a portal: its addresses and its affiliation are free again, its data is kept.
///
/// # Errors
/// As [`activate`].
pub(super) async fn archive(
    scope: &mut Scope<Staff>,
    id: TenantId,
    reason: &str,
) -> Result<(), Problem> {
    step(scope, id, State::Archived, Some(&checked_reason(reason)?)).await
}

async fn step(
    scope: &mut Scope<Staff>,
    id: TenantId,
    to: State,
    reason: Option<&str>,
) -> Result<(), Problem> {
    proof::require_fresh(scope)?;
    let actor = scope.viewer().id();
    let tx = scope.begin().await?;
    let before = tx.doorless::<rows::Entity>().by_id(id).one().await?;
    let before = before.ok_or_else(Problem::not_found)?;
    enter(&tx, &before, to, (Some(actor), reason)).await?;
    tx.commit().await?;
    tracing::info!(tenant.id = %id, state = to.name(), "tenant {id} is {} now", to.name());
    Ok(())
}

/// Takes a portal from the state it is in to another, with everything that follows. Of two who take it
/// somewhere at once, the second finds it elsewhere and is refused.
///
/// # Errors
/// [`TenantError::State`], what else speaks against it, or the database's.
pub(super) async fn enter<V>(
    tx: &Tx<'_, V>,
    before: &rows::Model,
    to: State,
    (actor, reason): By<'_>,
) -> Result<(), Problem> {
    let from = before.state;
    if !leads(from, to) {
        return Err(TenantError::State { from, to }.into());
    }
    if to == State::Active {
        opening::check_affiliation(tx, before.affiliation_id).await?;
    }
    let after = write(tx, before, to, reason).await?;
    match to {
        State::Active => certificates::want_portal(tx, after.id, &after.subdomain).await?,
        State::Suspended => {
            sessions::revoke_of_tenant(tx, after.id, None, "portal-suspended").await?;
        }
        State::Archived => {
            sessions::revoke_of_tenant(tx, after.id, None, "portal-archived").await?;
            certificates::unwant_portal(tx, &after.subdomain).await?;
            domains::release_all(tx, after.id, actor).await?;
            // What no edge ever answered for needs no quarantine.
            if from.is_addressed() {
                subdomain::release(tx, &after).await?;
            }
        }
        State::Draft => {}
    }
    if from.is_addressed() || to.is_addressed() {
        routes_feed::raise_version(tx).await?;
    }
    let act = Act {
        actor,
        action: action(to),
        subject_kind: "tenant",
        subject_id: after.id.to_string(),
        before: shown(before),
        after: shown(&after),
        reason,
    };
    Ok(record(tx, act).await?)
}

async fn write<V>(
    tx: &Tx<'_, V>,
    before: &rows::Model,
    to: State,
    reason: Option<&str>,
) -> Result<rows::Model, Problem> {
    let now = tx.now();
    let mut change = rows::ActiveModel {
        state: Set(to),
        suspended_reason: Set(reason.filter(|_| to == State::Suspended).map(str::to_owned)),
        updated_at: Set(now),
        ..Default::default()
    };
    match to {
        State::Active if before.activated_at.is_none() => change.activated_at = Set(Some(now)),
        State::Archived => change.archived_at = Set(Some(now)),
        _ => {}
    }
    let as_it_was = rows::Column::Id.eq(before.id).and(rows::Column::State.eq(before.state));
    let table = tx.doorless_table::<rows::Entity>();
    let changed = table.update_returning(as_it_was, |row| row.set(change)).await?;
    if let Some(after) = changed.into_iter().next() {
        return Ok(after);
    }
    let from = table.rows().by_id(before.id).one().await?.map_or(before.state, |row| row.state);
    Err(TenantError::State { from, to }.into())
}

const fn leads(from: State, to: State) -> bool {
    matches!(
        (from, to),
        (State::Draft | State::Suspended, State::Active | State::Archived)
            | (State::Active, State::Suspended)
    )
}

const fn action(to: State) -> &'static str {
    match to {
        State::Draft => "tenant.create",
        State::Active => "tenant.activate",
        State::Suspended => "tenant.suspend",
        State::Archived => "tenant.archive",
    }
}

/// What the audit log keeps of a portal.
pub(super) fn shown(tenant: &rows::Model) -> Value {
    json!({
        "state": tenant.state,
        "subdomain": tenant.subdomain,
        "brandName": tenant.brand_name,
        "affiliationId": tenant.affiliation_id,
    })
}

/// A reason in one line, without what cannot be seen.
fn checked_reason(typed: &str) -> Result<String, TenantError> {
    let reason = typed.split_whitespace().collect::<Vec<_>>().join(" ");
    let reason: String = reason.chars().filter(|c| !c.is_control()).collect();
    let fits = (1..=REASON_CHARS_MAX).contains(&reason.chars().count());
    if fits { Ok(reason) } else { Err(TenantError::Reason) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [State; 4] = [State::Draft, State::Active, State::Suspended, State::Archived];

    #[test]
    fn a_life_has_these_steps_and_no_others() {
        let steps: Vec<_> = ALL
            .iter()
            .flat_map(|from| ALL.iter().map(move |to| (*from, *to)))
            .filter(|(from, to)| leads(*from, *to))
            .collect();
        let expected = [
            (State::Draft, State::Active),
            (State::Draft, State::Archived),
            (State::Active, State::Suspended),
            (State::Suspended, State::Active),
            (State::Suspended, State::Archived),
        ];
        assert_eq!(steps, expected);
    }

    #[test]
    fn a_reason_is_a_line_of_words() {
        assert_eq!(checked_reason("  Asked\n by\tthem ").as_deref(), Ok("Asked by them"));
        for bad in ["", " \n ", &"x".repeat(501)] {
            assert_eq!(checked_reason(bad), Err(TenantError::Reason));
        }
    }
}
