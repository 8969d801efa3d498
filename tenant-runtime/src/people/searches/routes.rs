//! HTTP routes of recent searches.

use super::rules;
use crate::people::rows::recent_search::{Model, RecentSearchId};
use chrono::{DateTime, Utc};
use http::StatusCode;
use platform::api::ApiRouter;
use platform::extract::{Json, Path};
use platform::page::Page;
use platform::problem::ProblemDocument;
use platform::{Member, Problem, Scope, Services, routes};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(list, save_search, delete_searches))
        .routes(routes!(delete_search))
}

/// A recent search of the viewer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RecentSearch {
    id: RecentSearchId,
    /// As typed, in one line.
    query: String,
    searched_at: DateTime<Utc>,
}

impl From<Model> for RecentSearch {
    fn from(row: Model) -> Self {
        Self { id: row.id, query: row.typed, searched_at: row.searched_at }
    }
}

/// Lists the viewer's recent searches, latest first: at most ten. 1 query.
#[utoipa::path(get, path = "/me/recent-searches", operation_id = "listRecentSearches", tag = "people",
    responses((status = 200, body = Page<RecentSearch>), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "searches.list", skip_all)]
async fn list(scope: Scope<Member>) -> RecentSearchesResponse {
    searches_response(&scope).await
}

/// A search to store.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct NewRecentSearch {
    /// Text typed into the directory's search.
    query: String,
}

/// Stores a search. Equal searches, ignoring case, are stored once; only the latest ten are kept.
#[utoipa::path(post, path = "/me/recent-searches", operation_id = "saveRecentSearch", tag = "people",
    request_body = NewRecentSearch,
    responses((status = 200, body = Page<RecentSearch>), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "searches.keep", skip_all)]
async fn save_search(
    mut scope: Scope<Member>,
    Json(body): Json<NewRecentSearch>,
) -> RecentSearchesResponse {
    rules::store_search(&mut scope, &body.query).await?;
    searches_response(&scope).await
}

/// Deletes a recent search.
#[utoipa::path(delete, path = "/me/recent-searches/{id}", operation_id = "deleteRecentSearch",
    tag = "people", params(("id" = RecentSearchId, Path)),
    responses((status = 204), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "searches.forget", skip_all)]
async fn delete_search(
    mut scope: Scope<Member>,
    Path(id): Path<RecentSearchId>,
) -> Result<StatusCode, Problem> {
    rules::delete_search(&mut scope, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Deletes all recent searches.
#[utoipa::path(delete, path = "/me/recent-searches", operation_id = "deleteRecentSearches", tag = "people",
    responses((status = 204), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "searches.forget_all", skip_all)]
async fn delete_searches(mut scope: Scope<Member>) -> Result<StatusCode, Problem> {
    rules::delete_all(&mut scope).await?;
    Ok(StatusCode::NO_CONTENT)
}

type RecentSearchesResponse = Result<Json<Page<RecentSearch>>, Problem>;

async fn searches_response(scope: &Scope<Member>) -> RecentSearchesResponse {
    let items = rules::list(scope).await?.into_iter().map(RecentSearch::from).collect();
    Ok(Json(Page { items, next_cursor: None }))
}
