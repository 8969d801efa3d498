//! Members follow a thread, to be notified of each new post, or mute it.

use crate::communities::{self, Access};
use crate::limits;
use crate::posts::error::{PostError, ThreadError};
use crate::posts::rows::{subscription, thread};
use crate::sql::SqlReader;
use chrono::{DateTime, Utc};
use platform::limiter::LimitedAction;
use platform::{AccountViewer, CommunityId, Member, Problem, Scope, System, ThreadId, Tx, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, Condition, DbErr, DeriveActiveEnum, EnumIter, FromQueryResult};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use utoipa::ToSchema;

/// Which notifications a member receives about a thread.
#[derive(
    Debug,
    Clone,
    Copy,
    Default,
    PartialEq,
    Eq,
    EnumIter,
    DeriveActiveEnum,
    Serialize,
    Deserialize,
    ToSchema,
)]
#[sea_orm(rs_type = "String", db_type = "Text")]
#[serde(rename_all = "lowercase")]
#[schema(as = ThreadSubscription)]
pub enum SubscriptionLevel {
    /// Mentions, and replies to their own posts. Not stored.
    #[default]
    #[sea_orm(string_value = "normal")]
    Normal,
    /// Every new post.
    #[sea_orm(string_value = "followed")]
    Followed,
    /// Only mentions. Unread posts do not count in the community's number.
    #[sea_orm(string_value = "muted")]
    Muted,
}

/// The viewer's choice for a thread.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ThreadSubscriptionSetting)]
pub(super) struct SubscriptionSetting {
    level: SubscriptionLevel,
}

fn of_user_in(user: UserId, thread: ThreadId) -> Condition {
    Condition::all()
        .add(subscription::Column::UserId.eq(user.uuid()))
        .add(subscription::Column::ThreadId.eq(thread.uuid()))
}

/// Stores the choice of the viewer, who must be a member.
pub(super) async fn set_subscription(
    scope: &mut Scope<Member>,
    (community, id): (CommunityId, ThreadId),
    setting: SubscriptionSetting,
) -> Result<SubscriptionSetting, Problem> {
    use subscription::Column::{CommunityId as Place, Level, ThreadId as Thread, UserId as User};
    limits::check_limit(scope.services(), scope.viewer(), LimitedAction::Preferences).await?;
    let tx = scope.begin().await?;
    let access = communities::load_access(&tx, community).await?;
    if access.membership.is_none() {
        return Err(PostError::NotAMember.into());
    }
    let here = thread::Column::CommunityId.eq(community.uuid());
    if !tx.select::<thread::Entity>().by_id(id).filter(here).exists().await? {
        return Err(ThreadError::NotFound.into());
    }
    let (table, user) = (tx.table::<subscription::Entity>(), tx.viewer().id());
    if setting.level == SubscriptionLevel::Normal {
        table.delete(of_user_in(user, id)).await?.as_many_as_there_are();
    } else {
        let row = subscription::ActiveModel {
            user_id: Set(user),
            thread_id: Set(id),
            community_id: Set(community),
            level: Set(setting.level),
            created_at: Set(tx.now()),
        };
        let newer = OnConflict::columns([User, Thread]).update_columns([Place, Level]).to_owned();
        table.upsert(row, newer).await?;
    }
    tx.commit().await?;
    Ok(setting)
}

/// The viewer's choices for these threads, where they made one. One query for members.
pub(in crate::posts::threads) async fn own_subscriptions(
    scope: &Scope<Member>,
    access: &Access,
    threads: &[ThreadId],
) -> Result<HashMap<ThreadId, SubscriptionLevel>, DbErr> {
    if access.membership.is_none() {
        return Ok(HashMap::new());
    }
    let mine = Condition::all()
        .add(subscription::Column::UserId.eq(scope.viewer().id().uuid()))
        .add(subscription::Column::ThreadId.is_in(threads.iter().map(|id| id.uuid())));
    let rows = scope.select::<subscription::Entity>().filter(mine).all().await?;
    Ok(rows.into_iter().map(|row| (row.thread_id, row.level)).collect())
}

/// Returns true if a member has muted a thread.
pub(super) async fn is_muted(
    tx: &Tx<'_, Member>,
    user: UserId,
    thread: ThreadId,
) -> Result<bool, DbErr> {
    let muted = subscription::Column::Level.eq(SubscriptionLevel::Muted);
    let theirs = of_user_in(user, thread).add(muted);
    tx.select::<subscription::Entity>().filter(theirs).exists().await
}

/// SQL condition that a user has muted a thread.
#[must_use]
pub fn is_muted_sql(user: &str, thread: &str) -> String {
    format!(
        "EXISTS (SELECT 1 FROM thread_subscriptions ts WHERE ts.user_id = {user} \
         AND ts.thread_id = {thread} AND ts.level = 'muted')"
    )
}

/// Deletes the choices of a member who leaves; if they join again, the default applies.
///
/// # Errors
/// Database errors.
pub async fn delete_subscriptions<V>(
    tx: &Tx<'_, V>,
    community: CommunityId,
    user: UserId,
) -> Result<(), DbErr> {
    let theirs = Condition::all()
        .add(subscription::Column::CommunityId.eq(community.uuid()))
        .add(subscription::Column::UserId.eq(user.uuid()));
    tx.table::<subscription::Entity>().delete(theirs).await?.as_many_as_there_are();
    Ok(())
}

/// A choice in its member's export.
#[derive(Debug, FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SubscriptionRecord {
    community_id: CommunityId,
    thread_id: ThreadId,
    level: String,
    created_at: DateTime<Utc>,
}

/// A user's choices, for their export.
///
/// # Errors
/// Database errors.
pub async fn subscription_records(
    reads: &impl SqlReader,
    user: UserId,
) -> Result<Vec<SubscriptionRecord>, DbErr> {
    const SQL: &str = "SELECT community_id, thread_id, level, created_at \
         FROM thread_subscriptions WHERE user_id = $1 ORDER BY created_at, thread_id";
    reads.sql(SQL, vec![user.into()]).all().await
}

/// Deletes up to `most` choices about threads of a community. Returns their number.
///
/// # Errors
/// Database errors.
pub async fn delete_subscriptions_of_community(
    tx: &Tx<'_, System>,
    community: CommunityId,
    most: u64,
) -> Result<u64, DbErr> {
    const SQL: &str = "DELETE FROM thread_subscriptions WHERE (user_id, thread_id) IN \
         (SELECT user_id, thread_id FROM thread_subscriptions WHERE community_id = $1 LIMIT $2)";
    tx.execute(SQL, vec![community.into(), most.cast_signed().into()]).await
}
