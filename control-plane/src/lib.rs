//! The control plane: tenants, their branding, the route table and the status of the edges, host
//! certificates, and the transfer of a session between hosts.
//!
//! Read [`tenants`], [`domains`], [`brands`], [`routes_feed`], [`edges`], [`certificates`], then
//! [`transfers`] (security.md section 5).

pub mod brands;
pub mod certificates;
pub mod domains;
pub mod edges;
pub mod routes_feed;
pub mod tenants;
pub mod transfers;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_extractor;
use platform::api::ApiRouter;
use platform::{MainHost, Problem, Services};
use wire::Content;

/// Public HTTP API of the control plane, with its OpenAPI descriptions.
#[must_use]
pub fn api() -> ApiRouter<Services> {
    ApiRouter::new().merge(transfers::api()).merge(control_api())
}

/// API for managing portals; on the main site only.
fn control_api() -> ApiRouter<Services> {
    tenants::routes()
        .merge(domains::routes())
        .merge(certificates::routes())
        .merge(brands::api())
        .merge(edges::api())
        .route_layer(from_extractor::<MainHost>())
}

/// All routes that the edge forwards to the control plane: its API and the navigations of a
/// transfer.
pub fn router(services: Services) -> Router {
    let admit = axum::middleware::from_fn_with_state(
        services.clone(),
        platform::request::request_context_layer,
    );
    api()
        .into_router()
        .merge(transfers::navigation_router())
        .fallback(|| async { Problem::not_found() })
        .method_not_allowed_fallback(|| async { Problem::method_not_allowed() })
        .layer(DefaultBodyLimit::max(Content::Json.bytes_max()))
        .layer(admit)
        .with_state(services)
}
