//! The router of the tenant runtime, with the layers that all routes share.

use crate::{
    accounts, activity, activity_list, affiliations, alerts, analytics, articles, badges,
    communities, community_export, cords, csp_reports, drafts, feed, health, integrations,
    introductions, legal, live, mail_feedback, media, messages, notifications, own_data, people,
    posts, profiles, push, reports, search, staff, support, waitlist, web_assets,
};
use axum::extract::{DefaultBodyLimit, State};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::{Json, Router, routing};
use platform::api::ApiRouter;
use platform::{Problem, Services, request};
use std::any::Any;
use tower_http::catch_panic::CatchPanicLayer;
use utoipa::openapi::{Components, InfoBuilder, OpenApi, OpenApiBuilder};
use wire::Content;

/// The complete API of the runtime, to be served behind the edge.
pub fn router(services: Services) -> Router {
    Router::new()
        .nest("/api", api_routes().into_router())
        .route("/.well-known/guildhall-jwks.json", routing::get(public_keys))
        .merge(media::routes())
        .merge(web_assets::file_routes())
        .merge(posts::images::file_routes())
        .merge(posts::files::file_routes())
        .merge(messages::images::file_routes())
        .merge(support::file_routes())
        .fallback(|| async { Problem::not_found() })
        .method_not_allowed_fallback(|| async { Problem::method_not_allowed() })
        .layer(DefaultBodyLimit::max(Content::Json.bytes_max()))
        .layer(CatchPanicLayer::custom(panic_response))
        .layer(from_fn_with_state(
            (services.clone(), profiles::ME_PREFETCH),
            request::request_context_layer_with_prefetch,
        ))
        .with_state(services)
}

/// The OpenAPI 3.1 document of the same routes.
#[must_use]
pub fn openapi() -> OpenApi {
    let info = InfoBuilder::new().title("Guildhall").version(env!("CARGO_PKG_VERSION")).build();
    let document = OpenApiBuilder::new().info(info).components(Some(Components::new())).build();
    api_routes().add_to_document("/api", document)
}

fn api_routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .merge(accounts::routes())
        .merge(legal::routes())
        .merge(profiles::routes())
        .merge(people::routes())
        .merge(own_data::routes())
        .merge(drafts::routes())
        .merge(staff::routes())
        .merge(waitlist::routes())
        .merge(alerts::routes())
        .merge(csp_reports::routes())
        .merge(health::routes())
        .merge(affiliations::routes())
        .merge(communities::routes())
        .merge(community_export::routes())
        .merge(posts::routes())
        .merge(analytics::routes())
        .merge(articles::routes())
        .merge(reports::routes())
        .merge(feed::routes())
        .merge(search::routes())
        .merge(activity::routes())
        .merge(activity_list::routes())
        .merge(push::routes())
        .merge(mail_feedback::routes())
        .merge(notifications::routes())
        .merge(badges::routes())
        .merge(messages::routes())
        .merge(cords::routes())
        .merge(introductions::routes())
        .merge(integrations::routes())
        .merge(support::routes())
        .merge(live::routes())
}

/// Public keys that verify signed tokens.
async fn public_keys(State(services): State<Services>) -> Json<serde_json::Value> {
    Json(services.keys().public_set())
}

fn panic_response(panic: Box<dyn Any + Send>) -> Response {
    let cause = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("unknown");
    Problem::internal(format!("panic: {cause}")).into_response()
}
