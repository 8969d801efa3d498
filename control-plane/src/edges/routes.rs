//! HTTP routes of edges.

use super::{confirm, lost, newest_table_version, rows, running_edges};
use crate::certificates::{self, OrderAllowance};
use chrono::{DateTime, Utc};
use http::StatusCode;
use platform::api::ApiRouter;
use platform::extract::{Json, Path};
use platform::problem::ProblemDocument;
use platform::{Problem, Scope, Services, Staff, routes};
use serde::Serialize;
use utoipa::ToSchema;

/// HTTP routes.
#[must_use]
pub fn api() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(list)).routes(routes!(confirm_loss)).routes(routes!(dismiss))
}

/// A host whose new route an edge rejected.
#[derive(Debug, Serialize, ToSchema)]
struct EdgeRefusal {
    /// Host name, or the tenant id if the portal's origin is invalid.
    host: String,
    /// Reason.
    cause: String,
}

/// Last status report of an edge.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct EdgeState {
    id: String,
    /// Display name.
    name: String,
    /// Active table version.
    version: i64,
    /// Time for which the edge has been behind the newest version, in milliseconds; 0 if it is up
    /// to date.
    lag_ms: i64,
    /// Number of hosts that it serves.
    hosts: i64,
    refused: Vec<EdgeRefusal>,
    /// Reason why it rejected the newest table as a whole, if it did.
    table_refused: Option<String>,
    /// It serves the table from its own disk.
    degraded: bool,
    /// Earliest expiry of its certificates.
    certificate_good_until: Option<DateTime<Utc>>,
    started_at: DateTime<Utc>,
    /// Time at which it activated its version.
    applied_at: DateTime<Utc>,
    seen_at: DateTime<Utc>,
    /// Time of the last report, if the edge is missing: it sent no final report.
    lost_since: Option<DateTime<Utc>>,
}

/// All running edges, then the missing ones.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Edges {
    /// Newest table version.
    version: i64,
    items: Vec<EdgeState>,
    /// Remaining certificate orders, in the order of preference.
    orders_left: Vec<OrderAllowance>,
}

/// End of the period in which edges may remove many hosts.
#[derive(Debug, Serialize, ToSchema)]
struct HostLossWindow {
    until: DateTime<Utc>,
}

fn to_view(
    row: rows::Model,
    newest: i64,
    made: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> EdgeState {
    let behind = row.version < newest;
    let lag = made.filter(|_| behind).map_or(0, |made| (now - made).num_milliseconds().max(1));
    let refused = row.refused.0.into_iter();
    EdgeState {
        id: row.id,
        name: row.name,
        version: row.version,
        lag_ms: lag,
        hosts: row.hosts,
        refused: refused.map(|one| EdgeRefusal { host: one.host, cause: one.cause }).collect(),
        table_refused: row.table_refused,
        degraded: row.recalled,
        certificate_good_until: row.certificate_soonest_end,
        started_at: row.started_at,
        applied_at: row.applied_at,
        seen_at: row.seen_at,
        lost_since: None,
    }
}

/// Lists the edges with their version and lag, then the missing ones, for a day or until they are
/// dismissed.
#[utoipa::path(get, path = "/api/control/edges", operation_id = "listEdges", tag = "control",
    responses((status = 200, body = Edges), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "edges.list", skip_all)]
async fn list(scope: Scope<Staff>) -> Result<Json<Edges>, Problem> {
    let (version, made) = newest_table_version(&scope).await?;
    let (edges, now) = (running_edges(&scope).await?, scope.now());
    let missed = lost::lost_edges(&scope, &edges).await?.into_iter().map(|row| {
        let lost_since = Some(row.seen_at);
        EdgeState { lost_since, ..to_view(row, version, made, now) }
    });
    let heard = edges.into_iter().map(|row| to_view(row, version, made, now));
    let items = heard.chain(missed).collect();
    let system = scope.services().system("read the remaining certificate orders");
    let orders_left = certificates::orders_left(&system).await?;
    Ok(Json(Edges { version, items, orders_left }))
}

/// Allows edges to remove as many hosts as the table does for ten minutes.
#[utoipa::path(post, path = "/api/control/edges/confirm-loss", operation_id = "confirmEdgeHostLoss",
    tag = "control",
    responses((status = 200, body = HostLossWindow), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "edges.confirm_loss", skip_all)]
async fn confirm_loss(mut scope: Scope<Staff>) -> Result<Json<HostLossWindow>, Problem> {
    let until = confirm::confirm_loss(&mut scope).await?;
    Ok(Json(HostLossWindow { until }))
}

/// Removes a missing edge from the list.
#[utoipa::path(post, path = "/api/control/edges/{id}/dismiss", operation_id = "dismissEdge",
    tag = "control", params(("id" = String, Path)),
    responses((status = 204), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "edges.dismiss", skip_all)]
async fn dismiss(mut scope: Scope<Staff>, Path(id): Path<String>) -> Result<StatusCode, Problem> {
    lost::dismiss(&mut scope, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
