//! Queries for passkeys.

use crate::accounts::rows::passkey::{ActiveModel, Column, Entity, Model, PasskeyId};
use data_encoding::BASE64URL_NOPAD;
use platform::{AccountViewer, Scope, SignedIn, Tx, UserId};
use sea_orm::sea_query::Expr;
use sea_orm::{ActiveValue::Set, ColumnTrait, Condition, DbErr, QueryOrder};
use serde_json::Value;
use webauthn_rs::prelude::Passkey;

/// Stored form of an authenticator's credential id.
pub(super) fn credential_id(raw: &[u8]) -> String {
    BASE64URL_NOPAD.encode(raw)
}

pub(super) async fn list_own(scope: &Scope<SignedIn>) -> Result<Vec<Model>, DbErr> {
    scope.own::<Entity>().modify_select(|rows| rows.order_by_asc(Column::CreatedAt)).all().await
}

pub(super) async fn list_by_user<V>(scope: &Scope<V>, user: UserId) -> Result<Vec<Model>, DbErr> {
    scope.global::<Entity>().filter(Column::UserId.eq(user.uuid())).all().await
}

/// The passkey of this account with this credential id.
pub(super) async fn find<V>(
    tx: &Tx<'_, V>,
    user: UserId,
    credential_id: &str,
) -> Result<Option<Model>, DbErr> {
    let this = Condition::all()
        .add(Column::UserId.eq(user.uuid()))
        .add(Column::CredentialId.eq(credential_id));
    tx.global::<Entity>().filter(this).one().await
}

pub(super) async fn insert(
    tx: &Tx<'_, SignedIn>,
    passkey: &Passkey,
    credential: Value,
    name: &str,
) -> Result<Model, DbErr> {
    let row = ActiveModel {
        id: Set(PasskeyId::new()),
        user_id: Set(tx.viewer().id()),
        credential_id: Set(credential_id(passkey.cred_id())),
        credential: Set(credential),
        name: Set(name.to_owned()),
        created_at: Set(tx.now()),
        last_used_at: Set(None),
    };
    tx.global_table::<Entity>().insert(row).await
}

/// Records the use and the new signature counter.
pub(super) async fn record_use<V>(
    tx: &Tx<'_, V>,
    id: PasskeyId,
    credential: Value,
) -> Result<(), DbErr> {
    let now = tx.now();
    tx.global_table::<Entity>()
        .update(Column::Id.eq(id.uuid()), |update| {
            update
                .col_expr(Column::Credential, Expr::value(credential))
                .col_expr(Column::LastUsedAt, Expr::value(now))
        })
        .await?
        .exactly_one()
}

pub(super) async fn rename(
    tx: &Tx<'_, SignedIn>,
    id: PasskeyId,
    name: &str,
) -> Result<Option<Model>, DbErr> {
    let changed = tx
        .own_table::<Entity>()
        .update_returning(Column::Id.eq(id.uuid()), |update| {
            update.col_expr(Column::Name, Expr::value(name))
        })
        .await?;
    Ok(changed.into_iter().next())
}

pub(super) async fn find_own(tx: &Tx<'_, SignedIn>, id: PasskeyId) -> Result<Option<Model>, DbErr> {
    tx.own::<Entity>().by_id(id).one().await
}

pub(super) async fn remove(tx: &Tx<'_, SignedIn>, id: PasskeyId) -> Result<bool, DbErr> {
    Ok(tx.own_table::<Entity>().delete(Column::Id.eq(id.uuid())).await?.is_changed())
}

/// Deletes all passkeys of an account; returns their names.
pub(in crate::accounts) async fn remove_all_of<V>(
    tx: &Tx<'_, V>,
    user: UserId,
) -> Result<Vec<String>, DbErr> {
    let this = Column::UserId.eq(user.uuid());
    let rows = tx.global::<Entity>().filter(this.clone()).all().await?;
    tx.global_table::<Entity>().delete(this).await?.as_many_as_there_are();
    Ok(rows.into_iter().map(|row| row.name).collect())
}
