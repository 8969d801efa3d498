//! HTTP routes of usage figures.

use super::error::ANALYTICS_FAILED_MESSAGE;
use super::usage::{self, UsageRange, UsageReport};
use crate::affiliations;
use platform::StaffWith;
use platform::affiliations::AffiliationPermission;
use platform::api::ApiRouter;
use platform::extract::{Json, Path, Query};
use platform::problem::{ProblemDocument, ResultExt};
use platform::staff::Analytics;
use platform::{AffiliationId, Member, Problem, Scope, Services, routes};
use serde::Deserialize;
use utoipa::IntoParams;

pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(of_portal)).routes(routes!(of_network))
}

/// Time range and time zone.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
struct UsageQuery {
    /// 4, 12 or 52; 12 if omitted.
    weeks: Option<u32>,
    /// IANA time zone name; UTC if omitted.
    time_zone: Option<String>,
}

/// Time range, time zone and portal.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
struct NetworkUsageQuery {
    /// Only actions on this affiliation's portal; the whole installation if omitted.
    affiliation_id: Option<AffiliationId>,
    /// 4, 12 or 52; 12 if omitted.
    weeks: Option<u32>,
    /// IANA time zone name; UTC if omitted.
    time_zone: Option<String>,
}

/// Returns usage figures of an affiliation's portal, for its admins and staff (P-24). 8 queries.
#[utoipa::path(get, path = "/affiliations/{idOrPath}/analytics",
    operation_id = "getAffiliationAnalytics", tag = "affiliations",
    params(("idOrPath" = String, Path, description = "id or url path"), UsageQuery),
    responses((status = 200, body = UsageReport), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "analytics.affiliation", skip_all)]
async fn of_portal(
    scope: Scope<Member>,
    Path(id_or_path): Path<String>,
    Query(query): Query<UsageQuery>,
) -> Result<Json<UsageReport>, Problem> {
    let permission = AffiliationPermission::ManagePage;
    let affiliation = affiliations::find_managed_id(&scope, &id_or_path, permission).await?;
    let asked = UsageRange { weeks: query.weeks, time_zone: query.time_zone };
    let report = usage::read(&scope, Some(affiliation), &asked, scope.now()).await;
    Ok(Json(report.or_detail(ANALYTICS_FAILED_MESSAGE)?))
}

/// Returns usage figures of the whole installation, or of one portal, for staff. 6 queries.
#[utoipa::path(get, path = "/staff/analytics", operation_id = "getNetworkAnalytics", tag = "staff",
    params(NetworkUsageQuery),
    responses((status = 200, body = UsageReport), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "analytics.network", skip_all)]
async fn of_network(
    scope: Scope<StaffWith<Analytics>>,
    Query(query): Query<NetworkUsageQuery>,
) -> Result<Json<UsageReport>, Problem> {
    let asked = UsageRange { weeks: query.weeks, time_zone: query.time_zone };
    let report = usage::read(&scope, query.affiliation_id, &asked, scope.now()).await;
    Ok(Json(report.or_detail(ANALYTICS_FAILED_MESSAGE)?))
}
