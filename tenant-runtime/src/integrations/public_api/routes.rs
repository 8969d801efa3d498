//! HTTP routes of the public API.

use super::caller::ApiCaller;
use super::error::READ_FAILED;
use super::lists::{self, ApiIdentity};
use crate::affiliations::{self, AffiliationRequestStatus, ApiMember, ApiRequest};
use crate::analytics::{self, ApiAnalytics};
use crate::communities::ApiCommunity;
use crate::integration_records::TokenScope;
use chrono::NaiveDate;
use platform::api::ApiRouter;
use platform::extract::{Json, Query};
use platform::page::{Page, PageQuery};
use platform::problem::{ProblemDocument, ResultExt};
use platform::{Problem, Services, routes};
use serde::Deserialize;
use utoipa::IntoParams;

pub(in crate::integrations) fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(get_identity))
        .routes(routes!(get_analytics))
        .routes(routes!(list_members))
        .routes(routes!(list_requests))
        .routes(routes!(list_communities))
}

/// Returns the token of the request, its owner and its scopes. Every route below `/api/v1` requires a
/// token in the header `Authorization: Bearer gh_…`, on the main site; at most 120 requests a minute.
#[utoipa::path(get, path = "/v1/me", operation_id = "getApiIdentity", tag = "public-api",
    responses((status = 200, body = ApiIdentity), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "public_api.me", skip_all)]
async fn get_identity(caller: ApiCaller) -> Result<Json<ApiIdentity>, Problem> {
    Ok(Json(lists::identify(caller).await.or_detail(READ_FAILED)?))
}

/// Days of the counts.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ApiAnalyticsQuery {
    /// First day, as `YYYY-MM-DD`; 29 days before the last one if omitted.
    from: Option<NaiveDate>,
    /// Last day, inclusive; today if omitted.
    to: Option<NaiveDate>,
}

/// Returns the actions of each day in UTC: on the affiliation's portal, or on all sites. Requires the
/// scope `analytics:read`.
#[utoipa::path(get, path = "/v1/analytics", operation_id = "getApiAnalytics", tag = "public-api",
    params(ApiAnalyticsQuery),
    responses((status = 200, body = ApiAnalytics), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "public_api.analytics", skip_all)]
async fn get_analytics(
    caller: ApiCaller,
    Query(query): Query<ApiAnalyticsQuery>,
) -> Result<Json<ApiAnalytics>, Problem> {
    let affiliation = caller.require(TokenScope::Analytics)?;
    let (days, today) = ((query.from, query.to), caller.scope.now().date_naive());
    let counts = analytics::daily_counts(&caller.scope, affiliation, days, today).await;
    Ok(Json(counts.or_detail(READ_FAILED)?))
}

/// Lists the members of the affiliation in the order in which they joined, or all accounts in the
/// order of their creation. Requires the scope `members:read`.
#[utoipa::path(get, path = "/v1/members", operation_id = "listApiMembers", tag = "public-api",
    params(PageQuery),
    responses((status = 200, body = Page<ApiMember>), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "public_api.members", skip_all)]
async fn list_members(
    caller: ApiCaller,
    Query(page): Query<PageQuery>,
) -> Result<Json<Page<ApiMember>>, Problem> {
    let affiliation = caller.require(TokenScope::Members)?;
    let members = lists::list_members(&caller.scope, affiliation, &page).await;
    Ok(Json(members.or_detail(READ_FAILED)?))
}

/// Filter and page of the requests.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ApiRequestsQuery {
    /// Only requests with this status; all if omitted.
    #[param(inline)]
    status: Option<AffiliationRequestStatus>,
    /// Cursor from the previous page; omit it for the first page.
    cursor: Option<String>,
    /// Maximum number of items per page.
    limit: Option<u64>,
}

/// Lists the requests to join the affiliation, or all affiliation requests, newest first. Requires
/// the scope `requests:read`.
#[utoipa::path(get, path = "/v1/requests", operation_id = "listApiRequests", tag = "public-api",
    params(ApiRequestsQuery),
    responses((status = 200, body = Page<ApiRequest>), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "public_api.requests", skip_all)]
async fn list_requests(
    caller: ApiCaller,
    Query(query): Query<ApiRequestsQuery>,
) -> Result<Json<Page<ApiRequest>>, Problem> {
    let affiliation = caller.require(TokenScope::Requests)?;
    let page = PageQuery { cursor: query.cursor, limit: query.limit };
    let requests =
        affiliations::list_api_requests(&caller.scope, affiliation, query.status, &page).await;
    Ok(Json(requests.or_detail(READ_FAILED)?))
}

/// Lists the communities of the affiliation that all its members may know, or all communities, in
/// the order of their creation. Requires the scope `communities:read`.
#[utoipa::path(get, path = "/v1/communities", operation_id = "listApiCommunities",
    tag = "public-api", params(PageQuery),
    responses((status = 200, body = Page<ApiCommunity>), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "public_api.communities", skip_all)]
async fn list_communities(
    caller: ApiCaller,
    Query(page): Query<PageQuery>,
) -> Result<Json<Page<ApiCommunity>>, Problem> {
    let affiliation = caller.require(TokenScope::Communities)?;
    let communities = lists::list_communities(&caller.scope, affiliation, &page).await;
    Ok(Json(communities.or_detail(READ_FAILED)?))
}
