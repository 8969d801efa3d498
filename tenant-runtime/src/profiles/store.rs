//! Queries on one's own profile.

use super::rows::{handle, profile};
use platform::{Identified, Scope, Tx};
use sea_orm::sea_query::IntoCondition;
use sea_orm::{ActiveValue::Set, Condition, DbErr};

pub(super) async fn own<V: Identified>(scope: &Scope<V>) -> Result<Option<profile::Model>, DbErr> {
    scope.own::<profile::Entity>().one().await
}

pub(super) async fn own_in<V: Identified>(tx: &Tx<'_, V>) -> Result<Option<profile::Model>, DbErr> {
    tx.own::<profile::Entity>().one().await
}

pub(super) async fn own_handle<V: Identified>(scope: &Scope<V>) -> Result<Option<String>, DbErr> {
    Ok(scope.own::<handle::Entity>().one().await?.map(|handle| handle.shown_as))
}

/// Changes the viewer's own row.
pub(super) async fn update_own<V: Identified>(
    tx: &Tx<'_, V>,
    change: profile::ActiveModel,
) -> Result<(), DbErr> {
    let change = profile::ActiveModel { updated_at: Set(tx.now()), ..change };
    tx.own_table::<profile::Entity>()
        .update(Condition::all().into_condition(), |update| update.set(change))
        .await?
        .exactly_one()
}
