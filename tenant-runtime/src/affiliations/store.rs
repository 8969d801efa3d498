//! Queries for affiliations.

use super::rows::{affiliation, member, path, portal};
use super::view::AffiliationBanner;
use crate::search_index::{SearchTerm, prefix_pattern};
use platform::db::Rows;
use platform::{AccountViewer, AffiliationId, Scope, TenantId, Tx, UserId};
use sea_orm::sea_query::{Alias, CaseStatement, Expr, ExprTrait, LikeExpr, Query, SimpleExpr};
use sea_orm::{ColumnTrait, Condition, DbErr, FromQueryResult, QueryOrder, QuerySelect};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use uuid::Uuid;

/// Cursor of a directory page.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct NameCursor {
    pub name: String,
    pub id: AffiliationId,
}

/// The user's affiliations on all sites: permissions to link and join depend on all of them.
///
/// # Errors
/// Database errors.
pub async fn held_by<V: AccountViewer>(scope: &Scope<V>) -> Result<Vec<AffiliationId>, DbErr> {
    scope
        .own::<member::Entity>()
        .modify_select(|select| select.select_only().column(member::Column::AffiliationId))
        .all_tuples::<AffiliationId>()
        .await
}

/// Condition, for queries of other features, that the user is a member of the affiliation in
/// `column`.
pub fn is_held<C: ColumnTrait>(column: C, user: UserId) -> Condition {
    let held = Query::select()
        .column(member::Column::AffiliationId)
        .from(member::Entity)
        .and_where(member::Column::UserId.eq(user.uuid()))
        .to_owned();
    Condition::all().add(column.in_subquery(held))
}

/// Names of these affiliations, as far as they are visible on this site.
///
/// # Errors
/// Database errors.
pub async fn visible_names<V>(
    scope: &Scope<V>,
    ids: &[AffiliationId],
) -> Result<HashMap<AffiliationId, String>, DbErr> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let rows: Vec<(AffiliationId, String)> = scope
        .select::<affiliation::Entity>()
        .filter(affiliation::Column::Id.is_in(to_uuids(ids)))
        .modify_select(|select| {
            select.select_only().column(affiliation::Column::Id).column(affiliation::Column::Name)
        })
        .all_tuples()
        .await?;
    Ok(rows.into_iter().collect())
}

pub(super) fn to_uuids(ids: &[AffiliationId]) -> impl Iterator<Item = Uuid> {
    ids.iter().map(|id| id.uuid())
}

/// Up to `limit + 1` matching affiliations, by name.
pub(super) async fn list_page(
    rows: Rows<'_, affiliation::Entity>,
    fits: Condition,
    after: Option<NameCursor>,
    limit: u64,
) -> Result<Vec<affiliation::Model>, DbErr> {
    use affiliation::Column::{Id, NameSearch};
    let beyond = after.map(|last| {
        let same_name =
            Condition::all().add(NameSearch.eq(last.name.as_str())).add(Id.gt(last.id.uuid()));
        Condition::any().add(NameSearch.gt(last.name.as_str())).add(same_name)
    });
    rows.filter(fits)
        .filter(Condition::all().add_option(beyond))
        .modify_select(|select| select.order_by_asc(NameSearch).order_by_asc(Id).limit(limit + 1))
        .all()
        .await
}

/// Up to `limit` matching affiliations whose name contains every search term: exact matches first,
/// then prefix matches, then by name (F-080, G-018).
pub(super) async fn find_by_terms(
    rows: Rows<'_, affiliation::Entity>,
    fits: Condition,
    term: &SearchTerm,
    limit: u64,
) -> Result<Vec<affiliation::Model>, DbErr> {
    use affiliation::Column::{Id, NameSearch};
    let is_like = |pattern: &str| NameSearch.like(LikeExpr::new(pattern).escape('!'));
    let nearness: SimpleExpr = CaseStatement::new()
        .case(NameSearch.eq(term.lower.as_str()), Expr::value(0))
        .case(is_like(&prefix_pattern(&term.lower)), Expr::value(1))
        .finally(Expr::value(2))
        .into();
    let parts = term.lower.split(' ').map(|part| is_like(&format!("%{}", prefix_pattern(part))));
    rows.filter(fits)
        .filter(parts.fold(Condition::all(), Condition::add))
        .modify_select(|select| {
            select.order_by_asc(nearness).order_by_asc(NameSearch).order_by_asc(Id).limit(limit)
        })
        .all()
        .await
}

/// The affiliation in a request's path, by id or URL path.
pub(super) async fn find_by_id_or_path<V>(
    scope: &Scope<V>,
    id_or_path: &str,
) -> Result<Option<affiliation::Model>, DbErr> {
    let wanted = id_or_path.trim().to_lowercase();
    find(scope, wanted.parse().ok(), &wanted).await
}

/// Id of the affiliation with this id or path.
///
/// # Errors
/// Database errors.
pub async fn find_id<V>(
    scope: &Scope<V>,
    id_or_path: &str,
) -> Result<Option<AffiliationId>, DbErr> {
    Ok(find_by_id_or_path(scope, id_or_path).await?.map(|affiliation| affiliation.id))
}

/// Condition that the affiliation in `column` was not merged into another one.
pub(super) fn is_unmerged<C: ColumnTrait>(column: C) -> Condition {
    let merged = Query::select()
        .column(Alias::new("affiliation_id"))
        .from(Alias::new("affiliation_merges"))
        .to_owned();
    Condition::all().add(column.not_in_subquery(merged))
}

