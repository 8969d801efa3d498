//! Mailed links: single-use tokens for one purpose, stored as hashes.

use super::rows::email_token::{ActiveModel, Column, Entity, Model};
use chrono::{DateTime, Utc};
use platform::{Scope, Tx, UserId, Visitor};
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ActiveValue::Set, ColumnTrait, Condition, DbErr};

/// Purpose of a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LinkPurpose {
    /// Verifies the email address.
    Verify,
    /// Sets a new password.
    Reset,
}

impl LinkPurpose {
    const fn name(self) -> &'static str {
        match self {
            Self::Verify => "verify",
            Self::Reset => "reset",
        }
    }
}

/// A link to store.
pub(super) struct NewLink<'a> {
    pub user: UserId,
    pub purpose: LinkPurpose,
    /// Version of the password: a change invalidates earlier links.
    pub credential_version: i64,
    pub token_hash: &'a str,
    pub expires_at: DateTime<Utc>,
}

pub(super) async fn insert<V>(tx: &Tx<'_, V>, link: NewLink<'_>) -> Result<(), DbErr> {
    let row = ActiveModel {
        token_hash: Set(link.token_hash.to_owned()),
        user_id: Set(link.user),
        purpose: Set(link.purpose.name().to_owned()),
        credential_version: Set(link.credential_version),
        created_at: Set(tx.now()),
        expires_at: Set(link.expires_at),
        consumed_at: Set(None),
    };
    tx.global_table::<Entity>().insert(row).await.map(drop)
}

fn unused_condition(purpose: LinkPurpose, token_hash: &str, now: DateTime<Utc>) -> Condition {
    Condition::all()
        .add(Column::TokenHash.eq(token_hash))
        .add(Column::Purpose.eq(purpose.name()))
        .add(Column::ConsumedAt.is_null())
        .add(Column::ExpiresAt.gt(now))
}

/// A valid link, without consuming it.
pub(super) async fn find(
    scope: &Scope<Visitor>,
    purpose: LinkPurpose,
    token_hash: &str,
) -> Result<Option<Model>, DbErr> {
    let unspent = unused_condition(purpose, token_hash, scope.now());
    scope.global::<Entity>().filter(unspent).one().await
}

/// A link in any state.
pub(super) async fn find_any<V>(
    tx: &Tx<'_, V>,
    purpose: LinkPurpose,
    token_hash: &str,
) -> Result<Option<Model>, DbErr> {
    let this = Column::TokenHash.eq(token_hash).and(Column::Purpose.eq(purpose.name()));
    tx.global::<Entity>().filter(this).one().await
}

/// Returns true if a newer link for the same purpose is still valid.
pub(super) async fn has_newer<V>(
    tx: &Tx<'_, V>,
    purpose: LinkPurpose,
    link: &Model,
) -> Result<bool, DbErr> {
    let newer = Condition::all()
        .add(Column::UserId.eq(link.user_id.uuid()))
        .add(Column::Purpose.eq(purpose.name()))
        .add(Column::CreatedAt.gt(link.created_at))
        .add(Column::ConsumedAt.is_null())
        .add(Column::ExpiresAt.gt(tx.now()));
    tx.global::<Entity>().filter(newer).exists().await
}

/// Consumes a valid link. Of two concurrent requests, one finds it.
pub(super) async fn redeem<V>(
    tx: &Tx<'_, V>,
    purpose: LinkPurpose,
    token_hash: &str,
) -> Result<Option<Model>, DbErr> {
    let now = tx.now();
    let spent = tx
        .global_table::<Entity>()
        .update_returning(unused_condition(purpose, token_hash, now), |update| {
            update.col_expr(Column::ConsumedAt, Expr::value(now))
        })
        .await?;
    Ok(spent.into_iter().next())
}

/// Condition for verification links that expired before a time.
pub(super) fn verification_expired_before(moment: DateTime<Utc>) -> Condition {
    expired_before(LinkPurpose::Verify, moment)
}

/// Condition for password reset links that expired before a time.
pub(super) fn reset_expired_before(moment: DateTime<Utc>) -> Condition {
    expired_before(LinkPurpose::Reset, moment)
}

fn expired_before(purpose: LinkPurpose, moment: DateTime<Utc>) -> Condition {
    Condition::all().add(Column::Purpose.eq(purpose.name())).add(Column::ExpiresAt.lt(moment))
}

/// Invalidates earlier links of a user.
pub(super) async fn invalidate_links<V>(
    tx: &Tx<'_, V>,
    purpose: LinkPurpose,
    user: UserId,
) -> Result<(), DbErr> {
    let now = tx.now();
    let others = Condition::all()
        .add(Column::UserId.eq(user.uuid()))
        .add(Column::Purpose.eq(purpose.name()))
        .add(Column::ConsumedAt.is_null());
    tx.global_table::<Entity>()
        .update(others, |update| update.col_expr(Column::ConsumedAt, Expr::value(now)))
        .await?
        .as_many_as_there_are();
    Ok(())
}
