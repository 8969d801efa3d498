//! The health check of browsers, which they make after repairing their connection. Load balancers
//! use the probes of the edge and of each role instead.

use axum::Json;
use platform::api::ApiRouter;
use platform::{Scope, Services, Visitor, routes};
use serde::Serialize;
use utoipa::ToSchema;

/// HTTP routes.
pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(get_health))
}

/// The health of the API.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct HealthStatus {
    /// `ok`; an API that is unavailable answers with a problem.
    status: &'static str,
}

/// Answers that requests of this browser reach the API. No query.
#[utoipa::path(get, path = "/health", operation_id = "getHealth", tag = "health",
    responses((status = 200, body = HealthStatus)))]
#[tracing::instrument(name = "health.get", skip_all)]
async fn get_health(_scope: Scope<Visitor>) -> Json<HealthStatus> {
    Json(HealthStatus { status: "ok" })
}
