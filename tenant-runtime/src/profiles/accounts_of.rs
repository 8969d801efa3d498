//! What other features ask about the accounts behind people.

use crate::reads::{Reads, places};
use platform::{Tx, UserId};
use sea_orm::{DbBackend, DbErr, FromQueryResult};
use std::collections::HashMap;

/// The addresses of these people. Whoever asks answers for who may know them (G-097).
///
/// # Errors
/// The database's.
pub async fn emails(reads: &impl Reads, ids: &[UserId]) -> Result<HashMap<UserId, String>, DbErr> {
    #[derive(FromQueryResult)]
    struct Row {
        id: UserId,
        email: String,
    }
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let sql = format!("SELECT id, email FROM users WHERE id IN ({})", places(1, ids.len()));
    let rows = reads.sql(&sql, ids.iter().map(|id| (*id).into()).collect()).all::<Row>().await?;
    Ok(rows.into_iter().map(|row| (row.id, row.email)).collect())
}

/// An account's tier, with the account locked until the transaction ends: what its tier limits is
/// counted by one transaction at a time. SQLite has one writer at a time anyway.
///
/// # Errors
/// The database's, also when there is no such account.
pub async fn lock_subscription<V>(tx: &Tx<'_, V>, user: UserId) -> Result<String, DbErr> {
    #[derive(FromQueryResult)]
    struct Row {
        subscription: String,
    }
    const READ: &str = "SELECT subscription FROM users WHERE id = $1";
    const LOCK: &str = "SELECT subscription FROM users WHERE id = $1 FOR NO KEY UPDATE";
    let sql = if tx.backend() == DbBackend::Postgres { LOCK } else { READ };
    let row = tx.raw(sql, vec![user.into()]).one::<Row>().await?;
    row.map(|row| row.subscription)
        .ok_or_else(|| DbErr::RecordNotFound("the account of a viewer".to_owned()))
}

/// Holds these accounts still until the transaction ends, in one order, so that two transactions
/// about the same people do not wait in a circle. How many of them there are.
///
/// # Errors
/// The database's.
pub async fn hold<V: Send + Sync>(tx: &Tx<'_, V>, people: &[UserId]) -> Result<usize, DbErr> {
    #[derive(FromQueryResult)]
    struct Held {
        #[expect(dead_code, reason = "only whether the row is there matters")]
        id: UserId,
    }
    let lock = if tx.backend() == DbBackend::Postgres { " FOR NO KEY UPDATE" } else { "" };
    let sql =
        format!("SELECT id FROM users WHERE id IN ({}) ORDER BY id{lock}", places(1, people.len()));
    let values = people.iter().map(|id| (*id).into()).collect();
    Ok(tx.raw(&sql, values).all::<Held>().await?.len())
}

/// Marks somebody as verified through an affiliation that let them in (G-042).
///
/// # Errors
/// The database's.
pub async fn verify<V: Send + Sync>(tx: &Tx<'_, V>, user: UserId) -> Result<(), DbErr> {
    const SQL: &str = "UPDATE users SET is_verified = TRUE WHERE id = $1 AND NOT is_verified";
    tx.execute(SQL, vec![user.into()]).await.map(drop)
}
