//! Loads the feed.

use super::statement;
use crate::content::{self, TypedContent};
use crate::profiles::{self, UserSummary};
use chrono::{DateTime, Utc};
use platform::{AccountViewer, CommunityId, Member, PostId, Scope, ThreadId, UserId};
use sea_orm::{DbErr, FromQueryResult};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// Characters of a post in the feed, before the ellipsis (C-129).
pub const CONTENT_CHARS: usize = 200;

/// A post in the feed, or in the list of an author's posts.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeedItem {
    pub id: PostId,
    pub post_id: PostId,
    pub community_id: CommunityId,
    pub community_name: String,
    pub thread_id: ThreadId,
    pub thread_caption: String,
    pub parent_post_id: Option<PostId>,
    pub author: UserSummary,
    /// First 200 characters, without markup.
    pub content: String,
    pub likes: i64,
    pub reply_count: i64,
    pub created: DateTime<Utc>,
}

#[derive(Debug, FromQueryResult)]
struct FeedRow {
    id: PostId,
    community_id: CommunityId,
    community_name: String,
    thread_id: ThreadId,
    thread_caption: String,
    parent_post_id: Option<PostId>,
    author_id: Option<UserId>,
    #[sea_orm(nested)]
    content: TypedContent,
    likes: i64,
    reply_count: i64,
    created: DateTime<Utc>,
}

/// Feed items of the viewer.
pub(super) async fn load_items(scope: &Scope<Member>) -> Result<Vec<FeedItem>, DbErr> {
    let mut values = vec![scope.viewer().id().into()];
    let portal = scope.site().affiliation();
    values.extend(portal.map(Into::into));
    let communities = scope.services().config().feed.max_communities;
    let sql = statement::feed_sql(communities, portal.is_some(), scope.viewer().is_staff());
    let rows = scope.raw(&sql, values).all::<FeedRow>().await?;
    let authors: Vec<UserId> = rows.iter().filter_map(|row| row.author_id).collect();
    let people = profiles::load_people(scope, &authors).await?;
    let nobody = || UserSummary::deleted_account(UserId(Uuid::nil()));
    let shown = rows.into_iter().map(|row| FeedItem {
        id: row.id,
        post_id: row.id,
        community_id: row.community_id,
        community_name: row.community_name,
        thread_id: row.thread_id,
        thread_caption: row.thread_caption,
        parent_post_id: row.parent_post_id,
        author: row.author_id.and_then(|id| people.get(&id).cloned()).unwrap_or_else(nobody),
        content: content::post_excerpt(&row.content.content, CONTENT_CHARS),
        likes: row.likes,
        reply_count: row.reply_count,
        created: row.created,
    });
    Ok(shown.collect())
}
