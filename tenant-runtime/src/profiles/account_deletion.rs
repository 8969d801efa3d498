//! Deletion of a user's profile, used by the account deletion.

use super::rows::profile::{ActiveModel, Column, Entity};
use super::store;
use crate::sql::SqlReader;
use chrono::{DateTime, Utc};
use platform::{AccountViewer, System, Tx, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, Condition, DbErr, FromQueryResult};

/// Stores when the viewer's account is to be deleted, or cancels it. Returns email address and
/// first name, for the notification.
///
/// # Errors
/// Database errors.
pub async fn leave<V: AccountViewer>(
    tx: &Tx<'_, V>,
    due: Option<DateTime<Utc>>,
) -> Result<Option<(String, String)>, DbErr> {
    let Some(row) = store::own_in(tx).await? else { return Ok(None) };
    let change = ActiveModel {
        deletion_requested_at: Set(due.map(|_| tx.now())),
        deletion_due_at: Set(due),
        ..Default::default()
    };
    store::update_own(tx, change).await?;
    Ok(Some((row.email, row.first_name)))
}

/// When an account is to be deleted.
///
/// # Errors
/// Database errors.
pub async fn leaves_at(
    reads: &impl SqlReader,
    user: UserId,
) -> Result<Option<DateTime<Utc>>, DbErr> {
    #[derive(FromQueryResult)]
    struct DeletionDueRow {
        deletion_due_at: Option<DateTime<Utc>>,
    }
    const SQL: &str = "SELECT deletion_due_at FROM users WHERE id = $1";
    let row = reads.sql(SQL, vec![user.into()]).one::<DeletionDueRow>().await?;
    Ok(row.and_then(|row| row.deletion_due_at))
}

/// Deletes the account's row if its deletion is due, and with it all rows of that account only:
/// credentials, sessions, second factors, agreements, invitations. Returns email address and first
/// name, for the notification.
///
/// # Errors
/// Database errors.
pub async fn delete_profile(
    tx: &Tx<'_, System>,
    user: UserId,
) -> Result<Option<(String, String)>, DbErr> {
    let is_due =
        Condition::all().add(Column::Id.eq(user.uuid())).add(Column::DeletionDueAt.lte(tx.now()));
    let found = tx.across_sites::<Entity>().filter(is_due.clone()).one().await?;
    let Some(row) = found else { return Ok(None) };
    const KEYS: &str = "DELETE FROM idempotency_keys WHERE user_id = $1";
    tx.execute(KEYS, vec![user.into()]).await?;
    tx.table_across_sites::<Entity>().delete(is_due).await?.exactly_one()?;
    Ok(Some((row.email, row.first_name)))
}
