//! The calls about edges.

use super::{confirm, living, lost, newest, rows};
use crate::certificates::{self, OrdersLeft};
use chrono::{DateTime, Utc};
use http::StatusCode;
use platform::api::ApiRouter;
use platform::extract::{Json, Path};
use platform::problem::ProblemDocument;
use platform::{Problem, Scope, Services, Staff, routes};
use serde::Serialize;
use utoipa::ToSchema;

/// What can be asked.
#[must_use]
pub fn api() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(list)).routes(routes!(confirm_loss)).routes(routes!(dismiss))
}

/// A host whose new entry an edge did not put in force.
#[derive(Debug, Serialize, ToSchema)]
struct EdgeRefusal {
    /// The host, or the tenant's id where its address cannot be served.
    host: String,
    /// Why.
    cause: String,
}

/// An edge, as it last spoke of itself.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct EdgeState {
    id: String,
    /// Where it runs.
    name: String,
    /// Version of the table that it runs.
    version: i64,
    /// How long it has been behind the newest version, in milliseconds; 0 if it runs it.
    lag_ms: i64,
    /// Hosts it answers for.
    hosts: i64,
    refused: Vec<EdgeRefusal>,
    /// Why it refused the newest table as a whole, if it did.
    table_refused: Option<String>,
    /// It serves from its own disk.
    degraded: bool,
    /// When the first of its certificates ends.
    certificate_good_until: Option<DateTime<Utc>>,
    started_at: DateTime<Utc>,
    /// When it came to its version.
    applied_at: DateTime<Utc>,
    seen_at: DateTime<Utc>,
    /// Since when it has not been heard, if it is missed: it did not say that it leaves.
    lost_since: Option<DateTime<Utc>>,
}

/// Every edge that has spoken lately, and then those that are missed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Edges {
    /// The newest version of the table.
    version: i64,
    items: Vec<EdgeState>,
    /// How many certificates the authorities let us order now, in the order of preference.
    orders_left: Vec<OrdersLeft>,
}

/// Until when edges may drop many hosts.
#[derive(Debug, Serialize, ToSchema)]
struct LossConfirmed {
    until: DateTime<Utc>,
}

fn shown(
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

/// The edges, each with its version and how far it is behind; then those that are missed, for a day or
/// until they are dismissed.
#[utoipa::path(get, path = "/api/control/edges", operation_id = "listEdges", tag = "control",
    responses((status = 200, body = Edges), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "edges.list", skip_all)]
async fn list(scope: Scope<Staff>) -> Result<Json<Edges>, Problem> {
    let (version, made) = newest(&scope).await?;
    let (edges, now) = (living(&scope).await?, scope.now());
    let missed = lost::lost(&scope, &edges).await?.into_iter().map(|row| {
        let lost_since = Some(row.seen_at);
        EdgeState { lost_since, ..shown(row, version, made, now) }
    });
    let heard = edges.into_iter().map(|row| shown(row, version, made, now));
    let items = heard.chain(missed).collect();
    let system = scope.services().system("tell staff what is left of the authorities' limits");
    let orders_left = certificates::orders_left(&system).await?;
    Ok(Json(Edges { version, items, orders_left }))
}

/// Lets edges drop as many hosts as the table does, for ten minutes.
#[utoipa::path(post, path = "/api/control/edges/confirm-loss", operation_id = "confirmEdgeLoss",
    tag = "control",
    responses((status = 200, body = LossConfirmed), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "edges.confirm_loss", skip_all)]
async fn confirm_loss(mut scope: Scope<Staff>) -> Result<Json<LossConfirmed>, Problem> {
    let until = confirm::confirm_loss(&mut scope).await?;
    Ok(Json(LossConfirmed { until }))
}

/// Takes an edge that is missed off the list.
#[utoipa::path(post, path = "/api/control/edges/{id}/dismiss", operation_id = "dismissEdge",
    tag = "control", params(("id" = String, Path)),
    responses((status = 204), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "edges.dismiss", skip_all)]
async fn dismiss(mut scope: Scope<Staff>, Path(id): Path<String>) -> Result<StatusCode, Problem> {
    lost::dismiss(&mut scope, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
