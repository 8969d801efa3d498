//! The users who liked a post.

use super::error::{LIKES_FAILED, PostError};
use super::rows::{like, post};
use super::rules;
use crate::communities::{self, Access};
use crate::profiles::blocks::not_blocked;
use crate::profiles::{self, UserSummary};
use chrono::{DateTime, Utc};
use http::StatusCode;
use platform::api::ApiRouter;
use platform::extract::{Json, Path, Query};
use platform::page::{Page, PageQuery, TimeCursor};
use platform::problem::{ProblemDocument, ResultExt};
use platform::{AccountViewer, Member, PostId, Problem, Scope, Services, UserId, routes};
use sea_orm::{ColumnTrait, Condition, DbErr, QueryOrder, QuerySelect};
use serde::Serialize;
use utoipa::ToSchema;

/// Default and maximum page size.
pub const LIKERS_PAGE: (u64, u64) = (20, 100);

pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(list))
}

/// A user who liked a post or an article, or reacted to it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Liker {
    pub person: UserSummary,
    pub at: DateTime<Utc>,
}

/// A page of likers from their ids and times. One query.
///
/// # Errors
/// Database errors.
pub async fn to_likers(
    scope: &Scope<Member>,
    page: Page<(UserId, DateTime<Utc>)>,
) -> Result<Page<Liker>, DbErr> {
    let ids: Vec<UserId> = page.items.iter().map(|(user, _)| *user).collect();
    let people = profiles::load_people(scope, &ids).await?;
    let items = page
        .items
        .into_iter()
        .filter_map(|(user, at)| Some(Liker { person: people.get(&user)?.clone(), at }));
    Ok(Page { items: items.collect(), next_cursor: page.next_cursor })
}

/// Lists the users who liked a post, newest first, without those in a block with the viewer. At most
/// 6 queries.
#[utoipa::path(get, path = "/posts/{id}/likes", operation_id = "listPostLikes", tag = "posts",
    params(("id" = PostId, Path), PageQuery),
    responses((status = 200, body = Page<Liker>), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "posts.likes", skip_all, fields(post.id = %id))]
async fn list(
    scope: Scope<Member>,
    Path(id): Path<PostId>,
    Query(query): Query<PageQuery>,
) -> Result<Json<Page<Liker>>, Problem> {
    Ok(Json(load_page(&scope, id, &query).await.or_detail(LIKES_FAILED)?))
}

async fn load_page(
    scope: &Scope<Member>,
    id: PostId,
    query: &PageQuery,
) -> Result<Page<Liker>, Problem> {
    use like::Column::{CreatedAt, PostId, UserId};
    let limit = query.row_limit(LIKERS_PAGE.0, LIKERS_PAGE.1);
    let after = query.decode_cursor::<TimeCursor>()?;
    let scope = &scope.on_one_connection().await?;
    let (access, _) = find_readable(scope, id).await?;
    let older = after.map(|last| last.after_in_descending(CreatedAt, UserId));
    let rows = scope
        .select::<like::Entity>()
        .filter(PostId.eq(id.uuid()))
        .filter(Condition::all().add_option(older))
        .filter(not_blocked(UserId, scope.viewer().id(), access.applicable_blocks()))
        .modify_select(|select| {
            select.order_by_desc(CreatedAt).order_by_desc(UserId).limit(limit + 1)
        })
        .all()
        .await?;
    let page = Page::from_rows(rows, limit, |row| TimeCursor {
        at: row.created_at,
        id: row.user_id.uuid(),
    });
    Ok(to_likers(scope, page.map_items(|row| (row.user_id, row.created_at))).await?)
}

/// A post that the viewer may read, with their access to its community.
pub(super) async fn find_readable(
    scope: &Scope<Member>,
    id: PostId,
) -> Result<(Access, post::Model), Problem> {
    let post = scope.select::<post::Entity>().by_id(id).one().await?;
    let post = post.ok_or(PostError::NotFound)?;
    let access = match communities::load_access(scope, post.community_id).await {
        Err(problem) if problem.entry.status == StatusCode::NOT_FOUND => {
            return Err(PostError::NotFound.into());
        }
        access => access?,
    };
    let is_readable = rules::is_readable(scope, &access, &post).await?;
    if is_readable { Ok((access, post)) } else { Err(PostError::NotFound.into()) }
}
