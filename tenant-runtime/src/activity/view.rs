//! Activity in API responses.

use super::classes::{ActivityCategory, ActivityPriority};
use super::rows::notification::Model;
use super::store::{self, PendingCount};
use super::{NoticeSubject, NotificationId, NotificationType, address};
use crate::communities::{self, events::EventNotice};
use crate::profiles::{self, UserSummary};
use chrono::{DateTime, Utc};
use platform::language::{TextGroup, in_response};
use platform::{CommunityId, Member, Scope, UserId};
use sea_orm::DbErr;
use serde::Serialize;
use serde_json::Value;
use std::collections::HashMap;
use utoipa::ToSchema;

/// Characters of a message that are shown (C-115).
const CONTENT_CHARS: usize = 200;

/// An item of the activity centre (C-115).
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ActivityItem {
    pub id: NotificationId,
    #[serde(rename = "type")]
    pub kind: NotificationType,
    pub category: ActivityCategory,
    pub title: String,
    /// First 200 characters of the message.
    pub content: String,
    /// Beginning of the post, of the first post of the new thread, or of the comment, up to 200
    /// characters. `null` for other items, and if the viewer may not read it any more.
    pub excerpt: Option<String>,
    /// Number of notifications that this item stands for: more than 1 only for unread new posts of
    /// a community, which are one item with the data of the newest.
    pub count: i64,
    pub created: DateTime<Utc>,
    pub read: bool,
    pub priority: ActivityPriority,
    /// Author of the event, if one is shown.
    pub author_name: Option<String>,
    pub author: Option<UserSummary>,
    pub community_id: Option<CommunityId>,
    pub community_name: Option<String>,
    /// True if it belongs to the announcement that its community has pinned.
    pub is_pinned: bool,
    /// True if it needs an answer.
    pub action_required: bool,
    /// Subject of a notice to people who may attend an event; `null` for other items.
    pub event_notice: Option<EventNotice>,
    /// Join request that awaits an answer, if any.
    pub request_id: Option<String>,
    /// Path of the page it leads to.
    pub action_url: Option<String>,
    pub metadata: ActivityMetadata,
    /// Content of the excerpt.
    #[serde(skip)]
    pub(crate) subject: Option<NoticeSubject>,
}

/// Notifications that are marked as read together with this one: all unread ones of its community.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ActivityMetadata {
    /// Number of notifications, including this one and each one of a group.
    pub item_count: i64,
    pub has_announcements: bool,
    pub has_events: bool,
    pub has_threads: bool,
    pub has_posts: bool,
}

impl ActivityMetadata {
    fn from_row(row: &Model, waiting: &[PendingCount]) -> Self {
        let read_with: Vec<&PendingCount> = waiting
            .iter()
            .filter(|some| community_read_with(row) == Some(some.community_id))
            .collect();
        let has = |kinds: &[NotificationType]| {
            kinds.contains(&row.kind) || read_with.iter().any(|some| kinds.contains(&some.kind))
        };
        let others: i64 = read_with.iter().map(|some| some.count).sum();
        Self {
            // If this item is read, it is not among the unread ones.
            item_count: if row.read { others + 1 } else { others.max(1) },
            has_announcements: has(&[NotificationType::CommunityAnnouncement]),
            has_events: has(&[NotificationType::CommunityEvent]),
            has_threads: has(&[NotificationType::CommunityThread]),
            has_posts: has(&[NotificationType::CommunityPost, NotificationType::CommunityReply]),
        }
    }
}

/// Number of unread items by tab, as all badges count them: items that the activity centre lists,
/// so that a group of new posts counts once. 100 means more than 99 (C-020).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct ActivityCounts {
    pub all: i64,
    pub communities: i64,
    pub admin: i64,
    /// Includes tickets (G-054).
    pub system: i64,
}

/// A page of the activity centre (C-116).
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ActivityPage {
    pub items: Vec<ActivityItem>,
    /// Cursor of the next page; `null` at the end.
    pub next_cursor: Option<String>,
    /// Sum of all tabs.
    pub unread_count: i64,
    pub counts: ActivityCounts,
    /// Items up to this time are hidden; `null` if none are.
    pub last_cleared_timestamp: Option<DateTime<Utc>>,
}

/// A notification (C-123).
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Notification)]
pub struct NotificationView {
    pub id: NotificationId,
    pub user_id: UserId,
    #[serde(rename = "type")]
    pub kind: NotificationType,
    pub title: String,
    pub message: String,
    pub read: bool,
    pub created_at: DateTime<Utc>,
    /// Ids of its subject.
    pub data: Value,
}

