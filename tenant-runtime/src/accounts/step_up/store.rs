//! Query for the password of the signed-in user.

use crate::accounts::rows::credential;
use platform::{Scope, SignedIn, UserId};
use sea_orm::DbErr;

/// `None` if the user has no password.
pub(super) async fn password_hash(
    scope: &Scope<SignedIn>,
    user: UserId,
) -> Result<Option<String>, DbErr> {
    let row = scope.global::<credential::Entity>().by_id(user).one().await?;
    Ok(row.map(|row| row.password_hash))
}
