//! A link that shows the draft to people without an account, such as a committee: the looks of the
//! sign-in page, and nothing of anybody. The link carries 256 random bits in its fragment, which no
//! server sees; the page sends them in a body. One link a tenant; it ends when it is taken back, when the
//! draft is published or thrown away, and after a week.

use super::drafting::{check_open, note};
use super::error::BrandError;
use super::rows::{self, previews};
use super::store;
use crate::tenants::Managed;
use chrono::{DateTime, Duration, Utc};
use platform::jobs::JobScope;
use platform::limiter::{LimitKey, LimitedAction};
use platform::{Identified, Member, Problem, Scope, TenantId, Tx, Visitor, tokens};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, DbErr, ExprTrait};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;
use wire::Brand;

/// How long a link is good for.
const LIFE: Duration = Duration::days(7);
/// Random bytes of a link.
const TOKEN_BYTES: usize = 32;
/// The page that shows it.
const PAGE: &str = "/brand-preview";

/// A link to give to others.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BrandPreviewLink {
    /// Shown once: only its hash is kept.
    pub url: String,
    /// When it ends by itself.
    pub expires_at: DateTime<Utc>,
}

/// What the link shows.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BrandPreview {
    /// The looks.
    pub brand: Brand,
    /// Their custom properties, ready for a style element.
    pub css: String,
    /// When the link ends by itself.
    pub expires_at: DateTime<Utc>,
}

/// Makes a link; one that was made before ends.
///
/// # Errors
/// [`BrandError`] or the database's.
pub(super) async fn open(
    scope: &mut Scope<Member>,
    tenant: &Managed,
) -> Result<BrandPreviewLink, Problem> {
    check_open(tenant)?;
    let token = tokens::random_token::<TOKEN_BYTES>().map_err(Problem::internal)?;
    let tx = scope.begin().await?;
    if store::present_in(&tx, tenant.id()).await?.draft.is_none() {
        return Err(BrandError::NoDraft.into());
    }
    let now = tx.now();
    let expires_at = now + LIFE;
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
    tx.doorless_table::<previews::Entity>().upsert(row, replace).await?;
    note(&tx, tenant, "brand.preview", Value::Null, json!({ "expiresAt": expires_at })).await?;
    tx.commit().await?;
    let main = &scope.services().config().server.main_origin;
    Ok(BrandPreviewLink { url: format!("{main}{PAGE}#{token}"), expires_at })
}

/// Ends the link, if there is one.
///
/// # Errors
/// The database's.
pub(super) async fn end(scope: &mut Scope<Member>, tenant: &Managed) -> Result<(), Problem> {
    let tx = scope.begin().await?;
    if end_in(&tx, tenant.id()).await? {
        note(&tx, tenant, "brand.preview-end", Value::Null, Value::Null).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// The same within something else; whether there was one.
pub(super) async fn end_in<V>(tx: &Tx<'_, V>, tenant: TenantId) -> Result<bool, Problem> {
    let theirs = previews::Column::TenantId.eq(tenant);
    Ok(tx.doorless_table::<previews::Entity>().delete(theirs).await?.any())
}

/// What a link shows, to whoever has it.
///
/// # Errors
/// [`BrandError::PreviewEnded`] whatever is wrong with it, [`BrandError::TooMany`], the database's.
pub(super) async fn show(scope: &Scope<Visitor>, token: &str) -> Result<BrandPreview, Problem> {
    let client = LimitKey::network(scope.facts().context.client_ip);
    let verdict = scope.services().limiter().hit(LimitedAction::BrandPreview, &client).await;
    if !verdict.allowed {
        return Err(BrandError::TooMany(verdict.retry_after_s).into());
    }
    let known = previews::Column::TokenHash.eq(tokens::hash(token));
    let good = previews::Column::ExpiresAt.gt(scope.now());
    let link = scope.doorless::<previews::Entity>().filter(known.and(good)).one().await?;
    let link = link.ok_or(BrandError::PreviewEnded)?;
    let draft = store::present(scope, link.tenant_id).await?.draft;
    let draft: rows::Model = draft.ok_or(BrandError::PreviewEnded)?;
    let css = draft.css.clone();
    Ok(BrandPreview { brand: draft.to_brand(), css, expires_at: link.expires_at })
}

/// Removes links that have ended by themselves.
///
/// # Errors
/// The database's, to be tried again.
pub async fn sweep(scope: &mut JobScope) -> Result<(), DbErr> {
    let tx = scope.begin().await?;
    let ended = previews::Column::ExpiresAt.lte(tx.now());
    tx.doorless_table::<previews::Entity>().delete(ended).await?.as_many_as_there_are();
    tx.commit().await
}
