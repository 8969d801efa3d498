//! Lifecycle of a portal: draft → active ⇄ suspended → archived; a draft may be archived as well. A
//! transition includes its consequences: the route table, the sessions on its hosts, its addresses.

use super::error::TenantError;
use super::rows::{self, TenantState};
use super::{create, subdomain};
use crate::certificates;
use crate::domains;
use crate::routes_feed;
use platform::audit::{AuditedAction, record_action};
use platform::{
    AccountViewer, Problem, Scope, Site, Staff, System, TenantId, Tx, UserId, content_filters,
    sessions, step_up,
};
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, ExprTrait};
use serde_json::{Value, json};

/// Maximum length of a reason in characters.
const REASON_CHARS_MAX: usize = 500;

/// Actor and reason.
pub(super) type ActorAndReason<'a> = (Option<UserId>, Option<&'a str>);

/// Activates a portal, for the first time or again.
///
/// # Errors
/// [`TenantError`], a request for recent authentication, or a database error.
pub(super) async fn activate(scope: &mut Scope<Staff>, id: TenantId) -> Result<(), Problem> {
    change_state(scope, id, TenantState::Active, None).await
}

/// Suspends a portal. Its data and addresses stay.
///
/// # Errors
/// As [`activate`].
pub(super) async fn suspend(
    scope: &mut Scope<Staff>,
    id: TenantId,
    reason: &str,
) -> Result<(), Problem> {
    change_state(scope, id, TenantState::Suspended, Some(&checked_reason(reason)?)).await
}

/// Suspends a portal on the operator's command.
///
/// # Errors
/// [`TenantError`] or a database error.
pub async fn suspend_by_operator(
    scope: &mut Scope<System>,
    id: TenantId,
    reason: &str,
) -> Result<(), Problem> {
    let reason = checked_reason(reason)?;
    let tx = scope.begin().await?;
    let before = tx.global::<rows::Entity>().by_id(id).one().await?;
    let before = before.ok_or_else(Problem::not_found)?;
    set_state(&tx, &before, TenantState::Suspended, (None, Some(&reason))).await?;
    Ok(tx.commit().await?)
}

/// Archives a portal: its addresses and its affiliation become available again, its data is kept.
///
/// # Errors
/// As [`activate`].
pub(super) async fn archive(
    scope: &mut Scope<Staff>,
    id: TenantId,
    reason: &str,
) -> Result<(), Problem> {
    change_state(scope, id, TenantState::Archived, Some(&checked_reason(reason)?)).await
}

async fn change_state(
    scope: &mut Scope<Staff>,
    id: TenantId,
    to: TenantState,
    reason: Option<&str>,
) -> Result<(), Problem> {
    step_up::require_recent_auth(scope)?;
    let actor = scope.viewer().id();
    let tx = scope.begin().await?;
    let before = tx.global::<rows::Entity>().by_id(id).one().await?;
    let before = before.ok_or_else(Problem::not_found)?;
    set_state(&tx, &before, to, (Some(actor), reason)).await?;
    tx.commit().await?;
    tracing::info!(tenant.id = %id, state = to.name(), "tenant {id} changed to {}", to.name());
    Ok(())
}

/// Moves a portal to another state, with all consequences. Of two concurrent transitions the second
/// is refused.
///
/// # Errors
/// [`TenantError::TenantState`], another refusal, or a database error.
pub(super) async fn set_state<V>(
    tx: &Tx<'_, V>,
    before: &rows::Model,
    to: TenantState,
    (actor, reason): ActorAndReason<'_>,
) -> Result<(), Problem> {
    let from = before.state;
    if !is_allowed_transition(from, to) {
        return Err(TenantError::State { from, to }.into());
    }
    if to == TenantState::Active {
        create::check_affiliation(tx, before.affiliation_id).await?;
    }
    let after = write(tx, before, to, reason).await?;
    match to {
        TenantState::Active => certificates::want_portal(tx, after.id, &after.subdomain).await?,
        TenantState::Suspended => {
            sessions::revoke_of_tenant(tx, after.id, None, "portal-suspended").await?;
        }
        TenantState::Archived => {
            sessions::revoke_of_tenant(tx, after.id, None, "portal-archived").await?;
            certificates::unwant_portal(tx, &after.subdomain).await?;
            domains::release_all(tx, after.id, actor).await?;
            // The next portal of the affiliation begins with the network's filter.
            let of_portal = Site::Portal(after.affiliation_id);
            content_filters::store(tx, of_portal, None).await?;
            // A subdomain that was never served needs no quarantine.
            if from.is_addressed() {
                subdomain::release(tx, &after).await?;
            }
        }
        TenantState::Draft => {}
    }
    if from.is_addressed() || to.is_addressed() {
        routes_feed::raise_version(tx).await?;
    }
    let act = AuditedAction {
        actor,
        action: audit_action(to),
        subject_kind: "tenant",
        subject_id: after.id.to_string(),
        before: audit_json(before),
        after: audit_json(&after),
        reason,
    };
    Ok(record_action(tx, act).await?)
}

