//! The latest article of an affiliation's communities that the public may read, for the affiliation's
//! page.

use super::error::{ArticleError, LOAD_FAILED};
use super::rows::article;
use super::view;
use crate::{communities, content, profiles};
use chrono::{DateTime, Utc};
use platform::api::ApiRouter;
use platform::extract::{Json, Path};
use platform::problem::{ProblemDocument, ResultExt};
use platform::{ArticleId, Problem, Scope, Services, Visitor, routes};
use sea_orm::{ColumnTrait, Condition, QueryOrder, QuerySelect};
use serde::Serialize;
use utoipa::ToSchema;

/// Characters of the excerpt.
const EXCERPT_CHARS: usize = 200;

pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(get_latest))
}

/// The latest public article of an affiliation.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AffiliationInsight {
    id: ArticleId,
    title: String,
    excerpt: String,
    author_name: String,
    published_at: DateTime<Utc>,
}

/// The latest public article, if there is one.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LatestInsight {
    insight: Option<AffiliationInsight>,
}

/// Returns the latest article of an affiliation's communities that the public may read. At most 4
/// queries.
#[utoipa::path(get, path = "/affiliations/{idOrPath}/insight", operation_id = "getAffiliationInsight",
    tag = "affiliations", params(("idOrPath" = String, Path, description = "id or url path")),
    responses((status = 200, body = LatestInsight), (status = 404, body = ProblemDocument)))]
#[tracing::instrument(name = "articles.of_affiliation", skip_all)]
async fn get_latest(
    scope: Scope<Visitor>,
    Path(id_or_path): Path<String>,
) -> Result<Json<LatestInsight>, Problem> {
    Ok(Json(LatestInsight {
        insight: find_latest(&scope, &id_or_path).await.or_detail(LOAD_FAILED)?,
    }))
}

async fn find_latest(
    scope: &Scope<Visitor>,
    id_or_path: &str,
) -> Result<Option<AffiliationInsight>, Problem> {
    use article::Column::{CommunityId, Created, FlaggedForReview, Id, Shared};
    let found = communities::find_affiliation(scope, id_or_path).await?;
    let (affiliation, is_public) = found.ok_or(ArticleError::NotFound)?;
    // A private or paused affiliation has no public page.
    if !is_public {
        return Ok(None);
    }
    let open = Condition::any()
        .add(Condition::all().add(Shared.eq(true)).add(communities::is_there(CommunityId)))
        .add(communities::is_public(CommunityId));
    let latest = scope
        .select::<article::Entity>()
        .filter(open)
        .filter(communities::is_linked(CommunityId, affiliation))
        .filter(FlaggedForReview.eq(false))
        .modify_select(|select| select.order_by_desc(Created).order_by_desc(Id).limit(1))
        .one()
        .await?;
    let Some(row) = latest else { return Ok(None) };
    let author = match row.author_id {
        Some(author) => profiles::person_of(scope, author).await?,
        None => view::deleted_author(),
    };
    Ok(Some(AffiliationInsight {
        id: row.id,
        excerpt: content::article_excerpt(&row.content, EXCERPT_CHARS),
        title: row.title,
        author_name: author.display_name,
        published_at: row.created,
    }))
}
