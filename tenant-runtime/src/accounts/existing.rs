//! Existence of accounts, for other features.

use crate::sql::{SqlReader, placeholders};
use platform::UserId;
use sea_orm::{DbErr, FromQueryResult};
use std::collections::HashSet;

/// Those of these accounts that exist. One query.
///
/// # Errors
/// Database errors.
pub async fn existing_accounts(
    reads: &impl SqlReader,
    ids: &[UserId],
) -> Result<HashSet<UserId>, DbErr> {
    #[derive(FromQueryResult)]
    struct Row {
        id: UserId,
    }
    if ids.is_empty() {
        return Ok(HashSet::new());
    }
    let sql = format!("SELECT id FROM users WHERE id IN ({})", placeholders(1, ids.len()));
    let rows = reads.sql(&sql, ids.iter().map(|id| (*id).into()).collect()).all::<Row>().await?;
    Ok(rows.into_iter().map(|row| row.id).collect())
}
