//! Queries for the policy.

use super::rules::Policy;
use crate::accounts::rows::system_setting::{Column, Entity, Model};
use platform::{AccountViewer, Scope, Staff, Tx};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, DbErr};

const KEY: &str = "mfa";

pub(super) async fn find(scope: &Scope<Staff>) -> Result<Option<Model>, DbErr> {
    scope.global::<Entity>().by_id(KEY).one().await
}

pub(super) async fn find_in(tx: &Tx<'_, Staff>) -> Result<Option<Model>, DbErr> {
    tx.global::<Entity>().by_id(KEY).one().await
}

pub(super) async fn replace_policy(tx: &Tx<'_, Staff>, policy: &Policy) -> Result<Model, DbErr> {
    let value = serde_json::to_value(policy).map_err(|error| DbErr::Custom(error.to_string()))?;
    let (by, now) = (tx.viewer().id().uuid(), tx.now());
    let changed = tx
        .global_table::<Entity>()
        .update_returning(Column::Key.eq(KEY), |update| {
            update
                .col_expr(Column::Value, Expr::value(value))
                .col_expr(Column::LastModifiedBy, Expr::value(by))
                .col_expr(Column::LastModifiedAt, Expr::value(now))
        })
        .await?;
    changed.into_iter().next().ok_or(DbErr::RecordNotUpdated)
}
