//! Inserts new accounts.

use crate::accounts::registration::NewAccount;
use crate::accounts::rows::{account, credential};
use platform::{Tx, UserId, Visitor};
use sea_orm::{ActiveValue::Set, DbErr};

pub(super) async fn insert(
    tx: &Tx<'_, Visitor>,
    newcomer: &NewAccount,
    is_undisclosed: bool,
) -> Result<account::Model, DbErr> {
    let now = tx.now();
    let row = account::ActiveModel {
        id: Set(UserId::new()),
        email: Set(newcomer.email.clone()),
        first_name: Set(newcomer.first_name.clone()),
        last_name: Set(newcomer.last_name.clone()),
        undisclosed_until_verified: Set(is_undisclosed),
        joined_date: Set(now),
        created_at: Set(now),
        updated_at: Set(now),
        ..Default::default()
    };
    tx.global_table::<account::Entity>().insert(row).await
}

pub(in crate::accounts) async fn insert_credential(
    tx: &Tx<'_, Visitor>,
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
