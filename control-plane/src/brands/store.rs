//! Queries about brands.

use super::document::BrandVersion;
use super::rows::{self, Column, Entity};
use chrono::{DateTime, Utc};
use platform::{Scope, TenantId, Tx};
use sea_orm::{ColumnTrait, Condition, DbErr, FromQueryResult, QueryOrder, Select};

pub(super) const DRAFT: &str = "draft";
pub(super) const PUBLISHED: &str = "published";
pub(super) const SUPERSEDED: &str = "superseded";
/// Maximum number of listed versions.
const LISTED_MAX: i64 = 200;

/// Draft and published version of a tenant.
#[derive(Debug, Default)]
pub(super) struct CurrentVersions {
    pub draft: Option<rows::Model>,
    pub published: Option<rows::Model>,
}

impl CurrentVersions {
    /// Returns the basis of a change: the draft, or else the published version.
    pub fn newest_version(&self) -> Option<&rows::Model> {
        self.draft.as_ref().or(self.published.as_ref())
    }

    fn from_rows(rows: Vec<rows::Model>) -> Self {
        let mut present = Self::default();
        for row in rows {
            match row.state.as_str() {
                DRAFT => present.draft = Some(row),
                _ => present.published = Some(row),
            }
        }
        present
    }
}

fn of_tenant(tenant: TenantId) -> Condition {
    Condition::all().add(Column::TenantId.eq(tenant))
}

fn is_present(tenant: TenantId) -> Condition {
    of_tenant(tenant).add(Column::State.is_in([DRAFT, PUBLISHED]))
}

/// Rows of a tenant in a state.
pub(super) fn in_state(tenant: TenantId, state: &str) -> Condition {
    of_tenant(tenant).add(Column::State.eq(state))
}

/// Draft of a tenant at this revision.
pub(super) fn unchanged_draft(tenant: TenantId, revision: i64) -> Condition {
    in_state(tenant, DRAFT).add(Column::Revision.eq(revision))
}

pub(super) async fn load_present<V>(
    scope: &Scope<V>,
    tenant: TenantId,
) -> Result<CurrentVersions, DbErr> {
    let rows = scope.global::<Entity>().filter(is_present(tenant)).all().await?;
    Ok(CurrentVersions::from_rows(rows))
}

pub(super) async fn present_in<V>(
    tx: &Tx<'_, V>,
    tenant: TenantId,
) -> Result<CurrentVersions, DbErr> {
    let rows = tx.global::<Entity>().filter(is_present(tenant)).all().await?;
    Ok(CurrentVersions::from_rows(rows))
}

/// Returns one version.
pub(super) async fn find_version<V>(
    tx: &Tx<'_, V>,
    tenant: TenantId,
    version: i64,
) -> Result<Option<rows::Model>, DbErr> {
    tx.global::<Entity>().by_id((tenant, version)).one().await
}

/// Returns the number of the next version.
pub(super) async fn next_version<V>(tx: &Tx<'_, V>, tenant: TenantId) -> Result<i64, DbErr> {
    let newest = |select: Select<Entity>| select.order_by_desc(Column::Version);
    let newest =
        tx.global::<Entity>().filter(of_tenant(tenant)).modify_select(newest).one().await?;
    Ok(newest.map_or(1, |row| row.version + 1))
}

/// Returns the versions of a tenant with the names of their creators, newest first.
pub(super) async fn list_versions<V>(
    scope: &Scope<V>,
    tenant: TenantId,
) -> Result<Vec<BrandVersion>, DbErr> {
    #[derive(FromQueryResult)]
    struct BrandListRow {
        version: i64,
        state: String,
        name: String,
        colour: String,
        created_at: DateTime<Utc>,
        published_at: Option<DateTime<Utc>>,
        first_name: Option<String>,
        last_name: Option<String>,
    }
    const SQL: &str = "SELECT b.version, b.state, b.name, b.colour, b.created_at, b.published_at, \
         u.first_name, u.last_name FROM brands b LEFT JOIN users u ON u.id = b.created_by \
         WHERE b.tenant_id = $1 ORDER BY b.version DESC LIMIT $2";
    let listed =
        scope.raw(SQL, vec![tenant.into(), LISTED_MAX.into()]).all::<BrandListRow>().await?;
    let versions = listed.into_iter().map(|row| BrandVersion {
        version: row.version,
        state: row.state,
        name: row.name,
        colour: row.colour,
        created_at: row.created_at,
        published_at: row.published_at,
        created_by_name: row.first_name.map(|first| {
            let last = row.last_name.unwrap_or_default();
            format!("{first} {last}").trim().to_owned()
        }),
    });
    Ok(versions.collect())
}
