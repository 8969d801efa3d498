//! Stores the latest ten searches of each user.

use crate::people::error::PeopleError;
use crate::people::pages::search_words;
use crate::people::rows::recent_search::{ActiveModel, Column, Entity, Model, RecentSearchId};
use crate::profiles;
use platform::limiter::{LimitKey, LimitedAction};
use platform::{AccountViewer, Member, Scope, Tx};
use sea_orm::sea_query::OnConflict;
use sea_orm::{ActiveValue::Set, ColumnTrait, Condition, DbErr, QueryOrder, QuerySelect, Select};

/// Searches per user (G-070).
const STORED_SEARCHES_MAX: u64 = 10;

/// The viewer's searches, latest first.
pub(super) async fn list(scope: &Scope<Member>) -> Result<Vec<Model>, PeopleError> {
    Ok(scope
        .own::<Entity>()
        .modify_select(|select| newest_first(select).limit(STORED_SEARCHES_MAX))
        .all()
        .await?)
}

fn newest_first(select: Select<Entity>) -> Select<Entity> {
    select.order_by_desc(Column::SearchedAt).order_by_desc(Column::Id)
}

/// Stores the words that the directory would search for.
pub(super) async fn store_search(
    scope: &mut Scope<Member>,
    typed: &str,
) -> Result<(), PeopleError> {
    let typed = search_words(typed).ok_or(PeopleError::NothingToLookFor)?;
    let me = scope.viewer().id();
    let key = LimitKey::user(me);
    let verdict = scope.services().limiter().count_attempt(LimitedAction::KeepSearch, &key).await;
    if !verdict.allowed {
        return Err(PeopleError::Limit(verdict.retry_at_words(scope.now()), verdict));
    }
    let tx = scope.begin().await?;
    // Serialises searches of a user, so that each transaction sees those to delete.
    profiles::lock(&tx, &[me]).await?;
    let row = ActiveModel {
        id: Set(RecentSearchId::new()),
        user_id: Set(me),
        folded: Set(typed.to_lowercase()),
        typed: Set(typed),
        searched_at: Set(tx.now()),
    };
    let again = OnConflict::columns([Column::UserId, Column::Folded])
        .update_columns([Column::Typed, Column::SearchedAt])
        .to_owned();
    tx.own_table::<Entity>().upsert(row, again).await?;
    delete_oldest(&tx).await?;
    Ok(tx.commit().await?)
}

async fn delete_oldest(tx: &Tx<'_, Member>) -> Result<(), DbErr> {
    let kept = tx
        .own::<Entity>()
        .modify_select(|select| newest_first(select).limit(STORED_SEARCHES_MAX))
        .all()
        .await?;
    let others = Column::Id.is_not_in(kept.iter().map(|row| row.id.uuid()));
    tx.own_table::<Entity>().delete(others).await?.as_many_as_there_are();
    Ok(())
}

/// Deletes a search of the viewer.
pub(super) async fn delete_search(
    scope: &mut Scope<Member>,
    id: RecentSearchId,
) -> Result<(), PeopleError> {
    let tx = scope.begin().await?;
    let gone = tx.own_table::<Entity>().delete(Column::Id.eq(id.uuid())).await?;
    if !gone.is_changed() {
        return Err(PeopleError::NoSuchSearch);
    }
    Ok(tx.commit().await?)
}

/// Deletes all searches of the viewer.
pub(super) async fn delete_all(scope: &mut Scope<Member>) -> Result<(), PeopleError> {
    let tx = scope.begin().await?;
    tx.own_table::<Entity>().delete(Condition::all()).await?.as_many_as_there_are();
    Ok(tx.commit().await?)
}
