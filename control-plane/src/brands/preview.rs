//! Preview link: shows the draft's sign-in page to people without an account, such as a committee,
//! and no personal data. The link carries 256 random bits in its fragment, which is not sent to a
//! server; the page sends them in a request body. Each tenant has at most one link. It ends when it
//! is revoked, when the draft is published or discarded, or after a week.

use super::draft::{audit, check_open};
use super::error::BrandError;
use super::rows::{self, previews};
use super::store;
use crate::tenants::ManagedTenant;
use chrono::{DateTime, Duration, Utc};
use platform::jobs::JobScope;
use platform::limiter::{LimitKey, LimitedAction};
use platform::{AccountViewer, Member, Problem, Scope, TenantId, Tx, Visitor, tokens};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, DbErr, ExprTrait};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;
use wire::Brand;

/// Lifetime of a link.
const LINK_LIFETIME: Duration = Duration::days(7);
/// Random bytes in a link.
const TOKEN_BYTES: usize = 32;
/// Path of the preview page.
const PAGE_PATH: &str = "/brand-preview";

/// A new preview link.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BrandPreviewLink {
    /// Complete URL; shown once, because only its hash is stored.
    pub url: String,
    /// Time of expiry.
    pub expires_at: DateTime<Utc>,
}

/// Content of a preview.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BrandPreview {
    /// Branding of the draft.
    pub brand: Brand,
    /// CSS custom properties of the brand, ready for a style element.
    pub css: String,
    /// Time of expiry.
    pub expires_at: DateTime<Utc>,
}

/// Creates a link; replaces an earlier one.
///
/// # Errors
/// [`BrandError`] or a database error.
pub(super) async fn open(
    scope: &mut Scope<Member>,
    tenant: &ManagedTenant,
) -> Result<BrandPreviewLink, Problem> {
    check_open(tenant)?;
    let token = tokens::random_token::<TOKEN_BYTES>().map_err(Problem::internal)?;
    let tx = scope.begin().await?;
    if store::present_in(&tx, tenant.id()).await?.draft.is_none() {
        return Err(BrandError::NoDraft.into());
    }
    let now = tx.now();
    let expires_at = now + LINK_LIFETIME;
    let row = previews::ActiveModel {
        tenant_id: Set(tenant.id()),
        token_hash: Set(tokens::hash(&token)),
        created_by: Set(Some(tx.viewer().id())),
        created_at: Set(now),
        expires_at: Set(expires_at),
    };
    let mut replace = OnConflict::column(previews::Column::TenantId);
    replace.update_columns([
        previews::Column::TokenHash,
        previews::Column::CreatedBy,
        previews::Column::CreatedAt,
        previews::Column::ExpiresAt,
    ]);
    tx.global_table::<previews::Entity>().upsert(row, replace).await?;
    audit(&tx, tenant, "brand.preview", Value::Null, json!({ "expiresAt": expires_at })).await?;
    tx.commit().await?;
    let main = &scope.services().config().server.main_origin;
    Ok(BrandPreviewLink { url: format!("{main}{PAGE_PATH}#{token}"), expires_at })
}

/// Revokes the link, if there is one.
///
/// # Errors
/// Database errors.
pub(super) async fn end(scope: &mut Scope<Member>, tenant: &ManagedTenant) -> Result<(), Problem> {
    let tx = scope.begin().await?;
    if end_in(&tx, tenant.id()).await? {
        audit(&tx, tenant, "brand.preview-end", Value::Null, Value::Null).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Like `end`, within a transaction; returns whether there was a link.
pub(super) async fn end_in<V>(tx: &Tx<'_, V>, tenant: TenantId) -> Result<bool, Problem> {
    let theirs = previews::Column::TenantId.eq(tenant);
    Ok(tx.global_table::<previews::Entity>().delete(theirs).await?.is_changed())
}

/// Returns the preview for a link's token.
///
/// # Errors
/// [`BrandError::PreviewEnded`] for every invalid token, [`BrandError::TooMany`], or a database
/// error.
pub(super) async fn get_preview(
    scope: &Scope<Visitor>,
    token: &str,
) -> Result<BrandPreview, Problem> {
    let client = LimitKey::network(scope.facts().context.client_ip);
    let verdict =
        scope.services().limiter().count_attempt(LimitedAction::BrandPreview, &client).await;
    if !verdict.allowed {
        return Err(BrandError::TooMany(verdict.retry_after_s).into());
    }
    let known = previews::Column::TokenHash.eq(tokens::hash(token));
    let good = previews::Column::ExpiresAt.gt(scope.now());
    let link = scope.global::<previews::Entity>().filter(known.and(good)).one().await?;
    let link = link.ok_or(BrandError::PreviewEnded)?;
    let draft = store::load_present(scope, link.tenant_id).await?.draft;
    let draft: rows::Model = draft.ok_or(BrandError::PreviewEnded)?;
    let css = draft.css.clone();
    Ok(BrandPreview { brand: draft.to_brand(), css, expires_at: link.expires_at })
}

/// Removes expired links.
///
/// # Errors
/// Database errors; the job is retried.
pub async fn sweep(scope: &mut JobScope) -> Result<(), DbErr> {
    let tx = scope.begin().await?;
    let ended = previews::Column::ExpiresAt.lte(tx.now());
    tx.global_table::<previews::Entity>().delete(ended).await?.as_many_as_there_are();
    tx.commit().await
}