impl From<Model> for NotificationView {
    fn from(row: Model) -> Self {
        Self {
            id: row.id,
            user_id: row.user_id,
            kind: row.kind,
            title: in_response(TextGroup::Notices, &row.title).into_owned(),
            message: in_response(TextGroup::NoticeTexts, &row.message).into_owned(),
            read: row.read,
            created_at: row.created_at,
            data: row.data,
        }
    }
}

/// The community that is marked as read with this item (C-118).
pub(super) fn community_read_with(row: &Model) -> Option<CommunityId> {
    row.community_id.filter(|_| row.category == ActivityCategory::Communities)
}

/// Counts of the tabs, each at most `most`.
pub(super) fn tab_counts(unread: &HashMap<ActivityCategory, i64>, most: i64) -> ActivityCounts {
    let of = |categories: &[ActivityCategory]| -> i64 {
        categories.iter().filter_map(|category| unread.get(category)).sum::<i64>().min(most)
    };
    ActivityCounts {
        all: unread.values().sum::<i64>().min(most),
        communities: of(&[ActivityCategory::Communities]),
        admin: of(&[ActivityCategory::Admin]),
        system: of(&[ActivityCategory::System, ActivityCategory::Support]),
    }
}

/// Converts items to views, in the same order. At most 4 queries: people, communities, other unread
/// items, pinned announcements.
pub(super) async fn to_views(
    scope: &Scope<Member>,
    rows: Vec<Model>,
) -> Result<Vec<ActivityItem>, DbErr> {
    let authors: Vec<UserId> = rows.iter().filter_map(|row| row.author_id).collect();
    let people = profiles::load_people(scope, &authors).await?;
    let mut places: Vec<CommunityId> = rows.iter().filter_map(|row| row.community_id).collect();
    places.sort_unstable();
    places.dedup();
    let names = match places.as_slice() {
        [] => HashMap::new(),
        some => communities::visible_names(scope, some).await?,
    };
    let waiting = store::count_pending_in(scope, &places).await?;
    let announced: Vec<&str> = rows.iter().filter_map(announcement_title).collect();
    let pinned = communities::pinned_of(scope, &announced).await?;
    let shown = rows.iter().map(|row| {
        let author = row.author_id.and_then(|author| people.get(&author).cloned());
        let is_pinned =
            announcement_title(row).is_some_and(|id| pinned.iter().any(|one| one == id));
        let community = row.community_id.and_then(|id| names.get(&id).cloned());
        ActivityItem { is_pinned, ..to_item(row, author, community, &waiting) }
    });
    Ok(shown.collect())
}

fn to_item(
    row: &Model,
    author: Option<UserSummary>,
    community_name: Option<String>,
    waiting: &[PendingCount],
) -> ActivityItem {
    let asked = row.data.get("requestId").and_then(Value::as_str);
    let message = in_response(TextGroup::NoticeTexts, &row.message);
    let count = group_size(row, waiting);
    let title = match &community_name {
        Some(community) if count > 1 => format!("{count} new posts in {community}"),
        _ => row.title.clone(),
    };
    let action_url = match row.community_id {
        Some(community) if count > 1 => Some(format!("/communities/{community}")),
        _ => address::path_of(row),
    };
    ActivityItem {
        id: row.id,
        kind: row.kind,
        category: row.category,
        title: in_response(TextGroup::Notices, &title).into_owned(),
        content: message.chars().take(CONTENT_CHARS).collect(),
        excerpt: None,
        count,
        created: row.created_at,
        read: row.read,
        priority: row.priority,
        author_name: author.as_ref().map(|author| author.display_name.clone()),
        author,
        community_id: row.community_id,
        community_name,
        is_pinned: false,
        action_required: row.action_required,
        event_notice: EventNotice::from_data(&row.data),
        request_id: asked.filter(|_| row.action_required).map(str::to_owned),
        action_url,
        metadata: ActivityMetadata::from_row(row, waiting),
        subject: NoticeSubject::from_notice(row.kind, &row.data),
    }
}

/// Number of notifications in the group of an item; 1 for an item without a group.
fn group_size(row: &Model, waiting: &[PendingCount]) -> i64 {
    if row.read || !row.is_grouped {
        return 1;
    }
    let of_group =
        |some: &&PendingCount| some.is_grouped && Some(some.community_id) == row.community_id;
    waiting.iter().filter(of_group).map(|some| some.count).sum::<i64>().max(1)
}

fn announcement_title(row: &Model) -> Option<&str> {
    row.data.get("announcementId").and_then(Value::as_str)
}
