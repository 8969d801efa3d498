//! Which doors exist: tenants, their brands, the route table that edges follow and what they run of
//! it, the certificates of their hosts, and the carrying of a session from one host to another.
//!
//! Read [`tenants`], [`domains`], [`brands`], [`routes_feed`], [`edges`], [`certificates`], then [`transfers`] (security.md
//! section 5).

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

/// The public calls of the control plane, with their descriptions.
#[must_use]
pub fn api() -> ApiRouter<Services> {
    ApiRouter::new().merge(transfers::api()).merge(control())
}

/// What runs the portals: on main alone.
fn control() -> ApiRouter<Services> {
    tenants::routes()
        .merge(domains::routes())
        .merge(certificates::routes())
        .merge(brands::api())
        .merge(edges::api())
        .route_layer(from_extractor::<MainHost>())
}

/// Everything the edge forwards to the control plane: its calls and the hops of a transfer.
pub fn router(services: Services) -> Router {
    let admit = axum::middleware::from_fn_with_state(services.clone(), platform::request::admit);
    api()
        .into_router()
        .merge(transfers::hops())
        .fallback(|| async { Problem::not_found() })
        .method_not_allowed_fallback(|| async { Problem::method_not_allowed() })
        .layer(DefaultBodyLimit::max(Content::Json.bytes_max()))
        .layer(admit)
        .with_state(services)
}
