//! Ensures that at least one member of staff remains (G-091).

use platform::{Tx, UserId};
use sea_orm::{DbBackend, DbErr, FromQueryResult};

/// Returns true if the user is the only member of staff who can act and stays. Locks the rows of
/// staff until the transaction ends, so that two cannot leave at once, each relying on the other.
/// SQLite has a single writer; PostgreSQL needs the row locks.
///
/// # Errors
/// Database errors.
pub async fn is_last<V: Send + Sync>(tx: &Tx<'_, V>, user: UserId) -> Result<bool, DbErr> {
    #[derive(FromQueryResult)]
    struct RemainingAccountRow {
        id: UserId,
        account_status: String,
        status: Option<String>,
        marked_unverified: bool,
        is_leaving: bool,
    }
    const SQL: &str = "SELECT id, account_status, status, marked_unverified, \
         deletion_due_at IS NOT NULL AS is_leaving FROM users WHERE is_staff ORDER BY id";
    let lock = if tx.backend() == DbBackend::Postgres { " FOR UPDATE" } else { "" };
    let rows = tx.raw(&format!("{SQL}{lock}"), vec![]).all::<RemainingAccountRow>().await?;
    let stays = |row: &RemainingAccountRow| {
        row.account_status == "active"
            && row.status.is_none()
            && !row.marked_unverified
            && !row.is_leaving
    };
    let staying: Vec<UserId> = rows.into_iter().filter(stays).map(|row| row.id).collect();
    Ok(staying == [user])
}
