//! Queries for the account whose address is to be verified.

use crate::accounts::rows::account;
use platform::{Scope, Tx, UserId, Visitor};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, DbErr};

pub(super) async fn find(
    scope: &Scope<Visitor>,
    user: UserId,
) -> Result<Option<account::Model>, DbErr> {
    scope.global::<account::Entity>().by_id(user).one().await
}

pub(super) async fn find_in(
    tx: &Tx<'_, Visitor>,
    user: UserId,
) -> Result<Option<account::Model>, DbErr> {
    tx.global::<account::Entity>().by_id(user).one().await
}

pub(super) async fn find_by_email(
    scope: &Scope<Visitor>,
    email: &str,
) -> Result<Option<account::Model>, DbErr> {
    scope.global::<account::Entity>().filter(account::Column::Email.eq(email)).one().await
}

/// Marks the address as verified, also if staff had revoked it.
pub(super) async fn set_verified(tx: &Tx<'_, Visitor>, user: UserId) -> Result<(), DbErr> {
    let now = tx.now();
    tx.global_table::<account::Entity>()
        .update(account::Column::Id.eq(user.uuid()), |update| {
            update
                .col_expr(account::Column::EmailVerified, Expr::value(true))
                .col_expr(account::Column::MarkedUnverified, Expr::value(false))
                .col_expr(account::Column::UpdatedAt, Expr::value(now))
        })
        .await?
        .exactly_one()
}
