//! Reading, marking, clearing and restoring activity.

use super::classes::{ActivityTab, ReadState};
use super::error::ActivityError;
use super::view::{self, ActivityItem, ActivityPage, NotificationView};
use super::{NotificationId, store};
use crate::communities;
use crate::limits::check_limit;
use chrono::{DateTime, Duration, Utc};
use platform::events::Topic;
use platform::limiter::LimitedAction;
use platform::page::{Page, PageQuery, TimeCursor};
use platform::{AccountViewer, CommunityId, Member, Problem, Scope, ThreadId, Tx, UserId};
use sea_orm::DbErr;
use serde_json::json;
use std::collections::HashSet;
use uuid::Uuid;

/// Default and maximum page size (C-112).
const ACTIVITY_PAGE: (u64, u64) = (15, 50);
/// Maximum of the list of newest notifications (C-126).
const NOTIFICATIONS_MAX: u64 = 50;
/// How long clearing can be undone (C-113).
const RESTORE_WITHIN: Duration = Duration::seconds(10);
/// Tolerance for a late request (G-034).
const RESTORE_SKEW: Duration = Duration::seconds(2);
/// Upper limit of counts (C-020); 100 means more than 99.
const COUNTED_MAX: u64 = 100;

/// A page of a tab, without excerpts. 7 queries: items, counts, time of clearing, people,
/// communities, other unread notifications of the same communities, pinned announcements.
///
/// # Errors
/// An invalid cursor, and database errors.
pub async fn list(
    scope: &Scope<Member>,
    of: (ActivityTab, ReadState),
    query: &PageQuery,
) -> Result<ActivityPage, Problem> {
    let limit = query.row_limit(ACTIVITY_PAGE.0, ACTIVITY_PAGE.1);
    let after = query.decode_cursor::<store::Cursor>()?;
    let rows = store::list_page(scope, of, after, limit).await?;
    let page = Page::from_rows(rows, limit, store::Cursor::from_row);
    let unread = store::unread_by_category(scope).await?;
    let last_cleared_timestamp = store::cleared_at(scope).await?;
    let counts = view::tab_counts(&unread, COUNTED_MAX.cast_signed());
    Ok(ActivityPage {
        items: view::to_views(scope, page.items).await?,
        next_cursor: page.next_cursor,
        unread_count: counts.all,
        counts,
        last_cleared_timestamp,
    })
}

/// The newest notifications, including cleared ones (C-123, C-126).
pub(super) async fn list_newest(
    scope: &Scope<Member>,
    query: &PageQuery,
) -> Result<Page<NotificationView>, Problem> {
    let limit = query.row_limit(NOTIFICATIONS_MAX, NOTIFICATIONS_MAX);
    let rows = store::list_newest(scope, query.decode_cursor::<TimeCursor>()?, limit).await?;
    let page =
        Page::from_rows(rows, limit, |row| TimeCursor { at: row.created_at, id: row.id.uuid() });
    Ok(page.map_items(NotificationView::from))
}

/// Number of unread items of the viewer on this site, as in [`ActivityCounts`]; 100 means more than
/// 99. One query.
///
/// [`ActivityCounts`]: super::view::ActivityCounts
///
/// # Errors
/// Database errors.
pub async fn count_unread_on_site(scope: &Scope<Member>) -> Result<i64, DbErr> {
    let unread = store::unread_up_to(scope, COUNTED_MAX).await?;
    Ok(i64::try_from(unread).unwrap_or(i64::MAX))
}

/// Marks one item as read. For an item of a community, marks the community and all its
/// notifications as read (C-118), and so each one of a group.
///
/// # Errors
/// [`ActivityError::NotFound`], and database errors.
pub async fn mark_read(
    scope: &mut Scope<Member>,
    id: NotificationId,
) -> Result<ActivityItem, Problem> {
    check_limit(scope.services(), scope.viewer(), LimitedAction::MarkRead).await?;
    let tx = scope.begin().await?;
    let mut row = store::find(&tx, id).await?.ok_or(ActivityError::NotFound)?;
    let changed = match view::community_read_with(&row) {
        Some(community) => {
            communities::record_read_mark(&tx, community).await?;
            store::mark_in_communities(&tx, &[community]).await?
        }
        None => store::mark_one(&tx, id).await?,
    };
    if changed {
        publish_event(&tx).await?;
    }
    tx.commit().await?;
    row.read = true;
    Ok(view::to_views(scope, vec![row]).await?.into_iter().next().ok_or(ActivityError::NotFound)?)
}

