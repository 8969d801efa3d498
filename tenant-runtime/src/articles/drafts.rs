//! Drafts of articles, visible to their author only: one per article, and one per community for the
//! author's next article.

use super::error::{ArticleError, DRAFT_FAILED, DRAFT_LOAD_FAILED};
use super::rows::draft::{ActiveModel, Column, Entity, Model};
use super::{DraftId, rules};
use crate::communities;
use crate::content::{DESCRIPTION_CHARS_MAX, TITLE_CHARS_MAX, TextRule};
use crate::limits;
use chrono::{DateTime, Utc};
use http::StatusCode;
use platform::api::ApiRouter;
use platform::extract::{Json, Path};
use platform::limiter::LimitedAction;
use platform::problem::{ProblemDocument, ResultExt};
use platform::{
    AccountViewer, ArticleId, CommunityId, Member, Problem, Scope, Services, Tx, routes,
};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, Condition, DbErr};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(get_new_draft, save_new_draft, delete_new_draft))
        .routes(routes!(get_article_draft, save_article_draft, delete_article_draft))
}

/// Text of a draft. Only its length is validated, because no one else sees it.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ArticleDraftText {
    #[serde(default)]
    title: String,
    #[serde(default)]
    content: String,
}

/// A draft.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ArticleDraft {
    community_id: CommunityId,
    article_id: Option<ArticleId>,
    title: String,
    content: String,
    updated_at: DateTime<Utc>,
}

/// The viewer's draft, if any.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ArticleDraftResponse {
    draft: Option<ArticleDraft>,
}

impl From<Option<Model>> for ArticleDraftResponse {
    fn from(row: Option<Model>) -> Self {
        let draft = row.map(|row| ArticleDraft {
            community_id: row.community_id,
            article_id: row.article_id,
            title: row.title,
            content: row.content,
            updated_at: row.updated_at,
        });
        Self { draft }
    }
}

/// Returns the viewer's draft of a new article in a community.
#[utoipa::path(get, path = "/communities/{id}/article-draft", operation_id = "getNewArticleDraft",
    tag = "articles", params(("id" = CommunityId, Path)),
    responses((status = 200, body = ArticleDraftResponse), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "drafts.show", skip_all, fields(community.id = %id))]
async fn get_new_draft(
    mut scope: Scope<Member>,
    Path(id): Path<CommunityId>,
) -> Result<Json<ArticleDraftResponse>, Problem> {
    Ok(Json(get_draft(&mut scope, DraftSubject::New(id)).await.or_detail(DRAFT_LOAD_FAILED)?))
}

/// Stores the viewer's draft of a new article in a community.
#[utoipa::path(put, path = "/communities/{id}/article-draft", operation_id = "saveNewArticleDraft",
    tag = "articles", params(("id" = CommunityId, Path)), request_body = ArticleDraftText,
    responses((status = 200, body = ArticleDraftResponse), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "drafts.keep", skip_all, fields(community.id = %id))]
async fn save_new_draft(
    mut scope: Scope<Member>,
    Path(id): Path<CommunityId>,
    Json(text): Json<ArticleDraftText>,
) -> Result<Json<ArticleDraftResponse>, Problem> {
    Ok(Json(store_draft(&mut scope, DraftSubject::New(id), &text).await.or_detail(DRAFT_FAILED)?))
}

/// Deletes the viewer's draft of a new article in a community.
#[utoipa::path(delete, path = "/communities/{id}/article-draft",
    operation_id = "deleteNewArticleDraft", tag = "articles", params(("id" = CommunityId, Path)),
    responses((status = 204), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "drafts.forget", skip_all, fields(community.id = %id))]
async fn delete_new_draft(
    mut scope: Scope<Member>,
    Path(id): Path<CommunityId>,
) -> Result<StatusCode, Problem> {
    delete_draft(&mut scope, DraftSubject::New(id)).await.or_detail(DRAFT_FAILED)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Returns the viewer's draft of changes to their own article.
#[utoipa::path(get, path = "/articles/{id}/draft", operation_id = "getArticleDraft",
    tag = "articles", params(("id" = ArticleId, Path)),
    responses((status = 200, body = ArticleDraftResponse), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "drafts.show", skip_all, fields(article.id = %id))]
async fn get_article_draft(
    mut scope: Scope<Member>,
    Path(id): Path<ArticleId>,
) -> Result<Json<ArticleDraftResponse>, Problem> {
    Ok(Json(get_draft(&mut scope, DraftSubject::Old(id)).await.or_detail(DRAFT_LOAD_FAILED)?))
}

/// Stores the viewer's draft of changes to their own article.
#[utoipa::path(put, path = "/articles/{id}/draft", operation_id = "saveArticleDraft",
    tag = "articles", params(("id" = ArticleId, Path)), request_body = ArticleDraftText,
    responses((status = 200, body = ArticleDraftResponse), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "drafts.keep", skip_all, fields(article.id = %id))]
