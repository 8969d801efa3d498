//! Changes to the draft. Of two concurrent changes the second is refused, so no change is
//! overwritten.

use super::error::BrandError;
use super::input::{BrandDraft, Design};
use super::store::{self, DRAFT};
use super::write::{Uploads, design_columns};
use super::{icons, preview, rows, unused_uploads};
use crate::tenants::ManagedTenant;
use platform::audit::{AuditedAction, record_action};
use platform::{AccountViewer, Member, Problem, Scope, Tx, UserId, db};
use sea_orm::ActiveValue::Set;
use serde_json::Value;

/// First draft: the platform's design with the tenant's name.
pub(super) fn first_design(tenant: &ManagedTenant) -> Design {
    let (brand, _) = super::platform_brand();
    Design {
        name: tenant.brand_name().to_owned(),
        colour: super::PLATFORM_COLOUR,
        headings: brand.headings,
        corners: brand.corners,
        top_bar: brand.top_bar,
        sign_in_layout: brand.sign_in_layout,
        picture: brand.picture,
        sign_in_title: None,
        sign_in_text: None,
        mail_sender_name: None,
        mail_footer: None,
        footer_links: Vec::new(),
    }
}

/// Refuses changes to an archived portal.
pub(super) fn check_open(tenant: &ManagedTenant) -> Result<(), BrandError> {
    if tenant.is_archived() { Err(BrandError::Archived) } else { Ok(()) }
}

/// Saves the draft as sent.
///
/// # Errors
/// [`BrandError`], a database error or a store error.
pub(super) async fn save(
    scope: &mut Scope<Member>,
    tenant: &ManagedTenant,
    sent: BrandDraft,
) -> Result<rows::Model, Problem> {
    check_open(tenant)?;
    let present = store::load_present(scope, tenant.id()).await?;
    let uploads = present.newest_version().map(Uploads::from).unwrap_or_default();
    let revision = sent.revision;
    let design = Design::check(sent, uploads.picture_url.is_some())?;
    change(scope, tenant, "brand.save", revision, &design, uploads).await
}

/// Writes the draft: replaces the revision that was read, or creates one if there was none.
pub(super) async fn change(
    scope: &mut Scope<Member>,
    tenant: &ManagedTenant,
    action: &'static str,
    revision: Option<i64>,
    design: &Design,
    mut uploads: Uploads,
) -> Result<rows::Model, Problem> {
    uploads.icons_url =
        Some(icons::store_icons(scope.services(), tenant.id(), design, &uploads).await?);
    let tx = scope.begin().await?;
    let before = store::present_in(&tx, tenant.id()).await?;
    let mut row = design_columns(design, &uploads);
    row.updated_at = Set(Some(tx.now()));
    let after = match revision {
        None => create_draft(&tx, tenant, row).await?,
        Some(revision) => {
            row.revision = Set(revision + 1);
            let unchanged = store::unchanged_draft(tenant.id(), revision);
            let table = tx.global_table::<rows::Entity>();
            let changed = table.update_returning(unchanged, |rows| rows.set(row)).await?;
            changed.into_iter().next().ok_or(BrandError::Changed)?
        }
    };
    if let Some(draft) = &before.draft {
        unused_uploads::schedule_deletion(&tx, tenant.id(), draft, &uploads).await?;
    }
    let (was, is) =
        (before.newest_version().map(rows::Model::to_audit_value), after.to_audit_value());
    audit(&tx, tenant, action, was.unwrap_or(Value::Null), is).await?;
    tx.commit().await?;
    Ok(after)
}

/// Creates a draft. If one exists already, the client does not know it, so this is a conflict.
async fn create_draft(
    tx: &Tx<'_, Member>,
    tenant: &ManagedTenant,
    mut row: rows::ActiveModel,
) -> Result<rows::Model, Problem> {
    row.tenant_id = Set(tenant.id());
    row.version = Set(store::next_version(tx, tenant.id()).await?);
    row.state = Set(DRAFT.to_owned());
    row.revision = Set(1);
    row.created_by = Set(Some(tx.viewer().id()));
    row.created_at = Set(tx.now());
    row.published_at = Set(None);
    match tx.global_table::<rows::Entity>().insert(row).await {
        Err(error) if db::is_taken(&error) => Err(BrandError::Changed.into()),
        other => Ok(other?),
    }
}

/// Deletes the draft and its preview link. Succeeds if there is no draft.
///
/// # Errors
/// [`BrandError::Archived`] or a database error.
pub(super) async fn discard(
    scope: &mut Scope<Member>,
    tenant: &ManagedTenant,
) -> Result<(), Problem> {
    check_open(tenant)?;
    let tx = scope.begin().await?;
    let drafts = store::in_state(tenant.id(), DRAFT);
    let gone = tx.global_table::<rows::Entity>().delete_returning(drafts).await?;
    preview::end_in(&tx, tenant.id()).await?;
    if let Some(gone) = gone.first() {
        unused_uploads::schedule_deletion(&tx, tenant.id(), gone, &Uploads::default()).await?;
        audit(&tx, tenant, "brand.discard", gone.to_audit_value(), Value::Null).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Records an action on a tenant's brand in the audit log.
pub(super) async fn audit(
    tx: &Tx<'_, Member>,
    tenant: &ManagedTenant,
    action: &'static str,
    before: Value,
    after: Value,
) -> Result<(), Problem> {
    let actor: UserId = tx.viewer().id();
    let act = AuditedAction {
        actor: Some(actor),
        action,
        subject_kind: "tenant",
        subject_id: tenant.id().to_string(),
        before,
        after,
        reason: None,
    };
    Ok(record_action(tx, act).await?)
}
