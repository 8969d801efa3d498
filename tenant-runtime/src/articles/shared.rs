//! An article as the public sees it: whole if its community is public or its author shares it (C-015,
//! G-081). Any other id is answered with the same 404. Its canonical address is on the site of its
//! community (P-22).

use super::error::{ArticleError, LOAD_FAILED};
use super::rows::article;
use super::{ArticleId, view};
use crate::communities::{self, CommunityId, OrSay};
use crate::content;
use crate::profiles;
use chrono::{DateTime, Utc};
use platform::api::ApiRouter;
use platform::extract::{Json, Path};
use platform::problem::ProblemDocument;
use platform::{Problem, Scope, Services, Visitor, routes};
use sea_orm::{ColumnTrait, Condition, DbErr, FromQueryResult};
use serde::Serialize;
use tracing::Span;
use url::Url;
use utoipa::ToSchema;

/// Characters that a link's preview shows.
const DESCRIPTION_CHARS: usize = 200;

pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(show))
}

/// An article as the public sees it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SharedArticle {
    pub id: ArticleId,
    /// Where it is at home.
    pub canonical_url: String,
    /// Where a member reads it.
    pub path: String,
    #[serde(flatten)]
    pub words: SharedWords,
}

/// What the public reads.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SharedWords {
    pub title: String,
    /// The first words, for the preview of a link.
    pub description: String,
    /// Safe HTML.
    pub html: String,
    pub author_name: String,
    /// `null` where the community is not public: its author shares the article, not its place.
    pub community_name: Option<String>,
    pub created: DateTime<Utc>,
    pub last_updated: DateTime<Utc>,
}

/// An article for the public.
#[utoipa::path(get, path = "/shared/{articleId}", operation_id = "showSharedArticle",
    tag = "articles", params(("articleId" = ArticleId, Path)),
    responses((status = 200, body = SharedArticle), (status = 404, body = ProblemDocument)))]
#[tracing::instrument(name = "articles.shared", skip_all, fields(article.id))]
async fn show(
    scope: Scope<Visitor>,
    id: Result<Path<ArticleId>, Problem>,
) -> Result<Json<SharedArticle>, Problem> {
    // An id that cannot be read is answered like that of an article that is not shared.
    let Path(id) = id.map_err(|_| ArticleError::NotFound)?;
    Span::current().record("article.id", tracing::field::display(id));
    Ok(Json(shared(&scope, id).await.or_say(LOAD_FAILED)?))
}

async fn shared(scope: &Scope<Visitor>, id: ArticleId) -> Result<SharedArticle, Problem> {
    let row = readable(scope, id).await?.ok_or(ArticleError::NotFound)?;
    let face = communities::public_face(scope, row.community_id).await?;
    let face = face.ok_or(ArticleError::NotFound)?;
    let place = face.is_public.then_some(face.name);
    Ok(SharedArticle {
        id,
        canonical_url: canonical_url(scope, row.community_id, id).await?,
        path: format!("/articles/{id}"),
        words: words(scope, &row, place).await?,
    })
}

/// The article if the public may read it. One query decides, whatever the reason why not: neither the answer
/// nor the time it takes tells whether there is one.
async fn readable(scope: &Scope<Visitor>, id: ArticleId) -> Result<Option<article::Model>, DbErr> {
    use article::Column::{CommunityId, Shared};
    let open = Condition::any()
        .add(Condition::all().add(Shared.eq(true)).add(communities::is_there(CommunityId)))
        .add(communities::is_public(CommunityId));
    scope.select::<article::Entity>().by_id(id).filter(open).one().await
}

async fn words(
    scope: &Scope<Visitor>,
    row: &article::Model,
    community_name: Option<String>,
) -> Result<SharedWords, DbErr> {
    let author = match row.author_id {
        Some(author) => profiles::person_of(scope, author).await?,
        None => view::nobody(),
    };
    let html = content::article(&row.content);
    Ok(SharedWords {
        title: row.title.clone(),
        description: content::article_excerpt(&row.content, DESCRIPTION_CHARS),
        html,
        author_name: author.display_name,
        community_name,
        created: row.created,
        last_updated: row.last_updated,
    })
}

/// The address of the article at the one portal that its community belongs to, and else on main.
async fn canonical_url(
    scope: &Scope<Visitor>,
    community: CommunityId,
    id: ArticleId,
) -> Result<String, Problem> {
    #[derive(FromQueryResult)]
    struct Portal {
        subdomain: String,
        own_host: Option<String>,
    }
    const SQL: &str = "SELECT t.subdomain, (SELECT MIN(d.host) FROM domains d \
           WHERE d.tenant_id = t.id AND d.is_primary AND d.state = 'active') AS own_host \
         FROM community_affiliations l JOIN tenants t ON t.affiliation_id = l.affiliation_id \
         WHERE l.community_id = $1 AND t.state = 'active' LIMIT 2";
    let portals = scope.raw(SQL, vec![community.into()]).all::<Portal>().await?;
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