async fn save_article_draft(
    mut scope: Scope<Member>,
    Path(id): Path<ArticleId>,
    Json(text): Json<ArticleDraftText>,
) -> Result<Json<ArticleDraftResponse>, Problem> {
    Ok(Json(store_draft(&mut scope, DraftSubject::Old(id), &text).await.or_detail(DRAFT_FAILED)?))
}

/// Deletes the viewer's draft of changes to their own article.
#[utoipa::path(delete, path = "/articles/{id}/draft", operation_id = "deleteArticleDraft",
    tag = "articles", params(("id" = ArticleId, Path)),
    responses((status = 204), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "drafts.forget", skip_all, fields(article.id = %id))]
async fn delete_article_draft(
    mut scope: Scope<Member>,
    Path(id): Path<ArticleId>,
) -> Result<StatusCode, Problem> {
    delete_draft(&mut scope, DraftSubject::Old(id)).await.or_detail(DRAFT_FAILED)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Subject of a draft: a new article or an existing one.
#[derive(Debug, Clone, Copy)]
enum DraftSubject {
    New(CommunityId),
    Old(ArticleId),
}

/// Community and article of a draft, if the viewer may write there.
async fn load_draft_target(
    tx: &Tx<'_, Member>,
    of: DraftSubject,
) -> Result<(CommunityId, Option<ArticleId>), Problem> {
    match of {
        DraftSubject::New(community) => {
            let access = communities::load_access(tx, community).await?;
            if access.membership.is_none() {
                return Err(ArticleError::NotAMember.into());
            }
            Ok((community, None))
        }
        DraftSubject::Old(id) => {
            let (_, article) = rules::load_access(tx, id).await?;
            if article.author_id != Some(tx.viewer().id()) {
                return Err(ArticleError::NotTheAuthor.into());
            }
            Ok((article.community_id, Some(id)))
        }
    }
}

fn own_draft_condition(
    tx: &Tx<'_, Member>,
    community: CommunityId,
    article: Option<ArticleId>,
) -> Condition {
    let of = match article {
        Some(article) => Column::ArticleId.eq(article.uuid()),
        None => Column::ArticleId.is_null(),
    };
    Condition::all()
        .add(Column::AuthorId.eq(tx.viewer().id().uuid()))
        .add(Column::CommunityId.eq(community.uuid()))
        .add(of)
}

async fn get_draft(
    scope: &mut Scope<Member>,
    of: DraftSubject,
) -> Result<ArticleDraftResponse, Problem> {
    let tx = scope.begin().await?;
    let (community, article) = load_draft_target(&tx, of).await?;
    let found =
        tx.select::<Entity>().filter(own_draft_condition(&tx, community, article)).one().await?;
    Ok(found.into())
}

async fn store_draft(
    scope: &mut Scope<Member>,
    of: DraftSubject,
    text: &ArticleDraftText,
) -> Result<ArticleDraftResponse, Problem> {
    let title = TextRule::single_line(TITLE_CHARS_MAX).allow_empty().sanitise(&text.title).text;
    let content =
        TextRule::multi_line(DESCRIPTION_CHARS_MAX).allow_empty().sanitise(&text.content).text;
    let tx = scope.begin().await?;
    let (community, article) = load_draft_target(&tx, of).await?;
    limits::check_limit_within(&tx, LimitedAction::KeepDraft).await?;
    crate::profiles::lock(&tx, &[tx.viewer().id()]).await?;
    let table = tx.table::<Entity>();
    let kept = table
        .update_returning(own_draft_condition(&tx, community, article), |update| {
            update
                .col_expr(Column::Title, Expr::value(title.clone()))
                .col_expr(Column::Content, Expr::value(content.clone()))
                .col_expr(Column::UpdatedAt, Expr::value(tx.now()))
        })
        .await?;
    let row = match kept.into_iter().next() {
        Some(row) => row,
        None => {
            let row = ActiveModel {
                id: Set(DraftId::new()),
                author_id: Set(tx.viewer().id()),
                community_id: Set(community),
                article_id: Set(article),
                title: Set(title),
                content: Set(content),
                updated_at: Set(tx.now()),
            };
            table.insert(row).await?
        }
    };
    tx.commit().await?;
    Ok(Some(row).into())
}

async fn delete_draft(scope: &mut Scope<Member>, of: DraftSubject) -> Result<(), Problem> {
    let tx = scope.begin().await?;
    let (community, article) = load_draft_target(&tx, of).await?;
    limits::check_limit_within(&tx, LimitedAction::KeepDraft).await?;
    delete_own_draft(&tx, community, article).await?;
    Ok(tx.commit().await?)
}

/// Deletes the viewer's draft once the article is stored.
pub(super) async fn delete_own_draft(
    tx: &Tx<'_, Member>,
    community: CommunityId,
    article: Option<ArticleId>,
) -> Result<(), DbErr> {
    let drafts = tx.table::<Entity>();
    drafts.delete(own_draft_condition(tx, community, article)).await?.as_many_as_there_are();
    Ok(())
}
