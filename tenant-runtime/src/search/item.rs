//! What a search finds, as it is shown.

use crate::articles::ArticleId;
use crate::communities::CommunityId;
use crate::posts::{PostId, ThreadId};
use crate::profiles::Person;
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

/// Something that was found.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum SearchItem {
    /// A person.
    Person { id: String, person: Person },
    /// A community.
    #[serde(rename_all = "camelCase")]
    Community { id: CommunityId, name: String, excerpt: String, member_count: i64, is_member: bool },
    /// A post or reply.
    #[serde(rename_all = "camelCase")]
    Post {
        id: PostId,
        community_id: CommunityId,
        community_name: String,
        thread_id: ThreadId,
        thread_caption: String,
        author: Person,
        excerpt: String,
        created: DateTime<Utc>,
    },
    /// An article.
    #[serde(rename_all = "camelCase")]
    Article {
        id: ArticleId,
        community_id: CommunityId,
        community_name: String,
        title: String,
        author: Person,
        excerpt: String,
        created: DateTime<Utc>,
    },
}
