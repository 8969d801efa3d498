//! Change of a portal's subdomain. The old host stops serving at once and is quarantined.

use super::error::TenantError;
use super::rows::{self, TenantState};
use super::{create, lifecycle, subdomain};
use crate::certificates;
use crate::routes_feed;
use platform::audit::{AuditedAction, record_action};
use platform::{AccountViewer, Problem, Scope, Staff, TenantId, Tx, UserId, sessions, step_up};
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, ExprTrait};

/// Changes the subdomain; the current one has no effect.
///
/// # Errors
/// [`TenantError`], a request for recent authentication, or a database error.
pub(super) async fn rename(
    scope: &mut Scope<Staff>,
    id: TenantId,
    typed: &str,
) -> Result<(), Problem> {
    step_up::require_recent_auth(scope)?;
    let wanted = subdomain::validated(typed, &scope.services().config().server)?;
    let actor = scope.viewer().id();
    let tx = scope.begin().await?;
    let before = tx.global::<rows::Entity>().by_id(id).one().await?;
    let before = before.ok_or_else(Problem::not_found)?;
    if before.state == TenantState::Archived {
        return Err(TenantError::Archived.into());
    }
    if before.subdomain == wanted {
        return Ok(());
    }
    subdomain::check_free(&tx, &wanted, None).await?;
    let after = write(&tx, &before, wanted).await?;
    subdomain::claim(&tx, &after.subdomain, after.affiliation_id).await?;
    if after.state.is_addressed() {
        apply_rename(&tx, &before, &after).await?;
    }
    audit(&tx, actor, &before, &after).await?;
    Ok(tx.commit().await?)
}

async fn write<V>(
    tx: &Tx<'_, V>,
    before: &rows::Model,
    subdomain: String,
) -> Result<rows::Model, Problem> {
    let change = rows::ActiveModel {
        subdomain: Set(subdomain),
        updated_at: Set(tx.now()),
        ..Default::default()
    };
    let as_it_was = rows::Column::Id
        .eq(before.id)
        .and(rows::Column::State.eq(before.state))
        .and(rows::Column::Subdomain.eq(&before.subdomain));
    let table = tx.global_table::<rows::Entity>();
    let changed = table.update_returning(as_it_was, |row| row.set(change)).await;
    let after = changed.map_err(create::which_key)?.into_iter().next();
    after.ok_or_else(|| TenantError::State { from: before.state, to: before.state }.into())
}

/// Removes the old host with its sessions and certificate, and adds the new one.
async fn apply_rename<V>(
    tx: &Tx<'_, V>,
    before: &rows::Model,
    after: &rows::Model,
) -> Result<(), Problem> {
    let domain = &tx.services().config().server.portal_domain;
    let host = format!("{}.{domain}", before.subdomain);
    subdomain::release(tx, before).await?;
    sessions::revoke_of_tenant(tx, before.id, Some(&host), "portal-moved").await?;
    certificates::unwant_portal(tx, &before.subdomain).await?;
    certificates::want_portal(tx, after.id, &after.subdomain).await?;
    Ok(routes_feed::raise_version(tx).await?)
}

async fn audit<V>(
    tx: &Tx<'_, V>,
    actor: UserId,
    before: &rows::Model,
    after: &rows::Model,
) -> Result<(), Problem> {
    let act = AuditedAction {
        actor: Some(actor),
        action: "tenant.rename",
        subject_kind: "tenant",
        subject_id: after.id.to_string(),
        before: lifecycle::audit_json(before),
        after: lifecycle::audit_json(after),
        reason: None,
    };
    Ok(record_action(tx, act).await?)
}
