//! Claims, changes and removes handles.

use super::error::HandleError;
use super::spelling::{SpelledHandle, looks_like};
use crate::profiles::lock;
use crate::profiles::rows::handle::{ActiveModel, Column, Entity};
use crate::search_index::{self, TextKind};
use platform::events::Topic;
use platform::limiter::{LimitKey, LimitedAction};
use platform::{AccountViewer, Member, Scope, Tx, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, Condition, DbErr};
use serde_json::json;

/// Sets or, with an empty string, removes the viewer's handle in one transaction. If several users
/// claim the same handle at once, the unique key admits one.
pub(super) async fn claim(scope: &mut Scope<Member>, typed: &str) -> Result<(), HandleError> {
    let wanted = SpelledHandle::read(typed)?;
    let user = scope.viewer().id();
    let limiter = scope.services().limiter();
    let verdict = limiter.count_attempt(LimitedAction::Write, &LimitKey::user(user)).await;
    if !verdict.allowed {
        let time = verdict.retry_at_words(scope.now());
        return Err(HandleError::Limit(time, verdict));
    }
    let tx = scope.begin().await?;
    // Serialises claims of the same user; otherwise two of them would look like two users.
    lock(&tx, &[user]).await?;
    tx.own_table::<Entity>().delete(Condition::all()).await?.as_many_as_there_are();
    if let Some(handle) = wanted {
        insert(&tx, handle).await.map_err(taken_or_database_error)?;
    }
    search_index::refresh(&tx, TextKind::Person, &[user.uuid()]).await?;
    tx.publish(Topic::User(user), "me.changed", &json!({})).await?;
    tx.commit().await.map_err(taken_or_database_error)
}

async fn insert(tx: &Tx<'_, Member>, handle: SpelledHandle) -> Result<(), DbErr> {
    let row = ActiveModel {
        looks_like: Set(Some(looks_like(&handle.key))),
        handle: Set(handle.key),
        user_id: Set(tx.viewer().id()),
        shown_as: Set(handle.shown_as),
        created_at: Set(tx.now()),
    };
    tx.own_table::<Entity>().insert(row).await.map(drop)
}

fn taken_or_database_error(error: DbErr) -> HandleError {
    if platform::db::is_taken(&error) { HandleError::Taken } else { error.into() }
}

/// Checks whether the viewer could claim this handle. Their own one counts as available.
pub(super) async fn check(scope: &Scope<Member>, typed: &str) -> Result<(), HandleError> {
    let Some(handle) = SpelledHandle::read(typed)? else { return Err(HandleError::Length) };
    let alike = Condition::any()
        .add(Column::LooksLike.eq(looks_like(&handle.key)))
        .add(Column::Handle.eq(handle.key));
    let others = Condition::all().add(alike).add(Column::UserId.ne(scope.viewer().id().uuid()));
    let is_taken = scope.global::<Entity>().filter(others).exists().await?;
    if is_taken { Err(HandleError::Taken) } else { Ok(()) }
}

/// Owner of this handle, case-insensitive.
///
/// # Errors
/// Database errors.
pub async fn owner_of(scope: &Scope<Member>, typed: &str) -> Result<Option<UserId>, DbErr> {
    let key = typed.trim().trim_start_matches('@').to_lowercase();
    let found = scope.global::<Entity>().by_id(key).one().await?;
    Ok(found.map(|handle| handle.user_id))
}

/// A user's handle, as they spell it.
///
/// # Errors
/// Database errors.
pub async fn handle_of<V>(scope: &Scope<V>, user: UserId) -> Result<Option<String>, DbErr> {
    let this = Column::UserId.eq(user.uuid());
    let found = scope.global::<Entity>().filter(this).one().await?;
    Ok(found.map(|handle| handle.shown_as))
}
