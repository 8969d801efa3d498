//! Proofs and mailed links that have served their time.

use super::rows::{email_token, used_token};
use chrono::Duration;
use platform::jobs::JobScope;
use sea_orm::{ColumnTrait, DbErr};

/// Past its expiry a token is refused for its age; a margin keeps differing clocks from mattering.
const MARGIN: Duration = Duration::hours(1);

/// Removes the marks of spent tokens and the links that nobody can use any more.
///
/// # Errors
/// The database's, to be tried again.
pub async fn sweep(scope: &mut JobScope) -> Result<(), DbErr> {
    let tx = scope.begin().await?;
    let old = tx.now() - MARGIN;
    let marks = used_token::Column::ExpiresAt.lt(old);
    tx.doorless_table::<used_token::Entity>().delete(marks).await?.as_many_as_there_are();
    let links = email_token::Column::ExpiresAt.lt(old);
    tx.doorless_table::<email_token::Entity>().delete(links).await?.as_many_as_there_are();
    tx.commit().await
}
