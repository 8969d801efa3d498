//! The users who liked an article, or reacted to it.

use super::error::{ArticleError, LIKES_FAILED};
use super::likes_and_reactions::REACTIONS;
use super::rows::{like, reaction};
use super::rules;
use crate::communities::Access;
use crate::posts::{
    LIKERS_PAGE, Liker, ReactionCursor, ReactionsQuery, Reactor, to_likers, to_reactors,
};
use crate::profiles::blocks::not_blocked;
use platform::api::ApiRouter;
use platform::extract::{Json, Path, Query};
use platform::page::{Page, PageQuery, TimeCursor};
use platform::problem::{ProblemDocument, ResultExt};
use platform::{AccountViewer, ArticleId, Member, Problem, Scope, Services, routes};
use sea_orm::{ColumnTrait, Condition, QueryOrder, QuerySelect};

pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(list_likes)).routes(routes!(list_reactions))
}

/// Lists the users who liked an article, newest first, without those in a block with the viewer. At
/// most 6 queries.
#[utoipa::path(get, path = "/articles/{id}/likes", operation_id = "listArticleLikes",
    tag = "articles", params(("id" = ArticleId, Path), PageQuery),
    responses((status = 200, body = Page<Liker>), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "articles.likes", skip_all, fields(article.id = %id))]
async fn list_likes(
    mut scope: Scope<Member>,
    Path(id): Path<ArticleId>,
    Query(query): Query<PageQuery>,
) -> Result<Json<Page<Liker>>, Problem> {
    Ok(Json(likes_page(&mut scope, id, &query).await.or_detail(LIKES_FAILED)?))
}

/// Lists the reactions to an article, newest first, without those of users in a block with the
/// viewer. At most 6 queries.
#[utoipa::path(get, path = "/articles/{id}/reactions", operation_id = "listArticleReactions",
    tag = "articles", params(("id" = ArticleId, Path), ReactionsQuery),
    responses((status = 200, body = Page<Reactor>), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "articles.reactions", skip_all, fields(article.id = %id))]
async fn list_reactions(
    mut scope: Scope<Member>,
    Path(id): Path<ArticleId>,
    Query(query): Query<ReactionsQuery>,
) -> Result<Json<Page<Reactor>>, Problem> {
    let (emoji, query) = query.into_parts();
    let page = reactions_page(&mut scope, id, (emoji.as_deref(), &query)).await;
    Ok(Json(page.or_detail(LIKES_FAILED)?))
}

async fn readable_access(scope: &mut Scope<Member>, id: ArticleId) -> Result<Access, Problem> {
    let tx = scope.begin().await?;
    let (access, _) = rules::load_access(&tx, id).await?;
    Ok(access)
}

async fn likes_page(
    scope: &mut Scope<Member>,
    id: ArticleId,
    query: &PageQuery,
) -> Result<Page<Liker>, Problem> {
    use like::Column::{ArticleId, CreatedAt, UserId};
    let limit = query.row_limit(LIKERS_PAGE.0, LIKERS_PAGE.1);
    let after = query.decode_cursor::<TimeCursor>()?;
    let access = readable_access(scope, id).await?;
    let older = after.map(|last| last.after_in_descending(CreatedAt, UserId));
    let rows = scope
        .select::<like::Entity>()
        .filter(ArticleId.eq(id.uuid()))
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

async fn reactions_page(
    scope: &mut Scope<Member>,
    id: ArticleId,
    (emoji, query): (Option<&str>, &PageQuery),
) -> Result<Page<Reactor>, Problem> {
    use reaction::Column::{ArticleId, CreatedAt, Emoji, UserId};
    if emoji.is_some_and(|emoji| !REACTIONS.contains(&emoji)) {
        return Err(ArticleError::UnknownReaction.into());
    }
    let limit = query.row_limit(LIKERS_PAGE.0, LIKERS_PAGE.1);
    let after = query.decode_cursor::<ReactionCursor>()?;
    let access = readable_access(scope, id).await?;
    let such = Condition::all()
        .add(ArticleId.eq(id.uuid()))
        .add_option(emoji.map(|emoji| Emoji.eq(emoji)))
        .add_option(after.map(|after| after.after_condition([CreatedAt, UserId, Emoji])));
    let rows = scope
        .select::<reaction::Entity>()
        .filter(such)
        .filter(not_blocked(UserId, scope.viewer().id(), access.applicable_blocks()))
        .modify_select(|select| {
            let newest = select.order_by_desc(CreatedAt).order_by_desc(UserId);
            newest.order_by_desc(Emoji).limit(limit + 1)
        })
        .all()
        .await?;
    let page = Page::from_rows(rows, limit, |row| ReactionCursor {
        last: TimeCursor { at: row.created_at, id: row.user_id.uuid() },
        emoji: row.emoji.clone(),
    });
    let page = page.map_items(|row| (row.user_id, row.emoji, row.created_at));
    Ok(to_reactors(scope, page).await?)
}
