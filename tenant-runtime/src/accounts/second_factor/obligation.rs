//! Requirement of a second factor for one account, regardless of the policy. Set by staff;
//! the caller writes the audit log.

use super::store;
use platform::{Tx, UserId};
use sea_orm::DbErr;

/// Requires a second factor from the account's next sign-in on, or removes the requirement. An
/// existing second factor stays.
///
/// # Errors
/// Database errors.
pub async fn require_second_factor<V>(
    tx: &Tx<'_, V>,
    user: UserId,
    must: bool,
) -> Result<(), DbErr> {
    store::set_required(tx, user, must).await
}

/// Returns true if staff require a second factor of the account.
///
/// # Errors
/// Database errors.
pub async fn is_second_factor_required<V>(tx: &Tx<'_, V>, user: UserId) -> Result<bool, DbErr> {
    store::is_required(tx, user).await
}