/// Id of the affiliation with this id or path, and whether everyone may see its page.
///
/// # Errors
/// Database errors.
pub async fn find_with_publicity<V>(
    scope: &Scope<V>,
    id_or_path: &str,
) -> Result<Option<(AffiliationId, bool)>, DbErr> {
    let found = find_by_id_or_path(scope, id_or_path).await?;
    Ok(found.map(|row| (row.id, row.is_approved && !row.is_paused && !row.is_private)))
}

/// The affiliation with this id or, failing that, with this path (G-057). One that was merged into
/// another leads to that one.
async fn find<V>(
    scope: &Scope<V>,
    id: Option<AffiliationId>,
    url_path: &str,
) -> Result<Option<affiliation::Model>, DbErr> {
    let by_path = || {
        Query::select()
            .column(path::Column::AffiliationId)
            .from(path::Entity)
            .and_where(path::Column::UrlPath.eq(url_path))
            .to_owned()
    };
    let merge_source = || Expr::col(Alias::new("affiliation_id"));
    let merged = Condition::any()
        .add_option(id.map(|id| merge_source().eq(id.uuid())))
        .add(merge_source().in_subquery(by_path()));
    let by_merge = Query::select()
        .column(Alias::new("into_id"))
        .from(Alias::new("affiliation_merges"))
        .cond_where(merged)
        .to_owned();
    let named = Condition::any()
        .add_option(id.map(|id| affiliation::Column::Id.eq(id.uuid())))
        .add(affiliation::Column::Id.in_subquery(by_path()))
        .add(affiliation::Column::Id.in_subquery(by_merge));
    let kept = is_unmerged(affiliation::Column::Id);
    let found = scope.select::<affiliation::Entity>().filter(named).filter(kept).all().await?;
    let position = found.iter().position(|row| Some(row.id) == id).unwrap_or(0);
    Ok(found.into_iter().nth(position))
}

/// The affiliation with this id.
pub(super) async fn with_id<V>(
    scope: &Scope<V>,
    id: AffiliationId,
) -> Result<Option<affiliation::Model>, DbErr> {
    scope.select::<affiliation::Entity>().by_id(id).one().await
}

/// The affiliation with this id, if one is given.
pub(super) async fn find_by_id<V>(
    tx: &Tx<'_, V>,
    id: Option<AffiliationId>,
) -> Result<Option<affiliation::Model>, DbErr> {
    match id {
        Some(id) => tx.select::<affiliation::Entity>().by_id(id).one().await,
        None => Ok(None),
    }
}

/// URL paths of these affiliations.
pub(super) async fn url_paths<V>(
    scope: &Scope<V>,
    ids: &[AffiliationId],
) -> Result<HashMap<AffiliationId, String>, DbErr> {
    let of_these = path::Column::AffiliationId.is_in(to_uuids(ids));
    let rows = scope.select::<path::Entity>().filter(of_these).all().await?;
    Ok(rows.into_iter().map(|row| (row.affiliation_id, row.url_path)).collect())
}

/// A portal, with the data of its published brand that the main site shows.
#[derive(FromQueryResult)]
pub(super) struct PortalBrandRow {
    pub id: TenantId,
    pub affiliation_id: AffiliationId,
    pub subdomain: String,
    pub state: String,
    pub brand_name: String,
    pub brand_colour: Option<String>,
    pub brand_logo: Option<String>,
}

/// The portals of these affiliations that have not been archived.
pub(super) async fn open_portals<V>(
    scope: &Scope<V>,
    ids: &[AffiliationId],
) -> Result<HashMap<AffiliationId, PortalBrandRow>, DbErr> {
    use portal::Column::{AffiliationId as Of, BrandName, Id, State, Subdomain};
    let of_brand = |column| {
        Expr::cust(format!(
            "(SELECT b.{column} FROM brands b \
              WHERE b.tenant_id = tenants.id AND b.state = 'published')"
        ))
    };
    let living = Condition::all()
        .add(portal::Column::AffiliationId.is_in(to_uuids(ids)))
        .add(portal::Column::State.ne("archived"));
    let rows = scope
        .select::<portal::Entity>()
        .filter(living)
        .modify_select(|select| {
            select
                .select_only()
                .columns([Id, Of, Subdomain, State, BrandName])
                .expr_as(of_brand("colour"), "brand_colour")
                .expr_as(of_brand("logo_url"), "brand_logo")
        })
        .all_as::<PortalBrandRow>()
        .await?;
    Ok(rows.into_iter().map(|row| (row.affiliation_id, row)).collect())
}

/// The affiliation's banner, from the published brand of its open portal.
pub(super) async fn find_banner<V: Send + Sync>(
    scope: &Scope<V>,
    affiliation: AffiliationId,
) -> Result<Option<AffiliationBanner>, DbErr> {
    const SQL: &str = "SELECT b.css, b.picture, b.picture_url, b.picture_scrim FROM tenants t \
         JOIN brands b ON b.tenant_id = t.id AND b.state = 'published' \
         WHERE t.affiliation_id = $1 AND t.state = 'active'";
    scope.raw(SQL, vec![affiliation.into()]).one().await
}

/// The user's memberships of these affiliations.
pub(super) async fn memberships_of<V>(
    scope: &Scope<V>,
    user: UserId,
    ids: &[AffiliationId],
) -> Result<HashMap<AffiliationId, member::Model>, DbErr> {
    let mine = Condition::all()
        .add(member::Column::UserId.eq(user.uuid()))
        .add(member::Column::AffiliationId.is_in(to_uuids(ids)));
    let rows = scope.select::<member::Entity>().filter(mine).all().await?;
    Ok(rows.into_iter().map(|row| (row.affiliation_id, row)).collect())
}
