//! Somebody of staff is always left, to undo what the others did (G-091).

use platform::{Tx, UserId};
use sea_orm::{DbBackend, DbErr, FromQueryResult};

/// Whether somebody is the only member of staff who can act and stays. The rows of staff are held
/// until the transaction ends, so that two cannot go at once, each counting on the other. SQLite
/// has one writer at a time; PostgreSQL keeps their rows.
///
/// # Errors
/// Database errors.
pub async fn is_last<V: Send + Sync>(tx: &Tx<'_, V>, user: UserId) -> Result<bool, DbErr> {
    #[derive(FromQueryResult)]
    struct Held {
        id: UserId,
        account_status: String,
        status: Option<String>,
        marked_unverified: bool,
        is_leaving: bool,
    }
    const SQL: &str = "SELECT id, account_status, status, marked_unverified, \
         deletion_due_at IS NOT NULL AS is_leaving FROM users WHERE is_staff ORDER BY id";
    let lock = if tx.backend() == DbBackend::Postgres { " FOR UPDATE" } else { "" };
    let rows = tx.raw(&format!("{SQL}{lock}"), vec![]).all::<Held>().await?;
    let stays = |row: &Held| {
        row.account_status == "active"
            && row.status.is_none()
            && !row.marked_unverified
            && !row.is_leaving
    };
    let staying: Vec<UserId> = rows.into_iter().filter(stays).map(|row| row.id).collect();
    Ok(staying == [user])
}
