//! Search results in API responses.

use crate::communities::AnnouncementId;
use crate::messages::{MessageId, MessageSearchConversation};
use crate::profiles::{SharedCounts, UserSummary};
use chrono::{DateTime, Utc};
use platform::{ArticleId, CommunityId, PostId, ThreadId};
use serde::Serialize;
use utoipa::ToSchema;

/// A search result. `matches` are start and end of each typed word in its excerpt, or in the caption
/// of a thread, in Unicode characters.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum SearchResult {
    Person {
        id: String,
        person: UserSummary,
        /// What the viewer has in common with them.
        shared: SharedCounts,
    },
    #[serde(rename_all = "camelCase")]
    Community {
        id: CommunityId,
        name: String,
        excerpt: String,
        member_count: i64,
        is_member: bool,
        matches: Vec<(usize, usize)>,
        /// Positions in the name.
        title_matches: Vec<(usize, usize)>,
    },
    #[serde(rename_all = "camelCase")]
    Thread {
        id: ThreadId,
        community_id: CommunityId,
        community_name: String,
        caption: String,
        author: UserSummary,
        created: DateTime<Utc>,
        matches: Vec<(usize, usize)>,
    },
    #[serde(rename_all = "camelCase")]
    Post {
        id: PostId,
        community_id: CommunityId,
        community_name: String,
        thread_id: ThreadId,
        thread_caption: String,
        author: UserSummary,
        excerpt: String,
        created: DateTime<Utc>,
        matches: Vec<(usize, usize)>,
    },
    #[serde(rename_all = "camelCase")]
    Article {
        id: ArticleId,
        community_id: CommunityId,
        community_name: String,
        title: String,
        author: UserSummary,
        excerpt: String,
        created: DateTime<Utc>,
        matches: Vec<(usize, usize)>,
        /// Positions in the title.
        title_matches: Vec<(usize, usize)>,
    },
    #[serde(rename_all = "camelCase")]
    Announcement {
        id: AnnouncementId,
        community_id: CommunityId,
        community_name: String,
        author: UserSummary,
        excerpt: String,
        created: DateTime<Utc>,
        matches: Vec<(usize, usize)>,
    },
    #[serde(rename_all = "camelCase")]
    Event {
        id: AnnouncementId,
        community_id: CommunityId,
        community_name: String,
        author: UserSummary,
        excerpt: String,
        starts_at: DateTime<Utc>,
        ends_at: Option<DateTime<Utc>>,
        /// Where it takes place.
        place: Option<String>,
        matches: Vec<(usize, usize)>,
    },
    #[serde(rename_all = "camelCase")]
    Message {
        id: MessageId,
        conversation: MessageSearchConversation,
        /// `null` if the account was deleted.
        sender: Option<UserSummary>,
        excerpt: String,
        created: DateTime<Utc>,
        matches: Vec<(usize, usize)>,
    },
}

/// A filter of the search text, such as `in:bridges`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SearchFilter {
    /// `in`, `from`, `before`, `after` or `has`.
    pub name: &'static str,
    /// As typed, without quotes.
    pub value: String,
    /// Name of the community or person; `null` if the value means none that the viewer may see.
    pub label: Option<String>,
    /// False if the value has no meaning. Nothing is found then.
    pub is_known: bool,
}
