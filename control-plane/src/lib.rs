//! Which doors exist: tenants, their brands, the route table that edges follow, and the carrying of
//! a session from one host to another.
//!
//! Read [`tenants`], [`brands`], [`routes_feed`], then [`transfers`] (security.md section 5).

pub mod brands;
pub mod routes_feed;
pub mod tenants;
pub mod transfers;

use axum::Router;
use platform::{Problem, Services};
use utoipa_axum::router::OpenApiRouter;

/// The public calls of the control plane, with their descriptions.
#[must_use]
pub fn api() -> OpenApiRouter<Services> {
    OpenApiRouter::new().merge(transfers::api())
}

/// Everything the edge forwards to the control plane: its calls and the hops of a transfer.
pub fn router(services: Services) -> Router {
    let (calls, _) = api().split_for_parts();
    let admit = axum::middleware::from_fn_with_state(services.clone(), platform::request::admit);
    calls
        .merge(transfers::hops())
        .fallback(|| async { Problem::not_found() })
        .method_not_allowed_fallback(|| async { Problem::method_not_allowed() })
        .layer(admit)
        .with_state(services)
}
