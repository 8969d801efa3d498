//! The account behind an address, with its password's hash.

use platform::{Scope, UserId, Visitor};
use sea_orm::{DbErr, FromQueryResult};

#[derive(FromQueryResult)]
pub(super) struct Found {
    pub id: UserId,
    pub status: Option<String>,
    pub email_verified: bool,
    pub marked_unverified: bool,
    pub password_hash: String,
}

/// One statement, so that a known and an unknown address take the same time.
pub(super) async fn find(scope: &Scope<Visitor>, email: &str) -> Result<Option<Found>, DbErr> {
    const SQL: &str = "SELECT u.id, u.status, u.email_verified, u.marked_unverified, \
         c.password_hash FROM users u JOIN credentials c ON c.user_id = u.id WHERE u.email = $1";
    scope.raw(SQL, vec![email.into()]).one().await
}
