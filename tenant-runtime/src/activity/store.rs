//! Queries for notifications.

use super::classes::{ActivityCategory, ActivityPriority, ActivityTab, MUTED_TYPES, ReadState};
use super::rows::notification::{ActiveModel, Column, Entity, Model};
use super::rows::setting;
use super::{NotificationId, NotificationType};
use crate::profiles::blocks::{Blocks, not_blocked, not_blocked_sql};
use chrono::{DateTime, Utc};
use platform::page::TimeCursor;
use platform::{AccountViewer, CommunityId, Member, Scope, ThreadId, Tx, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{ColumnTrait, Condition, DbErr, FromQueryResult, QueryOrder, QuerySelect};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use uuid::Uuid;

/// SQL condition that a notification is newer than the last clear (C-121).
pub(super) const NOT_CLEARED: &str = "NOT EXISTS (SELECT 1 FROM activity_settings s \
     WHERE s.user_id = notifications.user_id AND s.last_cleared_at >= notifications.created_at)";

/// SQL condition that a notification is an item of its own: it is not in a group, was read, or is
/// the newest unread one of its group that the user sees. `blocks` are those that apply to the user.
pub(super) fn is_item_sql(blocks: Blocks) -> String {
    let seen = not_blocked_sql("g.author_id", "notifications.user_id", blocks);
    format!(
        "(notifications.is_grouped = FALSE OR notifications.read = TRUE OR NOT EXISTS \
         (SELECT 1 FROM notifications g WHERE g.user_id = notifications.user_id \
           AND g.read = FALSE AND g.is_grouped = TRUE AND g.in_app = TRUE \
           AND g.community_id = notifications.community_id \
           AND (g.created_at, g.id) > (notifications.created_at, notifications.id) AND {seen}))"
    )
}

/// Cursor of a page of activity.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(super) struct Cursor {
    priority: ActivityPriority,
    last: TimeCursor,
}

impl Cursor {
    pub(super) fn from_row(row: &Model) -> Self {
        let last = TimeCursor { at: row.created_at, id: row.id.uuid() };
        Self { priority: row.priority, last }
    }

    fn after_condition(self) -> Condition {
        let beyond = Condition::any()
            .add(Column::Priority.lt(self.priority))
            .add(self.last.after_in_descending(Column::CreatedAt, Column::Id));
        Condition::all().add(Column::Priority.lte(self.priority)).add(beyond)
    }
}

/// Condition for the viewer's notifications in the app, without posts of users in a block with the viewer.
/// Announcements and questions stay regardless of blocks, as in their lists.
fn own_condition(viewer: &Member) -> Condition {
    unhidden_condition(viewer).add(Column::InApp.eq(true))
}

const fn applicable_blocks(viewer: &Member) -> Blocks {
    if viewer.is_staff() { Blocks::NotApplied } else { Blocks::Both }
}

/// Like [`own_condition`], with those of kinds that the viewer has turned off in the app.
fn unhidden_condition(viewer: &Member) -> Condition {
    let blocks = applicable_blocks(viewer);
    let named = Condition::any().add(Column::Kind.is_not_in(MUTED_TYPES)).add(not_blocked(
        Column::AuthorId,
        viewer.id(),
        blocks,
    ));
    Condition::all().add(Column::UserId.eq(viewer.id().uuid())).add(named)
}

/// Condition for the notifications that the activity centre shows.
fn visible_to(viewer: &Member) -> Condition {
    own_condition(viewer).add(Expr::cust(NOT_CLEARED))
}

/// Condition for the items that the activity centre lists: each group of new posts is one.
fn item_condition(viewer: &Member) -> Condition {
    visible_to(viewer).add(Expr::cust(is_item_sql(applicable_blocks(viewer))))
}

/// Condition for the unread items, as all counts and badges count them.
fn unread_items(viewer: &Member) -> Condition {
    item_condition(viewer).add(Column::Read.eq(false))
}

