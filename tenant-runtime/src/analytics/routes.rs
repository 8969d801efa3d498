//! HTTP routes of community analytics.

use super::error::ANALYTICS_FAILED_MESSAGE;
use super::rules::{self, AnalyticsRange};
use super::usage_routes;
use super::view::CommunityAnalytics;
use platform::api::ApiRouter;
use platform::extract::{Json, Path, Query};
use platform::problem::{ProblemDocument, ResultExt};
use platform::{CommunityId, Member, Problem, Scope, Services, routes};
use serde::Deserialize;
use utoipa::IntoParams;

pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(read)).merge(usage_routes::routes())
}

/// Time range and time zone.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
struct AnalyticsQuery {
    /// Days of the time range, 30 if omitted.
    days: Option<i64>,
    /// IANA time zone name; UTC if omitted.
    time_zone: Option<String>,
}

/// Returns the analytics of a community, for its admins and staff. Fails if counting takes longer
/// than `analytics.statement_timeout_s` (15). 9 queries, on PostgreSQL 10.
#[utoipa::path(get, path = "/communities/{id}/analytics", operation_id = "getCommunityAnalytics",
    tag = "communities", params(("id" = CommunityId, Path), AnalyticsQuery),
    responses((status = 200, body = CommunityAnalytics), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "analytics.community", skip_all, fields(community.id = %id))]
async fn read(
    scope: Scope<Member>,
    Path(id): Path<CommunityId>,
    Query(query): Query<AnalyticsQuery>,
) -> Result<Json<CommunityAnalytics>, Problem> {
    let asked = AnalyticsRange { days: query.days, time_zone: query.time_zone };
    Ok(Json(rules::read(&scope, id, &asked).await.or_detail(ANALYTICS_FAILED_MESSAGE)?))
}
