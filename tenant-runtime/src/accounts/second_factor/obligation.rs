//! That one account must have a second factor, whatever is asked of everybody. Staff say so;
//! they write the audit log.

use super::store;
use platform::{Tx, UserId};
use sea_orm::DbErr;

/// Obliges an account to have a second factor from its next sign-in on, or no longer. What it has
/// of one stays.
///
/// # Errors
/// Database errors.
pub async fn oblige<V>(tx: &Tx<'_, V>, user: UserId, must: bool) -> Result<(), DbErr> {
    store::set_required(tx, user, must).await
}

/// Whether staff oblige an account to have one.
///
/// # Errors
/// Database errors.
pub async fn is_obliged<V>(tx: &Tx<'_, V>, user: UserId) -> Result<bool, DbErr> {
    store::is_required(tx, user).await
}