/// Marks all items as read on all sites; they stay listed (C-125).
pub(super) async fn mark_all_read(scope: &mut Scope<Member>) -> Result<(), Problem> {
    check_limit(scope.services(), scope.viewer(), LimitedAction::MarkRead).await?;
    let tx = scope.begin().await?;
    if store::mark_all(&tx).await? {
        publish_event(&tx).await?;
    }
    Ok(tx.commit().await?)
}

/// Marks all items as read and hides them, on all sites: the state belongs to the user (C-120,
/// P-12).
pub(super) async fn clear(scope: &mut Scope<Member>) -> Result<DateTime<Utc>, Problem> {
    check_limit(scope.services(), scope.viewer(), LimitedAction::MarkRead).await?;
    let tx = scope.begin().await?;
    let now = tx.now();
    store::mark_all(&tx).await?;
    store::clear(&tx, now).await?;
    publish_event(&tx).await?;
    tx.commit().await?;
    Ok(now)
}

/// Undoes a recent clear (C-121, G-034). The items stay read.
pub(super) async fn restore_cleared(scope: &mut Scope<Member>) -> Result<(), Problem> {
    check_limit(scope.services(), scope.viewer(), LimitedAction::MarkRead).await?;
    let tx = scope.begin().await?;
    if !store::restore_cleared(&tx, tx.now() - RESTORE_WITHIN - RESTORE_SKEW).await? {
        return Err(ActivityError::NothingToRestore.into());
    }
    publish_event(&tx).await?;
    Ok(tx.commit().await?)
}

/// When the undo button of a clear at this time disappears.
pub(super) fn restorable_until(cleared_at: DateTime<Utc>) -> DateTime<Utc> {
    cleared_at + RESTORE_WITHIN
}

/// Marks the viewer's notifications of these communities as read, because they have read the
/// communities.
///
/// # Errors
/// Database errors.
pub async fn mark_read_in_communities(
    tx: &Tx<'_, Member>,
    ids: &[CommunityId],
) -> Result<(), DbErr> {
    if store::mark_in_communities(tx, ids).await? { publish_event(tx).await } else { Ok(()) }
}

/// Marks the viewer's notifications about a thread and its posts until a time as read, because they
/// have read the thread.
///
/// # Errors
/// Database errors.
pub async fn mark_read_in_thread(
    tx: &Tx<'_, Member>,
    id: ThreadId,
    until: DateTime<Utc>,
) -> Result<(), DbErr> {
    if store::mark_in_thread(tx, id, until).await? { publish_event(tx).await } else { Ok(()) }
}

/// Closes the question about this subject: its notifications no longer need an answer and are
/// marked as read.
///
/// # Errors
/// Database errors.
pub async fn mark_answered<V>(tx: &Tx<'_, V>, subject: Uuid) -> Result<(), DbErr> {
    let told = store::mark_answered(tx, subject).await?;
    publish_changed(tx, told).await
}

/// Tells users that their activity has changed, each once.
pub(super) async fn publish_changed<V>(
    tx: &Tx<'_, V>,
    users: impl IntoIterator<Item = UserId>,
) -> Result<(), DbErr> {
    let users: HashSet<UserId> = users.into_iter().collect();
    let told = users.into_iter().map(|user| (Topic::User(user), json!({}))).collect();
    tx.publish_each(CHANGED_EVENT, told).await
}

/// Published when activity was read, cleared, restored or withdrawn: open pages of the user reload
/// it.
pub(super) const CHANGED_EVENT: &str = "activity.changed";

async fn publish_event(tx: &Tx<'_, Member>) -> Result<(), DbErr> {
    tx.publish(Topic::User(tx.viewer().id()), CHANGED_EVENT, &json!({})).await.map(drop)
}
