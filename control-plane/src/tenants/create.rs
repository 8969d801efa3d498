//! Creation of portals.

use super::error::TenantError;
use super::rows::{self, TenantState};
use super::{lifecycle, subdomain};
use crate::brands::{self, BrandInput, Rgb};
use bytes::Bytes;
use platform::audit::{AuditedAction, record_action};
use platform::idempotency::{self, Claim, CreatedResponse, IdempotencyKey};
use platform::{
    AccountViewer, AffiliationId, Problem, Scope, Staff, System, TenantId, Tx, db, step_up,
};
use sea_orm::ActiveValue::Set;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// Maximum length of a brand name in characters.
const BRAND_NAME_MAX: usize = 60;
/// Initial brand colour: the platform's own.
const FIRST_COLOUR: Rgb = Rgb([0x0e, 0x6b, 0x5e]);

/// A portal to create and activate.
#[derive(Debug, Clone)]
pub struct NewTenant {
    /// Affiliation of the portal.
    pub affiliation_id: AffiliationId,
    /// First label of the platform subdomain.
    pub subdomain: String,
    /// Its brand, published at once.
    pub brand: BrandInput,
    /// File of its badge, as for an upload; without one the badge is the initial of its name.
    pub mark: Option<Bytes>,
}

/// A portal to create as a draft.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewTenant)]
pub(super) struct CreateTenant {
    affiliation_id: AffiliationId,
    /// First label of the platform subdomain: 2 to 63 letters, digits and inner hyphens.
    subdomain: String,
    /// Display name.
    brand_name: String,
}

/// Creates and activates a portal with a published brand, and notifies the edges.
///
/// # Errors
/// [`TenantError`] or a database error.
pub async fn open(scope: &mut Scope<System>, new: NewTenant) -> Result<TenantId, Problem> {
    let tx = scope.begin().await?;
    let draft = insert(&tx, new, (None, None)).await?;
    lifecycle::set_state(&tx, &draft, TenantState::Active, (None, None)).await?;
    tx.commit().await?;
    Ok(draft.id)
}

/// Creates a portal as a draft with a published brand.
///
/// # Errors
/// [`TenantError`] or a database error.
pub async fn prepare(scope: &mut Scope<System>, new: NewTenant) -> Result<TenantId, Problem> {
    let tx = scope.begin().await?;
    let draft = insert(&tx, new, (None, None)).await?;
    tx.commit().await?;
    Ok(draft.id)
}

/// A portal to create on the operator's command.
#[derive(Debug, Clone)]
pub struct OperatorTenant {
    /// Affiliation of the portal.
    pub affiliation_id: AffiliationId,
    /// First label of the platform subdomain.
    pub subdomain: String,
    /// Display name.
    pub brand_name: String,
    /// Activate it at once; otherwise it stays a draft.
    pub is_activated: bool,
}

/// Creates a portal on the operator's command, by the rules for staff.
///
/// # Errors
/// [`TenantError`] or a database error.
pub async fn create_by_operator(
    scope: &mut Scope<System>,
    new: OperatorTenant,
) -> Result<TenantId, Problem> {
    let by = (None, Some("command line"));
    let portal = NewTenant {
        affiliation_id: new.affiliation_id,
        subdomain: new.subdomain,
        brand: first_brand(check_brand_name(&new.brand_name)?),
        mark: None,
    };
    let tx = scope.begin().await?;
    let made = insert(&tx, portal, by).await?;
    if new.is_activated {
        lifecycle::set_state(&tx, &made, TenantState::Active, by).await?;
    }
    tx.commit().await?;
    tracing::info!(tenant.id = %made.id, "tenant {} created", made.id);
    Ok(made.id)
}

/// The brand name in one line, within its limits.
fn check_brand_name(name: &str) -> Result<String, TenantError> {
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() || name.chars().count() > BRAND_NAME_MAX {
        return Err(TenantError::BrandName);
    }
    Ok(name)
}