async fn write<V>(
    tx: &Tx<'_, V>,
    before: &rows::Model,
    to: TenantState,
    reason: Option<&str>,
) -> Result<rows::Model, Problem> {
    let now = tx.now();
    let mut change = rows::ActiveModel {
        state: Set(to),
        suspended_reason: Set(reason.filter(|_| to == TenantState::Suspended).map(str::to_owned)),
        updated_at: Set(now),
        ..Default::default()
    };
    match to {
        TenantState::Active if before.activated_at.is_none() => {
            change.activated_at = Set(Some(now))
        }
        TenantState::Archived => change.archived_at = Set(Some(now)),
        _ => {}
    }
    let as_it_was = rows::Column::Id.eq(before.id).and(rows::Column::State.eq(before.state));
    let table = tx.global_table::<rows::Entity>();
    let changed = table.update_returning(as_it_was, |row| row.set(change)).await?;
    if let Some(after) = changed.into_iter().next() {
        return Ok(after);
    }
    let from = table.rows().by_id(before.id).one().await?.map_or(before.state, |row| row.state);
    Err(TenantError::State { from, to }.into())
}

pub(super) const fn is_allowed_transition(from: TenantState, to: TenantState) -> bool {
    matches!(
        (from, to),
        (TenantState::Draft | TenantState::Suspended, TenantState::Active | TenantState::Archived)
            | (TenantState::Active, TenantState::Suspended)
    )
}

const fn audit_action(to: TenantState) -> &'static str {
    match to {
        TenantState::Draft => "tenant.create",
        TenantState::Active => "tenant.activate",
        TenantState::Suspended => "tenant.suspend",
        TenantState::Archived => "tenant.archive",
    }
}

/// Audit log representation of a portal.
pub(super) fn audit_json(tenant: &rows::Model) -> Value {
    json!({
        "state": tenant.state,
        "subdomain": tenant.subdomain,
        "brandName": tenant.brand_name,
        "affiliationId": tenant.affiliation_id,
    })
}

/// Normalises a reason to one line without invisible characters.
fn checked_reason(typed: &str) -> Result<String, TenantError> {
    let reason = typed.split_whitespace().collect::<Vec<_>>().join(" ");
    let reason: String = reason.chars().filter(|c| !c.is_control()).collect();
    let fits = (1..=REASON_CHARS_MAX).contains(&reason.chars().count());
    if fits { Ok(reason) } else { Err(TenantError::Reason) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [TenantState; 4] =
        [TenantState::Draft, TenantState::Active, TenantState::Suspended, TenantState::Archived];

    #[test]
    fn only_the_listed_state_transitions_exist() {
        let steps: Vec<_> = ALL
            .iter()
            .flat_map(|from| ALL.iter().map(move |to| (*from, *to)))
            .filter(|(from, to)| is_allowed_transition(*from, *to))
            .collect();
        let expected = [
            (TenantState::Draft, TenantState::Active),
            (TenantState::Draft, TenantState::Archived),
            (TenantState::Active, TenantState::Suspended),
            (TenantState::Suspended, TenantState::Active),
            (TenantState::Suspended, TenantState::Archived),
        ];
        assert_eq!(steps, expected);
    }

    #[test]
    fn reason_is_normalised_to_one_line() {
        assert_eq!(checked_reason("  Asked\n by\tthem ").as_deref(), Ok("Asked by them"));
        for bad in ["", " \n ", &"x".repeat(501)] {
            assert_eq!(checked_reason(bad), Err(TenantError::Reason));
        }
    }
}
