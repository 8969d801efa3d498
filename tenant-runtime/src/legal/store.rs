//! Queries for legal documents and acknowledgements.

use super::document::{DocumentKey, split_date};
use super::rows::{acknowledgement, addition, document};
use crate::sql::SqlReader;
use platform::{AccountViewer, Scope, Site, Staff, System, Tx, UserId, Visitor};
use sea_orm::sea_query::OnConflict;
use sea_orm::{ActiveValue::Set, ColumnTrait, Condition, DbBackend, DbErr, FromQueryResult};

pub(super) async fn find(
    scope: &Scope<Visitor>,
    key: DocumentKey,
) -> Result<Option<document::Model>, DbErr> {
    scope.global::<document::Entity>().by_id(key.name().to_owned()).one().await
}

pub(super) async fn find_in<V>(
    tx: &Tx<'_, V>,
    key: DocumentKey,
) -> Result<Option<document::Model>, DbErr> {
    tx.global::<document::Entity>().by_id(key.name().to_owned()).one().await
}

/// Keys of the documents that staff have not adapted yet, with whether each is a placeholder.
pub(super) async fn unadapted_keys(scope: &Scope<Staff>) -> Result<Vec<(String, bool)>, DbErr> {
    #[derive(FromQueryResult)]
    struct UnadaptedRow {
        key: String,
        is_placeholder: bool,
    }
    const SQL: &str = "SELECT key, is_placeholder FROM platform_content \
         WHERE is_placeholder OR (updated_by IS NULL AND version = 1) ORDER BY key";
    let rows = scope.raw(SQL, vec![]).all::<UnadaptedRow>().await?;
    Ok(rows.into_iter().map(|row| (row.key, row.is_placeholder)).collect())
}

/// Number of documents whose current version is stored.
pub(super) async fn document_count(system: &Scope<System>) -> Result<usize, DbErr> {
    #[derive(FromQueryResult)]
    struct DocumentCountRow {
        documents: i64,
    }
    const SQL: &str = "SELECT COUNT(*) AS documents FROM platform_content c \
         JOIN platform_content_versions v ON v.key = c.key AND v.version = c.version";
    let kept = system.raw(SQL, vec![]).one::<DocumentCountRow>().await?;
    Ok(kept.map_or(0, |kept| usize::try_from(kept.documents).unwrap_or(0)))
}

pub(super) async fn insert_unless_there(
    tx: &Tx<'_, System>,
    key: DocumentKey,
) -> Result<(), DbErr> {
    let seed = split_date(key.initial_text());
    let row = document::ActiveModel {
        key: Set(key.name().to_owned()),
        title: Set(key.display_title().to_owned()),
        content: Set(seed.content),
        version: Set(1),
        effective_date: Set(seed.effective_date),
        last_updated: Set(tx.now()),
        updated_by: Set(None),
        is_placeholder: Set(true),
    };
    let table = tx.global_table::<document::Entity>();
    table.insert_unless_there(row, &[document::Column::Key]).await.map(drop)
}

/// Current version of each document on this site: the sum of the document's version and that of the
/// portal's addition. Both only increase, so the sum increases with each change (P-03).
pub(super) async fn versions_of(reads: &impl SqlReader) -> Result<Vec<(String, i64)>, DbErr> {
    #[derive(FromQueryResult)]
    struct CurrentVersionRow {
        key: String,
        version: i64,
    }
    const MAIN_VERSIONS_SQL: &str = "SELECT key, version FROM platform_content ORDER BY key";
    const PORTAL_VERSIONS_SQL: &str = "SELECT c.key, c.version + COALESCE(a.version, 0) AS version \
         FROM platform_content c LEFT JOIN portal_legal_additions a \
         ON a.key = c.key AND a.affiliation_id = $1 ORDER BY c.key";
    let rows = match reads.site() {
        Site::Main => reads.sql(MAIN_VERSIONS_SQL, vec![]).all::<CurrentVersionRow>().await?,
        Site::Portal(own) => {
            reads.sql(PORTAL_VERSIONS_SQL, vec![own.into()]).all::<CurrentVersionRow>().await?
        }
    };
    Ok(rows.into_iter().map(|row| (row.key, row.version)).collect())
}

/// Publishes the initial texts unchanged.
pub(super) async fn adopt_placeholders(tx: &Tx<'_, System>) -> Result<(), DbErr> {
    let table = tx.global_table::<document::Entity>();
    let shipped = document::Column::IsPlaceholder.eq(true);
    let published = document::ActiveModel { is_placeholder: Set(false), ..Default::default() };
    table.update(shipped, |update| update.set(published)).await?.as_many_as_there_are();
    Ok(())
}

/// Acknowledges all documents of the main site in their current version, for a new account.
pub(super) async fn acknowledge_for<V>(tx: &Tx<'_, V>, user: UserId) -> Result<(), DbErr> {
    const SQL: &str = "INSERT INTO legal_acknowledgements \
         (user_id, door, document, version, acknowledged_at) \
         SELECT $1, 'main', key, version, $2 FROM platform_content";
    tx.execute(SQL, vec![user.into(), tx.now().into()]).await.map(drop)
}

/// This portal's addition to a document.
pub(super) async fn find_addition(
    scope: &Scope<Visitor>,
    key: DocumentKey,
) -> Result<Option<addition::Model>, DbErr> {
    let of_key = addition::Column::Key.eq(key.name());
    scope.select::<addition::Entity>().filter(of_key).one().await
}

/// A document before a change; PostgreSQL locks the row until the transaction ends.
pub(super) async fn lock(
    tx: &Tx<'_, Staff>,
    key: DocumentKey,
) -> Result<Option<document::Model>, DbErr> {
    if tx.backend() == DbBackend::Postgres {
        const LOCK_SQL: &str = "SELECT version FROM platform_content WHERE key = $1 FOR UPDATE";
        tx.execute(LOCK_SQL, vec![key.name().into()]).await?;
    }
    find_in(tx, key).await
}

/// Replaces the version `before`. False if it was replaced in the meantime.
pub(super) async fn replace_version(
    tx: &Tx<'_, Staff>,
    before: i64,
    after: &document::Model,
) -> Result<bool, DbErr> {
    let this = Condition::all()
        .add(document::Column::Key.eq(after.key.as_str()))
        .add(document::Column::Version.eq(before));
    let change = document::ActiveModel {
        title: Set(after.title.clone()),
        content: Set(after.content.clone()),
        version: Set(after.version),
        effective_date: Set(after.effective_date.clone()),
        last_updated: Set(after.last_updated),
        updated_by: Set(after.updated_by),
        is_placeholder: Set(after.is_placeholder),
        ..Default::default()
    };
    let changed =
        tx.global_table::<document::Entity>().update(this, |update| update.set(change)).await?;
    Ok(changed.is_changed())
}

pub(super) async fn upsert_own<V: AccountViewer>(
    tx: &Tx<'_, V>,
    door: &str,
    document: String,
    version: i64,
) -> Result<(), DbErr> {
    use acknowledgement::{ActiveModel, Column, Entity};
    let row = ActiveModel {
        user_id: Set(tx.viewer().id()),
        door: Set(door.to_owned()),
        document: Set(document),
        version: Set(version),
        acknowledged_at: Set(tx.now()),
    };
    let renewed = OnConflict::columns([Column::UserId, Column::Door, Column::Document])
        .update_columns([Column::Version, Column::AcknowledgedAt])
        .to_owned();
    tx.own_table::<Entity>().upsert(row, renewed).await
}
