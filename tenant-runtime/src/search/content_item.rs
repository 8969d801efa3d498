//! Rows of found content, and their results.

use super::content_kind::ContentKind;
use super::item::SearchResult;
use crate::communities::AnnouncementId;
use crate::content::{self, TypedContent};
use crate::profiles::UserSummary;
use crate::search_index::{SearchTerm, excerpt_with_matches, find_matches};
use chrono::{DateTime, Utc};
use platform::{ArticleId, CommunityId, PostId, ThreadId, UserId};
use sea_orm::FromQueryResult;
use std::collections::HashMap;
use uuid::Uuid;

/// Characters of a text in a result.
pub(super) const EXCERPT_CHARS: usize = 160;

/// A row of found content.
#[derive(Debug, Clone, FromQueryResult)]
pub(super) struct ContentRow {
    pub id: Uuid,
    pub community_id: CommunityId,
    pub community_name: String,
    pub thread_id: Option<ThreadId>,
    /// Caption or title.
    pub heading: String,
    pub author_id: Option<UserId>,
    #[sea_orm(nested)]
    pub content: TypedContent,
    pub created: DateTime<Utc>,
    pub starts_at: Option<DateTime<Utc>>,
    pub ends_at: Option<DateTime<Utc>>,
    pub place: Option<String>,
    /// True if all rows were searched, rather than a recent part.
    pub whole: bool,
}

impl ContentRow {
    /// All texts that are searched, for a comparison.
    pub fn searched_text(&self) -> String {
        let place = self.place.as_deref().unwrap_or_default();
        format!("{}\n{}\n{place}", self.heading, self.content.content)
    }
}

pub(super) fn to_result(
    row: ContentRow,
    kind: ContentKind,
    term: &SearchTerm,
    people: &HashMap<UserId, UserSummary>,
) -> Option<SearchResult> {
    let known = row.author_id.and_then(|id| people.get(&id).cloned());
    let author = known.unwrap_or_else(|| UserSummary::deleted_account(UserId(Uuid::nil())));
    let text = match kind {
        ContentKind::Articles => content::article_words(&row.content.content),
        _ => content::plain_text(&row.content.content),
    };
    let (excerpt, matches) = excerpt_with_matches(&text, term, EXCERPT_CHARS);
    let title_matches = find_matches(&row.heading, term);
    let (id, community_id, created) = (row.id, row.community_id, row.created);
    let community_name = row.community_name;
    Some(match kind {
        ContentKind::Threads => SearchResult::Thread {
            id: ThreadId(id),
            community_id,
            community_name,
            caption: row.heading,
            author,
            created,
            matches: title_matches,
        },
        ContentKind::Posts => SearchResult::Post {
            id: PostId(id),
            community_id,
            community_name,
            thread_id: row.thread_id?,
            thread_caption: row.heading,
            author,
            excerpt,
            created,
            matches,
        },
        ContentKind::Articles => SearchResult::Article {
            id: ArticleId(id),
            community_id,
            community_name,
            title: row.heading,
            author,
            excerpt,
            created,
            matches,
            title_matches,
        },
        ContentKind::Announcements => SearchResult::Announcement {
            id: AnnouncementId(id),
            community_id,
            community_name,
            author,
            excerpt,
            created,
            matches,
        },
        ContentKind::Events => SearchResult::Event {
            id: AnnouncementId(id),
            community_id,
            community_name,
            author,
            excerpt,
            starts_at: row.starts_at?,
            ends_at: row.ends_at,
            place: row.place,
            matches,
        },
    })
}
