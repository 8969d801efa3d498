//! Queries for tokens.

use crate::integration_records::token_rows::{Column, Entity, Model};
use crate::integration_records::{ApiTokenId, Owner};
use chrono::{DateTime, TimeDelta, Utc};
use platform::jobs::JobScope;
use platform::{Scope, Tx};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, Condition, DbErr, QueryOrder, QuerySelect};

/// Maximum number of listed tokens.
const LISTED_MAX: u64 = 100;
/// Time for which a token is listed after its end.
const ENDED_FOR: TimeDelta = TimeDelta::days(90);

/// An owner's tokens, newest first.
pub(super) async fn list<V>(scope: &Scope<V>, owner: Owner) -> Result<Vec<Model>, DbErr> {
    scope
        .global::<Entity>()
        .filter(owner.owns(Column::AffiliationId))
        .modify_select(|select| {
            select.order_by_desc(Column::CreatedAt).order_by_desc(Column::Id).limit(LISTED_MAX)
        })
        .all()
        .await
}

/// Condition of tokens that are neither expired nor revoked.
pub(super) fn is_active(now: DateTime<Utc>) -> Condition {
    Condition::all().add(Column::RevokedAt.is_null()).add(Column::ExpiresAt.gt(now))
}

/// Number of an owner's active tokens.
pub(super) async fn count_active<V>(tx: &Tx<'_, V>, owner: Owner) -> Result<u64, DbErr> {
    let theirs = owner.owns(Column::AffiliationId);
    tx.global::<Entity>().filter(theirs).filter(is_active(tx.now())).count().await
}

/// An owner's token.
pub(super) async fn find<V>(
    tx: &Tx<'_, V>,
    owner: Owner,
    id: ApiTokenId,
) -> Result<Option<Model>, DbErr> {
    tx.global::<Entity>().by_id(id).filter(owner.owns(Column::AffiliationId)).one().await
}

/// Revokes a token; false if it was revoked before.
pub(super) async fn revoke<V>(tx: &Tx<'_, V>, id: ApiTokenId) -> Result<bool, DbErr> {
    let unrevoked = Condition::all().add(Column::Id.eq(id.uuid())).add(Column::RevokedAt.is_null());
    let now = tx.now();
    let set =
        |update: sea_orm::UpdateMany<Entity>| update.col_expr(Column::RevokedAt, Expr::value(now));
    Ok(tx.global_table::<Entity>().update(unrevoked, set).await?.is_changed())
}

/// Deletes tokens that ended long ago.
pub(in crate::integrations) async fn sweep(scope: &mut JobScope) -> Result<(), DbErr> {
    let tx = scope.begin().await?;
    let then = tx.now() - ENDED_FOR;
    let old = Condition::any().add(Column::RevokedAt.lt(then)).add(Column::ExpiresAt.lt(then));
    tx.global_table::<Entity>().delete(old).await?.as_many_as_there_are();
    tx.commit().await
}
