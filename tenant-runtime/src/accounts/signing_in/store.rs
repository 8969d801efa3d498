//! The account behind an address, with its password's hash.

use crate::accounts::rows::credential::{Column, Entity};
use platform::{Scope, Tx, UserId, Visitor};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, Condition, DbErr, FromQueryResult};

#[derive(FromQueryResult)]
pub(super) struct Found {
    pub id: UserId,
    pub status: Option<String>,
    pub email_verified: bool,
    pub marked_unverified: bool,
    undisclosed_until_verified: bool,
    /// Nothing for an account that signs in by another issuer's word alone.
    pub password_hash: Option<String>,
    pub identities: i64,
}

impl Found {
    /// Nobody is told that this account exists until its address is proven.
    pub const fn is_undisclosed(&self) -> bool {
        self.undisclosed_until_verified && !self.email_verified
    }
}

/// One statement, so that a known and an unknown address take the same time.
pub(super) async fn find(scope: &Scope<Visitor>, email: &str) -> Result<Option<Found>, DbErr> {
    const SQL: &str = "SELECT u.id, u.status, u.email_verified, u.marked_unverified, u.undisclosed_until_verified, \
         c.password_hash, \
         (SELECT COUNT(*) FROM federated_identities f WHERE f.user_id = u.id) AS identities \
         FROM users u LEFT JOIN credentials c ON c.user_id = u.id WHERE u.email = $1";
    scope.raw(SQL, vec![email.into()]).one().await
}

/// Puts a new hash of the same password in the place of the old one, unless the password has
/// changed meanwhile.
pub(super) async fn replace_hash(
    tx: &Tx<'_, Visitor>,
    user: UserId,
    before: &str,
    hash: String,
) -> Result<(), DbErr> {
    let unchanged =
        Condition::all().add(Column::UserId.eq(user.uuid())).add(Column::PasswordHash.eq(before));
    tx.doorless_table::<Entity>()
        .update(unchanged, |update| update.col_expr(Column::PasswordHash, Expr::value(hash)))
        .await?
        .as_many_as_there_are();
    Ok(())
}
