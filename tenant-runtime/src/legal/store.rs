//! Queries on documents and acknowledgements.

use super::document::{DocumentKey, dated};
use super::rows::{acknowledgement, document};
use platform::db::Rows;
use platform::{Identified, Scope, System, Tx, Visitor};
use sea_orm::sea_query::OnConflict;
use sea_orm::{ActiveValue::Set, ColumnTrait, DbErr, QueryOrder, QuerySelect};

pub(super) async fn find(
    scope: &Scope<Visitor>,
    key: DocumentKey,
) -> Result<Option<document::Model>, DbErr> {
    scope.doorless::<document::Entity>().by_id(key.name().to_owned()).one().await
}

pub(super) async fn insert_unless_there(
    tx: &Tx<'_, System>,
    key: DocumentKey,
) -> Result<(), DbErr> {
    let seed = dated(key.seed());
    let row = document::ActiveModel {
        key: Set(key.name().to_owned()),
        title: Set(key.title().to_owned()),
        content: Set(seed.content),
        version: Set(1),
        effective_date: Set(seed.effective_date),
        last_updated: Set(tx.now()),
        updated_by: Set(None),
    };
    let table = tx.doorless_table::<document::Entity>();
    table.insert_unless_there(row, &[document::Column::Key]).await.map(drop)
}

async fn key_and_version(rows: Rows<'_, document::Entity>) -> Result<Vec<(String, i64)>, DbErr> {
    rows.shape(|select| {
        select
            .select_only()
            .column(document::Column::Key)
            .column(document::Column::Version)
            .order_by_asc(document::Column::Key)
    })
    .tuples()
    .await
}

/// Every document's current version.
pub(super) async fn versions<V>(scope: &Scope<V>) -> Result<Vec<(String, i64)>, DbErr> {
    key_and_version(scope.doorless::<document::Entity>()).await
}

pub(super) async fn versions_in<V>(tx: &Tx<'_, V>) -> Result<Vec<(String, i64)>, DbErr> {
    key_and_version(tx.doorless::<document::Entity>()).await
}

/// What the viewer has acknowledged at one door.
pub(super) async fn own<V: Identified>(
    scope: &Scope<V>,
    door: &str,
) -> Result<Vec<acknowledgement::Model>, DbErr> {
    scope
        .own::<acknowledgement::Entity>()
        .filter(acknowledgement::Column::Door.eq(door))
        .all()
        .await
}

pub(super) async fn upsert_own<V: Identified>(
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
