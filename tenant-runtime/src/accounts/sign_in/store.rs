//! The account of an email address, with its password hash.

use crate::accounts::rows::credential::{Column, Entity};
use platform::{Scope, Tx, UserId, Visitor};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, Condition, DbErr, FromQueryResult};

#[derive(FromQueryResult)]
pub(super) struct SignInAccount {
    pub id: UserId,
    pub status: Option<String>,
    pub email_verified: bool,
    pub marked_unverified: bool,
    undisclosed_until_verified: bool,
    /// `None` for an account that signs in only with an issuer.
    pub password_hash: Option<String>,
    pub identities: i64,
}

impl SignInAccount {
    /// Returns true if the account must not be revealed until its address is verified.
    pub const fn is_undisclosed(&self) -> bool {
        self.undisclosed_until_verified && !self.email_verified
    }
}

/// A single statement, so that known and unknown addresses take the same time.
pub(super) async fn find(
    scope: &Scope<Visitor>,
    email: &str,
) -> Result<Option<SignInAccount>, DbErr> {
    const SQL: &str = "SELECT u.id, u.status, u.email_verified, u.marked_unverified, u.undisclosed_until_verified, \
         c.password_hash, \
         (SELECT COUNT(*) FROM federated_identities f WHERE f.user_id = u.id) AS identities \
         FROM users u LEFT JOIN credentials c ON c.user_id = u.id WHERE u.email = $1";
    scope.raw(SQL, vec![email.into()]).one().await
}

/// Replaces the hash of an unchanged password, unless the password was changed in the meantime.
pub(super) async fn replace_hash(
    tx: &Tx<'_, Visitor>,
    user: UserId,
    before: &str,
    hash: String,
) -> Result<(), DbErr> {
    let unchanged =
        Condition::all().add(Column::UserId.eq(user.uuid())).add(Column::PasswordHash.eq(before));
    tx.global_table::<Entity>()
        .update(unchanged, |update| update.col_expr(Column::PasswordHash, Expr::value(hash)))
        .await?
        .as_many_as_there_are();
    Ok(())
}
