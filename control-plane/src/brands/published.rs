//! Queries of the route table about brands: the published version number, and the content only of
//! versions that are not cached yet.

use super::rows::{self, Column};
use super::store::PUBLISHED;
use chrono::{DateTime, Utc};
use platform::{Scope, System, TenantId};
use sea_orm::{ColumnTrait, Condition, DbErr, FromQueryResult, QuerySelect};
use std::collections::HashMap;

/// Identifies the content of a brand: equal stamps mean equal brands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct BrandStamp {
    version: i64,
    revision: i64,
    updated_at: Option<DateTime<Utc>>,
}

/// Stamps of the published brands of these tenants, or of all tenants.
///
/// # Errors
/// Database errors.
pub(crate) async fn published_stamps(
    scope: &Scope<System>,
    of: Option<&[TenantId]>,
) -> Result<HashMap<TenantId, BrandStamp>, DbErr> {
    #[derive(FromQueryResult)]
    struct PublishedStamp {
        tenant_id: TenantId,
        version: i64,
        revision: i64,
        updated_at: Option<DateTime<Utc>>,
    }
    let short = |select: sea_orm::Select<rows::Entity>| {
        select.select_only().columns([
            Column::TenantId,
            Column::Version,
            Column::Revision,
            Column::UpdatedAt,
        ])
    };
    let brands =
        scope.global::<rows::Entity>().filter(published_condition(of)).modify_select(short);
    let stamped = brands.all_as::<PublishedStamp>().await?.into_iter().map(|row| {
        let PublishedStamp { tenant_id, version, revision, updated_at } = row;
        (tenant_id, BrandStamp { version, revision, updated_at })
    });
    Ok(stamped.collect())
}

/// Published brands of these tenants, or of all tenants.
///
/// # Errors
/// Database errors.
pub(crate) async fn published_brands(
    scope: &Scope<System>,
    of: Option<&[TenantId]>,
) -> Result<HashMap<TenantId, rows::Model>, DbErr> {
    let brands = scope.global::<rows::Entity>().filter(published_condition(of)).all().await?;
    Ok(brands.into_iter().map(|row| (row.tenant_id, row)).collect())
}

fn published_condition(of: Option<&[TenantId]>) -> Condition {
    let theirs = of.map(|of| Column::TenantId.is_in(of.iter().map(|id| id.uuid())));
    Condition::all().add(Column::State.eq(PUBLISHED)).add_option(theirs)
}
