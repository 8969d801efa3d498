//! HTTP route of the search.

use super::item::SearchResult;
use super::rules;
use platform::api::ApiRouter;
use platform::extract::{Json, Query};
use platform::problem::ProblemDocument;
use platform::{Member, Problem, Scope, Services, routes};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(search))
}

/// Search parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct SearchQuery {
    /// Search text.
    q: Option<String>,
    /// `people`, `communities`, `posts` or `articles`; if omitted, a few of each.
    r#type: Option<String>,
}

/// Search results.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SearchResults {
    items: Vec<SearchResult>,
}

/// Searches people, communities, posts and articles that the viewer may see.
#[utoipa::path(get, path = "/search", operation_id = "searchContent", tag = "search", params(SearchQuery),
    responses((status = 200, body = SearchResults), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "search", skip_all)]
async fn search(
    scope: Scope<Member>,
    Query(query): Query<SearchQuery>,
) -> Result<Json<SearchResults>, Problem> {
    let typed = query.q.unwrap_or_default();
    Ok(Json(SearchResults { items: rules::find(&scope, &typed, query.r#type.as_deref()).await? }))
}
