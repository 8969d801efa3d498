//! All accounts in pages, for the public API.

use crate::sql::SqlReader;
use chrono::{DateTime, Utc};
use platform::UserId;
use sea_orm::{DbErr, FromQueryResult};

/// An account with the time of its creation.
#[derive(Debug, Clone, Copy, FromQueryResult)]
pub struct AccountCreation {
    pub id: UserId,
    pub joined_date: DateTime<Utc>,
}

/// Up to `limit` accounts after this one, by id, which is the order of their creation. One query.
///
/// # Errors
/// Database errors.
pub async fn list_after(
    reads: &impl SqlReader,
    after: Option<UserId>,
    limit: u64,
) -> Result<Vec<AccountCreation>, DbErr> {
    const SQL: &str = "SELECT id, joined_date FROM users WHERE id > $1 ORDER BY id LIMIT $2";
    let after = after.unwrap_or(UserId(uuid::Uuid::nil()));
    reads.sql(SQL, vec![after.into(), limit.cast_signed().into()]).all().await
}
