//! HTTP route of the search.

use super::item::{SearchFilter, SearchResult};
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
    /// Search text, which may contain the filters `in:`, `from:`, `before:`, `after:` and `has:image`.
    q: Option<String>,
    /// `people`, `communities`, `threads`, `posts`, `articles`, `announcements`, `events` or
    /// `messages`; if omitted or `all`, a few of each.
    r#type: Option<String>,
}

/// Search results.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SearchResults {
    pub items: Vec<SearchResult>,
    /// Filters of the search text.
    pub filters: Vec<SearchFilter>,
}

/// Searches people, communities and content that the viewer may see, and their own messages.
#[utoipa::path(get, path = "/search", operation_id = "searchContent", tag = "search", params(SearchQuery),
    responses((status = 200, body = SearchResults), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "search", skip_all)]
async fn search(
    scope: Scope<Member>,
    Query(query): Query<SearchQuery>,
) -> Result<Json<SearchResults>, Problem> {
    let typed = query.q.unwrap_or_default();
    Ok(Json(rules::find(&scope, &typed, query.r#type.as_deref()).await?))
}