/// Up to `limit + 1` items of a tab, by priority, then newest first.
pub(super) async fn list_page(
    scope: &Scope<Member>,
    (tab, state): (ActivityTab, ReadState),
    after: Option<Cursor>,
    limit: u64,
) -> Result<Vec<Model>, DbErr> {
    let such = item_condition(scope.viewer())
        .add_option(state.is_read().map(|read| Column::Read.eq(read)))
        .add_option(tab.tab_categories().map(|some| Column::Category.is_in(some.iter().copied())))
        .add_option(after.map(Cursor::after_condition));
    scope
        .select::<Entity>()
        .filter(such)
        .modify_select(|select| {
            select
                .order_by_desc(Column::Priority)
                .order_by_desc(Column::CreatedAt)
                .order_by_desc(Column::Id)
                .limit(limit + 1)
        })
        .all()
        .await
}

/// Up to `limit + 1` notifications including cleared ones, newest first.
pub(super) async fn list_newest(
    scope: &Scope<Member>,
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<Model>, DbErr> {
    use Column::{CreatedAt, Id};
    let such = own_condition(scope.viewer())
        .add_option(after.map(|last| last.after_in_descending(CreatedAt, Id)));
    scope
        .select::<Entity>()
        .filter(such)
        .modify_select(|select| select.order_by_desc(CreatedAt).order_by_desc(Id).limit(limit + 1))
        .all()
        .await
}

/// Number of unread items by category.
pub(super) async fn unread_by_category(
    scope: &Scope<Member>,
) -> Result<HashMap<ActivityCategory, i64>, DbErr> {
    let rows = scope
        .select::<Entity>()
        .filter(unread_items(scope.viewer()))
        .modify_select(|select| {
            let counted = select.select_only().column(Column::Category);
            counted.column_as(Column::Id.count(), "count").group_by(Column::Category)
        })
        .all_tuples::<(ActivityCategory, i64)>()
        .await?;
    Ok(rows.into_iter().collect())
}

/// Number of unread items, at most `most`. One query.
pub(super) async fn unread_up_to(scope: &Scope<Member>, most: u64) -> Result<usize, DbErr> {
    #[derive(FromQueryResult)]
    struct UnreadRow {
        #[expect(dead_code, reason = "only how many there are is of interest")]
        id: NotificationId,
    }
    let rows = scope
        .select::<Entity>()
        .filter(unread_items(scope.viewer()))
        .modify_select(|select| select.select_only().column(Column::Id).limit(most))
        .all_as::<UnreadRow>()
        .await?;
    Ok(rows.len())
}

/// Unread notifications of a community, by kind.
#[derive(Debug, FromQueryResult)]
pub(super) struct PendingCount {
    pub community_id: CommunityId,
    #[sea_orm(from_alias = "type")]
    pub kind: NotificationType,
    pub is_grouped: bool,
    pub count: i64,
}

/// Unread notifications of these communities, each one of a group.
pub(super) async fn count_pending_in(
    scope: &Scope<Member>,
    communities: &[CommunityId],
) -> Result<Vec<PendingCount>, DbErr> {
    if communities.is_empty() {
        return Ok(Vec::new());
    }
    let of_these = visible_to(scope.viewer())
        .add(Column::Read.eq(false))
        .add(Column::Category.eq(ActivityCategory::Communities))
        .add(Column::CommunityId.is_in(communities.iter().map(|id| id.uuid())));
    scope
        .select::<Entity>()
        .filter(of_these)
        .modify_select(|select| {
            let kinds = select.select_only().column(Column::CommunityId).column(Column::Kind);
            let counted = kinds.column(Column::IsGrouped).column_as(Column::Id.count(), "count");
            let grouped = counted.group_by(Column::CommunityId).group_by(Column::Kind);
            grouped.group_by(Column::IsGrouped)
        })
        .all_as::<PendingCount>()
        .await
}

/// Time of the viewer's last clear, unless it was undone.
pub(super) async fn cleared_at(scope: &Scope<Member>) -> Result<Option<DateTime<Utc>>, DbErr> {
    let row = scope.own::<setting::Entity>().one().await?;
    Ok(row.and_then(|row| row.last_cleared_at))
}

/// A notification of the viewer that is visible on this site, also if its kind is off in the app:
/// an email or a push leads to it.
pub(super) async fn find(tx: &Tx<'_, Member>, id: NotificationId) -> Result<Option<Model>, DbErr> {
    tx.select::<Entity>().by_id(id).filter(unhidden_condition(tx.viewer())).one().await
}

/// A notification of the viewer on any site.
pub(super) async fn find_own(
    scope: &Scope<Member>,
    id: NotificationId,
) -> Result<Option<Model>, DbErr> {
    scope.own::<Entity>().by_id(id).filter(unhidden_condition(scope.viewer())).one().await
}

/// Returns true if this site shows the notification.
pub(super) async fn is_visible_here(
    scope: &Scope<Member>,
    id: NotificationId,
) -> Result<bool, DbErr> {
    scope.select::<Entity>().by_id(id).exists().await
}

/// Marks one notification as read. False if it was read already.
pub(super) async fn mark_one(tx: &Tx<'_, Member>, id: NotificationId) -> Result<bool, DbErr> {
    mark_read(tx, Condition::all().add(Column::Id.eq(id.uuid()))).await
}

/// Marks the viewer's notifications of these communities as read. Returns whether any was unread.
pub(super) async fn mark_in_communities(
    tx: &Tx<'_, Member>,
    ids: &[CommunityId],
) -> Result<bool, DbErr> {
    let of_these = Condition::all()
        .add(Column::CommunityId.is_in(ids.iter().map(|id| id.uuid())))
        .add(Column::Category.eq(ActivityCategory::Communities));
    mark_read(tx, of_these).await
}

/// Marks the viewer's notifications about a thread until a time as read. Returns whether any was
/// unread.
pub(super) async fn mark_in_thread(
    tx: &Tx<'_, Member>,
    id: ThreadId,
    until: DateTime<Utc>,
) -> Result<bool, DbErr> {
    const SQL: &str = "UPDATE notifications SET read = TRUE WHERE user_id = $1 AND read = FALSE \
         AND category = 'communities' AND created_at <= $2 AND data ->> 'threadId' = $3";
    let values = vec![tx.viewer().id().into(), until.into(), id.to_string().into()];
    Ok(tx.execute(SQL, values).await? > 0)
}

/// Marks all the viewer's notifications on all sites as read. Returns whether any was unread.
pub(super) async fn mark_all(tx: &Tx<'_, Member>) -> Result<bool, DbErr> {
    mark_read(tx, Condition::all()).await
}

async fn mark_read(tx: &Tx<'_, Member>, of_mine: Condition) -> Result<bool, DbErr> {
    let read = ActiveModel { read: Set(true), ..Default::default() };
    let unread = of_mine.add(Column::Read.eq(false));
    Ok(tx.own_table::<Entity>().update(unread, |update| update.set(read)).await?.is_changed())
}

/// Stores that the viewer cleared everything up to now.
pub(super) async fn clear(tx: &Tx<'_, Member>, at: DateTime<Utc>) -> Result<(), DbErr> {
    use setting::Column::{LastClearedAt, UserId};
    let row =
        setting::ActiveModel { user_id: Set(tx.viewer().id()), last_cleared_at: Set(Some(at)) };
    let later = OnConflict::column(UserId).update_column(LastClearedAt).to_owned();
    tx.global_table::<setting::Entity>().upsert(row, later).await
}

/// Undoes a clear that is not older than `since`. Returns whether there was one.
pub(super) async fn restore_cleared(
    tx: &Tx<'_, Member>,
    since: DateTime<Utc>,
) -> Result<bool, DbErr> {
    let never = setting::ActiveModel { last_cleared_at: Set(None), ..Default::default() };
    let table = tx.own_table::<setting::Entity>();
    let recent = setting::Column::LastClearedAt.gte(since);
    Ok(table.update(recent, |update| update.set(never)).await?.is_changed())
}

/// Marks the notifications that asked about this subject as answered. Returns their recipients.
pub(super) async fn mark_answered<V>(tx: &Tx<'_, V>, subject: Uuid) -> Result<Vec<UserId>, DbErr> {
    #[derive(FromQueryResult)]
    struct NotifiedRow {
        user_id: UserId,
    }
    const MARK_ANSWERED_SQL: &str = "UPDATE notifications SET action_required = FALSE, read = TRUE \
         WHERE source_id = $1 AND action_required = TRUE RETURNING user_id";
    let told = tx.raw(MARK_ANSWERED_SQL, vec![subject.into()]).all::<NotifiedRow>().await?;
    Ok(told.into_iter().map(|one| one.user_id).collect())
}
