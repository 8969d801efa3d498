//! Posts in API responses.

use super::files::{self, FileView};
use super::images::{self, ImageView};
use super::likes;
use super::likes::Likes;
use super::mentions::{self, PostMention};
use super::polls::{self, PollView};
use super::previews::{self, LinkPreview};
use super::reactions::{self, PostReaction};
use super::rows::post;
use crate::communities::Access;
use crate::profiles::{self, UserSummary};
use chrono::{DateTime, Utc};
use platform::{CommunityId, Member, PostId, Scope, ThreadId, UserId};
use sea_orm::DbErr;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

/// A post or reply.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Post)]
pub struct PostView {
    pub id: PostId,
    pub post_id: PostId,
    pub community_id: CommunityId,
    pub thread_id: ThreadId,
    /// Source text with markup, as the author typed it; never HTML.
    pub content: String,
    pub author_id: UserId,
    pub author_handle: Option<String>,
    pub author: UserSummary,
    pub created: DateTime<Utc>,
    pub likes: i64,
    /// The first 20 users who liked it, without those in a block with the viewer.
    pub liked_by: Vec<UserId>,
    pub liked_by_me: bool,
    /// By emoji, in the order of the first of each.
    #[serde(default)]
    pub reactions: Vec<PostReaction>,
    pub is_edited: bool,
    #[serde(default)]
    pub edited_at: Option<DateTime<Utc>>,
    /// Set if this is a tombstone, kept for its replies: it has no content and no author.
    #[serde(default)]
    pub removed: Option<PostRemovalKind>,
    #[serde(default)]
    pub images: Vec<ImageView>,
    #[serde(default)]
    pub files: Vec<FileView>,
    #[serde(default)]
    pub poll: Option<PollView>,
    /// Previews of its first links, at most 3. They follow shortly after the post.
    #[serde(default)]
    pub previews: Vec<LinkPreview>,
    /// Members mentioned in the text, with the handles used there.
    #[serde(default)]
    pub mentions: Vec<PostMention>,
    pub parent_post_id: Option<PostId>,
    pub reply_count: i64,
    /// Idempotency key of its creation, by which the author's client recognises it (G-112).
    pub idempotency_key: Option<String>,
}

/// How a post was removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PostRemovalKind {
    /// By its author.
    Deleted,
    /// By an admin, a trustee or staff.
    Removed,
}

impl PostRemovalKind {
    /// How this post was removed, if it was.
    pub(super) fn from_row(row: &post::Model) -> Option<Self> {
        row.removed_at.map(|_| if row.deleted { Self::Deleted } else { Self::Removed })
    }
}

/// Placeholder for the author of a tombstone, or for a deleted account.
pub(super) fn deleted_author() -> UserSummary {
    UserSummary::deleted_account(UserId(Uuid::nil()))
}

/// Data shown with a post.
#[derive(Debug, Default)]
pub(super) struct PostViewData {
    pub likes: Likes,
    pub reactions: Vec<PostReaction>,
    pub images: Vec<ImageView>,
    pub mentions: Vec<PostMention>,
    pub files: Vec<FileView>,
    pub poll: Option<PollView>,
    pub previews: Vec<LinkPreview>,
}

impl PostView {
    pub(super) fn new(row: post::Model, author: UserSummary, around: PostViewData) -> Self {
        let PostViewData { likes, reactions, images, mentions, files, poll, previews } = around;
        let removed = PostRemovalKind::from_row(&row);
        let author = if removed.is_some() { deleted_author() } else { author };
        Self {
            edited_at: row.edited_at,
            removed,
            images,
            mentions,
            files,
            poll,
            previews,
            id: row.id,
            post_id: row.id,
            community_id: row.community_id,
            thread_id: row.thread_id,
            content: row.content_format.to_source(row.content),
            author_id: author.user_id,
            author_handle: author.handle.clone(),
            author,
            created: row.created,
            likes: row.likes,
            liked_by: likes.first,
            liked_by_me: likes.mine,
            reactions,
            is_edited: row.is_edited,
            parent_post_id: row.parent_post_id,
            reply_count: row.reply_count,
            idempotency_key: row.idempotency_key,
        }
    }
}

/// Converts posts to views: one query for all likes, one for pictures, one each for
/// reactions, mentions, files, polls and link previews if there may be any, plus the one that loads the people.
pub(super) async fn to_views(
    scope: &Scope<Member>,
    access: &Access,
    rows: Vec<post::Model>,
) -> Result<Vec<PostView>, DbErr> {
    let ids: Vec<PostId> = rows.iter().map(|row| row.id).collect();
    let authors: Vec<UserId> = rows.iter().filter_map(|row| row.author_id).collect();
    let mut likes = likes::of_posts(scope, access, &ids).await?;
    let mut reactions = reactions::of_posts(scope, access, &rows).await?;
    let mut images = images::of_posts(scope, &ids).await?;
    let mut mentions = mentions::of_posts(scope, access, &rows).await?;
    let mut files = files::of_posts(scope, &rows).await?;
    let mut polls = polls::of_posts(scope, access, &rows).await?;
    let mut previews = previews::of_posts(scope, &rows).await?;
    let people = profiles::load_people(scope, &authors).await?;
    let shown = rows.into_iter().map(|row| {
        let author =
            row.author_id.and_then(|id| people.get(&id).cloned()).unwrap_or_else(deleted_author);
        let around = PostViewData {
            likes: likes.remove(&row.id).unwrap_or_default(),
            reactions: reactions.remove(&row.id).unwrap_or_default(),
            images: images.remove(&row.id).unwrap_or_default(),
            mentions: mentions.remove(&row.id).unwrap_or_default(),
            files: files.remove(&row.id).unwrap_or_default(),
            poll: polls.remove(&row.id),
            previews: previews.remove(&row.id).unwrap_or_default(),
        };
        PostView::new(row, author, around)
    });
    Ok(shown.collect())
}
