//! Posts and articles of a user that the viewer may read, for their profile: only those in communities
//! that the viewer may read here, within their visible history.

use super::error::PeopleError;
use super::relationships::viewer;
use crate::articles::{self, ArticleSummary};
use crate::feed::{CONTENT_CHARS, FeedItem};
use crate::profiles::visibility::{self, ProfileAccess};
use crate::{communities, content, posts, profiles};
use platform::api::ApiRouter;
use platform::extract::{Json, Path, Query};
use platform::page::{Page, PageQuery, TimeCursor};
use platform::problem::ProblemDocument;
use platform::{CommunityId, Member, Problem, Scope, Services, UserId, routes};
use sea_orm::DbErr;
use serde::Serialize;
use std::collections::HashMap;
use utoipa::ToSchema;

/// Default and maximum page size of posts.
const POSTS_PAGE: (u64, u64) = (20, 50);

pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(list_posts)).routes(routes!(list_articles))
}

/// An article with the name of its community.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AuthoredArticleSummary {
    #[serde(flatten)]
    summary: ArticleSummary,
    community_name: String,
}

/// Lists the posts of a user that the viewer may read, newest first; none if only their card is
/// visible. At most 4 queries.
#[utoipa::path(get, path = "/users/{id}/posts", operation_id = "listUserPosts", tag = "people",
    params(("id" = UserId, Path), PageQuery),
    responses((status = 200, body = Page<FeedItem>), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "people.posts", skip_all, fields(user.id = %id))]
async fn list_posts(
    scope: Scope<Member>,
    Path(id): Path<UserId>,
    Query(query): Query<PageQuery>,
) -> Result<Json<Page<FeedItem>>, Problem> {
    let scope = &scope.on_one_connection().await?;
    if !is_open(scope, id).await? {
        return Ok(Json(Page { items: Vec::new(), next_cursor: None }));
    }
    let limit = query.row_limit(POSTS_PAGE.0, POSTS_PAGE.1);
    let after = query.decode_cursor::<TimeCursor>()?;
    let rows = posts::readable_posts_of(scope, id, after, limit).await?;
    let page =
        Page::from_rows(rows, limit, |row| TimeCursor { at: row.created, id: row.id.uuid() });
    Ok(Json(to_feed_items(scope, id, page).await?))
}

/// Lists the articles of a user that the viewer may read, newest first; none if only their card is
/// visible. At most 6 queries.
#[utoipa::path(get, path = "/users/{id}/articles", operation_id = "listUserArticles", tag = "people",
    params(("id" = UserId, Path), PageQuery),
    responses((status = 200, body = Page<AuthoredArticleSummary>),
        (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "people.articles", skip_all, fields(user.id = %id))]
async fn list_articles(
    scope: Scope<Member>,
    Path(id): Path<UserId>,
    Query(query): Query<PageQuery>,
) -> Result<Json<Page<AuthoredArticleSummary>>, Problem> {
    let scope = &scope.on_one_connection().await?;
    if !is_open(scope, id).await? {
        return Ok(Json(Page { items: Vec::new(), next_cursor: None }));
    }
    let page = articles::readable_articles_of(scope, id, &query).await?;
    let names = community_names(scope, page.items.iter().map(|item| item.community_id)).await?;
    Ok(Json(page.map_items(|summary| AuthoredArticleSummary {
        community_name: names.get(&summary.community_id).cloned().unwrap_or_default(),
        summary,
    })))
}

/// Returns whether the viewer sees the whole profile. One query.
async fn is_open(scope: &Scope<Member>, user: UserId) -> Result<bool, PeopleError> {
    let found = visibility::load_relation(scope, viewer(scope.viewer()), user).await?;
    let (choices, between) = found.ok_or(PeopleError::NotFound)?;
    let access = choices.profile_access(between).ok_or(PeopleError::NotFound)?;
    Ok(access == ProfileAccess::Whole)
}

async fn to_feed_items(
    scope: &Scope<Member>,
    author: UserId,
    page: Page<posts::ReadablePost>,
) -> Result<Page<FeedItem>, DbErr> {
    let names = community_names(scope, page.items.iter().map(|row| row.community_id)).await?;
    let author = profiles::person_of(scope, author).await?;
    Ok(page.map_items(|row| FeedItem {
        id: row.id,
        post_id: row.id,
        community_id: row.community_id,
        community_name: names.get(&row.community_id).cloned().unwrap_or_default(),
        thread_id: row.thread_id,
        thread_caption: row.thread_caption,
        parent_post_id: row.parent_post_id,
        author: author.clone(),
        content: content::post_excerpt(&row.content.content, CONTENT_CHARS),
        likes: row.likes,
        reply_count: row.reply_count,
        created: row.created,
    }))
}

/// Names of these communities. One query, or none.
async fn community_names(
    scope: &Scope<Member>,
    communities: impl Iterator<Item = CommunityId>,
) -> Result<HashMap<CommunityId, String>, DbErr> {
    let mut ids: Vec<CommunityId> = communities.collect();
    ids.sort_unstable();
    ids.dedup();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    communities::visible_names(scope, &ids).await
}
