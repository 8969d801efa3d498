//! Publishes the draft, and restores earlier versions.

use super::draft::{audit, check_open};
use super::error::BrandError;
use super::store::{self, PUBLISHED, SUPERSEDED};
use super::{preview, rows};
use crate::tenants::ManagedTenant;
use crate::{routes_feed, tenants};
use platform::{AccountViewer, Member, Problem, Scope, Tx, db, step_up};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::Expr;
use sea_orm::{ActiveModelTrait, IntoActiveModel};
use serde_json::Value;

/// Publishes the draft at the revision that was read. Edges are notified on commit.
///
/// # Errors
/// [`BrandError`], a request for recent authentication, or a database error.
pub(super) async fn publish(
    scope: &mut Scope<Member>,
    tenant: &ManagedTenant,
    revision: i64,
) -> Result<rows::Model, Problem> {
    check_open(tenant)?;
    step_up::require_recent_auth(scope)?;
    let tx = scope.begin().await?;
    tenants::lock(&tx, tenant.id()).await?;
    let present = store::present_in(&tx, tenant.id()).await?;
    let draft = present.draft.ok_or(BrandError::NoDraft)?;
    archive_published(&tx, tenant).await?;
    // The draft's number follows all versions that were published since it was created.
    let version = store::next_version(&tx, tenant.id()).await?;
    let version = if version == draft.version + 1 { draft.version } else { version };
    let now = tx.now();
    let seen = |rows: sea_orm::UpdateMany<rows::Entity>| {
        rows.col_expr(rows::Column::Version, Expr::value(version))
            .col_expr(rows::Column::State, Expr::value(PUBLISHED))
            .col_expr(rows::Column::PublishedAt, Expr::value(now))
    };
    let unchanged = store::unchanged_draft(tenant.id(), revision);
    let table = tx.global_table::<rows::Entity>();
    let changed = match table.update_returning(unchanged, seen).await {
        // Someone else restored an earlier version concurrently.
        Err(error) if db::is_taken(&error) => return Err(BrandError::Changed.into()),
        other => other?,
    };
    let after = changed.into_iter().next().ok_or(BrandError::Changed)?;
    preview::end_in(&tx, tenant.id()).await?;
    notify_admins(&tx, tenant, "brand.publish", present.published.as_ref(), &after).await?;
    tx.commit().await?;
    tracing::info!(tenant.id = %tenant.id(), version = after.version, "brand published");
    Ok(after)
}

/// Publishes a copy of an earlier version. An existing draft is kept.
///
/// # Errors
/// As [`publish`].
pub(super) async fn roll_back(
    scope: &mut Scope<Member>,
    tenant: &ManagedTenant,
    version: i64,
) -> Result<rows::Model, Problem> {
    check_open(tenant)?;
    step_up::require_recent_auth(scope)?;
    let tx = scope.begin().await?;
    tenants::lock(&tx, tenant.id()).await?;
    let earlier = store::find_version(&tx, tenant.id(), version).await?;
    let earlier = earlier.ok_or(BrandError::NoVersion)?;
    match earlier.state.as_str() {
        SUPERSEDED => {}
        PUBLISHED => return Err(BrandError::Current.into()),
        _ => return Err(BrandError::NoVersion.into()),
    }
    let present = store::present_in(&tx, tenant.id()).await?;
    archive_published(&tx, tenant).await?;
    let now = tx.now();
    let copy = rows::ActiveModel {
        version: Set(store::next_version(&tx, tenant.id()).await?),
        state: Set(PUBLISHED.to_owned()),
        revision: Set(1),
        created_by: Set(Some(tx.viewer().id())),
        created_at: Set(now),
        updated_at: Set(Some(now)),
        published_at: Set(Some(now)),
        ..earlier.into_active_model().reset_all()
    };
    let inserted = tx.global_table::<rows::Entity>().insert(copy).await;
    let after = match inserted {
        Err(error) if db::is_taken(&error) => return Err(BrandError::Changed.into()),
        other => other?,
    };
    notify_admins(&tx, tenant, "brand.rollback", present.published.as_ref(), &after).await?;
    tx.commit().await?;
    tracing::info!(tenant.id = %tenant.id(), version, "brand version {version} restored");
    Ok(after)
}

async fn archive_published(tx: &Tx<'_, Member>, tenant: &ManagedTenant) -> Result<(), Problem> {
    let seen = store::in_state(tenant.id(), PUBLISHED);
    let over = |rows: sea_orm::UpdateMany<rows::Entity>| {
        rows.col_expr(rows::Column::State, Expr::value(SUPERSEDED))
    };
    tx.global_table::<rows::Entity>().update(seen, over).await?.as_many_as_there_are();
    Ok(())
}

/// Updates everything that depends on the published brand: the tenant's name in lists, the edges,
/// the audit log.
async fn notify_admins(
    tx: &Tx<'_, Member>,
    tenant: &ManagedTenant,
    action: &'static str,
    before: Option<&rows::Model>,
    after: &rows::Model,
) -> Result<(), Problem> {
    tenants::name_as_published(tx, tenant.id(), &after.name).await?;
    routes_feed::raise_version(tx).await?;
    let before = before.map_or(Value::Null, rows::Model::to_audit_value);
    audit(tx, tenant, action, before, after.to_audit_value()).await
}
