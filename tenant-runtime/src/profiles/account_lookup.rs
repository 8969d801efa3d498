//! Account data behind people, for other features.

use super::rows::profile;
use crate::sql::{SqlReader, placeholders};
use platform::{Tx, UserId};
use sea_orm::sea_query::{Expr, ExprTrait, LikeExpr, Query};
use sea_orm::{ColumnTrait, Condition, DbBackend, DbErr, FromQueryResult};
use std::collections::{HashMap, HashSet};

#[derive(FromQueryResult)]
struct AccountRow {
    id: UserId,
    email: String,
    notifications_enabled: bool,
}

fn accounts_sql(count: usize) -> String {
    let ids = placeholders(1, count);
    format!("SELECT id, email, notifications_enabled FROM users WHERE id IN ({ids})")
}

/// Email addresses of these users. The caller decides who may see them (G-097).
///
/// # Errors
/// Database errors.
pub async fn email_addresses(
    reads: &impl SqlReader,
    ids: &[UserId],
) -> Result<HashMap<UserId, String>, DbErr> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let values = ids.iter().map(|id| (*id).into()).collect();
    let rows = reads.sql(&accounts_sql(ids.len()), values).all::<AccountRow>().await?;
    Ok(rows.into_iter().map(|row| (row.id, row.email)).collect())
}

/// Those of these users who have turned off all activity of communities.
///
/// # Errors
/// Database errors.
pub async fn without_community_activity<V>(
    tx: &Tx<'_, V>,
    users: &[UserId],
) -> Result<HashSet<UserId>, DbErr> {
    if users.is_empty() {
        return Ok(HashSet::new());
    }
    let values = users.iter().map(|id| (*id).into()).collect();
    let rows = tx.raw(&accounts_sql(users.len()), values).all::<AccountRow>().await?;
    Ok(rows.into_iter().filter(|row| !row.notifications_enabled).map(|row| row.id).collect())
}

/// Condition that the first, last or full name of the user in `column` matches a lower-case pattern
/// for `LIKE … ESCAPE '!'`.
pub fn is_named<C: ColumnTrait>(column: C, pattern: &str) -> Condition {
    let names = ["lower(first_name)", "lower(last_name)", "lower(first_name || ' ' || last_name)"];
    let matches = |name: &'static str| Expr::cust(name).like(LikeExpr::new(pattern).escape('!'));
    let named = names.into_iter().map(matches).fold(Condition::any(), Condition::add);
    let users = Query::select()
        .column(profile::Column::Id)
        .from(profile::Entity)
        .cond_where(named)
        .to_owned();
    Condition::all().add(column.in_subquery(users))
}

/// The tier of an account, with the account locked until the transaction ends, so that limits of
/// the tier are counted by one transaction at a time. SQLite has a single writer anyway.
///
/// # Errors
/// Database errors, also if there is no such account.
pub async fn lock_subscription<V>(tx: &Tx<'_, V>, user: UserId) -> Result<String, DbErr> {
    #[derive(FromQueryResult)]
    struct Row {
        subscription: String,
    }
    let lock = if tx.backend() == DbBackend::Postgres { " FOR NO KEY UPDATE" } else { "" };
    let sql = format!("SELECT subscription FROM users WHERE id = $1{lock}");
    let row = tx.raw(&sql, vec![user.into()]).one::<Row>().await?;
    row.map(|row| row.subscription)
        .ok_or_else(|| DbErr::RecordNotFound("the account of a viewer".to_owned()))
}

/// Locks these accounts until the transaction ends, in a fixed order, so that two transactions
/// about the same users do not deadlock. Returns the number of accounts found.
///
/// # Errors
/// Database errors.
pub async fn lock<V: Send + Sync>(tx: &Tx<'_, V>, people: &[UserId]) -> Result<usize, DbErr> {
    #[derive(FromQueryResult)]
    struct AccountIdRow {
        #[expect(dead_code, reason = "only whether the row is there matters")]
        id: UserId,
    }
    let lock = if tx.backend() == DbBackend::Postgres { " FOR NO KEY UPDATE" } else { "" };
    let sql = format!(
        "SELECT id FROM users WHERE id IN ({}) ORDER BY id{lock}",
        placeholders(1, people.len())
    );
    let values = people.iter().map(|id| (*id).into()).collect();
    Ok(tx.raw(&sql, values).all::<AccountIdRow>().await?.len())
}

/// Marks a user as verified because an affiliation has admitted them (G-042).
///
/// # Errors
/// Database errors.
pub async fn verify<V: Send + Sync>(tx: &Tx<'_, V>, user: UserId) -> Result<(), DbErr> {
    const SQL: &str = "UPDATE users SET is_verified = TRUE WHERE id = $1 AND NOT is_verified";
    tx.execute(SQL, vec![user.into()]).await.map(drop)
}
