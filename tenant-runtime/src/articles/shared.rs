//! Public view of an article, if its community is public or its author shares it (C-015, G-081).
//! Any other id gets the same 404. Its canonical address is on the site of its community (P-22).

use super::error::{ArticleError, LOAD_FAILED};
use super::rows::article;
use super::view;
use crate::communities;
use crate::content;
use crate::profiles;
use chrono::{DateTime, Utc};
use platform::api::ApiRouter;
use platform::extract::{Json, Path};
use platform::problem::{ProblemDocument, ResultExt};
use platform::{ArticleId, CommunityId, Problem, Scope, Services, Visitor, routes};
use sea_orm::{ColumnTrait, Condition, DbErr, FromQueryResult};
use serde::Serialize;
use tracing::Span;
use url::Url;
use utoipa::ToSchema;

/// Characters of the description in a link preview.
const DESCRIPTION_CHARS: usize = 200;

pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(get_shared))
}

/// Public view of an article.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SharedArticle {
    pub id: ArticleId,
    /// Canonical address.
    pub canonical_url: String,
    /// Path of the article for members.
    pub path: String,
    #[serde(flatten)]
    pub words: SharedArticleContent,
}

/// Public content of an article.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SharedArticleContent {
    pub title: String,
    /// Beginning of the text, for link previews.
    pub description: String,
    /// Sanitised HTML.
    pub html: String,
    pub author_name: String,
    /// `null` if the community is not public: the author shares the article, not its community.
    pub community_name: Option<String>,
    pub created: DateTime<Utc>,
    pub last_updated: DateTime<Utc>,
}

/// Returns an article for the public.
#[utoipa::path(get, path = "/shared/{articleId}", operation_id = "getSharedArticle",
    tag = "articles", params(("articleId" = ArticleId, Path)),
    responses((status = 200, body = SharedArticle), (status = 404, body = ProblemDocument)))]
#[tracing::instrument(name = "articles.shared", skip_all, fields(article.id))]
async fn get_shared(
    scope: Scope<Visitor>,
    id: Result<Path<ArticleId>, Problem>,
) -> Result<Json<SharedArticle>, Problem> {
    // An invalid id gets the same response as an article that is not shared.
    let Path(id) = id.map_err(|_| ArticleError::NotFound)?;
    Span::current().record("article.id", tracing::field::display(id));
    Ok(Json(load_shared(&scope, id).await.or_detail(LOAD_FAILED)?))
}

async fn load_shared(scope: &Scope<Visitor>, id: ArticleId) -> Result<SharedArticle, Problem> {
    let row = find_public(scope, id).await?.ok_or(ArticleError::NotFound)?;
    let face = communities::public_face(scope, row.community_id).await?;
    let face = face.ok_or(ArticleError::NotFound)?;
    let place = face.is_public.then_some(face.name);
    Ok(SharedArticle {
        id,
        canonical_url: canonical_url(scope, row.community_id, id).await?,
        path: format!("/articles/{id}"),
        words: shared_content(scope, &row, place).await?,
    })
}

/// The article, if it is public. A single query decides for all reasons, so that neither the
/// response nor its time reveals whether the article exists.
async fn find_public(
    scope: &Scope<Visitor>,
    id: ArticleId,
) -> Result<Option<article::Model>, DbErr> {
    use article::Column::{CommunityId, Shared};
    let open = Condition::any()
        .add(Condition::all().add(Shared.eq(true)).add(communities::is_there(CommunityId)))
        .add(communities::is_public(CommunityId));
    scope.select::<article::Entity>().by_id(id).filter(open).one().await
}

async fn shared_content(
    scope: &Scope<Visitor>,
    row: &article::Model,
    community_name: Option<String>,
) -> Result<SharedArticleContent, DbErr> {
    let author = match row.author_id {
        Some(author) => profiles::person_of(scope, author).await?,
        None => view::deleted_author(),
    };
    let html = content::render_article(&row.content);
    Ok(SharedArticleContent {
        title: row.title.clone(),
        description: content::article_excerpt(&row.content, DESCRIPTION_CHARS),
        html,
        author_name: author.display_name,
        community_name,
        created: row.created,
        last_updated: row.last_updated,
    })
}

/// The article's address on the portal, if its community belongs to exactly one; otherwise on the
/// main site.
async fn canonical_url(
    scope: &Scope<Visitor>,
    community: CommunityId,
    id: ArticleId,
) -> Result<String, Problem> {
    #[derive(FromQueryResult)]
    struct PortalHostRow {
        subdomain: String,
        own_host: Option<String>,
    }
    const SQL: &str = "SELECT t.subdomain, (SELECT MIN(d.host) FROM domains d \
           WHERE d.tenant_id = t.id AND d.is_primary AND d.state = 'active') AS own_host \
         FROM community_affiliations l JOIN tenants t ON t.affiliation_id = l.affiliation_id \
         WHERE l.community_id = $1 AND t.state = 'active' LIMIT 2";
    let portals = scope.raw(SQL, vec![community.into()]).all::<PortalHostRow>().await?;
    let server = &scope.services().config().server;
    let mut url = Url::parse(&server.main_origin).map_err(Problem::internal)?;
    if let [portal] = portals.as_slice() {
        let subdomain = || format!("{}.{}", portal.subdomain, server.portal_domain);
        let host = portal.own_host.clone().unwrap_or_else(subdomain);
        url.set_host(Some(&host)).map_err(Problem::internal)?;
    }
    url.set_path(&format!("/shared/{id}"));
    Ok(url.into())
}
