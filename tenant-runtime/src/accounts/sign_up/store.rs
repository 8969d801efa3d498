//! Inserts new accounts.

use crate::accounts::rows::{account, credential};
use crate::search_index::{self, TextKind};
use platform::{Language, Tx, UserId};
use sea_orm::{ActiveValue::Set, DbErr};

/// An account to insert.
pub(super) struct NewAccountRow<'a> {
    pub id: UserId,
    pub email: &'a str,
    pub first_name: &'a str,
    pub last_name: &'a str,
    /// The account must not be revealed before its address is verified.
    pub is_undisclosed: bool,
    pub language: Language,
}

pub(super) async fn insert<V>(
    tx: &Tx<'_, V>,
    new: NewAccountRow<'_>,
) -> Result<account::Model, DbErr> {
    let now = tx.now();
    let row = account::ActiveModel {
        id: Set(new.id),
        email: Set(new.email.to_owned()),
        first_name: Set(new.first_name.to_owned()),
        last_name: Set(new.last_name.to_owned()),
        undisclosed_until_verified: Set(new.is_undisclosed),
        language: Set(new.language.tag().to_owned()),
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

pub(in crate::accounts) async fn insert_credential<V>(
    tx: &Tx<'_, V>,
    user: UserId,
    hash: String,
) -> Result<(), DbErr> {
    let row = credential::ActiveModel {
        user_id: Set(user),
        password_hash: Set(hash),
        version: Set(1),
        changed_at: Set(tx.now()),
    };
    tx.global_table::<credential::Entity>().insert(row).await.map(drop)
}
