//! Articles in API responses.

use super::likes_and_reactions::{self, LikesAndReactions, ReactionCount};
use super::rows::article;
use crate::communities::Access;
use crate::content;
use crate::profiles::blocks::Blocks;
use crate::profiles::{self, UserSummary};
use chrono::{DateTime, Utc};
use platform::{AccountViewer, ArticleId, CommunityId, Member, Problem, Scope, UserId};
use sea_orm::DbErr;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

/// Characters of the excerpt in a list.
const EXCERPT_CHARS: usize = 200;

/// An article in a list.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ArticleSummary {
    pub id: ArticleId,
    pub article_id: ArticleId,
    pub community_id: CommunityId,
    pub title: String,
    pub excerpt: String,
    pub author_id: UserId,
    pub author: UserSummary,
    pub created: DateTime<Utc>,
    pub last_updated: DateTime<Utc>,
    pub is_edited: bool,
    /// Number of readers, each counted once per day.
    pub views: i64,
    pub likes: i64,
    /// The first 20 users who liked it, without those in a block with the viewer.
    pub liked_by: Vec<UserId>,
    pub liked_by_me: bool,
    pub comment_count: i64,
    /// All available reactions, in their fixed order.
    pub reactions: Vec<ReactionCount>,
    /// True if its author has made it public.
    pub shared: bool,
    /// True if a report of it is open; always `false` for viewers who are not moderators.
    pub flagged_for_review: bool,
    pub is_mine: bool,
}

/// An article.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Article)]
pub struct ArticleView {
    #[serde(flatten)]
    pub summary: ArticleSummary,
    /// Markdown source.
    pub content: String,
    /// The content as sanitised HTML.
    pub html: String,
    /// Idempotency key of its creation, by which the author's client recognises it (G-112).
    pub idempotency_key: Option<String>,
}

/// Placeholder for the author of an article whose account was deleted.
pub(super) fn deleted_author() -> UserSummary {
    UserSummary::deleted_account(UserId(Uuid::nil()))
}

fn to_summary(
    row: &article::Model,
    author: UserSummary,
    marks: LikesAndReactions,
    sees_flag: bool,
) -> ArticleSummary {
    ArticleSummary {
        id: row.id,
        article_id: row.id,
        community_id: row.community_id,
        title: row.title.clone(),
        excerpt: content::article_excerpt(&row.content, EXCERPT_CHARS),
        author_id: author.user_id,
        author,
        created: row.created,
        last_updated: row.last_updated,
        is_edited: row.is_edited,
        views: row.views,
        likes: row.likes,
        liked_by: marks.liked_by,
        liked_by_me: marks.liked_by_me,
        comment_count: row.comment_count,
        reactions: marks.reactions,
        shared: row.shared,
        flagged_for_review: row.flagged_for_review && sees_flag,
        is_mine: false,
    }
}

/// Converts articles of one community to views: 2 queries for all likes and reactions, plus the one
/// that loads the people.
pub(super) async fn to_summaries(
    scope: &Scope<Member>,
    access: &Access,
    rows: Vec<article::Model>,
) -> Result<Vec<ArticleSummary>, DbErr> {
    let marks_for = (access.applicable_blocks(), access.may_moderate());
    to_summaries_for(scope, marks_for, rows).await
}

/// Like [`to_summaries`], for articles of any communities: the blocks that apply to the viewer, and
/// whether they see reports.
pub(super) async fn to_summaries_for(
    scope: &Scope<Member>,
    (blocks, sees_flag): (Blocks, bool),
    rows: Vec<article::Model>,
) -> Result<Vec<ArticleSummary>, DbErr> {
    let ids: Vec<ArticleId> = rows.iter().map(|row| row.id).collect();
    let authors: Vec<UserId> = rows.iter().filter_map(|row| row.author_id).collect();
    let mut marks = likes_and_reactions::of_articles(scope, blocks, &ids).await?;
    let people = profiles::load_people(scope, &authors).await?;
    let me = scope.viewer().id();
    let shown = rows.iter().map(|row| {
        let author =
            row.author_id.and_then(|id| people.get(&id).cloned()).unwrap_or_else(deleted_author);
        let marks = marks.remove(&row.id).unwrap_or_default();
        let is_mine = row.author_id == Some(me);
        ArticleSummary { is_mine, ..to_summary(row, author, marks, sees_flag) }
    });
    Ok(shown.collect())
}

/// Converts one article to its full view.
pub(super) async fn to_views(
    scope: &Scope<Member>,
    access: &Access,
    row: article::Model,
) -> Result<ArticleView, Problem> {
    let shown = to_summaries(scope, access, vec![row.clone()]).await?.into_iter().next();
    let summary = shown.ok_or_else(Problem::not_found)?;
    Ok(full_view(row, summary))
}

/// View of an article that `author` has just created.
pub(super) fn new(row: article::Model, author: UserSummary) -> ArticleView {
    let summary = ArticleSummary {
        is_mine: true,
        ..to_summary(&row, author, LikesAndReactions::without_marks(), false)
    };
    full_view(row, summary)
}

fn full_view(row: article::Model, summary: ArticleSummary) -> ArticleView {
    let html = content::render_article(&row.content);
    ArticleView { summary, html, content: row.content, idempotency_key: row.idempotency_key }
}
