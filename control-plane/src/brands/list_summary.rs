//! Branding of a portal in lists.

use super::rows;
use platform::{Scope, TenantId};
use sea_orm::{ColumnTrait, DbErr, QueryOrder};
use std::collections::HashMap;

/// A portal's colour, initial and badge. Its logo is too wide for a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BrandSummary {
    /// `#rrggbb`.
    pub colour: String,
    pub initial: String,
    pub mark_url: Option<String>,
}

/// Returns the branding of these portals: the published one, or the draft if nothing is published.
///
/// # Errors
/// Database errors.
pub(crate) async fn looks_of<V>(
    scope: &Scope<V>,
    tenants: &[TenantId],
) -> Result<HashMap<TenantId, BrandSummary>, DbErr> {
    let theirs = rows::Column::TenantId.is_in(tenants.iter().map(|id| id.uuid()));
    let shown = rows::Column::State.is_in(["published", "draft"]);
    let oldest_first =
        |select: sea_orm::Select<rows::Entity>| select.order_by_asc(rows::Column::Version);
    let both = sea_orm::Condition::all().add(theirs).add(shown);
    let rows =
        scope.global::<rows::Entity>().filter(both).modify_select(oldest_first).all().await?;
    let mut looks: HashMap<TenantId, (bool, BrandSummary)> = HashMap::new();
    for row in rows {
        let published = row.state == "published";
        if looks.get(&row.tenant_id).is_some_and(|(is_published, _)| *is_published && !published) {
            continue;
        }
        let initial = row.name.chars().next().map(String::from).unwrap_or_default();
        let shown = BrandSummary { colour: row.colour, initial, mark_url: row.mark_url };
        looks.insert(row.tenant_id, (published, shown));
    }
    Ok(looks.into_iter().map(|(tenant, (_, looks))| (tenant, looks)).collect())
}