/// Creates a portal as a draft.
///
/// # Errors
/// [`TenantError`], a request for recent authentication, or a database error.
pub(super) async fn create(
    scope: &mut Scope<Staff>,
    key: &IdempotencyKey,
    new: &CreateTenant,
) -> Result<CreatedResponse<TenantId>, Problem> {
    step_up::require_recent_auth(scope)?;
    let name = check_brand_name(&new.brand_name)?;
    let actor = scope.viewer().id();
    let tx = scope.begin().await?;
    let fingerprint = idempotency::request_fingerprint("/control/tenants", new);
    if let Claim::Replay(id) = idempotency::claim(&tx, key, &fingerprint).await? {
        return Ok(CreatedResponse::repeated(id));
    }
    let portal = NewTenant {
        affiliation_id: new.affiliation_id,
        subdomain: new.subdomain.clone(),
        brand: first_brand(name),
        mark: None,
    };
    let made = insert(&tx, portal, (Some(actor), None)).await?;
    idempotency::store_response(&tx, key, &made.id).await?;
    tx.commit().await?;
    tracing::info!(tenant.id = %made.id, "tenant {} created", made.id);
    Ok(CreatedResponse::created(made.id))
}

/// Inserts the draft with its first brand, and records the action.
async fn insert<V>(
    tx: &Tx<'_, V>,
    new: NewTenant,
    (actor, reason): lifecycle::ActorAndReason<'_>,
) -> Result<rows::Model, Problem> {
    let subdomain = subdomain::validated(&new.subdomain, &tx.services().config().server)?;
    check_affiliation(tx, new.affiliation_id).await?;
    subdomain::check_free(tx, &subdomain, Some(new.affiliation_id)).await?;
    let (id, now) = (TenantId::new(), tx.now());
    let row = rows::ActiveModel {
        id: Set(id),
        affiliation_id: Set(new.affiliation_id),
        subdomain: Set(subdomain.clone()),
        state: Set(TenantState::Draft),
        brand_name: Set(new.brand.name.clone()),
        suspended_reason: Set(None),
        activated_at: Set(None),
        archived_at: Set(None),
        edge_label: Set(None),
        default_language: Set(None),
        created_at: Set(now),
        updated_at: Set(now),
    };
    let inserted = tx.global_table::<rows::Entity>().insert(row).await;
    let made = inserted.map_err(which_key)?;
    subdomain::claim(tx, &subdomain, new.affiliation_id).await?;
    brands::publish_first(tx, id, &new.brand, new.mark).await?;
    let act = AuditedAction {
        actor,
        action: "tenant.create",
        subject_kind: "tenant",
        subject_id: id.to_string(),
        before: Value::Null,
        after: lifecycle::audit_json(&made),
        reason,
    };
    record_action(tx, act).await?;
    Ok(made)
}

/// Determines which unique key a concurrent insert has violated.
pub(super) fn which_key(error: sea_orm::DbErr) -> Problem {
    if !db::is_taken(&error) {
        return error.into();
    }
    let of_affiliation = error.to_string().contains("affiliation");
    if of_affiliation { TenantError::HasPortal.into() } else { TenantError::Taken.into() }
}

/// Checks that the affiliation exists, is approved and is not paused.
///
/// # Errors
/// [`TenantError`] or a database error.
pub(super) async fn check_affiliation<V>(
    tx: &Tx<'_, V>,
    affiliation: AffiliationId,
) -> Result<(), Problem> {
    #[derive(sea_orm::FromQueryResult)]
    struct AffiliationApproval {
        is_approved: bool,
        is_paused: bool,
    }
    const SQL: &str = "SELECT is_approved, is_paused FROM affiliations WHERE id = $1";
    let found = tx.raw(SQL, vec![affiliation.into()]).one::<AffiliationApproval>().await?;
    let found = found.ok_or(TenantError::NoAffiliation)?;
    if !found.is_approved {
        return Err(TenantError::NotApproved.into());
    }
    if found.is_paused {
        return Err(TenantError::AffiliationPaused.into());
    }
    Ok(())
}

/// Initial brand of a portal.
fn first_brand(name: String) -> BrandInput {
    BrandInput {
        name,
        colour: FIRST_COLOUR,
        headings: "plain".to_owned(),
        corners: "soft".to_owned(),
        top_bar: "paper".to_owned(),
        sign_in_layout: "panel".to_owned(),
        picture: "oculus".to_owned(),
        sign_in_title: None,
        sign_in_text: None,
    }
}
