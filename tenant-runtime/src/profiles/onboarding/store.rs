//! Queries for the stored position in the wizard.

use super::rows::{ActiveModel, Column, Entity, Model};
use platform::{AccountViewer, Scope, Tx};
use sea_orm::ActiveValue::Set;
use sea_orm::prelude::Json;
use sea_orm::sea_query::OnConflict;
use sea_orm::{Condition, DbErr};

pub(super) async fn find_own<V: AccountViewer>(scope: &Scope<V>) -> Result<Option<Model>, DbErr> {
    scope.own::<Entity>().one().await
}

pub(super) async fn upsert_own<V: AccountViewer>(
    tx: &Tx<'_, V>,
    step: i64,
    documents: Json,
) -> Result<(), DbErr> {
    let row = ActiveModel {
        user_id: Set(tx.viewer().id()),
        step: Set(step),
        documents: Set(documents),
        updated_at: Set(tx.now()),
    };
    let replace = OnConflict::column(Column::UserId)
        .update_columns([Column::Step, Column::Documents, Column::UpdatedAt])
        .to_owned();
    tx.own_table::<Entity>().upsert(row, replace).await
}

pub(super) async fn delete_own<V: AccountViewer>(tx: &Tx<'_, V>) -> Result<(), DbErr> {
    tx.own_table::<Entity>().delete(Condition::all()).await?.as_many_as_there_are();
    Ok(())
}
