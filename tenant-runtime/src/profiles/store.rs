//! Queries for one's own profile.

use super::rows::profile;
use platform::{AccountViewer, Tx};
use sea_orm::sea_query::IntoCondition;
use sea_orm::{ActiveValue::Set, Condition, DbErr};

pub(super) async fn own_in<V: AccountViewer>(
    tx: &Tx<'_, V>,
) -> Result<Option<profile::Model>, DbErr> {
    tx.own::<profile::Entity>().one().await
}

/// Updates the viewer's own row.
pub(super) async fn update_own<V: AccountViewer>(
    tx: &Tx<'_, V>,
    change: profile::ActiveModel,
) -> Result<(), DbErr> {
    let change = profile::ActiveModel { updated_at: Set(tx.now()), ..change };
    tx.own_table::<profile::Entity>()
        .update(Condition::all().into_condition(), |update| update.set(change))
        .await?
        .exactly_one()
}
