//! Existence of accounts, for other features.

use crate::sql::{SqlReader, placeholders};
use chrono::{DateTime, Utc};
use platform::UserId;
use sea_orm::{DbErr, FromQueryResult};
use std::collections::{HashMap, HashSet};

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

/// Accounts with these stored email addresses, by address. One query.
///
/// # Errors
/// Database errors.
pub async fn find_by_emails(
    reads: &impl SqlReader,
    emails: &[String],
) -> Result<HashMap<String, UserId>, DbErr> {
    #[derive(FromQueryResult)]
    struct Row {
        id: UserId,
        email: String,
    }
    if emails.is_empty() {
        return Ok(HashMap::new());
    }
    let sql =
        format!("SELECT id, email FROM users WHERE email IN ({})", placeholders(1, emails.len()));
    let values = emails.iter().map(|email| email.clone().into()).collect();
    let rows = reads.sql(&sql, values).all::<Row>().await?;
    Ok(rows.into_iter().map(|row| (row.email, row.id)).collect())
}

/// The stored email address of an account, confirmed or not. One query.
///
/// # Errors
/// Database errors.
pub async fn email_of(reads: &impl SqlReader, user: UserId) -> Result<Option<String>, DbErr> {
    #[derive(FromQueryResult)]
    struct Row {
        email: String,
    }
    let sql = "SELECT email FROM users WHERE id = $1";
    Ok(reads.sql(sql, vec![user.into()]).one::<Row>().await?.map(|row| row.email))
}

/// The email address of an account, if its owner has confirmed it. One query.
///
/// # Errors
/// Database errors.
pub async fn confirmed_email(
    reads: &impl SqlReader,
    user: UserId,
) -> Result<Option<String>, DbErr> {
    #[derive(FromQueryResult)]
    struct Row {
        email: String,
    }
    const SQL: &str = "SELECT email FROM users \
         WHERE id = $1 AND email_verified AND NOT marked_unverified";
    let row = reads.sql(SQL, vec![user.into()]).one::<Row>().await?;
    Ok(row.map(|row| row.email))
}

/// Returns whether an account exists and is neither banned, suspended nor paused. One query.
///
/// # Errors
/// Database errors.
pub async fn is_in_good_standing(
    reads: &impl SqlReader,
    user: UserId,
    now: DateTime<Utc>,
) -> Result<bool, DbErr> {
    #[derive(FromQueryResult)]
    struct Row {
        status: Option<String>,
        account_status: String,
        paused_until: Option<DateTime<Utc>>,
    }
    const SQL: &str = "SELECT status, account_status, paused_until FROM users WHERE id = $1";
    let row = reads.sql(SQL, vec![user.into()]).one::<Row>().await?;
    Ok(row.is_some_and(|row| {
        let pause_passed = row.paused_until.is_some_and(|until| until <= now);
        row.status.is_none() && (row.account_status != "paused" || pause_passed)
    }))
}
