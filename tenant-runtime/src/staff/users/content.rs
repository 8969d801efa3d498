//! The latest content of a person, for moderators.

use crate::articles::{self, AuthoredArticle};
use crate::communities;
use crate::posts::{self, AuthoredPost, AuthoredThread};
use chrono::{DateTime, Utc};
use platform::StaffWith;
use platform::page::{Page, PageQuery, TimeCursor};
use platform::staff::Moderation;
use platform::{CommunityId, Problem, Scope, UserId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

/// Default and maximum page size.
const PAGE_SIZES: (u64, u64) = (20, 50);

/// Kind of content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) enum ContentKind {
    #[default]
    Posts,
    Threads,
    Articles,
}

/// A post, thread or article of a person.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StaffContent {
    kind: ContentKind,
    #[schema(value_type = String)]
    id: String,
    /// Title of an article or caption of a thread; empty for a post.
    title: String,
    /// Beginning of the text; empty for a thread.
    excerpt: String,
    community_id: CommunityId,
    community_name: String,
    /// Path of its page.
    path: String,
    created_at: DateTime<Utc>,
    #[serde(skip)]
    uuid: Uuid,
}

impl From<AuthoredPost> for StaffContent {
    fn from(post: AuthoredPost) -> Self {
        let AuthoredPost { id, community_id, thread_id, excerpt, created } = post;
        Self {
            kind: ContentKind::Posts,
            id: id.to_string(),
            title: String::new(),
            excerpt,
            community_id,
            community_name: String::new(),
            path: format!("/communities/{community_id}/threads/{thread_id}#post-{id}"),
            created_at: created,
            uuid: id.uuid(),
        }
    }
}

impl From<AuthoredThread> for StaffContent {
    fn from(thread: AuthoredThread) -> Self {
        let AuthoredThread { id, community_id, caption, created } = thread;
        Self {
            kind: ContentKind::Threads,
            id: id.to_string(),
            title: caption,
            excerpt: String::new(),
            community_id,
            community_name: String::new(),
            path: format!("/communities/{community_id}/threads/{id}"),
            created_at: created,
            uuid: id.uuid(),
        }
    }
}

impl From<AuthoredArticle> for StaffContent {
    fn from(article: AuthoredArticle) -> Self {
        let AuthoredArticle { id, community_id, title, excerpt, created } = article;
        Self {
            kind: ContentKind::Articles,
            id: id.to_string(),
            title,
            excerpt,
            community_id,
            community_name: String::new(),
            path: format!("/articles/{id}"),
            created_at: created,
            uuid: id.uuid(),
        }
    }
}

/// A page of the person's content, newest first. 2 queries.
pub(super) async fn list(
    scope: &Scope<StaffWith<Moderation>>,
    user: UserId,
    kind: ContentKind,
    query: &PageQuery,
) -> Result<Page<StaffContent>, Problem> {
    let limit = query.row_limit(PAGE_SIZES.0, PAGE_SIZES.1);
    let after = query.decode_cursor::<TimeCursor>()?;
    let rows: Vec<StaffContent> = match kind {
        ContentKind::Posts => {
            let posts = posts::latest_posts_of(scope, user, after, limit).await?;
            posts.into_iter().map(StaffContent::from).collect()
        }
        ContentKind::Threads => {
            let threads = posts::latest_threads_of(scope, user, after, limit).await?;
            threads.into_iter().map(StaffContent::from).collect()
        }
        ContentKind::Articles => {
            let articles = articles::latest_articles_of(scope, user, after, limit).await?;
            articles.into_iter().map(StaffContent::from).collect()
        }
    };
    let page = Page::from_rows(rows, limit, |row| TimeCursor { at: row.created_at, id: row.uuid });
    let mut ids: Vec<CommunityId> = page.items.iter().map(|row| row.community_id).collect();
    ids.sort_unstable();
    ids.dedup();
    let names = communities::visible_names(scope, &ids).await?;
    Ok(page.map_items(|row| StaffContent {
        community_name: names.get(&row.community_id).cloned().unwrap_or_default(),
        ..row
    }))
}
