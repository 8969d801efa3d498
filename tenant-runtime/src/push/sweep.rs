//! Hourly clean-up: subscriptions of ended sessions, and keys without subscriptions.

use super::rows::{Column, Entity};
use platform::push::delete_unused_keys;
use platform::sessions;
use platform::{Scope, System};
use sea_orm::{ColumnTrait, Condition, DbErr, EntityTrait, QueryFilter, QuerySelect, QueryTrait};

/// Deletes subscriptions whose session was ended or has expired, then keys that no subscription
/// uses.
///
/// # Errors
/// Database errors.
pub async fn sweep(scope: &mut Scope<System>) -> Result<(), DbErr> {
    let now = scope.now();
    let ended = Condition::any()
        .add(sessions::row::Column::RevokedAt.is_not_null())
        .add(sessions::row::Column::AbsoluteExpiresAt.lt(now));
    let ended = sessions::row::Entity::find()
        .select_only()
        .column(sessions::row::Column::Id)
        .filter(ended)
        .into_query();
    let used = Entity::find().select_only().column(Column::KeyId).into_query();
    let tx = scope.begin().await?;
    let orphaned = Condition::all().add(Column::SessionId.in_subquery(ended));
    tx.global_table::<Entity>().delete(orphaned).await?.as_many_as_there_are();
    delete_unused_keys(&tx, used).await?;
    tx.commit().await
}
