//! Queries for second factors of a user.

use crate::accounts::rows::{account, backup_code, mfa_settings};
use mfa_settings::Column;
use platform::{Scope, Tx, UserId};
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{ActiveValue::Set, ColumnTrait, Condition, DbErr, QuerySelect};

pub(super) async fn find<V>(
    scope: &Scope<V>,
    user: UserId,
) -> Result<Option<mfa_settings::Model>, DbErr> {
    scope.global::<mfa_settings::Entity>().by_id(user).one().await
}

/// The row, locked until the transaction ends.
pub(super) async fn lock<V>(
    tx: &Tx<'_, V>,
    user: UserId,
) -> Result<Option<mfa_settings::Model>, DbErr> {
    let lock = |select: sea_orm::Select<mfa_settings::Entity>| select.lock_exclusive();
    tx.global::<mfa_settings::Entity>().by_id(user).modify_select(lock).one().await
}

/// Stores a secret until it is confirmed; replaces an earlier one.
pub(super) async fn store_pending<V>(
    tx: &Tx<'_, V>,
    user: UserId,
    sealed: String,
) -> Result<(), DbErr> {
    let row = mfa_settings::ActiveModel {
        user_id: Set(user),
        has_totp: Set(false),
        pending_secret: Set(Some(sealed)),
        last_step: Set(0),
        is_required: Set(false),
        ..Default::default()
    };
    let replace =
        OnConflict::column(Column::UserId).update_column(Column::PendingSecret).to_owned();
    tx.global_table::<mfa_settings::Entity>().upsert(row, replace).await
}

/// Stores whether this account must have a second factor.
pub(super) async fn set_required<V>(
    tx: &Tx<'_, V>,
    user: UserId,
    is_required: bool,
) -> Result<(), DbErr> {
    let row = mfa_settings::ActiveModel {
        user_id: Set(user),
        has_totp: Set(false),
        last_step: Set(0),
        is_required: Set(is_required),
        ..Default::default()
    };
    let replace = OnConflict::column(Column::UserId).update_column(Column::IsRequired).to_owned();
    tx.global_table::<mfa_settings::Entity>().upsert(row, replace).await
}

/// Returns true if this account must have a second factor.
pub(super) async fn is_required<V>(tx: &Tx<'_, V>, user: UserId) -> Result<bool, DbErr> {
    let row = tx.global::<mfa_settings::Entity>().by_id(user).one().await?;
    Ok(row.is_some_and(|row| row.is_required))
}

/// Activates the confirmed secret. False if the account has one already.
pub(super) async fn activate_secret<V>(
    tx: &Tx<'_, V>,
    user: UserId,
    sealed: &str,
    step: i64,
    recipe: &str,
) -> Result<bool, DbErr> {
    let now = tx.now();
    let open = Condition::all()
        .add(Column::UserId.eq(user.uuid()))
        .add(Column::HasTotp.eq(false))
        .add(Column::PendingSecret.eq(sealed));
    let changed = tx
        .global_table::<mfa_settings::Entity>()
        .update(open, |update| {
            update
                .col_expr(Column::HasTotp, Expr::value(true))
                .col_expr(Column::TotpEnrolledAt, Expr::value(now))
                .col_expr(Column::TotpSecret, Expr::value(sealed))
                .col_expr(Column::PendingSecret, Expr::value(Option::<String>::None))
                .col_expr(Column::LastStep, Expr::value(step))
                .col_expr(Column::LastUsed, Expr::value(now))
                .col_expr(Column::BackupRecipe, Expr::value(recipe))
        })
        .await?;
    Ok(changed.is_changed())
}

/// Deletes the secret and related data. False if there is none.
pub(super) async fn delete_secret<V>(tx: &Tx<'_, V>, user: UserId) -> Result<bool, DbErr> {
    let nothing = || Expr::value(Option::<String>::None);
    let changed = tx
        .global_table::<mfa_settings::Entity>()
        .update(enrolled_condition(user), |update| {
            update
                .col_expr(Column::HasTotp, Expr::value(false))
                .col_expr(Column::TotpSecret, nothing())
                .col_expr(Column::PendingSecret, nothing())
                .col_expr(Column::BackupRecipe, nothing())
        })
        .await?;
    replace_codes(tx, user, Vec::new()).await?;
    Ok(changed.is_changed())
}

/// Replaces all backup codes with the hashes of a new set.
pub(super) async fn replace_codes<V>(
    tx: &Tx<'_, V>,
    user: UserId,
    hashes: Vec<String>,
) -> Result<(), DbErr> {
    let table = tx.global_table::<backup_code::Entity>();
    table.delete(backup_code::Column::UserId.eq(user.uuid())).await?.as_many_as_there_are();
    let now = tx.now();
    let row = |code_hash| backup_code::ActiveModel {
        user_id: Set(user),
        code_hash: Set(code_hash),
        created_at: Set(now),
    };
    table.insert_many(hashes.into_iter().map(row).collect()).await
}

/// Stores the hash parameters of a new set. False if there is no second factor.
pub(super) async fn set_recipe<V>(
    tx: &Tx<'_, V>,
    user: UserId,
    recipe: &str,
) -> Result<bool, DbErr> {
    let changed = tx
        .global_table::<mfa_settings::Entity>()
        .update(enrolled_condition(user), |update| {
            update.col_expr(Column::BackupRecipe, Expr::value(recipe))
        })
        .await?;
    Ok(changed.is_changed())
}

/// Marks a time step as used, unless it or a later one was used: of two concurrent requests, one
/// succeeds.
pub(super) async fn mark_step_used<V>(
    tx: &Tx<'_, V>,
    user: UserId,
    step: i64,
) -> Result<bool, DbErr> {
    let now = tx.now();
    let changed = tx
        .global_table::<mfa_settings::Entity>()
        .update(enrolled_condition(user).add(Column::LastStep.lt(step)), |update| {
            update
                .col_expr(Column::LastStep, Expr::value(step))
                .col_expr(Column::LastUsed, Expr::value(now))
        })
        .await?;
    Ok(changed.is_changed())
}

/// Deletes a backup code: of two concurrent requests, one finds it.
pub(super) async fn mark_code_used<V>(
    tx: &Tx<'_, V>,
    user: UserId,
    hash: &str,
) -> Result<bool, DbErr> {
    let this = Condition::all()
        .add(backup_code::Column::UserId.eq(user.uuid()))
        .add(backup_code::Column::CodeHash.eq(hash));
    if !tx.global_table::<backup_code::Entity>().delete(this).await?.is_changed() {
        return Ok(false);
    }
    let now = tx.now();
    let changed = tx
        .global_table::<mfa_settings::Entity>()
        .update(enrolled_condition(user), |update| {
            update.col_expr(Column::LastUsed, Expr::value(now))
        })
        .await?;
    Ok(changed.is_changed())
}

fn enrolled_condition(user: UserId) -> Condition {
    Condition::all().add(Column::UserId.eq(user.uuid())).add(Column::HasTotp.eq(true))
}

/// Email address of an account.
pub(super) async fn email_of<V>(scope: &Scope<V>, user: UserId) -> Result<Option<String>, DbErr> {
    let found = scope.global::<account::Entity>().by_id(user).one().await?;
    Ok(found.map(|account| account.email))
}
