//! HTTP routes of articles.

use super::error::{
    CREATE_FAILED, EDIT_FAILED, LOAD_FAILED, MARK_FAILED, REACTION_FAILED, REMOVE_FAILED,
};
use super::likes_and_reactions::{self, ArticleLike, ArticleReactions, Reaction};
use super::view::{ArticleSummary, ArticleView};
use super::write::{self, ArticleChange, NewArticle};
use super::{removal, rules};
use crate::posts::ReasonForRemoval;
use http::StatusCode;
use platform::api::ApiRouter;
use platform::extract::{Json, Path, Query};
use platform::idempotency::{CreatedResponse, IdempotencyKey};
use platform::page::{Page, PageQuery};
use platform::problem::{ProblemDocument, ResultExt};
use platform::{ArticleId, CommunityId, Member, Problem, Scope, Services, routes};

pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(list, create))
        .routes(routes!(get_article, edit, delete))
        .routes(routes!(remove))
        .routes(routes!(like))
        .routes(routes!(toggle_reaction))
}

/// Lists the articles of a community, newest first.
#[utoipa::path(get, path = "/communities/{id}/articles", operation_id = "listArticles",
    tag = "articles", params(("id" = CommunityId, Path), PageQuery),
    responses((status = 200, body = Page<ArticleSummary>),
        (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "articles.list", skip_all, fields(community.id = %community))]
async fn list(
    scope: Scope<Member>,
    Path(community): Path<CommunityId>,
    Query(query): Query<PageQuery>,
) -> Result<Json<Page<ArticleSummary>>, Problem> {
    Ok(Json(rules::list(&scope, community, &query).await.or_detail(LOAD_FAILED)?))
}

/// Creates an article.
#[utoipa::path(post, path = "/communities/{id}/articles", operation_id = "createArticle",
    tag = "articles", params(("id" = CommunityId, Path),
        ("idempotency-key" = Option<String>, Header, description = "a UUID")),
    request_body = NewArticle,
    responses((status = 201, body = ArticleView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "articles.create", skip_all, fields(community.id = %community))]
async fn create(
    mut scope: Scope<Member>,
    Path(community): Path<CommunityId>,
    key: IdempotencyKey,
    Json(body): Json<NewArticle>,
) -> Result<CreatedResponse<ArticleView>, Problem> {
    write::create(&mut scope, community, &key, &body).await.or_detail(CREATE_FAILED)
}

/// Returns one article, and counts it as read by the viewer today.
#[utoipa::path(get, path = "/articles/{id}", operation_id = "getArticle", tag = "articles",
    params(("id" = ArticleId, Path)),
    responses((status = 200, body = ArticleView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "articles.show", skip_all, fields(article.id = %id))]
async fn get_article(
    mut scope: Scope<Member>,
    Path(id): Path<ArticleId>,
) -> Result<Json<ArticleView>, Problem> {
    Ok(Json(rules::get_article(&mut scope, id).await.or_detail(LOAD_FAILED)?))
}

/// Changes the viewer's own article.
#[utoipa::path(patch, path = "/articles/{id}", operation_id = "updateArticle", tag = "articles",
    params(("id" = ArticleId, Path)), request_body = ArticleChange,
    responses((status = 200, body = ArticleView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "articles.edit", skip_all, fields(article.id = %id))]
async fn edit(
    mut scope: Scope<Member>,
    Path(id): Path<ArticleId>,
    Json(body): Json<ArticleChange>,
) -> Result<Json<ArticleView>, Problem> {
    Ok(Json(write::edit(&mut scope, id, &body).await.or_detail(EDIT_FAILED)?))
}

/// Deletes the viewer's own article.
#[utoipa::path(delete, path = "/articles/{id}", operation_id = "deleteArticle", tag = "articles",
    params(("id" = ArticleId, Path)),
    responses((status = 204), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "articles.delete", skip_all, fields(article.id = %id))]
async fn delete(
    mut scope: Scope<Member>,
    Path(id): Path<ArticleId>,
) -> Result<StatusCode, Problem> {
    removal::delete(&mut scope, id).await.or_detail(REMOVE_FAILED)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Removes an article with a reason, as a moderator of its community.
#[utoipa::path(post, path = "/articles/{id}/removal", operation_id = "removeArticle",
    tag = "articles", params(("id" = ArticleId, Path)), request_body = ReasonForRemoval,
    responses((status = 204), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "articles.remove", skip_all, fields(article.id = %id))]
async fn remove(
    mut scope: Scope<Member>,
    Path(id): Path<ArticleId>,
    Json(body): Json<ReasonForRemoval>,
) -> Result<StatusCode, Problem> {
    removal::remove(&mut scope, id, &body).await.or_detail(REMOVE_FAILED)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Likes an article, or removes the like.
#[utoipa::path(post, path = "/articles/{id}/like", operation_id = "likeArticle", tag = "articles",
    params(("id" = ArticleId, Path)),
    responses((status = 200, body = ArticleLike), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "articles.like", skip_all, fields(article.id = %id))]
async fn like(
    mut scope: Scope<Member>,
    Path(id): Path<ArticleId>,
) -> Result<Json<ArticleLike>, Problem> {
    Ok(Json(likes_and_reactions::toggle_like(&mut scope, id).await.or_detail(MARK_FAILED)?))
}

/// Adds a reaction, or removes it.
#[utoipa::path(post, path = "/articles/{id}/reactions", operation_id = "toggleArticleReaction",
    tag = "articles", params(("id" = ArticleId, Path)), request_body = Reaction,
    responses((status = 200, body = ArticleReactions), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "articles.react", skip_all, fields(article.id = %id))]
async fn toggle_reaction(
    mut scope: Scope<Member>,
    Path(id): Path<ArticleId>,
    Json(body): Json<Reaction>,
) -> Result<Json<ArticleReactions>, Problem> {
    Ok(Json(
        likes_and_reactions::toggle_reaction(&mut scope, id, &body.emoji)
            .await
            .or_detail(REACTION_FAILED)?,
    ))
}
