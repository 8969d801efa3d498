//! Queries for versions and for additions of portals.

use super::document::DocumentKey;
use super::rows::{addition, document, version};
use platform::{AffiliationId, Scope, Staff, Tx};
use sea_orm::sea_query::OnConflict;
use sea_orm::{
    ActiveValue::Set, ColumnTrait, Condition, DbErr, FromQueryResult, QueryOrder, QuerySelect,
};

/// Stores a version, unless it is stored already.
pub(super) async fn store_version<V>(
    tx: &Tx<'_, V>,
    document: &document::Model,
) -> Result<(), DbErr> {
    let row = version::ActiveModel {
        key: Set(document.key.clone()),
        version: Set(document.version),
        title: Set(document.title.clone()),
        content: Set(document.content.clone()),
        effective_date: Set(document.effective_date.clone()),
        published_at: Set(document.last_updated),
        published_by: Set(document.updated_by),
    };
    let table = tx.global_table::<version::Entity>();
    table
        .insert_unless_there(row, &[version::Column::Key, version::Column::Version])
        .await
        .map(drop)
}

/// Up to `limit + 1` versions, newest first.
pub(super) async fn list_versions(
    scope: &Scope<Staff>,
    key: DocumentKey,
    below: Option<i64>,
    limit: u64,
) -> Result<Vec<version::Model>, DbErr> {
    let fits = Condition::all()
        .add(version::Column::Key.eq(key.name()))
        .add_option(below.map(|below| version::Column::Version.lt(below)));
    scope
        .global::<version::Entity>()
        .filter(fits)
        .modify_select(|select| select.order_by_desc(version::Column::Version).limit(limit + 1))
        .all()
        .await
}

pub(super) async fn find(
    scope: &Scope<Staff>,
    key: DocumentKey,
    wanted: i64,
) -> Result<Option<version::Model>, DbErr> {
    scope.global::<version::Entity>().by_id((key.name().to_owned(), wanted)).one().await
}

/// A portal with its addition to a document.
#[derive(Debug, FromQueryResult)]
pub(super) struct AdditionOfPortal {
    pub affiliation_id: AffiliationId,
    pub brand_name: String,
    pub subdomain: String,
    pub content: Option<String>,
    pub version: Option<i64>,
    pub last_updated: Option<chrono::DateTime<chrono::Utc>>,
}

/// All portals with their additions, by name.
pub(super) async fn list_additions(
    scope: &Scope<Staff>,
    key: DocumentKey,
) -> Result<Vec<AdditionOfPortal>, DbErr> {
    const SQL: &str = "SELECT t.affiliation_id, t.brand_name, t.subdomain, a.content, a.version, \
         a.last_updated FROM tenants t LEFT JOIN portal_legal_additions a \
         ON a.affiliation_id = t.affiliation_id AND a.key = $1 \
         WHERE t.state <> 'archived' ORDER BY t.brand_name, t.affiliation_id";
    scope.raw(SQL, vec![key.name().into()]).all().await
}

pub(super) async fn has_portal(tx: &Tx<'_, Staff>, portal: AffiliationId) -> Result<bool, DbErr> {
    #[derive(FromQueryResult)]
    struct PortalSubdomainRow {
        #[expect(dead_code, reason = "only its being there counts")]
        subdomain: String,
    }
    const SQL: &str = "SELECT subdomain FROM tenants WHERE affiliation_id = $1";
    Ok(tx.raw(SQL, vec![portal.into()]).one::<PortalSubdomainRow>().await?.is_some())
}

/// A portal's addition; the following write keeps its row locked until the transaction ends.
pub(super) async fn lock_addition(
    tx: &Tx<'_, Staff>,
    key: DocumentKey,
    portal: AffiliationId,
) -> Result<Option<addition::Model>, DbErr> {
    let row = (portal, key.name().to_owned());
    tx.across_sites::<addition::Entity>().by_id(row).one().await
}

pub(super) async fn put_addition(tx: &Tx<'_, Staff>, row: &addition::Model) -> Result<(), DbErr> {
    use addition::Column;
    let changed = OnConflict::columns([Column::AffiliationId, Column::Key])
        .update_columns([Column::Content, Column::Version, Column::LastUpdated, Column::UpdatedBy])
        .to_owned();
    let row = addition::ActiveModel {
        affiliation_id: Set(row.affiliation_id),
        key: Set(row.key.clone()),
        content: Set(row.content.clone()),
        version: Set(row.version),
        last_updated: Set(row.last_updated),
        updated_by: Set(row.updated_by),
    };
    tx.table_across_sites::<addition::Entity>().upsert(row, changed).await
}
