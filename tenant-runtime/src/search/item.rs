//! Search results in API responses.

use crate::profiles::{SharedCounts, UserSummary};
use chrono::{DateTime, Utc};
use platform::{ArticleId, CommunityId, PostId, ThreadId};
use serde::Serialize;
use utoipa::ToSchema;

/// A search result.
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
    Community { id: CommunityId, name: String, excerpt: String, member_count: i64, is_member: bool },
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
    },
}
