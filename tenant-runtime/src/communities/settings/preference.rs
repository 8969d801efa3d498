//! Notification preferences of members.

use super::rows::{ActiveModel, Column, Entity, NotificationPreference};
use crate::activity::NotificationType;
use crate::communities::access;
use crate::communities::error::CommunityError;
use crate::communities::visible_sql::joined_from_sql;
use crate::limits;
use platform::limiter::LimitedAction;
use platform::{AccountViewer, CommunityId, Member, Problem, Scope, Tx, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, Condition, DbErr, FromQueryResult};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use utoipa::ToSchema;

/// The viewer's notification preference for a community.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NotificationPreferenceSetting {
    pub community_id: CommunityId,
    pub preference: NotificationPreference,
}

/// A new notification preference.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NotificationPreferenceChange {
    pub preference: NotificationPreference,
}

/// Stores the preference of the viewer, who must be a member.
pub(super) async fn set_preference(
    scope: &mut Scope<Member>,
    id: CommunityId,
    wish: NotificationPreferenceChange,
) -> Result<NotificationPreferenceSetting, Problem> {
    limits::check_limit(scope.services(), scope.viewer(), LimitedAction::Preferences).await?;
    let tx = scope.begin().await?;
    let access = access::lock_for_managing(&tx, id).await?;
    if access.membership.is_none() {
        return Err(CommunityError::MembersOnly.into());
    }
    let row = ActiveModel {
        community_id: Set(id),
        user_id: Set(tx.viewer().id()),
        preference: Set(wish.preference),
    };
    let newer = OnConflict::columns([Column::CommunityId, Column::UserId])
        .update_column(Column::Preference)
        .to_owned();
    tx.table::<Entity>().upsert(row, newer).await?;
    tx.commit().await?;
    Ok(NotificationPreferenceSetting { community_id: id, preference: wish.preference })
}

/// The viewer's preferences for these communities, where they have set one.
pub(in crate::communities) async fn own_preferences(
    scope: &Scope<Member>,
    ids: &[CommunityId],
) -> Result<HashMap<CommunityId, NotificationPreference>, DbErr> {
    let mine = Condition::all()
        .add(Column::UserId.eq(scope.viewer().id().uuid()))
        .add(Column::CommunityId.is_in(ids.iter().map(|id| id.uuid())));
    let rows = scope.select::<Entity>().filter(mine).all().await?;
    Ok(rows.into_iter().map(|row| (row.community_id, row.preference)).collect())
}

/// A community of a member with their notification preference.
#[derive(Debug, FromQueryResult)]
pub struct CommunityLevel {
    pub community_id: CommunityId,
    pub name: String,
    preference: Option<NotificationPreference>,
}

impl CommunityLevel {
    /// The preference that applies.
    #[must_use]
    pub fn level(&self) -> NotificationPreference {
        self.preference.unwrap_or_default()
    }
}

/// The viewer's communities on this site with their preferences, by name. One query.
///
/// # Errors
/// Database errors.
pub async fn own_levels(scope: &Scope<Member>) -> Result<Vec<CommunityLevel>, DbErr> {
    let portal = scope.site().affiliation();
    let joined = joined_from_sql("$1", portal.map(|_| "$2"));
    let sql = format!(
        "SELECT c.id AS community_id, c.name, (SELECT p.preference \
           FROM member_notice_preferences p \
           WHERE p.community_id = m.community_id AND p.user_id = m.user_id) AS preference \
         FROM {joined} ORDER BY LOWER(c.name), c.id"
    );
    let viewer = std::iter::once(scope.viewer().id().into());
    let values = viewer.chain(portal.map(Into::into)).collect();
    scope.raw(&sql, values).all().await
}

/// Which of these users (at most a thousand) want notifications of this kind from the community.
///
/// # Errors
/// Database errors.
pub async fn subscribers<V>(
    tx: &Tx<'_, V>,
    id: CommunityId,
    people: &[UserId],
    kind: NotificationType,
) -> Result<Vec<UserId>, DbErr> {
    let theirs = Condition::all()
        .add(Column::CommunityId.eq(id.uuid()))
        .add(Column::UserId.is_in(people.iter().map(|user| user.uuid())));
    let rows = tx.select::<Entity>().filter(theirs).all().await?;
    let hushed: HashSet<UserId> =
        rows.iter().filter(|row| row.preference.suppresses(kind)).map(|row| row.user_id).collect();
    Ok(people.iter().copied().filter(|user| !hushed.contains(user)).collect())
}

/// Deletes the preference of a member who leaves; if they join again, the default applies.
pub(in crate::communities) async fn delete_preference<V>(
    tx: &Tx<'_, V>,
    id: CommunityId,
    user: UserId,
) -> Result<(), DbErr> {
    let theirs =
        Condition::all().add(Column::CommunityId.eq(id.uuid())).add(Column::UserId.eq(user.uuid()));
    tx.table::<Entity>().delete(theirs).await?.as_many_as_there_are();
    Ok(())
}
