//! Queries for the setup link and for the account that it creates.

use crate::accounts::registration::NewAccount;
use crate::accounts::rows::account;
use crate::accounts::rows::setup_link::{ActiveModel, Column, Entity, Model};
use crate::search_index::{self, TextKind};
use crate::sql::SqlReader;
use chrono::{DateTime, Utc};
use platform::{Scope, Tx, UserId, Visitor};
use sea_orm::sea_query::OnConflict;
use sea_orm::{ActiveValue::Set, ColumnTrait, Condition, DbErr, FromQueryResult};

const SLOT: &str = "first-staff";

pub(super) async fn has_staff(reads: &impl SqlReader) -> Result<bool, DbErr> {
    #[derive(FromQueryResult)]
    struct StaffAccount {
        #[expect(dead_code, reason = "only whether there is a row matters")]
        id: UserId,
    }
    const SQL: &str = "SELECT id FROM users WHERE is_staff LIMIT 1";
    Ok(reads.sql(SQL, vec![]).one::<StaffAccount>().await?.is_some())
}

pub(super) async fn replace_link<V>(
    tx: &Tx<'_, V>,
    token_hash: &str,
    expires_at: DateTime<Utc>,
) -> Result<(), DbErr> {
    let row = ActiveModel {
        slot: Set(SLOT.to_owned()),
        token_hash: Set(token_hash.to_owned()),
        created_at: Set(tx.now()),
        expires_at: Set(expires_at),
    };
    let replaced = OnConflict::column(Column::Slot)
        .update_columns([Column::TokenHash, Column::CreatedAt, Column::ExpiresAt])
        .to_owned();
    tx.global_table::<Entity>().upsert(row, replaced).await
}

pub(super) async fn delete_link<V>(tx: &Tx<'_, V>) -> Result<(), DbErr> {
    tx.global_table::<Entity>().delete(Column::Slot.eq(SLOT)).await?.as_many_as_there_are();
    Ok(())
}

fn valid_link_condition(token_hash: &str, now: DateTime<Utc>) -> Condition {
    Condition::all()
        .add(Column::Slot.eq(SLOT))
        .add(Column::TokenHash.eq(token_hash))
        .add(Column::ExpiresAt.gt(now))
}

pub(super) async fn find_link(
    scope: &Scope<Visitor>,
    token_hash: &str,
) -> Result<Option<Model>, DbErr> {
    scope.global::<Entity>().filter(valid_link_condition(token_hash, scope.now())).one().await
}

/// Deletes the link. Returns whether it existed: of two concurrent transactions with the same link,
/// one finds it.
pub(super) async fn consume_link(tx: &Tx<'_, Visitor>, token_hash: &str) -> Result<bool, DbErr> {
    let used =
        tx.global_table::<Entity>().delete(valid_link_condition(token_hash, tx.now())).await?;
    Ok(used.is_changed())
}

/// Inserts a staff account with a verified email address: the operator typed it.
pub(super) async fn insert_account(
    tx: &Tx<'_, Visitor>,
    newcomer: &NewAccount,
) -> Result<account::Model, DbErr> {
    let now = tx.now();
    let row = account::ActiveModel {
        id: Set(UserId::new()),
        email: Set(newcomer.email.clone()),
        first_name: Set(newcomer.first_name.clone()),
        last_name: Set(newcomer.last_name.clone()),
        email_verified: Set(true),
        is_staff: Set(true),
        language: Set(tx.facts().language().tag().to_owned()),
        joined_date: Set(now),
        created_at: Set(now),
        updated_at: Set(now),
        ..Default::default()
    };
    let row = tx.global_table::<account::Entity>().insert(row).await?;
    let name = format!("{} {}", row.first_name, row.last_name);
    search_index::store_words(tx, TextKind::Person, row.id.uuid(), (&name, "")).await?;
    Ok(row)
}
