//! Queries on mailed links.

use crate::accounts::rows::{account, email_token};
use chrono::{DateTime, Utc};
use platform::{Scope, Tx, UserId, Visitor};
use sea_orm::sea_query::Expr;
use sea_orm::{ActiveValue::Set, ColumnTrait, Condition, DbErr};

const PURPOSE: &str = "verify";

pub(super) async fn find(
    scope: &Scope<Visitor>,
    user: UserId,
) -> Result<Option<account::Model>, DbErr> {
    scope.doorless::<account::Entity>().by_id(user).one().await
}

pub(super) async fn find_by_email(
    scope: &Scope<Visitor>,
    email: &str,
) -> Result<Option<account::Model>, DbErr> {
    scope.doorless::<account::Entity>().filter(account::Column::Email.eq(email)).one().await
}

pub(super) async fn insert_link<V>(
    tx: &Tx<'_, V>,
    user: UserId,
    token_hash: &str,
    expires_at: DateTime<Utc>,
) -> Result<(), DbErr> {
    let row = email_token::ActiveModel {
        token_hash: Set(token_hash.to_owned()),
        user_id: Set(user),
        purpose: Set(PURPOSE.to_owned()),
        credential_version: Set(1),
        created_at: Set(tx.now()),
        expires_at: Set(expires_at),
        consumed_at: Set(None),
    };
    tx.doorless_table::<email_token::Entity>().insert(row).await.map(drop)
}

/// Takes a link that was not spent yet. Of two that race, one finds it.
pub(super) async fn spend_link(
    tx: &Tx<'_, Visitor>,
    token_hash: &str,
) -> Result<Option<email_token::Model>, DbErr> {
    let unspent = Condition::all()
        .add(email_token::Column::TokenHash.eq(token_hash))
        .add(email_token::Column::Purpose.eq(PURPOSE))
        .add(email_token::Column::ConsumedAt.is_null())
        .add(email_token::Column::ExpiresAt.gt(tx.now()));
    let now = tx.now();
    let spent = tx
        .doorless_table::<email_token::Entity>()
        .update_returning(unspent, |update| {
            update.col_expr(email_token::Column::ConsumedAt, Expr::value(now))
        })
        .await?;
    Ok(spent.into_iter().next())
}

/// The address is proven, whatever staff said before.
pub(super) async fn set_verified(tx: &Tx<'_, Visitor>, user: UserId) -> Result<(), DbErr> {
    let now = tx.now();
    tx.doorless_table::<account::Entity>()
        .update(account::Column::Id.eq(user.uuid()), |update| {
            update
                .col_expr(account::Column::EmailVerified, Expr::value(true))
                .col_expr(account::Column::MarkedUnverified, Expr::value(false))
                .col_expr(account::Column::UpdatedAt, Expr::value(now))
        })
        .await?
        .exactly_one()
}

/// Links mailed earlier work no more.
pub(super) async fn void_links(tx: &Tx<'_, Visitor>, user: UserId) -> Result<(), DbErr> {
    let now = tx.now();
    let others = Condition::all()
        .add(email_token::Column::UserId.eq(user.uuid()))
        .add(email_token::Column::Purpose.eq(PURPOSE))
        .add(email_token::Column::ConsumedAt.is_null());
    tx.doorless_table::<email_token::Entity>()
        .update(others, |update| update.col_expr(email_token::Column::ConsumedAt, Expr::value(now)))
        .await?
        .as_many_as_there_are();
    Ok(())
}
